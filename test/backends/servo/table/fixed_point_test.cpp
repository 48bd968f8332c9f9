#include "backends/servo/table/fixed_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "backends/servo/table/integer_scale.h"

namespace romas {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

TEST(FixedPoint, roundsHalvesAwayFromZero) {
  EXPECT_EQ(round_shift(5, 1), 3);
  EXPECT_EQ(round_shift(-5, 1), -3);
  EXPECT_EQ(round_shift(4, 1), 2);
  EXPECT_EQ(round_shift(-1, 2), 0);
  EXPECT_EQ(round_shift(-2, 2), -1);
  EXPECT_EQ(round_shift(7, 0), 7);
  EXPECT_EQ(round_shift(INT64_MIN + 1, 62), -2);
}

TEST(FixedPoint, sinesAreGoodAllTheWayRound) {
  double worst = 0;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const auto phase = static_cast<std::uint32_t>(i * 21474);
    worst = std::max(worst, std::abs(fixed_sin(phase) * 0x1p-30 - std::sin(phase * 0x1p-32 * kTurn)));
  }
  EXPECT_LT(worst, 4e-9);
  EXPECT_EQ(fixed_sin(0), 0);
  EXPECT_EQ(fixed_sin(0x40000000), 1 << 30);
  EXPECT_EQ(fixed_sin(0x80000000), 0);
  EXPECT_EQ(fixed_sin(0xC0000000), -(1 << 30));
}

TEST(FixedPoint, wholeTurnsDropOutOfThePhase) {
  for (const double angle : {0.0, 1.0, -1.0, 3.0, -40.0, 1000.0, -32767.0}) {
    const auto fixed = static_cast<std::int32_t>(std::lround(angle * 65536));
    EXPECT_NEAR(fixed_sin(fixed_phase(fixed)) * 0x1p-30, std::sin(fixed / 65536.0),
                2e-5 * (1 + std::abs(angle) / 1000))
        << angle;
  }
}

Kernel two_links() {
  KernelBuilder build("pose");
  const std::uint32_t q = build.add_input("q", 2);
  const Value sum = build.add(build.input(q, 0), build.mul(build.constant(-0.5), build.input(q, 1)));
  const Value x = build.add(build.mul(build.constant(0.3), build.cos(build.input(q, 0))),
                            build.mul(build.constant(0.25), build.cos(sum)));
  const Value y = build.sub(build.mul(build.sin(build.input(q, 0)), build.sin(sum)),
                            build.mul(build.input(q, 1), build.constant(0.01)));
  build.add_output("out", {x, y, build.neg(x), build.constant(0.125)});
  return build.take();
}

TEST(FixedPoint, kernelsComeCloseToDoubles) {
  const Kernel kernel = two_links();
  std::string why_not;
  const auto fixed = make_fixed_kernel(kernel, {{-3, 3}, {-2, 2}}, 16, why_not);
  ASSERT_TRUE(fixed) << why_not;
  std::mt19937 random(1);
  std::uniform_int_distribution<std::int32_t> angle(-2 * 65536, 2 * 65536);
  for (int i = 0; i < 1000; ++i) {
    const std::vector<std::int32_t> q = {angle(random), angle(random)};
    const std::vector<double> exact = evaluate_kernel(kernel, {{q[0] / 65536.0, q[1] / 65536.0}});
    const std::vector<std::int32_t> result = fixed->evaluate(q);
    for (std::size_t k = 0; k < exact.size(); ++k)
      EXPECT_NEAR(std::ldexp(result[k], -fixed->bits), exact[k], 2e-5) << k;
  }
}

TEST(FixedPoint, saysWhatItCannotDo) {
  KernelBuilder root("root");
  const std::uint32_t q = root.add_input("q", 1);
  root.add_output("out", {root.sqrt(root.input(q, 0))});
  std::string why_not;
  EXPECT_FALSE(make_fixed_kernel(root.take(), {{0, 1}}, 16, why_not));
  EXPECT_NE(why_not.find("sqrt"), std::string::npos);
  KernelBuilder large("large");
  const std::uint32_t x = large.add_input("q", 1);
  large.add_output("out", {large.mul(large.input(x, 0), large.constant(1e6))});
  EXPECT_FALSE(make_fixed_kernel(large.take(), {{-1, 1}}, 16, why_not));
  EXPECT_NE(why_not.find("binary places"), std::string::npos);
}

TEST(IntegerScale, isTheExactSumRounded) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-18, 4);
  std::uniform_int_distribution<std::int32_t> any(INT32_MIN, INT32_MAX);
  for (int i = 0; i < 20'000; ++i) {
    const double a = std::exp2(exponent(random)) * (i % 2 == 0 ? 1 : -1);
    const double b = i % 3 == 0 ? 0 : std::exp2(exponent(random));
    const double zero = std::exp2(exponent(random) + 10);
    const auto scale = make_integer_scale({{0, a}, {1, b}}, zero);
    ASSERT_TRUE(scale);
    const std::array<std::int32_t, 2> x = {any(random), any(random)};
    const long double exact = static_cast<long double>(a) * x[0] + static_cast<long double>(b) * x[1] + zero;
    if (std::abs(exact) > 2.1e9) continue;
    // Half a unit of rounding, and what the factors lose beyond their 30 places.
    EXPECT_NEAR(scale->apply(x), static_cast<double>(exact),
                0.5 + 2.0 * (std::abs(a) + std::abs(b)) * 2.2e9 * 0x1p-29 + 1e-3)
        << a << ' ' << b << ' ' << zero;
  }
}

TEST(IntegerScale, staysWithinItsBits) {
  const auto scale = make_integer_scale({{0, 3.0}}, 0);
  ASSERT_TRUE(scale);
  EXPECT_EQ(scale->apply(std::array<std::int32_t, 1>{INT32_MAX}), INT32_MAX);
  EXPECT_EQ(scale->apply(std::array<std::int32_t, 1>{INT32_MIN}), INT32_MIN);
  EXPECT_EQ(scale->apply(std::array<std::int32_t, 1>{5}), 15);
  EXPECT_FALSE(make_integer_scale({{0, 1e12}}, 0));
  EXPECT_FALSE(make_integer_scale({{0, 1}}, 1e30));
}

}  // namespace
}  // namespace romas
