#include "passes/checks/rounded_angle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Fewest significant digits of a rounded multiple of π/4; fewer (0.8) are ambiguous.
constexpr int kFewestDigits = 3;
constexpr double kHalfTurn = std::numbers::pi;

// How a number is written: how many digits count, and how many of them stand behind the point.
struct Digits {
  int significant = 0;
  int decimals = 0;
};
std::optional<Digits> digits_of(std::string_view text) {
  Digits digits;
  const std::size_t exponent = std::min(text.find_first_of("eE"), text.size());
  bool behind_point = false;
  for (const char c : text.substr(0, exponent)) {
    if (c == '.') behind_point = true;
    if (c < '0' || c > '9') continue;
    if (digits.significant > 0 || c != '0') ++digits.significant;
    if (behind_point) ++digits.decimals;
  }
  if (exponent == text.size()) return digits;
  std::string_view power = text.substr(exponent + 1);
  if (power.starts_with('+')) power.remove_prefix(1);
  const auto shift = parse_integer(power);
  constexpr long long kLargest = 30;
  if (!shift || std::abs(*shift) > kLargest) return std::nullopt;
  digits.decimals -= static_cast<int>(*shift);
  return digits;
}

constexpr std::array kQuarters = {QuarterTurn{"π/4", kHalfTurn / 4},        QuarterTurn{"π/2", kHalfTurn / 2},
                                  QuarterTurn{"3π/4", 3 * (kHalfTurn / 4)}, QuarterTurn{"π", kHalfTurn},
                                  QuarterTurn{"3π/2", 3 * kHalfTurn / 2},   QuarterTurn{"2π", 2 * kHalfTurn}};

}  // namespace

const QuarterTurn* rounded_quarter(const Number& angle) {
  const double size = std::abs(angle.value());
  const auto near = std::find_if(kQuarters.begin(), kQuarters.end(),
                                 [&](const QuarterTurn& q) { return std::abs(size - q.value) < 0.01; });
  if (near == kQuarters.end() || size == near->value) return nullptr;
  const auto digits = digits_of(angle.text());
  constexpr int kMostDecimals = 15;  // more decimals come from arithmetic
  if (!digits || digits->significant < kFewestDigits || digits->decimals < 0 ||
      digits->decimals > kMostDecimals)
    return nullptr;
  const double unit = math::pow(10.0, digits->decimals);
  const double written = std::round(size * unit);
  return written == std::round(near->value * unit) || written == std::floor(near->value * unit) ? near
                                                                                                : nullptr;
}

}  // namespace romas
