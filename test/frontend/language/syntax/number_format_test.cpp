// Numbers in texts: which formats there are, and what they write.
#include "frontend/language/syntax/number_format.h"

#include <gtest/gtest.h>

namespace romas::language {
namespace {

std::string written(double number, std::string_view format) {
  const auto known = parse_number_format(format);
  return known ? write_number(number, *known).value_or("no whole number") : "no format";
}

TEST(NumberFormat, writesNumbersAsItsFormatSays) {
  EXPECT_EQ(written(3.14159, ".3f"), "3.142");
  EXPECT_EQ(written(2, ".2f"), "2.00");
  EXPECT_EQ(written(-0.0004, ".2f"), "0.00");
  EXPECT_EQ(written(12345.678, ".3g"), "1.23e+04");
  EXPECT_EQ(written(0.25, ".1e"), "2.5e-01");
  EXPECT_EQ(written(7, "03d"), "007");
  EXPECT_EQ(written(7, "02"), "07");
  EXPECT_EQ(written(-7, "04d"), "-007");
  EXPECT_EQ(written(1.5, "6.2f"), "  1.50");
  EXPECT_EQ(written(123456, "3d"), "123456");
  EXPECT_EQ(written(1e300, ".1f").size(), 303U);
}

TEST(NumberFormat, wholeNumbersAlone) { EXPECT_EQ(written(1.5, "d"), "no whole number"); }

TEST(NumberFormat, refusesWhatIsNone) {
  for (const std::string_view text :
       {"", "x", ".f", "0", "0f", ".3", ".3d", ".99f", "999d", "3 f", "-3d", "+3d", "f3"})
    EXPECT_FALSE(parse_number_format(text)) << text;
}

}  // namespace
}  // namespace romas::language
