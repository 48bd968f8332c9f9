#include "lsp/reading/mended_text.h"

#include <gtest/gtest.h>

namespace romas::lsp {
namespace {

TEST(MendedText, hasTheBrokenTagAsItWas) {
  const MendedText mended = mend("<a>\n<b x='1'/>\n</a>", "<a>\n<b x=\n</a>", {{4, 8}});
  EXPECT_EQ(mended.text, "<a>\n<b x='1'/>\n</a>");
  ASSERT_EQ(mended.parts.size(), 1U);
  EXPECT_EQ(mended.parts.front().mended.begin, 4U);
  EXPECT_EQ(mended.parts.front().mended.end, 14U);
  EXPECT_EQ(mended.parts.front().broken.begin, 4U);
}

TEST(MendedText, keepsEditsOfOtherPlaces) {
  EXPECT_EQ(mend("<a>\n<b/>\n<c/>\n<d/>\n</a>", "<a>\n<b\n<c/>\n<d x='2'/>\n</a>", {{4, 6}}).text,
            "<a>\n<b/>\n<c/>\n<d x='2'/>\n</a>");
  EXPECT_EQ(mend("<a>\n<b/>\n<d/>\n</a>", "<a>\n<b\n<d x='2'/>\n</a>", {{4, 6}}).text,
            "<a>\n<b/>\n<d x='2'/>\n</a>");
}

TEST(MendedText, leavesOutWhatIsNewAndBroken) {
  const MendedText mended = mend("<a>\n</a>", "<a>\n<b\n</a>", {{4, 6}});
  EXPECT_EQ(mended.text, "<a>\n</a>");
}

// The end tag is missed at its start tag, far from where it was taken out.
TEST(MendedText, hasTagsAsTheyWereWhereNoDifferenceTouchesAMistake) {
  EXPECT_EQ(mend("<a>\n<b>\n<c x='1'/>\n<d/></b>\n</a>", "<a>\n<b>\n<c x='2'/>\n<d/>\n</a>", {{4, 7}}).text,
            "<a>\n<b>\n<c x='2'/>\n<d/></b>\n</a>");
}

TEST(MendedText, hasAnEndTagBackThatIsMissedElsewhere) {
  EXPECT_EQ(mend("<a>\n<b>\n<c/>\n</b>\n</a>", "<a>\n<b>\n<c/>\n</a>", {{4, 7}}).text,
            "<a>\n<b>\n<c/>\n</b>\n</a>");
}

}  // namespace
}  // namespace romas::lsp
