#include "frontend/language/syntax/number_format.h"

#include <array>
#include <charconv>
#include <cmath>

#include "support/text/text.h"

namespace romas::language {

namespace {

// The digits at the begin of a text, which are taken from it; nothing if there are none, or too many.
std::optional<int> take_digits(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || text.empty() || text.front() == '-') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::string with_digits(double number, std::chars_format form, int digits) {
  std::array<char, 400> text{};  // the largest double has 309 digits in front of its point
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number, form, digits);
  return error == std::errc() ? std::string(text.data(), end) : format_double(number);
}

std::string digits_of(double number, const NumberFormat& format) {
  constexpr int kUsual = 6;
  switch (format.kind) {
    case NumberFormat::Kind::fixed:
      return with_digits(number, std::chars_format::fixed, format.digits.value_or(kUsual));
    case NumberFormat::Kind::scientific:
      return with_digits(number, std::chars_format::scientific, format.digits.value_or(kUsual));
    case NumberFormat::Kind::general:
      return with_digits(number, std::chars_format::general, format.digits.value_or(kUsual));
    case NumberFormat::Kind::whole: return with_digits(number, std::chars_format::fixed, 0);
    case NumberFormat::Kind::shortest: break;
  }
  return format_double(number);
}

}  // namespace

std::optional<NumberFormat> parse_number_format(std::string_view text) {
  NumberFormat format;
  if (text.starts_with('0')) {
    format.zeros = true;
    text.remove_prefix(1);
  }
  if (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    const auto width = take_digits(text);
    if (!width || *width > kWidestNumber) return std::nullopt;
    format.width = *width;
  }
  if (format.zeros && format.width == 0) return std::nullopt;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    format.digits = take_digits(text);
    if (!format.digits || *format.digits > kMostDigits) return std::nullopt;
  }
  if (text == "f") format.kind = NumberFormat::Kind::fixed;
  if (text == "e") format.kind = NumberFormat::Kind::scientific;
  if (text == "g") format.kind = NumberFormat::Kind::general;
  if (text == "d") format.kind = NumberFormat::Kind::whole;
  const bool is_known = text.empty() ? format.width > 0 : format.kind != NumberFormat::Kind::shortest;
  const bool takes_digits =
      format.kind != NumberFormat::Kind::shortest && format.kind != NumberFormat::Kind::whole;
  if (!is_known || (format.digits && !takes_digits)) return std::nullopt;
  return format;
}

std::optional<std::string> write_number(double number, const NumberFormat& format) {
  if (format.kind == NumberFormat::Kind::whole && number != std::round(number)) return std::nullopt;
  std::string digits = digits_of(number, format);
  // A number that is rounded to zero has no sign.
  if (digits.starts_with('-') && digits.find_first_of("123456789") == std::string::npos) digits.erase(0, 1);
  const auto width = static_cast<std::size_t>(format.width);
  if (digits.size() >= width) return digits;
  const std::size_t missing = width - digits.size();
  const std::size_t sign = format.zeros && digits.starts_with('-') ? 1 : 0;
  return digits.insert(sign, std::string(missing, format.zeros ? '0' : ' '));
}

}  // namespace romas::language
