// Files that the page has written: the assembly, and robots in other formats.
#include <gmock/gmock.h>
#include <filesystem>

#include "test/driver/driver_helpers.h"
#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::code_of;
using test::json_of;
using test::Workshop;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

studio::Response save(Workshop& shop, const json& more) { return shop.post("/api/save", more); }

TEST(StudioSave, writesTheAssembly) {
  Workshop shop;
  shop.build();
  EXPECT_EQ(code_of(save(shop, json::object())), "no-name");
  const std::string path = shop.folder.path("new folder/arm.assembly.xml");
  const json scene = json_of(save(shop, {{"path", path}}));
  EXPECT_EQ(scene["assembly"]["saved"], true);
  EXPECT_EQ(scene["assembly"]["path"], path);
  EXPECT_EQ(scene["assembly"]["undo"], "join Hand_3");
  EXPECT_EQ(scene["file"], path);
  EXPECT_EQ(scene["model"]["name"], "arm");
  EXPECT_EQ(shop.folder.read("new folder/arm.assembly.xml"), shop.text());
  driver::CompileRequest request = test::emitting({"assembly"});
  request.input.frontend.libraries = {shop.library};
  const auto again = test::compile_text(path, {}, request);
  EXPECT_EQ(again.files.at(0).text, shop.text());
  // Saved again where it lies, without a question.
  EXPECT_EQ(json_of(shop.act({{"action", "undo"}}))["assembly"]["saved"], false);
  EXPECT_EQ(json_of(save(shop, json::object()))["assembly"]["saved"], true);
  EXPECT_EQ(shop.folder.read("new folder/arm.assembly.xml"), shop.text());
  EXPECT_EQ(json_of(shop.act({{"action", "redo"}}))["assembly"]["saved"], false);
}

TEST(StudioSave, asksBeforeItReplaces) {
  Workshop shop;
  shop.build();
  const std::string other = shop.folder.write("other.xml", "mine");
  EXPECT_EQ(save(shop, {{"path", other}}).status, 409);
  EXPECT_EQ(code_of(save(shop, {{"path", other}, {"replace", "true"}})), "exists");
  EXPECT_EQ(shop.folder.read("other.xml"), "mine");
  EXPECT_EQ(save(shop, {{"path", other}, {"replace", true}}).status, 200);
  EXPECT_EQ(shop.folder.read("other.xml"), shop.text());
  // Somebody else has changed the file meanwhile.
  shop.folder.write("other.xml", "theirs");
  EXPECT_EQ(code_of(save(shop, json::object())), "exists");
  EXPECT_EQ(shop.folder.read("other.xml"), "theirs");
  EXPECT_EQ(save(shop, {{"replace", true}}).status, 200);
}

TEST(StudioSave, writesNowhereElse) {
  const test::Folder outside;
  Workshop shop;
  EXPECT_EQ(code_of(save(shop, {{"path", shop.folder.path("a.xml")}})), "no-assembly");
  shop.act({{"action", "new"}});
  EXPECT_EQ(code_of(save(shop, {{"path", shop.folder.path("a.xml")}})), "empty");
  shop.build();
  fs::create_directory_symlink(outside.path(), shop.folder.path("link"));
  fs::create_symlink(outside.path("x.xml"), shop.folder.path("x.xml"));
  fs::create_directory(shop.folder.path("folder.xml"));
  for (const std::string& path : {outside.path("a.xml"), shop.folder.path("../a.xml"), std::string("a.xml"),
                                  shop.folder.path("link/a.xml"), shop.folder.path("x.xml"),
                                  shop.folder.path("a.xml") + std::string("\0.xml", 5)}) {
    const auto response = save(shop, {{"path", path}, {"replace", true}});
    EXPECT_EQ(response.status, 403) << path;
    EXPECT_EQ(code_of(response), "outside") << path;
  }
  for (const char* name : {"a.urdf", "xml", ".xml", ".hidden.xml", "a.xml.sh", "a"})
    EXPECT_EQ(code_of(save(shop, {{"path", shop.folder.path(name)}})), "bad-name") << name;
  EXPECT_EQ(code_of(save(shop, {{"path", shop.library}, {"replace", true}})), "is-read");
  EXPECT_EQ(code_of(save(shop, {{"path", shop.folder.path("folder.xml")}, {"replace", true}})),
            "not-written");
  EXPECT_EQ(save(shop, {{"path", 5}}).status, 400);
  EXPECT_EQ(code_of(shop.studio.post("/api/save", {{"revision", 0}})), "stale");
  EXPECT_TRUE(fs::is_empty(outside.path()));
  EXPECT_EQ(shop.folder.read("lib/parts.block.xml"), test::kBlocks);
  EXPECT_EQ(shop.scene()["assembly"]["saved"], false);
}

TEST(StudioSave, writesNothingWhereNothingMayBeWritten) {
  Workshop shop(test::kBlocks, true);
  shop.build();
  const auto saved = save(shop, {{"path", shop.folder.path("a.xml")}});
  EXPECT_EQ(saved.status, 403);
  EXPECT_EQ(code_of(saved), "read-only");
  EXPECT_EQ(code_of(shop.post("/api/export", {{"target", "urdf"}, {"path", shop.folder.path("a.urdf")}})),
            "read-only");
  EXPECT_FALSE(fs::exists(shop.folder.path("a.xml")));
}

// Saved elsewhere, an assembly still has the Blocks that lay beside it.
TEST(StudioSave, keepsTheBlocksOfItsFormerFolder) {
  const test::Folder folder;
  folder.write("old/parts.block.xml", test::kBlocks);
  studio::WorkspaceSettings settings;
  settings.roots = {folder.path()};
  settings.inputs = {
      folder.write("old/arm.assembly.xml", "<Assembly><Part id='0' parentId='-1' blockId='b'/></Assembly>")};
  test::Studio studio(settings);
  const json scene =
      json_of(studio.post("/api/save", {{"revision", 1}, {"path", folder.path("new/arm.assembly.xml")}}));
  EXPECT_EQ(scene["status"], "ok") << scene["diagnostics"];
  EXPECT_THAT(json_of(studio.get("/api/blocks"))["blocks"], SizeIs(4));
}

TEST(StudioExport, writesWhatRomascWrites) {
  Workshop shop;
  shop.build();
  const json targets = json_of(shop.studio.post("/api/hello", json::object()))["targets"];
  EXPECT_THAT(targets, SizeIs(::testing::Ge(9U)));
  int written = 0;
  for (const json& target : targets) {
    const std::string name = target["name"];
    if (name == "html") continue;  // is not romasc's: standalone_test.cpp
    // Several targets have one ending.
    const std::string file = "out/" + name + target["extension"].get<std::string>();
    driver::CompileRequest request = test::emitting({name});
    request.emit.output_folder = shop.folder.path("out");
    request.emit.output_file = fs::path(file).filename().string();
    request.input.frontend.libraries = {shop.library};
    const auto expected =
        test::compile_text(shop.folder.path("new.assembly.xml"),
                           test::texts({{shop.folder.path("new.assembly.xml"), shop.text()}}), request);
    const auto response = shop.post("/api/export", {{"target", name}, {"path", shop.folder.path(file)}});
    if (expected.status == driver::CompileStatus::errors) {
      EXPECT_EQ(code_of(response), "refused") << name;
      EXPECT_FALSE(std::filesystem::exists(shop.folder.path(file))) << name;
      continue;
    }
    ASSERT_EQ(response.status, 200) << name << response.body;
    ++written;
    const json answer = json_of(response);
    EXPECT_EQ(answer["path"], shop.folder.path(file));
    EXPECT_EQ(answer["bytes"], shop.folder.read(file).size());
    ASSERT_FALSE(expected.files.empty()) << name;
    EXPECT_EQ(shop.folder.read(file), expected.files[0].text) << name;
    for (std::size_t k = 1; k < expected.files.size(); ++k)
      EXPECT_EQ(shop.folder.read("out/" + expected.files[k].path), expected.files[k].text) << name;
    EXPECT_EQ(answer["losses"].size(), expected.losses.size()) << name;
    const auto again = shop.post("/api/export", {{"target", name}, {"path", shop.folder.path(file)}});
    EXPECT_EQ(code_of(again), "exists") << name;
  }
  EXPECT_GE(written, 8);  // the robot has a hand without mass, which MuJoCo refuses
}

TEST(StudioExport, usesTheLimitOfTheDocument) {
  Workshop shop;
  shop.build();
  shop.act({{"action", "change"}, {"part", 1}, {"joint_type", "prismatic"}});
  shop.act({{"action", "default_limit"}, {"lower", -0.125}, {"upper", 0.5}});
  shop.post("/api/export", {{"target", "urdf"}, {"path", shop.folder.path("a.urdf")}});
  EXPECT_THAT(shop.folder.read("a.urdf"), HasSubstr("lower=\"-0.125\""));
}

TEST(StudioExport, writesOneOfSeveralRobots) {
  const test::Folder folder;
  studio::WorkspaceSettings settings;
  settings.inputs = {folder.write("two.romas", "robot a { link x; }\nrobot b { link y; }\n")};
  test::Studio studio(settings);
  const auto write = [&](int robot) {
    return studio.post(
        "/api/export",
        {{"revision", 1}, {"target", "urdf"}, {"robot", robot}, {"path", folder.path("b.urdf")}});
  };
  EXPECT_EQ(write(1).status, 200);
  EXPECT_THAT(folder.read("b.urdf"), HasSubstr("name=\"b\""));
  EXPECT_EQ(code_of(write(2)), "no-robot");
}

TEST(StudioExport, refusesWhatItDoesNotWrite) {
  Workshop shop;
  const auto write = [&](const std::string& target, const std::string& file) {
    return shop.post("/api/export",
                     {{"target", target}, {"path", shop.folder.path(file)}, {"replace", true}});
  };
  EXPECT_EQ(code_of(write("urdf", "a.urdf")), "nothing-open");
  shop.build();
  for (const char* target : {"controller", "servo", "none", "", "../urdf"})
    EXPECT_EQ(code_of(write(target, "a.urdf")), "no-target") << target;
  EXPECT_EQ(code_of(write("urdf", "a.sdf")), "bad-name");
  EXPECT_EQ(code_of(write("urdf", "../a.urdf")), "outside");
  EXPECT_EQ(code_of(write("block", "lib/parts.block.xml")), "is-read");
  EXPECT_EQ(shop.post("/api/export", {{"target", "urdf"}}).status, 400);
  // If the format cannot express the robot, nothing is written.
  const std::string arm = shop.folder.write("arm.urdf", test::kArm);
  shop.post("/api/open", {{"path", arm}});
  const auto refused = write("assembly", "a.assembly.xml");
  EXPECT_EQ(code_of(refused), "refused");
  EXPECT_THAT(json_of(refused)["error"]["diagnostics"], Not(IsEmpty()));
  EXPECT_FALSE(fs::exists(shop.folder.path("a.assembly.xml")));
  EXPECT_EQ(code_of(write("urdf", "arm.urdf")), "is-read") << "it would replace what it was read from";
}

constexpr const char* kTurning = R"(<robot name="arm"><link name="base"/>
  <link name="tip"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
  </inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="tip"/><origin xyz="0 0 1"/>
  <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="2"/></joint></robot>)";

TEST(StudioTranslate, tellsWhatRomascWrites) {
  const test::Folder folder;
  studio::WorkspaceSettings settings;
  settings.inputs = {folder.write("arm.urdf", kTurning)};
  test::Studio studio(settings);
  for (const char* target : {"sdf", "mjcf", "romas", "cpp", "controller"}) {
    driver::CompileRequest request = test::emitting({target});
    const auto expected = test::compile_text(folder.path("arm.urdf"), {}, request);
    const auto response = studio.post("/api/translate", {{"revision", 1}, {"target", target}});
    ASSERT_EQ(response.status, 200) << target << response.body;
    const json answer = json_of(response);
    ASSERT_EQ(answer["files"].size(), expected.files.size()) << target;
    for (std::size_t k = 0; k < expected.files.size(); ++k) {
      EXPECT_EQ(answer["files"][k]["name"], expected.files[k].path) << target;
      EXPECT_EQ(answer["files"][k]["text"], expected.files[k].text) << target;
    }
    EXPECT_EQ(answer["losses"].size(), expected.losses.size()) << target;
  }
  const fs::directory_iterator files(folder.path("."));
  EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "nothing is written";
}

TEST(StudioTranslate, aReportIsText) {
  const test::Folder folder;
  studio::WorkspaceSettings settings;
  settings.inputs = {folder.write("arm.urdf", kTurning)};
  test::Studio studio(settings);
  const json answer = json_of(studio.post("/api/translate", {{"revision", 1}, {"target", "report"}}));
  EXPECT_THAT(answer["files"][0]["text"].get<std::string>(), Not(HasSubstr("<html")));
}

TEST(StudioTranslate, refusesWithTheReason) {
  const test::Folder folder;
  studio::WorkspaceSettings settings;
  settings.inputs = {folder.write("arm.urdf", test::kArm)};
  test::Studio studio(settings);
  const auto translate = [&](const json& more) { return studio.post("/api/translate", more); };
  EXPECT_EQ(code_of(translate({{"revision", 7}, {"target", "sdf"}})), "stale");
  EXPECT_EQ(translate({{"revision", 1}}).status, 400);
  EXPECT_EQ(code_of(translate({{"revision", 1}, {"target", "exe"}})), "no-target");
  EXPECT_EQ(code_of(translate({{"revision", 1}, {"target", "sdf"}, {"robot", 1}})), "no-robot");
  const auto refused = translate({{"revision", 1}, {"target", "assembly"}});
  EXPECT_EQ(code_of(refused), "refused");
  EXPECT_THAT(json_of(refused)["error"]["diagnostics"], Not(IsEmpty()));
  test::Studio empty{studio::WorkspaceSettings()};
  EXPECT_EQ(code_of(empty.post("/api/translate", {{"revision", 0}, {"target", "sdf"}})), "nothing-open");
}

}  // namespace
}  // namespace romas
