// Constants of generated C are those of the kernel, in the type of the scalar.
#include "backends/c/c_dialect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace romas::c {
namespace {

CDialect dialect(std::string precision) {
  CodeOptions options;
  options.precision = std::move(precision);
  return CDialect(options, "sines");
}

TEST(CDialect, literalsOfDouble) {
  const CDialect c = dialect("double");
  EXPECT_EQ(c.literal(1), "1.0");
  EXPECT_EQ(c.literal(-0.1), "-0.1");
  EXPECT_EQ(c.literal(1e300), "1e+300");
  EXPECT_EQ(c.literal(std::numeric_limits<double>::infinity()), "HUGE_VAL");
  EXPECT_EQ(c.literal(-std::numeric_limits<double>::infinity()), "-HUGE_VAL");
  EXPECT_EQ(c.literal(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
}

TEST(CDialect, literalsOfFloatAreRoundedOnce) {
  const CDialect c = dialect("float");
  EXPECT_EQ(c.literal(1), "1.0F");
  EXPECT_EQ(c.literal(0.1), "0.1F");
  EXPECT_EQ(c.literal(1e300), "HUGE_VALF");
  EXPECT_EQ(c.literal(-1e39), "-HUGE_VALF");
  for (const double value :
       {1.0 / 3, 9.80665, 1e-30, 123456789.0, 1.00000017881393421514957253748434595763683319091796875})
    EXPECT_EQ(std::stof(c.literal(value)), static_cast<float>(value)) << value;
}

TEST(CDialect, functionsOfMath) {
  EXPECT_EQ(dialect("float").math("sin"), "sinf");
  EXPECT_EQ(dialect("double").call("sqrt", "x"), "sqrt(x)");
}

}  // namespace
}  // namespace romas::c
