// Protects the start page's examples: they are found beside the program, and can be opened.
#include "tools/studio/workspace/examples.h"

#include <gtest/gtest.h>

#include "test/folders.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas::studio {
namespace {

using nlohmann::json;
using test::json_of;
using test::Studio;

// The path of a program in the build folder of these sources.
std::string built_program() { return test::source_path("build/bin/romas-studio"); }

TEST(StudioExamples, allAreInTheSourcesAndSound) {
  const std::vector<std::string> examples = find_examples(built_program());
  ASSERT_EQ(examples.size(), 6U);
  WorkspaceSettings settings;
  settings.examples = examples;
  Studio studio(std::move(settings));
  EXPECT_EQ(json_of(studio.post("/api/hello", json::object()))["examples"], json(examples));
  for (const std::string& path : examples) {
    const Response answer =
        studio.post("/api/open", {{"path", path}, {"revision", studio.workspace().revision()}});
    ASSERT_EQ(answer.status, 200) << path << answer.body;
    for (const json& finding : json_of(answer)["diagnostics"])
      EXPECT_NE(finding["severity"], "error") << path;
  }
}

TEST(StudioExamples, anInstalledProgramFindsWhatIsInstalled) {
  const test::Folder root;
  const std::string program = root.path("bin/romas-studio");
  EXPECT_TRUE(find_examples(program).empty());
  const std::string arm =
      root.write("share/doc/romas/examples/arms/panda.romas", "robot panda { link a; }\n");
  EXPECT_EQ(find_examples(program), std::vector{arm});
}

}  // namespace
}  // namespace romas::studio
