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

TEST(Documents, JoinHalvesThatMeet) {
  Documents documents;
  documents.open({"file:///a.urdf", "xml", 1, "a\xED\xA0\xBD"});
  const auto edit = [&](Range range, const std::string& inserted) {
    return documents.change({{"file:///a.urdf", 2}, {{range, inserted}}}, PositionEncoding::utf16)->text;
  };
  EXPECT_EQ(documents.find_uri("file:///a.urdf")->text, "a\uFFFD");
  EXPECT_EQ(edit({{0, 0}, {0, 0}}, "bc"), "bca\uFFFD");
  EXPECT_EQ(edit({{0, 4}, {0, 4}}, "\xED\xB8\x80"), "bca😀");
  EXPECT_EQ(edit({{0, 4}, {0, 4}}, "x"), "bca\uFFFDx\uFFFD");
  EXPECT_EQ(edit({{0, 4}, {0, 5}}, ""), "bca😀");
  EXPECT_EQ(edit({{0, 4}, {0, 5}}, ""), "bca\uFFFD");
  EXPECT_EQ(edit({{0, 4}, {0, 4}}, "\xED\xA0\xBD"), "bca\uFFFD\uFFFD") << "two first halves";
  EXPECT_EQ(edit({{0, 5}, {0, 5}}, "\uFFFD\xED\xB8\x80"), "bca\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(edit({{0, 5}, {0, 6}}, ""), "bca\uFFFD😀");
}

}  // namespace
}  // namespace romas::lsp
