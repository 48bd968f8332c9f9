// Protects lines and columns: they count characters, however long a line is.
#include <gtest/gtest.h>

#include <random>

#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas {
namespace {

TEST(LineColumn, countsCharactersFromTheLastLineBreak) {
  std::mt19937 random(7);
  std::string text;
  for (int piece = 0; piece < 6000; ++piece) {
    static constexpr const char* kPieces[] = {"a",   "bcd", "\xC3\xBC", "\xE4\xB8\xAD", "\xF0\x9F\xA4\x96",
                                              "    "};
    text += random() % 900 == 0 ? "\n" : kPieces[random() % std::size(kPieces)];
  }
  SourceManager sources;
  const FileId file = sources.add_text("a", text);
  std::uint32_t line = 1;
  std::size_t begin = 0;
  for (std::uint32_t offset = 0; offset <= text.size(); ++offset) {
    const LineColumn at = sources.line_column({file, offset});
    ASSERT_EQ(at.line, line) << offset;
    ASSERT_EQ(at.column, count_code_points(std::string_view(text).substr(begin, offset - begin)) + 1)
        << offset;
    if (offset < text.size() && text[offset] == '\n') ++line, begin = offset + 1;
  }
  EXPECT_GT(line, 3U);
  sources.replace_text(file, "x\nyz");
  EXPECT_EQ(sources.line_column({file, 3}).line, 2U);
  EXPECT_EQ(sources.line_column({file, 3}).column, 2U);
}

}  // namespace
}  // namespace romas
