#include "lsp/markup/changes/unit_words.h"

#include <gtest/gtest.h>

#include <numbers>

#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::markup {
namespace {

TEST(UnitWords, turnDegreesIntoRadians) {
  EXPECT_EQ(degrees_in_radians("90"), "1.5707963267948966");
  EXPECT_EQ(degrees_in_radians("-180"), format_double(-std::numbers::pi));
  EXPECT_EQ(degrees_in_radians("0"), "0");
  EXPECT_EQ(degrees_in_radians("${a}"), std::nullopt);
}

TEST(UnitWords, moveDecimalDigits) {
  EXPECT_EQ(times_power_of_ten("350", -3), "0.35");
  EXPECT_EQ(times_power_of_ten("0.1", -3), "1e-04");
  EXPECT_EQ(times_power_of_ten("-12.25E+1", -3), "-0.1225");
  EXPECT_EQ(times_power_of_ten("0.007", 3), "7");
  EXPECT_EQ(times_power_of_ten("1e300", 300), std::nullopt);
  EXPECT_EQ(times_power_of_ten("1e999999999999999999999", -3), std::nullopt);
  EXPECT_EQ(times_power_of_ten("", -3), std::nullopt);
}

TEST(UnitWords, knowUnitsOfOneDimension) {
  EXPECT_EQ(in_unit("250", "mm", "m"), "0.25");
  EXPECT_EQ(in_unit("0.1", "m", "mm"), "100");
  EXPECT_EQ(in_unit("2", "cm", "mm"), "20");
  EXPECT_EQ(in_unit("90", "deg", "rad"), "1.5707963267948966");
  EXPECT_EQ(in_unit("1", "inch", "m"), std::nullopt);
  EXPECT_EQ(in_unit("1", "m", "deg"), std::nullopt);
  EXPECT_EQ(in_unit("1", "furlong", "m"), std::nullopt);
}

// An angle that was converted to radians is still the same to the last bit when it is written in degrees.
TEST(UnitWords, keepAnglesInDegrees) {
  for (const char* degrees : {"1", "12.5", "33.3", "90", "179.9", "0.001"}) {
    const auto radians = in_unit(degrees, "deg", "rad");
    ASSERT_TRUE(radians);
    const auto back = in_unit(*radians, "rad", "deg");
    ASSERT_TRUE(back);
    EXPECT_EQ(radians_from_degrees(*parse_double(*back)), *parse_double(*radians)) << degrees;
  }
}

}  // namespace
}  // namespace romas::markup
