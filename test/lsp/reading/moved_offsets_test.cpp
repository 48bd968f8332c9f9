#include "lsp/reading/moved_offsets.h"

#include <gtest/gtest.h>

#include <string>

namespace romas::lsp {
namespace {

TEST(MovedOffsets, followOneEdit) {
  const MovedOffsets moved("<a>old</a>", "<a>newer</a>");
  EXPECT_EQ(moved(0), 0U);
  EXPECT_EQ(moved(3), 3U);
  EXPECT_EQ(moved(6), 8U);    // "</a>"
  EXPECT_EQ(moved(10), 12U);  // the end
  EXPECT_EQ(moved(5), 3U);    // within what was replaced
}

TEST(MovedOffsets, followLinesBetweenTwoEdits) {
  const std::string from = "one\ntwo\nthree\nsame\nsame\nfour\n", to = "1\ntwo\nand\nthree\nsame\nsame\n4\n";
  const MovedOffsets moved(from, to);
  EXPECT_EQ(moved(from.find("two") + 1), to.find("two") + 1);
  EXPECT_EQ(moved(from.find("three")), to.find("three"));
  EXPECT_EQ(moved(from.find("same") + 1), to.find("same") + 1);
  EXPECT_EQ(moved(from.rfind("same") + 1), to.rfind("same") + 1);
  EXPECT_EQ(moved(from.size()), to.size());
}

TEST(MovedOffsets, ofEqualTextsStay) {
  const MovedOffsets moved("abc", "abc");
  for (std::size_t i = 0; i <= 3; ++i) EXPECT_EQ(moved(i), i);
}

TEST(MovedOffsets, doNotCountBytesTwice) {
  // One of three equal letters is removed: begin and end may not overlap.
  const MovedOffsets moved("aaa", "aa");
  EXPECT_EQ(moved(3), 2U);
  EXPECT_EQ(moved(0), 0U);
}

TEST(MovedOffsets, followTwoEditsOfNeighbouringLines) {
  const std::string from = "<a x='1'/>\n<b y='2'/>\n", to = "<a x='10'/>\n<b y='20'/>\n";
  const MovedOffsets moved(from, to);
  EXPECT_EQ(moved(from.find("<b")), to.find("<b"));
  EXPECT_EQ(moved.differences().size(), 2U);
}

// "<a/>" + "<b/>" with "<c" between them: the '<' that both have is that of <b/>.
TEST(MovedOffsets, putNewTagsInFrontOfTags) {
  const std::string from = "<a/><b/>", to = "<a/><c<b/>";
  const MovedOffsets moved(from, to);
  EXPECT_EQ(moved(4), 6U);
  EXPECT_EQ(MovedOffsets(to, from)(6), 4U);
}

}  // namespace
}  // namespace romas::lsp
