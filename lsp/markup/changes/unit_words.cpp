#include "lsp/markup/changes/unit_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ir/model/units.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

bool is_degree(const romas::Unit& unit) { return unit.name == "deg"; }

// Returns the power of ten by which a unit is larger than its SI unit. Returns nullopt if there is none, as
// for inches.
std::optional<int> power_of_ten(const romas::Unit& unit) {
  const double power = math::log10(unit.numerator / unit.denominator);
  const double whole = std::round(power);
  return std::abs(power - whole) < 1e-9 ? std::optional(static_cast<int>(whole)) : std::nullopt;
}

// The fewest digits that are worth exactly this angle; else the nearest number.
std::string degrees_of(double radians) {
  const double degrees = radians * 180 / std::numbers::pi;
  constexpr int kMostDigits = 17;
  for (int digits = 1; digits <= kMostDigits; ++digits)
    if (const double fewer = round_to_digits(degrees, digits); radians_from_degrees(fewer) == radians)
      return format_double(fewer);
  for (const double end : {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()})
    if (const double next = std::nextafter(degrees, end); radians_from_degrees(next) == radians)
      return format_double(next);
  return format_double(degrees);
}

}  // namespace

std::optional<std::string> degrees_in_radians(std::string_view number) {
  const auto degrees = parse_double(number);
  return degrees ? std::optional(format_double(radians_from_degrees(*degrees))) : std::nullopt;
}

std::optional<std::string> times_power_of_ten(std::string_view number, int exponent) {
  if (!parse_double(number)) return std::nullopt;
  const std::size_t mark = std::min(number.find_first_of("eE"), number.size());
  std::string_view written = mark == number.size() ? std::string_view("0") : number.substr(mark + 1);
  if (written.starts_with('+')) written.remove_prefix(1);
  const auto power = parse_integer(written);
  constexpr long long kLargest = 400;  // beyond it, no double has the digits
  if (!power || std::abs(*power) > kLargest) return std::nullopt;
  const auto moved = parse_double(concat(number.substr(0, mark), "e", *power + exponent));
  return moved ? std::optional(format_double(*moved)) : std::nullopt;
}

std::optional<std::string> in_unit(std::string_view number, std::string_view unit, std::string_view other) {
  const romas::Unit* from = find_unit(unit);
  const romas::Unit* to = find_unit(other);
  if (from == nullptr || to == nullptr || !(from->dimension == to->dimension)) return std::nullopt;
  const auto value = parse_double(number);
  if (!value) return std::nullopt;
  if (is_degree(*from) && to->numerator == to->denominator) return degrees_in_radians(number);
  if (is_degree(*to) && from->numerator == from->denominator) return degrees_of(*value);
  const auto smaller = power_of_ten(*from), larger = power_of_ten(*to);
  return smaller && larger ? times_power_of_ten(number, *smaller - *larger) : std::nullopt;
}

}  // namespace romas::markup
