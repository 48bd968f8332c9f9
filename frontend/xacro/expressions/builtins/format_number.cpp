// Numbers by a format.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "frontend/xacro/expressions/builtins/format.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xml/text/encoding.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

std::string converted(double value, std::chars_format format, std::size_t precision) {
  constexpr std::size_t kLongestWhole = 330;  // digits before the point, and a sign
  std::string out(kLongestWhole + precision, '\0');
  const auto end =
      std::to_chars(out.data(), out.data() + out.size(), value, format, static_cast<int>(precision)).ptr;
  out.resize(static_cast<std::size_t>(end - out.data()));
  return out;
}

std::string to_upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// So many significant digits; without zeros at the end, unless `alternate`.
std::string general(double value, std::size_t precision, bool alternate, bool point) {
  constexpr int kSmallestPlain = -4;
  precision = std::max<std::size_t>(precision, 1);
  std::string digits = converted(value, std::chars_format::scientific, precision - 1);
  const std::size_t mark = digits.find('e');
  int exponent = 0;
  std::from_chars(digits.data() + mark + (digits[mark + 1] == '+' ? 2 : 1), digits.data() + digits.size(),
                  exponent);
  const bool large = exponent >= static_cast<int>(precision) - (point ? 1 : 0);
  const bool scientific = exponent < kSmallestPlain || large;
  std::string tail = scientific ? digits.substr(mark) : std::string();
  std::string body = digits.substr(0, mark);
  if (!scientific)
    body = converted(value, std::chars_format::fixed,
                     static_cast<std::size_t>(static_cast<int>(precision) - 1 - exponent));
  const bool has_point = body.find('.') != std::string::npos;
  if (alternate) {
    if (!has_point) body += '.';
  } else if (has_point) {
    body.erase(body.find_last_not_of('0') + 1);
    if (body.ends_with('.')) body.pop_back();
  }
  if (point && !scientific && body.find('.') == std::string::npos) body += ".0";
  return body + tail;
}

// Puts a separator between groups of digits, and zeros in front until the text is so wide.
std::string grouped(std::string_view digits, char separator, std::size_t group, std::size_t width) {
  std::string reversed;
  std::size_t written = 0;
  std::size_t left = digits.size();
  while (left > 0 || reversed.size() < width) {
    if (separator != '\0' && written > 0 && written % group == 0) reversed += separator;
    reversed += left > 0 ? digits[--left] : '0';
    ++written;
  }
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

std::string with_base(std::uint64_t magnitude, unsigned base) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  do {
    out += kDigits[magnitude % base];
    magnitude /= base;
  } while (magnitude > 0);
  std::reverse(out.begin(), out.end());
  return out;
}

// The parts of a printed number: sign, prefix, digits of the whole part, and all behind them.
struct Parts {
  std::string sign, prefix, digits, rest;
};

std::string assemble(const Parts& parts, const FormatSpec& spec, std::size_t group) {
  const bool zeros = spec.fill == "0" && spec.align == '=';
  const std::size_t fixed = parts.sign.size() + parts.prefix.size() + parts.rest.size();
  const std::size_t width = zeros && spec.width > fixed ? spec.width - fixed : 0;
  const std::string body = grouped(parts.digits, spec.grouping, group, width) + parts.rest;
  if (spec.align != '=')
    return padded(concat(parts.sign, parts.prefix, body), spec, spec.align == '\0' ? '>' : spec.align);
  const std::string front = concat(parts.sign, parts.prefix);
  FormatSpec inside = spec;
  inside.width = spec.width > front.size() ? spec.width - front.size() : 0;
  return front + padded(body, inside, '>');
}

std::string sign_for(bool negative, char sign) {
  if (negative) return "-";
  return sign == '+' || sign == ' ' ? std::string(1, sign) : std::string();
}

std::string format_whole(std::int64_t value, const FormatSpec& spec) {
  constexpr std::size_t kThousands = 3;
  constexpr std::size_t kNibbles = 4;
  const std::uint64_t magnitude =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  Parts parts;
  parts.sign = sign_for(value < 0, spec.sign);
  if (spec.precision != FormatSpec::kNoPrecision)
    fail("the format of a whole number cannot have a precision", 1);
  if (spec.no_negative_zero) fail("'z' in a format is for floats", 1);
  if (spec.type == 'c') {
    if (value < 0 || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
      fail("%c takes the number of a character");
    std::string text;
    append_utf8(text, static_cast<char32_t>(value));
    return padded(std::move(text), spec, spec.align == '\0' ? '<' : spec.align);
  }
  const unsigned base = spec.type == 'b'                       ? 2
                        : spec.type == 'o'                     ? 8
                        : spec.type == 'x' || spec.type == 'X' ? 16
                                                               : 10;
  parts.digits = with_base(magnitude, base);
  if (spec.alternate && base != 10) parts.prefix = concat("0", spec.type);
  if (spec.type == 'X') parts.digits = to_upper(parts.digits);
  if (base != 10 && spec.grouping == ',') fail("',' groups decimal digits only; write '_'", 1);
  return assemble(parts, spec, base == 10 ? kThousands : kNibbles);
}

std::string format_real(double value, const FormatSpec& spec) {
  constexpr std::size_t kUsualPrecision = 6;
  constexpr double kPercent = 100;
  const bool percent = spec.type == '%';
  char type = percent ? 'f' : spec.type == 'n' ? 'g' : spec.type;
  const bool point = type == '\0';
  const bool precise = spec.precision != FormatSpec::kNoPrecision;
  if (point) type = precise ? 'g' : 'r';
  if (percent) value *= kPercent;
  const std::string digits = digits_of_real(
      std::fabs(value), type, precise ? spec.precision : kUsualPrecision, spec.alternate, point);
  bool negative = std::signbit(value) && !std::isnan(value);
  if (spec.no_negative_zero && digits.find_first_of("123456789in") == std::string::npos) negative = false;
  Parts parts;
  parts.sign = sign_for(negative, spec.sign);
  const std::size_t whole = std::isfinite(value) ? digits.find_first_not_of("0123456789") : 0;
  parts.digits = digits.substr(0, std::min(whole, digits.size()));
  parts.rest = digits.substr(parts.digits.size()) + (percent ? "%" : "");
  constexpr std::size_t kThousands = 3;
  return assemble(parts, spec, kThousands);
}

}  // namespace

std::string digits_of_real(double value, char type, std::size_t precision, bool alternate, bool point) {
  const bool capital = type >= 'A' && type <= 'Z';
  const char kind = capital ? static_cast<char>(type - 'A' + 'a') : type;
  std::string digits;
  if (!std::isfinite(value)) {
    digits = std::isnan(value) ? "nan" : "inf";
  } else if (kind == 'r') {
    digits = text_of_real(value);
    if (alternate && digits.find('.') == std::string::npos) digits.insert(digits.find('e'), ".");
  } else if (kind == 'g') {
    digits = general(value, precision, alternate, point);
  } else {
    digits =
        converted(value, kind == 'e' ? std::chars_format::scientific : std::chars_format::fixed, precision);
    if (alternate && precision == 0) digits.insert(std::min(digits.find('e'), digits.size()), ".");
  }
  return capital ? to_upper(digits) : digits;
}

std::string format_number(const Value& number, const FormatSpec& spec) {
  constexpr std::string_view kWholeTypes = "bcdoxXn";
  constexpr std::string_view kRealTypes = "eEfFgG%n";
  if (spec.type == 'n' && spec.grouping != '\0') fail("the format type 'n' takes no ',' or '_'", 1);
  FormatSpec own = spec;
  if (own.zero && own.align == '\0') {
    own.fill = "0";
    own.align = '=';
  }
  if (own.zero && own.fill == " ") own.fill = "0";
  if (is_whole(number) && (own.type == '\0' || kWholeTypes.find(own.type) != std::string_view::npos))
    return format_whole(number.integer(), own);
  if (own.type != '\0' && kRealTypes.find(own.type) == std::string_view::npos)
    fail(concat("the format type '", own.type, "' is not for ", number.is(Kind::real) ? "a float" : "an int"),
         1);
  return format_real(as_double(number), own);
}

}  // namespace romas::xacro
