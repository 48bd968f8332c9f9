// Work that was not saved when the studio ended: kept, offered at the next start, and taken or thrown away.
#include <gmock/gmock.h>

#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::code_of;
using test::Folder;
using test::json_of;
using test::Studio;
using test::Workshop;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const char* const kDraft = "config/studio-draft.json";

studio::WorkspaceSettings settings_in(const Folder& folder) {
  studio::WorkspaceSettings settings;
  settings.roots = {folder.path()};
  settings.preferences_file = folder.path("config/studio.json");
  folder.write("lib/parts.block.xml", test::kBlocks);
  return settings;
}

studio::Response post(Studio& studio, const std::string& target, json body) {
  body["revision"] = studio.workspace().revision();
  return studio.post(target, body);
}
json hello(Studio& studio) { return json_of(studio.post("/api/hello", json::object())); }

// A base and an arm on it, never saved.
void work(Studio& studio, const Folder& folder) {
  post(studio, "/api/load_blocks", {{"path", folder.path("lib")}});
  post(studio, "/api/assembly", {{"action", "append"}, {"block", test::kBase}});
  post(studio, "/api/assembly", Workshop::joined(test::kArmBlock, 0, 0, 0, "prismatic"));
  post(studio, "/api/assembly", {{"action", "default_limit"}, {"lower", 0}, {"upper", 0.5}});
}

TEST(StudioDraft, isOfferedAfterACrash) {
  const Folder folder;
  std::string text;
  {
    Studio crashed(settings_in(folder));
    EXPECT_TRUE(hello(crashed)["draft"].is_null());
    work(crashed, folder);
    text = crashed.workspace().assembly()->state().text;
    EXPECT_TRUE(hello(crashed)["draft"].is_null()) << "it is open";
  }
  Studio studio(settings_in(folder));
  EXPECT_EQ(hello(studio)["draft"]["path"], "");
  EXPECT_EQ(hello(studio)["draft"]["bytes"], text.size());
  const json scene = json_of(post(studio, "/api/draft", {{"action", "restore"}}));
  ASSERT_EQ(scene["status"], "ok") << scene["diagnostics"];
  EXPECT_THAT(scene["assembly"]["parts"], SizeIs(2));
  EXPECT_EQ(scene["assembly"]["saved"], false);
  EXPECT_EQ(scene["assembly"]["undo"], "restore");
  EXPECT_THAT(scene["assembly"]["default_limit"], ::testing::ElementsAre(0, 0.5));
  EXPECT_EQ(studio.workspace().assembly()->state().text, text);
  EXPECT_TRUE(hello(studio)["draft"].is_null());
  EXPECT_EQ(code_of(post(studio, "/api/draft", {{"action", "restore"}})), "no-draft");
  // Its file is there until it is saved.
  EXPECT_TRUE(fs::exists(folder.path(kDraft)));
  post(studio, "/api/save", {{"path", folder.path("arm.assembly.xml")}});
  EXPECT_FALSE(fs::exists(folder.path(kDraft)));
}

TEST(StudioDraft, isReadBesideTheThreadThatAnswers) {
  const Folder folder;
  {
    Studio crashed(settings_in(folder));
    work(crashed, folder);
  }
  Studio studio(settings_in(folder));
  const auto restoring = [&] {
    const json body = {{"action", "restore"}, {"revision", studio.workspace().revision()}};
    return studio.api().begin(Studio::request("POST", "/api/draft", body.dump()),
                              studio::Tokens::Clock::now());
  };
  studio::Response first = restoring();
  ASSERT_TRUE(first.later);
  EXPECT_FALSE(hello(studio)["draft"].is_null()) << "nothing is taken yet";
  // Something else is opened meanwhile: the draft is still there, and taken the next time.
  post(studio, "/api/assembly", {{"action", "new"}});
  EXPECT_EQ(code_of(studio::Api::complete(std::move(first))), "stale");
  EXPECT_FALSE(hello(studio)["draft"].is_null());
  EXPECT_THAT(json_of(studio::Api::complete(restoring()))["assembly"]["parts"], SizeIs(2));
  EXPECT_TRUE(hello(studio)["draft"].is_null());
}

TEST(StudioDraft, knowsTheFileThatItBelongsTo) {
  const Folder folder;
  const std::string file = folder.path("arm.assembly.xml");
  {
    Studio crashed(settings_in(folder));
    work(crashed, folder);
    post(crashed, "/api/save", {{"path", file}});
    post(crashed, "/api/assembly", {{"action", "remove"}, {"part", 1}});
  }
  const std::string saved = folder.read("arm.assembly.xml");
  Studio studio(settings_in(folder));
  EXPECT_EQ(hello(studio)["draft"]["path"], file);
  const json scene = json_of(post(studio, "/api/draft", {{"action", "restore"}}));
  EXPECT_THAT(scene["assembly"]["parts"], SizeIs(1));
  EXPECT_EQ(scene["assembly"]["path"], file);
  EXPECT_EQ(scene["assembly"]["saved"], false);
  const json undone = json_of(post(studio, "/api/assembly", {{"action", "undo"}}));
  EXPECT_EQ(undone["assembly"]["saved"], true);
  EXPECT_EQ(studio.workspace().assembly()->state().text, saved);
}

TEST(StudioDraft, isThrownAwayOnlyWhenAsked) {
  const Folder folder;
  {
    Studio crashed(settings_in(folder));
    work(crashed, folder);
  }
  studio::WorkspaceSettings settings = settings_in(folder);
  settings.inputs = {folder.write("arm.urdf", test::kArm)};
  {
    const Studio looked_elsewhere(settings);
    EXPECT_TRUE(fs::exists(folder.path(kDraft)));
  }
  Studio studio(settings);
  EXPECT_FALSE(hello(studio)["draft"].is_null());
  EXPECT_EQ(post(studio, "/api/draft", {{"action", "keep"}}).status, 400);
  EXPECT_EQ(post(studio, "/api/draft", {{"action", "discard"}}).status, 200);
  EXPECT_TRUE(hello(studio)["draft"].is_null());
  EXPECT_FALSE(fs::exists(folder.path(kDraft)));
}

TEST(StudioDraft, isNoneWhereNothingMayBeWrittenOrNothingIsNew) {
  const Folder folder;
  studio::WorkspaceSettings settings = settings_in(folder);
  settings.read_only = true;
  Studio reader(settings);
  work(reader, folder);
  EXPECT_FALSE(fs::exists(folder.path("config")));
  Studio studio(settings_in(folder));
  work(studio, folder);
  EXPECT_TRUE(fs::exists(folder.path(kDraft)));
  for (int i = 0; i < 3; ++i) post(studio, "/api/assembly", {{"action", "undo"}});
  EXPECT_FALSE(fs::exists(folder.path(kDraft))) << "an empty assembly is no work";
}

TEST(StudioDraft, isNoneWhereTheFileIsBroken) {
  const Folder folder;
  for (const char* text : {"", "{", "[]", "{\"path\": \"/x\"}", "{\"text\": \"\"}"}) {
    folder.write(kDraft, text);
    Studio studio(settings_in(folder));
    EXPECT_TRUE(hello(studio)["draft"].is_null()) << text;
  }
  // A draft is a file as others: what is wrong with its text is a finding, and what lies outside is not used.
  const Folder outside;
  outside.write("lib/parts.block.xml", test::kBlocks);
  outside.write("a.xml", "<Assembly/>");
  folder.write(kDraft, R"({"path": ")" + outside.path("a.xml") + R"(", "libraries": [")" +
                           outside.path("lib") +
                           R"("], "text": "<Assembly><Part id='0' parentId='-1' blockId='b'/></Assembly>"})");
  Studio studio(settings_in(folder));
  const json scene = json_of(post(studio, "/api/draft", {{"action", "restore"}}));
  EXPECT_EQ(scene["status"], "errors");
  EXPECT_EQ(scene["assembly"]["path"], "");
  EXPECT_THAT(json_of(studio.get("/api/blocks"))["blocks"], IsEmpty());
}

TEST(StudioDraft, belongsToOneStudioAlone) {
  const Folder folder;
  std::string texts[2];
  {
    Studio one(settings_in(folder));
    Studio two(settings_in(folder));
    work(one, folder);
    work(two, folder);
    post(two, "/api/assembly", {{"action", "remove"}, {"part", 1}});
    texts[0] = one.workspace().assembly()->state().text;
    texts[1] = two.workspace().assembly()->state().text;
    Studio third(settings_in(folder));
    EXPECT_TRUE(hello(third)["draft"].is_null()) << "what others work on is not left behind";
    studio::WorkspaceSettings reading = settings_in(folder);
    reading.read_only = true;
    Studio reader(reading);
    EXPECT_TRUE(hello(reader)["draft"].is_null());
    // A draft that ends does not take that of the other one with it.
    post(third, "/api/load_blocks", {{"path", folder.path("lib")}});
    post(third, "/api/assembly", {{"action", "append"}, {"block", test::kBase}});
    post(third, "/api/assembly", {{"action", "undo"}});
  }
  ASSERT_NE(texts[0], texts[1]);
  Studio first(settings_in(folder));
  Studio second(settings_in(folder));
  for (Studio* studio : {&first, &second}) {
    ASSERT_FALSE(hello(*studio)["draft"].is_null());
    post(*studio, "/api/draft", {{"action", "restore"}});
  }
  EXPECT_EQ(first.workspace().assembly()->state().text, texts[0]);
  EXPECT_EQ(second.workspace().assembly()->state().text, texts[1]);
}

}  // namespace
}  // namespace romas
