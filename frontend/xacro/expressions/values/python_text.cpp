#include "frontend/xacro/expressions/values/python_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "support/text/characters.h"
#include "support/text/escape.h"

namespace romas::xacro {

std::string text_of_real(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  constexpr int kLargestPlain = 16;  // exponents from -4 to 15 are written without one
  constexpr int kSmallestPlain = -4;
  std::array<char, 40> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  const std::string_view shortest(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t mark = shortest.find('e');
  int exponent = 0;
  const std::size_t sign = shortest[mark + 1] == '+' ? 1 : 0;
  std::from_chars(shortest.data() + mark + 1 + sign, end, exponent);
  std::string out(value < 0 || shortest[0] == '-' ? "-" : "");
  std::string digits;
  for (const char c : shortest.substr(0, mark))
    if (c >= '0' && c <= '9') digits.push_back(c);
  if (exponent >= kLargestPlain || exponent < kSmallestPlain) {
    out += digits[0];
    if (digits.size() > 1) out.append(".").append(digits, 1);
    return out.append(shortest.substr(mark));
  }
  if (exponent < 0)
    return out.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
  const auto before = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= before) return out.append(digits).append(before - digits.size(), '0').append(".0");
  return out.append(digits, 0, before).append(".").append(digits, before);
}

namespace {

// Characters that Python shows as escapes: those that cannot be seen, and all spaces but the blank.
bool is_printable(char32_t point) {
  if (point < 0x20 || (point >= 0x7F && point < 0xA0)) return false;
  if (point == 0xAD) return false;
  return point < 0x80 || (!is_space(point) && !is_hidden(point));
}

void append_hex(std::string& out, char32_t value, int digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kDigits[value >> shift & 15U];
}

void append_escaped(std::string& out, char32_t point) {
  if (point == '\n') {
    out += "\\n";
  } else if (point == '\r') {
    out += "\\r";
  } else if (point == '\t') {
    out += "\\t";
  } else if (point < 0x100) {
    append_hex(out.append("\\x"), point, 2);
  } else if (point < 0x10000) {
    append_hex(out.append("\\u"), point, 4);
  } else {
    append_hex(out.append("\\U"), point, 8);
  }
}

}  // namespace

void append_quoted(std::string& out, std::string_view text, bool ascii) {
  const bool single = text.find('\'') != std::string_view::npos;
  const char quote = single && text.find('"') == std::string_view::npos ? '"' : '\'';
  out += quote;
  each_code_point(text, [&](char32_t point, std::string_view bytes) {
    if (point == static_cast<char32_t>(quote) || point == '\\') {
      out.append("\\").append(bytes);
    } else if (!is_printable(point) || (ascii && point >= 0x80)) {
      append_escaped(out, point);
    } else {
      out.append(bytes);
    }
  });
  out += quote;
}

bool is_space(char32_t point) {
  if (point < 0x80)
    return point == ' ' || (point >= '\t' && point <= '\r') || (point >= 0x1C && point <= 0x1F);
  return point == 0x85 || point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) ||
         point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

std::string_view trim_space(std::string_view text) {
  while (!text.empty()) {
    const CodePoint first = first_code_point(text);
    if (!is_space(first.value)) break;
    text.remove_prefix(first.length);
  }
  while (!text.empty()) {
    std::size_t start = text.size() - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
    if (!is_space(first_code_point(text.substr(start)).value)) break;
    text = text.substr(0, start);
  }
  return text;
}

namespace {

// Takes out every '_' that stands between two digits. False if one stands elsewhere.
bool drop_underscores(std::string& text) {
  if (text.find('_') == std::string::npos) return true;
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      kept += text[i];
      continue;
    }
    const auto digit = [&](std::size_t at) {
      return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
    };
    if (i == 0 || !digit(i - 1) || !digit(i + 1)) return false;
  }
  text = std::move(kept);
  return true;
}

// digits [. digits] [e [sign] digits], with digits before or behind the point
bool is_decimal(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - start;
  };
  std::size_t found = digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    found += digits();
  }
  if (found == 0) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

}  // namespace

std::optional<double> read_real(std::string_view text) {
  text = trim_space(text);
  bool negative = false;
  if (text.starts_with('-') || text.starts_with('+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  std::string digits(text);
  double value = 0;
  const std::string lower = text.size() <= 8 ? to_lower(text) : std::string();
  if (lower == "inf" || lower == "infinity") {
    value = std::numeric_limits<double>::infinity();
  } else if (lower == "nan") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else {
    const std::size_t e = digits.find_first_of("eE");
    if (e != std::string::npos && ((e > 0 && digits[e - 1] == '_') || digits.substr(e + 1, 1) == "_"))
      return std::nullopt;
    if (!drop_underscores(digits) || !is_decimal(digits)) return std::nullopt;
    value = parse_double(digits).value_or(std::numeric_limits<double>::infinity());
  }
  return negative ? -value : value;
}

namespace {

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return std::numeric_limits<int>::max();
}

// Takes the prefix 0x, 0o or 0b off. Returns the base; 0: the text is malformed.
int take_prefix(std::string& text, int base) {
  const char mark = text.size() > 1 && text[0] == '0' ? static_cast<char>(text[1] | 0x20) : '\0';
  const int said = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
  if (said != 0 && (base == 0 || base == said)) {
    text.erase(0, 2);
    if (text.starts_with('_')) text.erase(0, 1);
    return said;
  }
  if (base != 0) return base;
  // Python has no numbers such as 012.
  if (text.starts_with('0') && text.find_first_not_of("0_") != std::string::npos) return 0;
  return 10;
}

}  // namespace

WholeText read_whole(std::string_view text, int base) {
  using Outcome = WholeText::Outcome;
  text = trim_space(text);
  bool negative = false;
  if (text.starts_with('-') || text.starts_with('+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  std::string digits(text);
  base = take_prefix(digits, base);
  if (base == 0 || digits.empty() || !drop_underscores(digits)) return {};
  const auto limit =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) + (negative ? 1 : 0);
  std::uint64_t value = 0;
  bool large = false;
  for (const char c : digits) {
    const int digit = digit_value(c);
    if (digit >= base) return {};
    large = large || value > (limit - static_cast<std::uint64_t>(digit)) / static_cast<std::uint64_t>(base);
    if (!large) value = value * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit);
  }
  if (large) return {Outcome::too_large, 0};
  return {Outcome::read, static_cast<std::int64_t>(negative ? 0 - value : value)};
}

std::size_t offset_of(std::string_view text, std::size_t index) {
  std::size_t offset = 0;
  for (; offset < text.size(); ++offset) {
    if ((static_cast<unsigned char>(text[offset]) & 0xC0U) == 0x80U) continue;
    if (index-- == 0) return offset;
  }
  return text.size();
}

}  // namespace romas::xacro
