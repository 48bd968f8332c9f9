// Names that are identifiers stay; changed ones give way to them.
#include "backends/cpp/enumerators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace romas::cpp {
namespace {

using testing::ElementsAre;

TEST(Enumerators, exactNamesAreNeverNumbered) {
  EXPECT_THAT(enumerators({"a-b", "a_b", "a_b_2"}), ElementsAre("a_b_3", "a_b", "a_b_2"));
  EXPECT_THAT(enumerators({"a_b_2", "a.b", "a_b", "a b"}), ElementsAre("a_b_2", "a_b_3", "a_b", "a_b_4"));
}

TEST(Enumerators, orderDoesNotMatterForExactNames) {
  EXPECT_THAT(enumerators({"x", "y-1", "y_1"}), ElementsAre("x", "y_1_2", "y_1"));
  EXPECT_THAT(enumerators({"y_1", "y-1", "x"}), ElementsAre("y_1", "y_1_2", "x"));
}

TEST(Enumerators, underscoresAtTheEndsStay) {
  EXPECT_THAT(enumerators({"tool_", "tool", "_tool"}), ElementsAre("tool_", "tool", "_tool"));
  EXPECT_THAT(enumerators({"_Tool", "a__b", "__c"}), ElementsAre("Tool", "a_b", "c"));  // reserved
}

TEST(Enumerators, keywordsAndTheirReplacements) { EXPECT_THAT(enumerators({"new", "new_", "3d"}), ElementsAre("new_2", "new_", "n3d")); }

TEST(Enumerators, equalNamesAndEmptyOnes) { EXPECT_THAT(enumerators({"a", "a", "", "?"}), ElementsAre("a", "a_2", "unnamed", "unnamed_2")); }

}  // namespace
}  // namespace romas::cpp
