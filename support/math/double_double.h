// Numbers that are the sum of two doubles: 106 bits, from additions, products and quotients of IEEE 754
// alone. Nothing here fuses a product with a sum, so that results are the same bits on every processor.
#pragma once

#include <cmath>
#include <limits>

namespace romas::math {

static_assert(std::numeric_limits<double>::is_iec559);

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// hi + lo, with |lo| at most half a unit in the last place of hi.
struct DoubleDouble {
  double hi = 0;
  double lo = 0;
  constexpr DoubleDouble(double high = 0, double low = 0) : hi(high), lo(low) {}  // NOLINT: a double is one
  constexpr DoubleDouble operator-() const { return {-hi, -lo}; }
};

// a + b without error. Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B.
constexpr DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
// The same if a is 0 or |a| >= |b|. Dekker, "A floating-point technique for extending the available
// precision", 1971.
constexpr DoubleDouble exact_sum_of_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
// The upper half of the digits, by Veltkamp's method; for |a| < 2^995.
constexpr double upper_half(double a) {
  const double scaled = 134217729 * a;  // 2^27 + 1
  return scaled - (scaled - a);
}
// a b without error, in the halves of Dekker, 1971.
constexpr DoubleDouble exact_product(double a, double b) {
  const double product = a * b, a1 = upper_half(a), b1 = upper_half(b), a2 = a - a1, b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

// Errors are below 2^-103 of the result. Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic
// building blocks of double-word arithmetic", 2017: algorithms 6, 10 and 17.
constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = exact_sum(a.hi, b.hi), low = exact_sum(a.lo, b.lo);
  const DoubleDouble sum = exact_sum_of_ordered(high.hi, high.lo + low.hi);
  return exact_sum_of_ordered(sum.hi, low.lo + sum.lo);
}
constexpr DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = exact_product(a.hi, b.hi);
  return exact_sum_of_ordered(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}
constexpr DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double quotient = a.hi / b.hi;
  const DoubleDouble back = DoubleDouble(quotient) * b;
  return exact_sum_of_ordered(quotient, ((a.hi - back.hi) + (a.lo - back.lo)) / b.hi);
}
// One step of Newton's iteration from the root of the upper part, for a >= 0.
inline DoubleDouble root(DoubleDouble a) {
  if (a.hi == 0) return 0;
  const double first = std::sqrt(a.hi);
  return exact_sum_of_ordered(first, (a - exact_product(first, first)).hi / (2 * first));
}
// Exact, as long as nothing underflows.
constexpr DoubleDouble scaled(DoubleDouble a, double power_of_two) {
  return {a.hi * power_of_two, a.lo * power_of_two};
}

// Only roots and powers are halfway between two doubles: they are taken for it if they are but for errors of
// computation.
enum class Halfway { never, possible };
// The double nearest to a 2^exponent, also among the denormal ones; of two, the even one. a is positive.
double nearest(DoubleDouble a, int exponent, Halfway halfway = Halfway::never);

// 1 + u/3 + u²/5 + …: atan t = t series(-t²), atanh t = t series(t²). For |u| <= 1/1800 up to 2^-105.
constexpr DoubleDouble series_of_odd_reciprocals(DoubleDouble u) {
  constexpr DoubleDouble kThird = DoubleDouble(1) / 3, kFifth = DoubleDouble(1) / 5,
                         kSeventh = DoubleDouble(1) / 7;
  const double v = u.hi;
  const double rest =
      v * (1.0 / 9 + v * (1.0 / 11 + v * (1.0 / 13 + v * (1.0 / 15 + v * (1.0 / 17 + v / 19)))));
  return 1 + u * (kThird + u * (kFifth + u * (kSeventh + rest)));
}

// The tables of functions have the multiples of 1/32: an argument is at most 1/64 from the next one.
constexpr int kSteps = 32;
inline int nearest_step(double x) { return static_cast<int>(std::floor(x * kSteps + 0.5)); }

}  // namespace romas::math
