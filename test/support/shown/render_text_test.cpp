// Protects what people see of a finding on a narrow terminal: a long line is cut around the place, and the
// caret stays below it.
#include <gtest/gtest.h>

#include "support/shown/diagnostic_render.h"
#include "support/text/text.h"

namespace romas {
namespace {

// The source line and the caret line of a finding at `place` of a text of one line.
std::vector<std::string> snippet(const std::string& text, std::string_view place, std::size_t columns) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text("long.urdf", text);
  const auto begin = static_cast<std::uint32_t>(text.find(place));
  diagnostics.report(Rule::bad_value, {file, begin, static_cast<std::uint32_t>(begin + place.size())},
                     "here");
  RenderOptions options;
  options.columns = columns;
  const std::string rendered = render_text({&sources, diagnostics.sorted(), {}}, options);
  std::vector<std::string> lines;
  for (const std::string_view line : split(rendered, '\n')) lines.emplace_back(line);
  return {lines.at(1), lines.at(2)};
}

// Columns of a text, which has no tabs and none but marks beyond ASCII.
std::size_t columns_of(const std::string& line) {
  std::size_t columns = 0;
  for (const char c : line) columns += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return columns;
}

TEST(RenderText, aLongLineIsCutAroundThePlace) {
  const std::string text = std::string(100, 'a') + " here " + std::string(100, 'b');
  for (const std::size_t columns : {40U, 60U, 80U, 160U}) {
    const auto lines = snippet(text, "here", columns);
    EXPECT_LE(columns_of(lines[0]), columns);
    EXPECT_LE(columns_of(lines[1]), columns);
    const std::size_t at = lines[0].find("here");
    ASSERT_NE(at, std::string::npos) << lines[0];
    EXPECT_EQ(columns_of(lines[0].substr(0, at)), lines[1].find('^')) << lines[0] << "\n" << lines[1];
    EXPECT_NE(lines[0].find("…"), std::string::npos);
  }
}

TEST(RenderText, theEndsOfALongLineAreNotCut) {
  const std::string text = "first " + std::string(100, 'a') + " last";
  EXPECT_TRUE(snippet(text, "first", 60)[0].starts_with("   1 | first a"));
  EXPECT_TRUE(snippet(text, "last", 60)[0].ends_with("a last"));
  EXPECT_EQ(snippet(text, "last", 300)[0], "   1 | " + text);
}

// Each replacement begins below what it replaces; those without room go on in the next line.
TEST(RenderText, fixesStandSideBySide) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text("a.urdf", "<a x=\"1\" y=\"2\" z=\"3\"/>");
  diagnostics.report(Rule::bad_value, {file, 0, 22}, "here")
      .fix({file, 6, 7}, "1.5")
      .fix({file, 12, 13}, "2.5 µm")
      .fix({file, 18, 19}, "3.5");
  const std::string rendered = render_text({&sources, diagnostics.sorted(), {}}, {});
  EXPECT_NE(rendered.find("     |       1.5   2.5 µm\n     |                   3.5\n"), std::string::npos)
      << rendered;
}

}  // namespace
}  // namespace romas
