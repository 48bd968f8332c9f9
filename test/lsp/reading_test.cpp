#include "lsp/reading.h"

#include <gtest/gtest.h>

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
  EXPECT_EQ(moved(from.find("same") + 1), to.find("three") + 5);  // which of the two cannot be told
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

}  // namespace
}  // namespace romas::lsp
