// Sine, cosine and tangent.
#include <array>
#include <cmath>
#include <cstdint>

#include "support/math/double_double.h"
#include "support/math/functions.h"

namespace romas::math {

namespace {

constexpr DoubleDouble kWholeTurn = {0x1.921fb54442d18p+2, 0x1.1a62633145c07p-52};
constexpr double kEighth = 0x1.921fb54442d18p-1;  // π/4

// 2/π = 0.a2f9836e…: enough digits for the largest double.
constexpr std::array<std::uint32_t, 39> kTwoByPi = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20};

// 32 digits of 2/π that begin `first` digits behind the point, or before it.
std::uint32_t digits_of_two_by_pi(int first) {
  const int word = (first + 64) / 32 - 2, shift = (first + 64) % 32;
  const auto at = [](int i) -> std::uint64_t {
    return i < 0 ? 0U : kTwoByPi.at(static_cast<std::size_t>(i));
  };
  return static_cast<std::uint32_t>(((at(word) << 32U | at(word + 1)) << shift) >> 32U);
}

struct Reduced {
  unsigned quarters = 0;  // of a turn, modulo 4
  DoubleDouble rest;      // rad, in [-π/4, π/4]
};

// Payne and Hanek, "Radian reduction for trigonometric functions", 1983: x = m 2^e with a whole m, and digits
// of 2/π whose product with x is a multiple of 4 do not count. The others are multiplied as whole numbers of
// 32 bits.
Reduced reduced(double x) {
  if (std::abs(x) <= kEighth) return {0, x};
  constexpr int kWords = 8;
  int exponent = 0;
  const auto m = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::abs(x), &exponent), 53));
  std::array<std::uint32_t, kWords> turns{};  // a fraction of a turn; the first word is the uppermost
  std::uint64_t low = 0, high = 0;            // carries of the products with both halves of m
  std::uint32_t before = 0;
  for (int i = kWords - 1; i >= 0; --i) {
    const std::uint64_t digits = digits_of_two_by_pi(exponent - 55 + 32 * i);
    low += digits * (m & 0xffffffffU);
    high += before * (m >> 32U) + (low & 0xffffffffU);
    turns[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(high);
    low >>= 32U;
    high >>= 32U;
    before = static_cast<std::uint32_t>(digits);
  }
  const std::uint32_t quarters = (turns[0] + 0x20000000U) >> 30U;
  turns[0] -= quarters << 30U;
  const bool negative = turns[0] >> 31U != 0;
  DoubleDouble fraction;
  double weight = 0x1p-32;
  int taken = 0;  // words from the first that is not 0
  for (std::size_t i = 0; i < kWords && taken < 5; ++i, weight *= 0x1p-32) {
    const std::uint32_t word = negative ? ~turns[i] : turns[i];  // what two's complement lacks is far below
    if (word != 0 || taken != 0) ++taken;
    fraction = fraction + weight * word;
  }
  const DoubleDouble rest = fraction * kWholeTurn;
  return x < 0 ? Reduced{(4 - quarters) % 4, negative ? rest : -rest}
               : Reduced{quarters, negative ? -rest : rest};
}

struct Point {
  DoubleDouble sine;
  DoubleDouble cosine = 1;
};

// Taylor's series with all its terms.
constexpr Point point_of_table(DoubleDouble x) {
  Point sum;
  DoubleDouble term = 1;
  for (int n = 1; n < 32; ++n) {
    term = term * x / n;
    DoubleDouble& part = n % 2 == 0 ? sum.cosine : sum.sine;
    part = part + (n % 4 < 2 ? term : -term);
  }
  return sum;
}
constexpr auto kPoints = [] {
  std::array<Point, kSteps * 26 / 32 + 1> points;
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = point_of_table(static_cast<double>(i) / kSteps);
  return points;
}();

// For |x| <= π/4: the sum of an angle of the table and one that needs a short series.
Point point_at(DoubleDouble x) {
  const int step = nearest_step(std::abs(x.hi));
  const DoubleDouble t = (x.hi < 0 ? -x : x) - static_cast<double>(step) / kSteps;
  const DoubleDouble u = t * t;
  constexpr DoubleDouble k3 = DoubleDouble(1) / 6, k4 = DoubleDouble(1) / 24, k5 = DoubleDouble(1) / 120;
  const double v = u.hi;
  const DoubleDouble s5 = k5 - v * (1.0 / 5040 - v * (1.0 / 362880 - v / 39916800));
  const DoubleDouble c4 = k4 - v * (1.0 / 720 - v * (1.0 / 40320 - v / 3628800));
  const DoubleDouble s = t - t * (u * (k3 - u * s5));
  const DoubleDouble c = u * (-0.5 + u * c4);  // the cosine, less 1
  const Point& near = kPoints.at(static_cast<std::size_t>(step));
  const DoubleDouble sine = near.sine + (near.sine * c + near.cosine * s);
  return {x.hi < 0 ? -sine : sine, near.cosine + (near.cosine * c - near.sine * s)};
}

// The point of an angle, turned on by quarters.
template <class Coordinates>
Coordinates turned(unsigned quarters, const Coordinates& at) {
  switch (quarters) {
    case 0: return at;
    case 1: return {at.cosine, -at.sine};
    case 2: return {-at.sine, -at.cosine};
    default: return {-at.cosine, at.sine};
  }
}
Point point_of(double x) {
  const Reduced to = reduced(x);
  return turned(to.quarters, point_at(to.rest));
}

// The sum, if it is nearest to every number that differs from it by the error at most; else 0.
double decided(double high, double rest, double error) {
  const double sum = high + (rest + error);
  return sum == high + (rest - error) ? sum : 0;
}

// The same in a fifth of the time, to 2^-62, which decides all but one of some hundred roundings. Ziv, "Fast
// evaluation of elementary mathematical functions with correctly rounded last bit", 1991. A 0 stands for an
// undecided one.
SineCosine quick_sine_cosine(double x) {
  constexpr double kMost = 0x1p18, kBack = 0x1.45f306dc9c883p-1;  // 2/π
  constexpr double kFirst = 0x1.921fb544p+0, kSecond = 0x1.0b4611a6p-34,
                   kThird = 0x1.3198a2e037073p-69;  // of π/2
  if (!(std::abs(x) < kMost)) return {0, 0};
  // Cody and Waite, Software Manual for the Elementary Functions, 1980: products with a whole number are
  // exact.
  const double whole = std::abs(x) <= kEighth ? 0 : std::floor(x * kBack + 0.5);
  const DoubleDouble near = exact_sum(x - whole * kFirst, -whole * kSecond);
  const DoubleDouble rest = exact_sum_of_ordered(near.hi, near.lo - whole * kThird);
  const int step = nearest_step(std::abs(rest.hi));
  const double sign = rest.hi < 0 ? -1 : 1;
  const double t = sign * rest.hi - static_cast<double>(step) / kSteps, tail = sign * rest.lo, u = t * t;
  const Point& at = kPoints.at(static_cast<std::size_t>(step));
  const double s = at.sine.hi, c = at.cosine.hi;
  const double more = t * u * (-1.0 / 6 + u * (1.0 / 120 + u * (-1.0 / 5040 + u / 362880)));  // sin t - t
  const double less = u * (-0.5 + u * (1.0 / 24 + u * (-1.0 / 720 + u / 40320)));             // cos t - 1
  const DoubleDouble ct = exact_product(c, t), st = exact_product(s, t);
  const DoubleDouble sine = exact_sum(s, ct.hi), cosine = exact_sum(c, -st.hi);
  const double of_sine =
      at.sine.lo + ct.lo + sine.lo + at.cosine.lo * t + (s * less + c * more) + tail * (c - s * t);
  const double of_cosine =
      at.cosine.lo - st.lo + cosine.lo - at.sine.lo * t + (c * less - s * more) - tail * (s + c * t);
  const double error = step == 0 ? std::abs(t) * 0x1p-62 + std::abs(whole) * 0x1p-118 : 0x1p-62;
  const SineCosine point = {sign * decided(sine.hi, of_sine, error), decided(cosine.hi, of_cosine, 0x1p-62)};
  const bool is_decided = point.sine != 0 && point.cosine != 0;
  return is_decided ? turned(static_cast<unsigned>(static_cast<int>(whole)) % 4, point) : SineCosine{0, 0};
}

// Angles whose sine and tangent are nearest to themselves.
bool is_small(double x) { return std::abs(x) < 0x1p-60; }

}  // namespace

SineCosine sine_cosine(double x) {
  if (!std::isfinite(x)) return {kNaN, kNaN};
  if (is_small(x)) return {x, 1};
  if (const SineCosine quick = quick_sine_cosine(x); quick.sine != 0) return quick;
  const Point at = point_of(x);
  return {at.sine.hi, at.cosine.hi};
}
double sin(double x) { return sine_cosine(x).sine; }
double cos(double x) { return sine_cosine(x).cosine; }

double tan(double x) {
  if (!std::isfinite(x)) return kNaN;
  if (is_small(x)) return x;
  const Point at = point_of(x);
  return (at.sine / at.cosine).hi;
}

}  // namespace romas::math
