// docs/passes.md says what the table of passes says, and has a section on each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "passes/pass.h"
#include "support/text.h"

namespace romas {
namespace {

std::string read_page() {
  std::ifstream file(ROMAS_SOURCE_DIR "/docs/passes.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(PassDocumentation, theTableIsFresh) {
  const std::string page = read_page();
  for (const PassInfo& pass : all_passes()) {
    std::string options;
    for (const char c : pass.options) options += c == '|' ? "\\|" : std::string(1, c);
    if (!options.empty()) options = concat("`", options, "` ");
    const std::string row =
        concat("| `", pass.name, "` | ", pass.kind == PassKind::check ? "check" : "transform", " | ", options, "| ", pass.summary, " |\n");
    EXPECT_THAT(page, ::testing::HasSubstr(row));
  }
}

TEST(PassDocumentation, everyPassHasASection) {
  const std::string page = read_page();
  for (const PassInfo& pass : all_passes()) EXPECT_THAT(page, ::testing::HasSubstr(concat("\n### ", pass.name, "\n")));
}

}  // namespace
}  // namespace romas
