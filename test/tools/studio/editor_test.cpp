// Opening files in the user's editor: what is started, and what is not.
#include <gmock/gmock.h>

#include <filesystem>
#include <thread>

#include "support/text/text.h"
#include "test/tools/studio/assembly_helpers.h"
#include "tools/studio/workspace/editor.h"

namespace romas {
namespace {

using nlohmann::json;
using test::Folder;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

Words words_of(const std::string& command, bool has_display = true) {
  std::string problem;
  auto words = studio::editor_words({command, has_display}, "/a b/arm.urdf", 12, problem);
  EXPECT_EQ(words.has_value(), problem.empty());
  return words.value_or(Words{});
}

std::string problem_of(const std::string& command, bool has_display) {
  std::string problem;
  EXPECT_FALSE(studio::editor_words({command, has_display}, "/arm.urdf", 1, problem)) << command;
  return problem;
}

TEST(StudioEditor, getsTheLineAsItTakesOne) {
  EXPECT_THAT(words_of("gvim"), ElementsAre("gvim", "+12", "/a b/arm.urdf"));
  EXPECT_THAT(words_of("/usr/bin/emacs"), ElementsAre("/usr/bin/emacs", "+12", "/a b/arm.urdf"));
  EXPECT_THAT(words_of("emacsclient -n"), ElementsAre("emacsclient", "-n", "+12", "/a b/arm.urdf"));
  EXPECT_THAT(words_of("code --wait"), ElementsAre("code", "--wait", "--goto", "/a b/arm.urdf:12"));
  EXPECT_THAT(words_of("gedit"), ElementsAre("gedit", "/a b/arm.urdf"));
  EXPECT_THAT(words_of("  kate   -n "), ElementsAre("kate", "-n", "/a b/arm.urdf"));
}

TEST(StudioEditor, hasATerminalOfItsOwnOrNone) {
  EXPECT_THAT(words_of("vim.tiny -R"),
              ElementsAre("x-terminal-emulator", "-e", "vim.tiny", "-R", "+12", "/a b/arm.urdf"));
  EXPECT_THAT(words_of("emacs -nw"),
              ElementsAre("x-terminal-emulator", "-e", "emacs", "-nw", "+12", "/a b/arm.urdf"));
  for (const char* command : {"vi", "/usr/bin/nvim", "nano", "emacs", "emacsclient -t", "ed"})
    EXPECT_THAT(problem_of(command, false), HasSubstr("there is none for it")) << command;
  // A window may be somewhere else: nobody but the editor knows.
  EXPECT_THAT(words_of("code", false), ElementsAre("code", "--goto", "/a b/arm.urdf:12"));
}

TEST(StudioEditor, isStartedWithoutAShell) {
  EXPECT_THAT(problem_of("", true), HasSubstr("no editor is set"));
  for (const char* command :
       {"code; rm -rf /", "'my editor'", "$HOME/edit", "edit `id`", "a|b", "a && b", "a\nb"})
    EXPECT_THAT(problem_of(command, true), HasSubstr("no shell can read")) << command;
}

class StudioEditorFiles : public testing::Test {
 protected:
  // A program that writes what it is asked for to a file.
  StudioEditorFiles() {
    const std::string script = folder.write(
        "edit", concat("#!/bin/sh\nprintf '%s|' \"$@\" >", said, ".part\nmv ", said, ".part ", said, "\n"));
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    settings.editor = {script + " --new", true};
    settings.inputs = {folder.write("arm.urdf", test::kArm)};
  }
  static json asking(Studio& studio, std::size_t source, std::size_t line) {
    return {{"revision", studio.workspace().revision()}, {"source", source}, {"line", line}};
  }
  static std::string refusal(Studio& studio, const json& body) {
    return test::code_of(studio.post("/api/editor", body));
  }
  std::string what_was_said() const {
    while (!std::filesystem::exists(said)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return folder.read("said");
  }

  Folder folder;
  std::string said = folder.path("said");
  studio::WorkspaceSettings settings;
};

TEST_F(StudioEditorFiles, areThoseThatWereRead) {
  Studio studio(settings);
  ASSERT_EQ(studio.post("/api/editor", asking(studio, 0, 3)).status, 200);
  EXPECT_EQ(what_was_said(), concat("--new|", folder.path("arm.urdf"), "|"));
}

TEST_F(StudioEditorFiles, areRefusedWhereNobodyReadThem) {
  Studio studio(settings);
  EXPECT_EQ(refusal(studio, asking(studio, 1, 1)), "no-source");
  EXPECT_EQ(refusal(studio, asking(studio, 0, 0)), "bad-request");
  EXPECT_EQ(refusal(studio, {{"revision", 1}, {"source", "/etc/passwd"}, {"line", 1}}), "bad-request");
  EXPECT_EQ(refusal(studio, {{"revision", 7}, {"source", 0}, {"line", 1}}), "stale");
  std::filesystem::remove(settings.inputs[0]);
  EXPECT_EQ(refusal(studio, asking(studio, 0, 1)), "no-file");
  std::filesystem::create_directory(settings.inputs[0]);
  EXPECT_EQ(refusal(studio, asking(studio, 0, 1)), "no-file");
  EXPECT_FALSE(std::filesystem::exists(said));
}

TEST_F(StudioEditorFiles, stayClosedReadOnly) {
  settings.read_only = true;
  Studio studio(settings);
  const studio::Response response = studio.post("/api/editor", asking(studio, 0, 1));
  EXPECT_EQ(response.status, 403);
  EXPECT_EQ(test::code_of(response), "read-only");
}

TEST_F(StudioEditorFiles, haveTheTextThatIsShown) {
  settings.inputs = {};
  settings.roots = {folder.path()};
  settings.request.input.frontend.libraries = {folder.write("parts.block.xml", test::kBlocks)};
  Studio studio(settings);
  studio.post("/api/assembly", {{"revision", 0}, {"action", "new"}});
  ASSERT_EQ(studio.post("/api/assembly", {{"revision", 1}, {"action", "append"}, {"block", 0}}).status, 200);
  EXPECT_EQ(refusal(studio, asking(studio, 0, 1)), "not-saved");
}

TEST_F(StudioEditorFiles, needAnEditorThatCanBeStarted) {
  settings.editor.command = folder.path("no-such-editor");
  Studio studio(settings);
  const studio::Response response = studio.post("/api/editor", asking(studio, 0, 1));
  EXPECT_EQ(test::code_of(response), "no-editor");
  EXPECT_THAT(response.body, HasSubstr("cannot be started"));
}

}  // namespace
}  // namespace romas
