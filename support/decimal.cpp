#include "support/decimal.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "support/characters.h"

namespace romas {

namespace {

// Every number of this many decimal digits survives the conversion to a double and back.
constexpr std::size_t kExactDigits = 15;

// Powers of ten that are exact in a double.
constexpr std::array<double, kExactDigits + 1> kPowers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                          1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

}  // namespace

std::optional<double> parse_plain_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  std::size_t at = negative || text.starts_with('+') ? 1 : 0;
  std::int64_t digits = 0;
  std::size_t count = 0;
  std::size_t behind_point = 0;
  bool point = false;
  for (; at < text.size(); ++at) {
    if (is_digit(text[at])) {
      digits = digits * 10 + (text[at] - '0');
      if (++count > kExactDigits) return std::nullopt;
      if (point) ++behind_point;
    } else if (text[at] == '.' && !point) {
      point = true;
    } else {
      return std::nullopt;
    }
  }
  if (count == 0) return std::nullopt;
  const double value = static_cast<double>(digits) / kPowers[behind_point];
  return negative ? -value : value;
}

bool is_shortest_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > kExactDigits || !is_digit(text.front())) return false;
  const std::size_t point = text.find('.');
  const bool whole = point == std::string_view::npos;
  // Digits from the first to the last that is not 0, and the power of ten of the last one.
  std::size_t first = text.size(), last = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point) continue;
    if (!is_digit(text[i])) return false;
    if (text[i] == '0') continue;
    if (first == text.size()) first = i;
    last = i;
  }
  if (text == "0") return !negative;
  if (first == text.size()) return false;
  const bool leading_zero = text.front() == '0' && point != 1;
  if (leading_zero || (!whole && last != text.size() - 1)) return false;
  const bool has_point_inside = !whole && first < point && point < last;
  const auto count = static_cast<int>(last - first + 1 - (has_point_inside ? 1 : 0));
  const int exponent =
      whole ? static_cast<int>(text.size() - 1 - last) : -static_cast<int>(text.size() - 1 - point);
  // Beyond these exponents the form with an exponent is shorter: it has no point if there is one digit.
  const int least = count == 1 ? -(count + 2) : -(count + 3);
  const int most = count == 1 ? 4 : 5;
  return exponent >= least && exponent <= most;
}

}  // namespace romas
