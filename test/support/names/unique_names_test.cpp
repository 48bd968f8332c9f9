#include "support/names/unique_names.h"

#include <gtest/gtest.h>

namespace romas {
namespace {

TEST(UniqueNames, aNameThatIsTakenGetsTheFirstFreeNumber) {
  UniqueNames names;
  EXPECT_EQ(names.take("a"), "a");
  EXPECT_EQ(names.take("a_1"), "a_1");
  EXPECT_EQ(names.take("a"), "a_2");
  EXPECT_EQ(names.take("a"), "a_3");
  EXPECT_EQ(names.take("b"), "b");
  EXPECT_EQ(names.take("a_1"), "a_1_1");
}

TEST(UniqueNames, manyOfOneNameTakeLinearTime) {
  UniqueNames names;
  names.take("a");
  for (int i = 1; i <= 200'000; ++i) ASSERT_EQ(names.take("a"), "a_" + std::to_string(i));
}

}  // namespace
}  // namespace romas
