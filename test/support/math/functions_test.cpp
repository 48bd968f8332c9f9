// Functions of support/math: the double nearest to the value, as 113 bits say, and the special values of the
// C standard.
#include "support/math/functions.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <random>
#if defined(ROMAS_HAS_QUADMATH)
#include <quadmath.h>
#endif

namespace romas {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();

bool are_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

#if defined(ROMAS_HAS_QUADMATH)

class Arguments {
 public:
  double between(double lower, double upper) {
    return lower + (upper - lower) * static_cast<double>(random_() >> 11U) * 0x1p-53;
  }
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  double finite() {
    while (true)
      if (const double x = std::bit_cast<double>(random_()); std::isfinite(x)) return x;
  }
  // Sizes from 2^-60 to 1.
  double small() { return std::ldexp(between(-1, 1), -below(60)); }

 private:
  std::mt19937_64 random_{7};
};

using Quad = __float128;

// Every function, with arguments of all sizes and near to those where it is 0.
int sample_count() {
  const bool full =
      std::getenv("ROMAS_TEST_FULL") != nullptr;  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return full ? 1'000'000 : 3'000;
}

template <class Draw>
void expect_nearest(const char* name, double (*function)(double), Quad (*exact)(Quad), const Draw& draw) {
  Arguments arguments;
  for (int i = 0; i < sample_count(); ++i) {
    const double x = draw(arguments);
    const double value = function(x), nearest = static_cast<double>(exact(x));
    ASSERT_TRUE(are_same(value, nearest))
        << std::hexfloat << name << "(" << x << ") is " << nearest << ", not " << value;
  }
}
template <class Draw>
void expect_nearest(const char* name, double (*function)(double, double), Quad (*exact)(Quad, Quad),
                    const Draw& draw) {
  Arguments arguments;
  for (int i = 0; i < sample_count(); ++i) {
    const auto [x, y] = draw(arguments);
    const double value = function(x, y), nearest = static_cast<double>(exact(x, y));
    ASSERT_TRUE(are_same(value, nearest))
        << std::hexfloat << name << "(" << x << ", " << y << ") is " << nearest << ", not " << value;
  }
}
using Two = std::array<double, 2>;

TEST(MathFunctions, circleIsRoundedToNearest) {
  const auto turns = [](Arguments& any) { return any.between(-10, 10); };
  const auto large = [](Arguments& any) { return std::ldexp(any.between(-1, 1), any.below(1024)); };
  const auto zeros = [](Arguments& any) { return any.below(1 << 30) * (std::numbers::pi / 2); };
  const auto small = [](Arguments& any) { return any.small(); };
  expect_nearest("sin", math::sin, sinq, turns);
  expect_nearest("sin", math::sin, sinq, large);
  expect_nearest("sin", math::sin, sinq, zeros);
  expect_nearest("sin", math::sin, sinq, small);
  expect_nearest("cos", math::cos, cosq, turns);
  expect_nearest("cos", math::cos, cosq, large);
  expect_nearest("cos", math::cos, cosq, zeros);
  expect_nearest("cos", math::cos, cosq, small);
  expect_nearest("tan", math::tan, tanq, turns);
  expect_nearest("tan", math::tan, tanq, large);
}

TEST(MathFunctions, arcsAreRoundedToNearest) {
  const auto shares = [](Arguments& any) { return any.between(-1, 1); };
  const auto small = [](Arguments& any) { return any.small(); };
  const auto near_1 = [](Arguments& any) { return 1 - std::abs(any.small()); };
  const auto finite = [](Arguments& any) { return any.finite(); };
  expect_nearest("asin", math::asin, asinq, shares);
  expect_nearest("asin", math::asin, asinq, small);
  expect_nearest("acos", math::acos, acosq, shares);
  expect_nearest("acos", math::acos, acosq, near_1);
  expect_nearest("atan", math::atan, atanq, shares);
  expect_nearest("atan", math::atan, atanq, finite);
  expect_nearest("atan2", math::atan2, atan2q, [](Arguments& any) {
    return Two{any.between(-1, 1), any.between(-1, 1)};
  });
  expect_nearest("atan2", math::atan2, atan2q, [](Arguments& any) {
    return Two{any.finite(), any.finite()};
  });
  expect_nearest("atan2", math::atan2, atan2q, [](Arguments& any) {
    return Two{any.small(), any.between(-1, 1)};
  });
}

TEST(MathFunctions, powersAreRoundedToNearest) {
  const auto all = [](Arguments& any) { return any.between(-750, 712); };
  const auto small = [](Arguments& any) { return any.small(); };
  expect_nearest("exp", math::exp, expq, all);
  expect_nearest("exp", math::exp, expq, small);
  expect_nearest("expm1", math::expm1, expm1q, all);
  expect_nearest("expm1", math::expm1, expm1q, small);
  expect_nearest("exp2", math::exp2, exp2q, [](Arguments& any) { return any.between(-1080, 1025); });
  expect_nearest("pow", math::pow, powq, [](Arguments& any) {
    return Two{any.between(0, 10), any.between(-20, 20)};
  });
  expect_nearest("pow", math::pow, powq, [](Arguments& any) {
    return Two{std::abs(any.finite()), any.between(-2, 2)};
  });
  expect_nearest("pow", math::pow, powq, [](Arguments& any) {
    return Two{1 + (any.below(64) - 32) * 0x1p-53, (any.below(64) - 32) / 4.0};
  });
}

TEST(MathFunctions, logarithmsAreRoundedToNearest) {
  const auto all = [](Arguments& any) { return std::abs(any.finite()); };
  const auto near_1 = [](Arguments& any) { return 1 + any.small(); };
  expect_nearest("log", math::log, logq, all);
  expect_nearest("log", math::log, logq, near_1);
  expect_nearest("log2", math::log2, log2q, all);
  expect_nearest("log2", math::log2, log2q, near_1);
  expect_nearest("log10", math::log10, log10q, all);
  expect_nearest("log10", math::log10, log10q, near_1);
  expect_nearest("log1p", math::log1p, log1pq, [](Arguments& any) { return any.small(); });
  expect_nearest("log1p", math::log1p, log1pq, all);
}

TEST(MathFunctions, rootsAreRoundedToNearest) {
  expect_nearest("cbrt", math::cbrt, cbrtq, [](Arguments& any) { return any.finite(); });
  const auto hypot = [](double x, double y) { return math::hypot(x, y); };
  expect_nearest("hypot", +hypot, hypotq, [](Arguments& any) {
    return Two{any.between(-1, 1), any.between(-1, 1)};
  });
  expect_nearest("hypot", +hypot, hypotq, [](Arguments& any) {
    const double x = any.finite();
    return Two{x, std::ldexp(x, any.below(60) - 30) * any.between(0.5, 1)};
  });
  const auto in_space = [](double x, double y) { return math::hypot(x, y, 3 * x); };
  expect_nearest(
      "hypot", +in_space, [](Quad x, Quad y) { return sqrtq(10 * x * x + y * y); },
      [](Arguments& any) {
        return Two{static_cast<double>(any.below(999)), any.between(-1000, 1000)};
      });
}

TEST(MathFunctions, hyperbolaIsRoundedToNearest) {
  const auto all = [](Arguments& any) { return any.between(-712, 712); };
  const auto near_0 = [](Arguments& any) { return any.between(-3, 3); };
  const auto small = [](Arguments& any) { return any.small(); };
  const auto finite = [](Arguments& any) { return any.finite(); };
  expect_nearest("sinh", math::sinh, sinhq, all);
  expect_nearest("sinh", math::sinh, sinhq, small);
  expect_nearest("cosh", math::cosh, coshq, all);
  expect_nearest("cosh", math::cosh, coshq, small);
  expect_nearest("tanh", math::tanh, tanhq, near_0);
  expect_nearest("tanh", math::tanh, tanhq, small);
  expect_nearest("asinh", math::asinh, asinhq, near_0);
  expect_nearest("asinh", math::asinh, asinhq, finite);
  expect_nearest("acosh", math::acosh, acoshq, [](Arguments& any) { return 1 + std::abs(any.small()); });
  expect_nearest("acosh", math::acosh, acoshq, [](Arguments& any) { return 1 + std::abs(any.finite()); });
  expect_nearest("atanh", math::atanh, atanhq, [](Arguments& any) { return any.between(-1, 1); });
  expect_nearest("atanh", math::atanh, atanhq, small);
}

#endif

// Arguments next to a multiple of π/2, and others whose values are known to be hard to round: J.-M. Muller
// and others, Handbook of Floating-Point Arithmetic, 2018, chapter 10. The values are from 400 digits.
TEST(MathFunctions, hardArgumentsAreRoundedToNearest) {
  EXPECT_EQ(math::sin(1.5707963267948966), 0x1p+0);
  EXPECT_EQ(math::sin(3.141592653589793), 0x1.1a62633145c07p-53);
  EXPECT_EQ(math::sin(1e+22), -0x1.b453ab76bf397p-1);
  EXPECT_EQ(math::sin(0x1.6ac5b262ca1ffp+849), 0x1p+0);
  EXPECT_EQ(math::sin(0x1.921fb54442d18p+1023), 0x1.85bd7e7a60dc2p-1);
  EXPECT_EQ(math::sin(0x1.fffffffffffffp+1023), 0x1.452fc98b34e97p-8);
  EXPECT_EQ(math::sin(1073741824.0), -0x1.3c12353728cafp-1);
  EXPECT_EQ(math::cos(1.5707963267948966), 0x1.1a62633145c07p-54);
  EXPECT_EQ(math::cos(4.71238898038469), -0x1.a79394c9e8a0ap-53);
  EXPECT_EQ(math::cos(1e+22), 0x1.0be2cef01c8f4p-1);
  EXPECT_EQ(math::cos(0x1.6ac5b262ca1ffp+849), -0x1.14ae72e6ba22fp-61);
  EXPECT_EQ(math::cos(0x1.fffffffffffffp+1023), -0x1.fffe62ecfab75p-1);
  EXPECT_EQ(math::tan(1.5707963267948966), 0x1.d02967c31cdb5p+53);
  EXPECT_EQ(math::tan(1e+22), -0x1.a0f79c1b6b257p+0);
  EXPECT_EQ(math::tan(0x1.6ac5b262ca1ffp+849), -0x1.d9ba9a7975636p+60);
  EXPECT_EQ(math::exp(0x1.9e9cbbfd6080bp-31), 0x1.000000033d398p+0);
  EXPECT_EQ(math::exp(-0x1.ed318efb627eap-27), 0x1.ffffff84b39c5p-1);
  EXPECT_EQ(math::log(0x1.62a88613629b5p+678), 0x1.d6479eba7c971p+8);
  EXPECT_EQ(math::log(0.9999999999999999), -0x1p-53);
  EXPECT_EQ(math::log(5e-324), -0x1.74385446d71c3p+9);
}

// Powers and roots that lie in the middle of two doubles become the even one.
TEST(MathFunctions, middlesBecomeEven) {
  EXPECT_EQ(math::pow(3, 34), 0x1.d9fe779881944p+53);  // of 16677181699666569
  EXPECT_EQ(math::pow(9, 17), math::pow(3, 34));
  EXPECT_EQ(math::pow(0x1p-53, 20), 0x1p-1060);
  EXPECT_EQ(math::pow(2, -1075), 0);
  EXPECT_EQ(math::pow(1 - 0x1p-53, -1), 1 + 0x1p-52);
  EXPECT_EQ(math::exp(0x1p-53), 1 + 0x1p-52);
  EXPECT_EQ(math::exp(-0x1p-54), 1);
  EXPECT_EQ(math::cosh(0x1p-26), 1 + 0x1p-52);
  EXPECT_EQ(math::hypot(3, 4), 5);
  EXPECT_EQ(math::hypot(1, 0x1p-26), 1);
  EXPECT_EQ(math::hypot(2, 3, 6), 7);
  EXPECT_EQ(math::cbrt(27), 3);
  EXPECT_EQ(math::pow(10, -3), 1e-3);
  EXPECT_EQ(math::log10(1e15), 15);
  EXPECT_EQ(math::log2(0x1p-1074), -1074);
  EXPECT_EQ(math::exp2(-1074), kLeast);
}

struct SpecialValue {
  const char* call;
  double value, expected;
};

// The C standard (C23), annex F.10. Signs of zeros count.
TEST(MathFunctions, specialValuesAreThoseOfTheStandard) {
  constexpr double kPi = std::numbers::pi;
  const SpecialValue values[] = {
      {"sin(-0)", math::sin(-0.0), -0.0},
      {"sin(least)", math::sin(-kLeast), -kLeast},
      {"sin(inf)", math::sin(kInfinity), kNaN},
      {"sin(nan)", math::sin(kNaN), kNaN},
      {"cos(-0)", math::cos(-0.0), 1},
      {"cos(-inf)", math::cos(-kInfinity), kNaN},
      {"tan(-0)", math::tan(-0.0), -0.0},
      {"tan(inf)", math::tan(kInfinity), kNaN},
      {"asin(-0)", math::asin(-0.0), -0.0},
      {"asin(1)", math::asin(1), kPi / 2},
      {"asin(-1)", math::asin(-1), -kPi / 2},
      {"asin(2)", math::asin(2), kNaN},
      {"acos(1)", math::acos(1), 0},
      {"acos(-1)", math::acos(-1), kPi},
      {"acos(0)", math::acos(-0.0), kPi / 2},
      {"acos(nan)", math::acos(kNaN), kNaN},
      {"atan(-0)", math::atan(-0.0), -0.0},
      {"atan(-inf)", math::atan(-kInfinity), -kPi / 2},
      {"atan2(0, 0)", math::atan2(0, 0), 0},
      {"atan2(-0, 0)", math::atan2(-0.0, 0), -0.0},
      {"atan2(0, -0)", math::atan2(0, -0.0), kPi},
      {"atan2(-0, -1)", math::atan2(-0.0, -1), -kPi},
      {"atan2(1, -0)", math::atan2(1, -0.0), kPi / 2},
      {"atan2(-1, inf)", math::atan2(-1, kInfinity), -0.0},
      {"atan2(1, -inf)", math::atan2(1, -kInfinity), kPi},
      {"atan2(inf, -1)", math::atan2(kInfinity, -1), kPi / 2},
      {"atan2(inf, inf)", math::atan2(kInfinity, kInfinity), kPi / 4},
      {"atan2(-inf, -inf)", math::atan2(-kInfinity, -kInfinity), -0x1.2d97c7f3321d2p+1},
      {"atan2(nan, 1)", math::atan2(kNaN, 1), kNaN},
      {"exp(-0)", math::exp(-0.0), 1},
      {"exp(-inf)", math::exp(-kInfinity), 0},
      {"exp(710)", math::exp(710), kInfinity},
      {"exp(-746)", math::exp(-746), 0},
      {"exp2(1024)", math::exp2(1024), kInfinity},
      {"expm1(-0)", math::expm1(-0.0), -0.0},
      {"expm1(-inf)", math::expm1(-kInfinity), -1},
      {"log(0)", math::log(-0.0), -kInfinity},
      {"log(1)", math::log(1), 0},
      {"log(-1)", math::log(-1), kNaN},
      {"log(inf)", math::log(kInfinity), kInfinity},
      {"log1p(-0)", math::log1p(-0.0), -0.0},
      {"log1p(-1)", math::log1p(-1), -kInfinity},
      {"log1p(-2)", math::log1p(-2), kNaN},
      {"log1p(inf)", math::log1p(kInfinity), kInfinity},
      {"pow(nan, 0)", math::pow(kNaN, 0), 1},
      {"pow(1, nan)", math::pow(1, kNaN), 1},
      {"pow(-0, -3)", math::pow(-0.0, -3), -kInfinity},
      {"pow(-0, 3)", math::pow(-0.0, 3), -0.0},
      {"pow(-1, inf)", math::pow(-1, kInfinity), 1},
      {"pow(-2, 3)", math::pow(-2, 3), -8},
      {"pow(-2, 0.5)", math::pow(-2, 0.5), kNaN},
      {"pow(-2, 1025)", math::pow(-2, 1025), -kInfinity},
      {"pow(0.5, inf)", math::pow(0.5, kInfinity), 0},
      {"pow(-inf, 3)", math::pow(-kInfinity, 3), -kInfinity},
      {"cbrt(-0)", math::cbrt(-0.0), -0.0},
      {"cbrt(-inf)", math::cbrt(-kInfinity), -kInfinity},
      {"hypot(-0, 0)", math::hypot(-0.0, 0), 0},
      {"hypot(nan, inf)", math::hypot(kNaN, -kInfinity), kInfinity},
      {"hypot(nan, 0)", math::hypot(kNaN, 0), kNaN},
      {"hypot(largest)", math::hypot(0x1.fp1023, 0x1.fp1023), kInfinity},
      {"sinh(-0)", math::sinh(-0.0), -0.0},
      {"cosh(-inf)", math::cosh(-kInfinity), kInfinity},
      {"tanh(-inf)", math::tanh(-kInfinity), -1},
      {"asinh(-inf)", math::asinh(-kInfinity), -kInfinity},
      {"acosh(1)", math::acosh(1), 0},
      {"acosh(0.5)", math::acosh(0.5), kNaN},
      {"atanh(-1)", math::atanh(-1), -kInfinity},
      {"atanh(2)", math::atanh(2), kNaN},
  };
  for (const SpecialValue& row : values)
    EXPECT_TRUE(are_same(row.value, row.expected)) << row.call << " is " << row.value;
}

}  // namespace
}  // namespace romas
