// Powers, logarithms, roots, and functions of the hyperbola.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "support/math/double_double.h"
#include "support/math/functions.h"

namespace romas::math {

namespace {

// ln 2: 40 digits, whose product with an exponent is exact, and the others.
constexpr double kLog2 = 0x1.62e42fefa2p-1;
constexpr DoubleDouble kRestOfLog2 = {0x1.9ef35793c7673p-41, 0x1.f97b57a079a19p-103};
constexpr DoubleDouble kLogOf2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr DoubleDouble kLogOf10 = {0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53};
constexpr double kMostExponent = 800;  // of e: beyond, powers are infinite or 0

DoubleDouble times_log2(double whole) { return DoubleDouble(whole * kLog2) + whole * kRestOfLog2; }

// --- e^x ---------------------------------------------------------------------------------------------------

constexpr int kMostSteps = 12;  // above 32 ln 2 / 2

// e^(i/32) - 1 for i from -12 to 12, by Taylor's series with all its terms.
constexpr auto kPowers = [] {
  std::array<DoubleDouble, 2 * kMostSteps + 1> powers;
  for (int i = -kMostSteps; i <= kMostSteps; ++i) {
    DoubleDouble sum, term = 1;
    for (int n = 1; n < 28; ++n) {
      term = term * DoubleDouble(static_cast<double>(i) / kSteps) / n;
      sum = sum + term;
    }
    powers[static_cast<std::size_t>(i + kMostSteps)] = sum;
  }
  return powers;
}();

// e^x - 1 for |x| <= ln 2 / 2.
DoubleDouble small_power(DoubleDouble x) {
  const int step = nearest_step(x.hi);
  const DoubleDouble t = x - static_cast<double>(step) / kSteps;
  constexpr DoubleDouble k3 = DoubleDouble(1) / 6, k4 = DoubleDouble(1) / 24, k5 = DoubleDouble(1) / 120,
                         k6 = DoubleDouble(1) / 720;
  const double v = t.hi;
  const double rest =
      v * (1.0 / 5040 + v * (1.0 / 40320 + v * (1.0 / 362880 + v * (1.0 / 3628800 + v / 39916800))));
  const DoubleDouble power = t + t * t * (0.5 + t * (k3 + t * (k4 + t * (k5 + t * (k6 + rest)))));
  const DoubleDouble& near = kPowers.at(static_cast<std::size_t>(step + kMostSteps));
  return near + (power + near * power);
}

// e^x = (1 + fraction) 2^exponent, for |x| < 2^20.
struct Power {
  DoubleDouble fraction;
  int exponent = 0;
};
Power power_of_e(DoubleDouble x) {
  const double whole = std::floor(x.hi / kLogOf2.hi + 0.5);
  return {small_power((x - whole * kLog2) - whole * kRestOfLog2), static_cast<int>(whole)};
}

// 1 + x, whose lower part is rounded to odd: a sum beside the middle of two doubles does not become it.
// Boldo, Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd",
// 2008.
DoubleDouble one_more(DoubleDouble x) {
  const DoubleDouble high = exact_sum(1, x.hi), rest = exact_sum(high.lo, x.lo);
  const bool is_odd = rest.lo == 0 || std::bit_cast<std::uint64_t>(rest.hi) % 2 == 1;
  return {high.hi, is_odd ? rest.hi : std::nextafter(rest.hi, std::copysign(kInfinity, rest.lo))};
}

// e^x - 1, for |x| <= 50.
DoubleDouble power_less_1(double x) {
  const Power power = power_of_e(x);
  const double two = std::ldexp(1.0, power.exponent);
  return scaled(power.fraction, two) + (DoubleDouble(two) - 1);
}

// --- log x -------------------------------------------------------------------------------------------------

constexpr int kFirstLog = 23, kLastLog = 45;  // 32 times the root of 1/2 and of 2

// log(i/32). The difference of two neighbours is 2 atanh(1 / (2 i - 1)).
constexpr auto kLogs = [] {
  std::array<DoubleDouble, kLastLog + 1> logs;
  const auto step = [](int i) {
    const DoubleDouble t = DoubleDouble(1) / (2 * i - 1);
    return scaled(t * series_of_odd_reciprocals(t * t), 2);
  };
  for (int i = kSteps + 1; i <= kLastLog; ++i)
    logs[static_cast<std::size_t>(i)] = logs[static_cast<std::size_t>(i - 1)] + step(i);
  for (int i = kSteps; i > kFirstLog; --i)
    logs[static_cast<std::size_t>(i - 1)] = logs[static_cast<std::size_t>(i)] - step(i);
  return logs;
}();

// x = 2^exponent e^log, with |log| <= ln 2 / 2. x is positive and finite.
struct Logarithm {
  double exponent = 0;
  DoubleDouble log;
  DoubleDouble natural() const { return exponent == 0 ? log : times_log2(exponent) + log; }
};
Logarithm logarithm(DoubleDouble x) {
  int exponent = 0;
  if (std::frexp(x.hi, &exponent) < 0x1.6a09e667f3bcdp-1) --exponent;  // the root of 1/2
  const DoubleDouble m(std::ldexp(x.hi, -exponent), std::ldexp(x.lo, -exponent));
  const int step = nearest_step(m.hi);
  const DoubleDouble near = static_cast<double>(step) / kSteps;
  const DoubleDouble t = (m - near) / (m + near);
  return {static_cast<double>(exponent),
          kLogs.at(static_cast<std::size_t>(step)) + scaled(t * series_of_odd_reciprocals(t * t), 2)};
}

// The logarithm of 1 + x, for x > -1.
DoubleDouble log_of_1_more(DoubleDouble x) { return logarithm(1 + x).natural(); }

// The results of all logarithms for arguments that have none, or that are infinite.
bool is_special(double x) { return !(x > 0 && x < kInfinity); }
double special_log(double x) { return x == 0 ? -kInfinity : x == kInfinity ? x : kNaN; }

}  // namespace

double nearest(DoubleDouble a, int exponent, Halfway halfway) {
  constexpr double kExact = 0x1p-40;  // a distance from half a unit in the last place, as a part of it
  constexpr int kLeastExponent = -1021;
  int of_a = 0;
  std::frexp(a.hi, &of_a);
  // A denormal result is rounded at the scale of a: beside 2^52 units in its last place there is room for no
  // other digit.
  const bool denormal = of_a + exponent < kLeastExponent;
  const double unit = std::ldexp(1.0, denormal ? -1074 - exponent : of_a - 53);
  const double base = denormal ? 0x1p52 * unit : 0;
  const DoubleDouble high = exact_sum(base, a.hi);
  double rest = high.lo + a.lo;
  if (halfway == Halfway::possible && std::abs(std::abs(rest) - unit / 2) < unit / 2 * kExact)
    rest = std::copysign(unit / 2, rest);
  return std::ldexp((high.hi + rest) - base, exponent);
}

double exp(double x) {
  if (std::isnan(x)) return x;
  if (std::abs(x) > kMostExponent) return x > 0 ? kInfinity : 0;
  const Power power = power_of_e(x);
  return nearest(one_more(power.fraction), power.exponent);
}
double exp2(double x) {
  if (std::isnan(x)) return x;
  if (std::abs(x) > 2 * kMostExponent) return x > 0 ? kInfinity : 0;
  const double whole = std::floor(x + 0.5);
  return nearest(one_more(small_power((x - whole) * kLogOf2)), static_cast<int>(whole));
}
double expm1(double x) {
  if (std::isnan(x) || std::abs(x) < 0x1p-60) return x;
  if (x < -50) return -1;
  if (x <= 50) return power_less_1(x).hi;
  if (x > kMostExponent) return kInfinity;
  const Power power = power_of_e(x);
  return nearest((1 + power.fraction) - std::ldexp(1.0, -power.exponent), power.exponent);
}

double log(double x) { return is_special(x) ? special_log(x) : logarithm(x).natural().hi; }
double log2(double x) {
  if (is_special(x)) return special_log(x);
  const Logarithm of = logarithm(x);
  return (of.exponent + of.log / kLogOf2).hi;
}
double log10(double x) { return is_special(x) ? special_log(x) : (logarithm(x).natural() / kLogOf10).hi; }
double log1p(double x) {
  if (std::abs(x) < 0x1p-60) return x;
  return is_special(1 + x) ? special_log(1 + x) : log_of_1_more(x).hi;
}

double pow(double x, double y) {
  const bool is_whole = std::floor(y) == y;
  const bool is_defined = std::isfinite(x) && x != 0 && std::isfinite(y) && y != 0 && (x > 0 || is_whole);
  if (!is_defined || x == 1) return std::pow(x, y);  // NOLINT: exact values that every library returns
  const double sign = x < 0 && std::fmod(y, 2) != 0 ? -1 : 1;
  const DoubleDouble log = logarithm(std::abs(x)).natural();
  const double size = log.hi * y;
  if (std::abs(size) > kMostExponent) return sign * (size > 0 ? kInfinity : 0);
  const Power power = power_of_e(log * y);
  // Powers this near to 1 have too many digits to be halfway.
  const bool is_near_1 = power.exponent == 0 && std::abs(power.fraction.hi) < 0x1p-30;
  return sign *
         nearest(one_more(power.fraction), power.exponent, is_near_1 ? Halfway::never : Halfway::possible);
}

double cbrt(double x) {
  if (x == 0 || !std::isfinite(x)) return x;
  const Power power = power_of_e(logarithm(std::abs(x)).natural() / 3);
  return std::copysign(nearest(one_more(power.fraction), power.exponent), x);
}

double hypot(double x, double y, double z) {
  if (std::isinf(x) || std::isinf(y) || std::isinf(z)) return kInfinity;
  const double largest = std::fmax(std::fmax(std::abs(x), std::abs(y)), std::abs(z));
  if (largest == 0 || std::isnan(x + y + z)) return x + y + z == 0 ? 0 : kNaN;
  int exponent = 0;
  std::frexp(largest, &exponent);
  const auto square = [&](double part) {
    const double of = std::ldexp(part, -exponent);
    return std::abs(of) < 0x1p-200 ? DoubleDouble() : exact_product(of, of);
  };
  return nearest(root(square(x) + square(y) + square(z)), exponent, Halfway::possible);
}

double sinh(double x) {
  if (!std::isfinite(x) || std::abs(x) < 0x1p-60) return x;
  if (std::abs(x) > kMostExponent) return std::copysign(kInfinity, x);
  if (std::abs(x) > 50) {
    const Power power = power_of_e(std::abs(x));
    return std::copysign(nearest(one_more(power.fraction), power.exponent - 1), x);
  }
  const DoubleDouble e = power_less_1(std::abs(x));
  return std::copysign(scaled(e + e / (1 + e), 0.5).hi, x);
}
double cosh(double x) {
  if (std::isnan(x)) return x;
  if (std::abs(x) > kMostExponent) return kInfinity;
  if (std::abs(x) > 50) {
    const Power power = power_of_e(std::abs(x));
    return nearest(one_more(power.fraction), power.exponent - 1);
  }
  const DoubleDouble e = power_less_1(std::abs(x));
  return nearest(one_more(e * e / (2 + 2 * e)), 0);
}
double tanh(double x) {
  if (std::isnan(x) || std::abs(x) < 0x1p-60) return x;
  if (std::abs(x) > 25) return std::copysign(1.0, x);
  const DoubleDouble e = power_less_1(2 * std::abs(x));
  return std::copysign((e / (2 + e)).hi, x);
}
double asinh(double x) {
  if (!std::isfinite(x) || std::abs(x) < 0x1p-60) return x;
  const double a = std::abs(x);
  if (a > 0x1p60) {
    const Logarithm of = logarithm(a);
    return std::copysign((times_log2(of.exponent + 1) + of.log).hi, x);
  }
  const DoubleDouble square = exact_product(a, a);
  return std::copysign(log_of_1_more(a + square / (1 + root(1 + square))).hi, x);
}
double acosh(double x) {
  if (!(x >= 1) || x == kInfinity) return x == kInfinity ? x : kNaN;
  if (x == 1) return 0;
  if (x > 0x1p60) {
    const Logarithm of = logarithm(x);
    return (times_log2(of.exponent + 1) + of.log).hi;
  }
  const DoubleDouble more = DoubleDouble(x) - 1;
  return log_of_1_more(more + root(more * (2 + more))).hi;
}
double atanh(double x) {
  if (!(std::abs(x) < 1)) return std::abs(x) == 1 ? std::copysign(kInfinity, x) : kNaN;
  if (std::abs(x) < 0x1p-60) return x;
  const double a = std::abs(x);
  return std::copysign(scaled(log_of_1_more(scaled(a, 2) / (1 - DoubleDouble(a))), 0.5).hi, x);
}

}  // namespace romas::math
