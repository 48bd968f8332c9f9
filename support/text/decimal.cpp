#include "support/text/decimal.h"

#include <locale.h>  // NOLINT(modernize-deprecated-headers): POSIX's locale_t
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): POSIX's strtod_l
#ifdef __APPLE__
#include <xlocale.h>  // where macOS declares strtod_l
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "support/text/characters.h"

namespace romas {

namespace {

// Every number of this many decimal digits survives the conversion to a double and back.
constexpr std::size_t kExactDigits = 15;

// Powers of ten that are exact in a double.
constexpr std::array<double, kExactDigits + 1> kPowers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                          1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

// The longest beginning of a text that is a number for std::from_chars: "-", digits with a point, exponent.
std::string_view decimal_at(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t before = count_digits(text.substr(at));
  at += before;
  if (text.substr(at).starts_with('.')) {
    const std::size_t behind = count_digits(text.substr(at + 1));
    if (before + behind == 0) return {};
    at += 1 + behind;
  } else if (before == 0) {
    return {};
  }
  std::string_view exponent = text.substr(at);
  if (!exponent.starts_with('e') && !exponent.starts_with('E')) return text.substr(0, at);
  exponent.remove_prefix(1);
  const std::size_t sign = exponent.starts_with('-') || exponent.starts_with('+') ? 1 : 0;
  const std::size_t digits = count_digits(exponent.substr(sign));
  return text.substr(0, digits == 0 ? at : at + 1 + sign + digits);
}

bool is_zero(std::string_view number) {
  return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos;
}

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

std::from_chars_result read_decimal(const char* first, const char* last, double& value) {
#ifdef __cpp_lib_to_chars
  // std::from_chars would take "inf" and "nan".
  const char* const start = first != last && *first == '-' ? first + 1 : first;
  if (start == last || (!is_digit(*start) && *start != '.')) return {first, std::errc::invalid_argument};
  return std::from_chars(first, last, value);
#else
  return detail::read_decimal_by_strtod(first, last, value);
#endif
}

std::from_chars_result detail::read_decimal_by_strtod(const char* first, const char* last, double& value) {
  static const locale_t kPlain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  const std::string number(decimal_at({first, static_cast<std::size_t>(last - first)}));
  if (number.empty()) return {first, std::errc::invalid_argument};
  const char* const end = first + number.size();
  const double read = ::strtod_l(number.c_str(), nullptr, kPlain);
  if (std::isinf(read) || (read == 0 && !is_zero(number))) return {end, std::errc::result_out_of_range};
  value = read;
  return {end, std::errc()};
}

}  // namespace romas
