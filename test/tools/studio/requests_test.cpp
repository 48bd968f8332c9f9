// The effects of the requests of the studio's page.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "test/driver/driver_helpers.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using studio::WorkspaceSettings;
using test::code_of;
using test::Folder;
using test::json_of;
using test::kArm;
using test::kBroken;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::SizeIs;

WorkspaceSettings opening(std::vector<std::string> inputs) {
  WorkspaceSettings settings;
  settings.inputs = std::move(inputs);
  return settings;
}

std::vector<std::string> names_in(const json& listing) {
  std::vector<std::string> names;
  for (const json& entry : listing["entries"]) names.push_back(entry["name"]);
  return names;
}

TEST(StudioScene, saysThatNothingIsOpen) {
  Studio studio({});
  EXPECT_EQ(code_of(studio.get("/api/scene")), "nothing-open");
  EXPECT_EQ(json_of(studio.post("/api/hello", json::object()))["revision"], 0);
}

TEST(StudioScene, hasTheModelAsTheCompilerPrintsIt) {
  const Folder folder;
  const std::string arm = folder.write("arm.urdf", kArm);
  Studio studio(opening({arm}));
  const json scene = json_of(studio.get("/api/scene"));
  EXPECT_EQ(scene["format"], "romas-scene");
  EXPECT_EQ(scene["format_version"], 1);
  EXPECT_EQ(scene["revision"], 1);
  EXPECT_EQ(scene["file"], arm);
  EXPECT_EQ(scene["input_format"], "urdf");
  EXPECT_EQ(scene["status"], "ok");
  EXPECT_THAT(scene["robots"], ElementsAre("arm"));
  EXPECT_THAT(scene["files"], ElementsAre(arm));
  const auto emitted = test::compile_text(arm, {}, test::emitting({"json"}));
  EXPECT_EQ(scene["model"], json::parse(emitted.files.at(0).text));
  EXPECT_NE(studio.get("/api/scene").body.find(std::string(trim(emitted.files.at(0).text))),
            std::string::npos);
}

TEST(StudioScene, hasTheFindingsAsTheCompilerPrintsThem) {
  const Folder folder;
  const std::string broken = folder.write("broken.urdf", kBroken);
  Studio studio(opening({broken}));
  const json scene = json_of(studio.get("/api/scene"));
  EXPECT_EQ(scene["status"], "errors");
  EXPECT_TRUE(scene["model"].is_null());
  const auto result = test::compile_text(broken, {}, test::emitting({"json"}));
  json diagnostics = scene["diagnostics"];
  for (json& diagnostic : diagnostics) diagnostic.erase("entities");
  EXPECT_EQ(diagnostics, json::parse(render_json({&result.report, 1}, {false, 0})));
  ASSERT_THAT(scene["diagnostics"], SizeIs(1));
  EXPECT_EQ(scene["diagnostics"][0]["severity"], "error");
}

TEST(StudioScene, hasEveryError) {
  std::string text = "<robot name='many'>";
  for (int i = 0; i < 40; ++i) text += "<link name='a'/>";
  const Folder folder;
  Studio studio(opening({folder.write("many.urdf", text + "</robot>")}));
  EXPECT_THAT(json_of(studio.get("/api/scene"))["diagnostics"], SizeIs(39));
}

TEST(StudioScene, namesTheRobotsOfAFile) {
  const Folder folder;
  Studio studio(opening({folder.write("two.romas",
                                      "robot a { link x; }\nrobot b { link y; link z; "
                                      "joint j : fixed y -> z; }\n")}));
  EXPECT_THAT(json_of(studio.get("/api/scene"))["robots"], ElementsAre("a", "b"));
  const json second = json_of(studio.get("/api/scene?robot=1"));
  EXPECT_EQ(second["robot"], 1);
  EXPECT_EQ(second["model"]["name"], "b");
  EXPECT_EQ(code_of(studio.get("/api/scene?robot=2")), "no-robot");
  for (const char* query : {"robot=-1", "robot=x", "robot=", "robot", "other=1"})
    EXPECT_EQ(studio.get(std::string("/api/scene?") + query).status, 400) << query;
}

TEST(StudioScene, keepsHostileNamesAsTexts) {
  const Folder folder;
  Studio studio(
      opening({folder.write("x.urdf", "<robot name='&lt;/script>&quot;}'><link name='a'/></robot>")}));
  EXPECT_EQ(json_of(studio.get("/api/scene"))["model"]["name"], "</script>\"}");
}

TEST(StudioOpen, readsAnotherFileAndTheSameAgain) {
  const Folder folder;
  const std::string arm = folder.write("arm.urdf", kArm);
  const std::string other = folder.write("inner/other.urdf", "<robot name='other'><link name='a'/></robot>");
  Studio studio(opening({arm}));
  const json opened = json_of(studio.post("/api/open", {{"path", other}, {"revision", 1}}));
  EXPECT_EQ(opened["model"]["name"], "other");
  EXPECT_EQ(opened["revision"], 2);
  folder.write("inner/other.urdf", kBroken);
  EXPECT_EQ(json_of(studio.get("/api/scene"))["status"], "ok");
  EXPECT_EQ(json_of(studio.post("/api/open", {{"path", other}, {"revision", 2}}))["status"], "errors");
}

TEST(StudioOpen, refusesAStaleRevision) {
  const Folder folder;
  const std::string arm = folder.write("arm.urdf", kArm);
  Studio studio(opening({arm}));
  EXPECT_EQ(studio.post("/api/open", {{"path", arm}, {"revision", 0}}).status, 409);
  EXPECT_EQ(studio.workspace().revision(), 1U);
}

TEST(StudioOpen, takesTheNamesOfTheCommandLine) {
  Studio studio(opening({"no/such.urdf"}));
  EXPECT_EQ(json_of(studio.get("/api/scene"))["status"], "unreadable");
  const json again = json_of(studio.post("/api/open", {{"path", "no/such.urdf"}, {"revision", 1}}));
  EXPECT_EQ(again["status"], "unreadable");
  EXPECT_EQ(studio.post("/api/open", {{"path", "no/other.urdf"}, {"revision", 2}}).status, 403);
}

TEST(StudioOpen, staysBelowItsFolders) {
  const Folder outside;
  const std::string secret = outside.write("secret.urdf", kArm);
  const Folder folder;
  const std::string arm = folder.write("arm.urdf", kArm);
  fs::create_symlink(secret, folder.path("link.urdf"));
  fs::create_directory_symlink(outside.path(), folder.path("linked"));
  fs::create_directory(folder.path() + "-beside");
  Studio studio(opening({arm}));
  for (const std::string& path :
       {secret, folder.path("link.urdf"), folder.path("linked/secret.urdf"),
        folder.path("../" + fs::path(outside.path()).filename().string() + "/secret.urdf"),
        folder.path() + "-beside/x.urdf", std::string("/etc/passwd"), std::string("arm.urdf"), std::string(),
        arm + std::string("\0.urdf", 6)}) {
    EXPECT_EQ(code_of(studio.post("/api/open", {{"path", path}, {"revision", 1}})), "outside") << path;
  }
  EXPECT_EQ(studio.workspace().revision(), 1U);
  fs::remove(folder.path() + "-beside");
  // A link that stays inside is a name like others.
  fs::create_symlink(arm, folder.path("same.urdf"));
  const json scene = json_of(studio.post("/api/open", {{"path", folder.path("same.urdf")}, {"revision", 1}}));
  EXPECT_EQ(scene["file"], arm);
}

TEST(StudioOpen, waitsForNoPipe) {
  const Folder folder;
  Studio studio(opening({folder.write("arm.urdf", kArm)}));
  ASSERT_EQ(::mkfifo(folder.path("pipe.urdf").c_str(), 0600), 0);
  const auto answer = studio.post("/api/open", {{"path", folder.path("pipe.urdf")}, {"revision", 1}});
  EXPECT_EQ(code_of(answer), "no-file");
}

TEST(StudioOpen, refusesBodiesThatAreNoRequest) {
  Studio studio({});
  for (const char* body :
       {"", "[]", "1", "\"path\"", "{", "{\"path\": 1, \"revision\": 0}", "{\"path\": \"/\"}",
        "{\"path\": \"/\", \"revision\": \"0\"}", "{\"path\": \"/\", \"revision\": -1}",
        "{\"path\": [\"/\"], \"revision\": 0}", "{\"path\": \"/\", \"path\": \"/\", \"revision\": 0}",
        "{\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {}}}}}}}}}}",
        "{\"path\": &a \"/\", \"revision\": 0}", "{\"path\": \"\xff\", \"revision\": 0}"})
    EXPECT_EQ(studio.answer(Studio::request("POST", "/api/open", body)).status, 400) << body;
}

TEST(StudioFolder, listsFoldersAndWhatCanBeRead) {
  const Folder folder;
  for (const char* name : {"arm.urdf", "b.sdf", "c.romas", "d.xml", "e.stl", "notes.txt", ".hidden.urdf"})
    folder.write(name, "");
  fs::create_directory(folder.path("sub folder"));
  fs::create_directory(folder.path(".git"));
  fs::create_symlink("/etc", folder.path("etc"));
  fs::create_symlink("/etc/passwd", folder.path("passwd.urdf"));
  ASSERT_EQ(::mkfifo(folder.path("pipe.urdf").c_str(), 0600), 0);
  WorkspaceSettings settings;
  settings.roots = {folder.path()};
  Studio studio(settings);
  const json root = json_of(studio.get("/api/folder"));
  EXPECT_THAT(names_in(root), ElementsAre("sub folder", "arm.urdf", "b.sdf", "c.romas", "d.xml", "e.stl"));
  EXPECT_EQ(root["parent"], "");
  EXPECT_THAT(root["roots"], ElementsAre(folder.path()));
  std::string target = "/api/folder?path=" + folder.path("sub%20folder");
  EXPECT_EQ(json_of(studio.get(target))["parent"], folder.path());
}

TEST(StudioFolder, staysBelowItsFolders) {
  const Folder folder;
  WorkspaceSettings settings;
  settings.roots = {folder.path()};
  Studio studio(settings);
  for (const std::string& path :
       {std::string("/"), std::string("/etc"), folder.path(".."), folder.path("%2e%2e"), folder.path("none"),
        std::string(), std::string(".")})
    EXPECT_EQ(studio.get("/api/folder?path=" + path).status, 404) << path;
  for (const char* query : {"path=%", "path=%2", "path=%zz", "folder=/", "path"})
    EXPECT_EQ(studio.get(std::string("/api/folder?") + query).status, 400) << query;
}

TEST(StudioRoots, areTheFoldersOfTheCommandLine) {
  const Folder folder;
  folder.write("robots/arm.urdf", kArm);
  folder.write("blocks/b.block.xml", "<Blocks/>");
  fs::create_directory(folder.path("packages"));
  WorkspaceSettings settings = opening({folder.path("robots/arm.urdf")});
  settings.request.input.frontend.libraries = {folder.path("blocks/b.block.xml")};
  settings.request.input.frontend.package_paths = {folder.path("packages"), folder.path("robots/../robots"),
                                                   folder.path("missing")};
  Studio studio(settings);
  EXPECT_THAT(studio.workspace().roots().folders(),
              ElementsAre(folder.path("blocks"), folder.path("packages"), folder.path("robots")));
  Studio without({});
  EXPECT_THAT(without.workspace().roots().folders(), ElementsAre(fs::current_path().string()));
}

TEST(StudioPreferences, lastBeyondTheProgram) {
  const Folder folder;
  WorkspaceSettings settings;
  settings.preferences_file = folder.path("config/romas/studio.json");
  const json wanted = {{"language", "ko"}, {"theme", "dark"}, {"angle", "rad"},
                       {"length", "m"},    {"grid", "off"},   {"marks", "1.5"}};
  {
    Studio studio(settings);
    EXPECT_EQ(json_of(studio.post("/api/preferences", wanted))["problem"], "");
    // A preference that a request does not name stays.
    EXPECT_EQ(studio.post("/api/preferences", {{"language", "ko"}, {"theme", "dark"}}).status, 200);
  }
  Studio studio(settings);
  EXPECT_EQ(json_of(studio.post("/api/hello", json::object()))["preferences"], wanted);
  for (const json& other : {json{{"language", "xx"}, {"theme", ""}}, json{{"language", "en"}}, json::object(),
                            json{{"language", "en"}, {"theme", ""}, {"angle", "mm"}},
                            json{{"language", "en"}, {"theme", ""}, {"marks", "0.2"}},
                            json{{"language", "en"}, {"theme", ""}, {"marks", "large"}},
                            json{{"language", "en"}, {"theme", ""}, {"marks", "nan"}}})
    EXPECT_EQ(studio.post("/api/preferences", other).status, 400) << other;
}

TEST(StudioPreferences, writeNothingWhereNothingMayBeWritten) {
  const Folder folder;
  WorkspaceSettings settings;
  settings.preferences_file = folder.path("studio.json");
  settings.read_only = true;
  Studio studio(settings);
  EXPECT_EQ(studio.post("/api/preferences", {{"language", "ko"}, {"theme", ""}}).status, 200);
  EXPECT_EQ(json_of(studio.post("/api/hello", json::object()))["preferences"]["language"], "ko");
  EXPECT_EQ(json_of(studio.post("/api/hello", json::object()))["read_only"], true);
  EXPECT_FALSE(fs::exists(folder.path("studio.json")));
}

TEST(StudioPreferences, tellWhyTheyCannotBeKept) {
  const Folder folder;
  WorkspaceSettings settings;
  settings.preferences_file = folder.write("file", "") + "/studio.json";
  Studio studio(settings);
  const json answer = json_of(studio.post("/api/preferences", {{"language", "en"}, {"theme", ""}}));
  EXPECT_NE(answer["problem"], "");
  EXPECT_EQ(answer["preferences"]["language"], "en");
}

TEST(StudioPreferences, areTheDefaultsWhereTheFileIsBroken) {
  const Folder folder;
  for (const char* text : {"", "{", "[]", R"({"language": "klingon"})", R"({"language": ["en"]})"})
    EXPECT_EQ(studio::read_preferences(folder.write("studio.json", text)), studio::Preferences{}) << text;
}

}  // namespace
}  // namespace romas
