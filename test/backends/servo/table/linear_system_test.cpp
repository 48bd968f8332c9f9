// Inverses of small matrices.
#include "backends/servo/table/linear_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace romas {
namespace {

using testing::DoubleNear;
using testing::Pointwise;

TEST(LinearSystem, invertsRowByRow) {
  // [[2, 1], [0, 4]]: its inverse is [[1/2, -1/8], [0, 1/4]].
  const auto result = inverse(std::vector<double>{2, 1, 0, 4}, 2);
  ASSERT_TRUE(result);
  EXPECT_THAT(*result, Pointwise(DoubleNear(1e-15), {0.5, -0.125, 0.0, 0.25}));
  EXPECT_EQ(inverse({}, 0), std::vector<double>());
}

// A servo with 4096 counts a turn beside a drive with a hundred million.
TEST(LinearSystem, rowsMayDifferByOrdersOfMagnitude) {
  const auto result = inverse(std::vector<double>{1e9, 0, 0, 1e-9}, 2);
  ASSERT_TRUE(result);
  EXPECT_THAT(*result, Pointwise(DoubleNear(1e-6), {1e-9, 0.0, 0.0, 1e9}));
}

TEST(LinearSystem, hasNoneWhereRowsDependOnEachOther) {
  EXPECT_FALSE(inverse(std::vector<double>{1, 1, 2, 2}, 2));
  EXPECT_FALSE(inverse(std::vector<double>{1, 0, 0, 0}, 2));
}

}  // namespace
}  // namespace romas
