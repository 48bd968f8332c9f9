#include "lsp/reading/documents.h"

#include <gtest/gtest.h>

namespace romas::lsp {
namespace {

std::string changed(const std::string& text, Range range, const std::string& inserted,
                    PositionEncoding encoding = PositionEncoding::utf16) {
  Documents documents;
  documents.open({"file:///a.urdf", "xml", 1, text});
  return documents.change({{"file:///a.urdf", 2}, {{range, inserted}}}, encoding)->text;
}

TEST(Documents, areEditedInCodeUnits) {
  EXPECT_EQ(changed("a😀b\nc", {{0, 3}, {1, 0}}, "x"), "a😀xc");
  EXPECT_EQ(changed("a😀b", {{0, 1}, {0, 3}}, ""), "ab");
}

TEST(Documents, haveNoHalvesOfCharacters) {
  EXPECT_EQ(changed("a😀b", {{0, 1}, {0, 2}}, ""), "a\uFFFDb");
  EXPECT_EQ(changed("a😀b", {{0, 2}, {0, 3}}, ""), "a\uFFFDb");
  EXPECT_EQ(changed("a😀b", {{0, 2}, {0, 2}}, "x"), "a\uFFFDx\uFFFDb");
  EXPECT_EQ(changed("😀😎", {{0, 1}, {0, 3}}, "x"), "\uFFFDx\uFFFD");
  EXPECT_EQ(changed("a\n😀😎c", {{0, 0}, {1, 3}}, ""), "\uFFFDc");
}

}  // namespace
}  // namespace romas::lsp
