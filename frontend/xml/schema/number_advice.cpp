#include "frontend/xml/schema/number_advice.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "frontend/xml/schema/schema_reader.h"
#include "support/text/text.h"

namespace romas {

namespace {

bool is_numeric(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

// Signs, digits and points of other scripts as those of ASCII. Nothing if there are none. `what` names the
// first one.
std::optional<std::string> in_ascii(std::string_view token, std::string& what) {
  std::string plain;
  bool changed = false;
  for (std::size_t at = 0; at < token.size();) {
    const CodePoint character = first_code_point(token.substr(at));
    const char32_t c = character.value;
    char ascii = 0;
    std::string_view name;
    if (c == 0x2212 || (c >= 0x2010 && c <= 0x2015) || c == 0xFE63) {
      ascii = '-';
      name = c == 0x2212 ? "a minus sign (U+2212)" : "a dash";
    } else if (c >= 0xFF01 && c <= 0xFF5E) {
      ascii = static_cast<char>(c - 0xFEE0);
      name = "a full-width character";
    } else if ((c >= 0x660 && c <= 0x669) || (c >= 0x6F0 && c <= 0x6F9)) {
      ascii = static_cast<char>('0' + (c & 0xF));
      name = "a digit of another script";
    } else if (c == 0x66B) {
      ascii = '.';
      name = "a decimal point of another script";
    } else if (c == 0xA0 || c == 0x202F || c == 0x2009 || c == 0x3000) {
      ascii = ' ';
      name = "a special space";
    }
    if (ascii == 0) {
      plain += token.substr(at, character.length);
    } else {
      plain += ascii;
      if (what.empty()) what = name;
      changed = true;
    }
    at += character.length;
  }
  return changed ? std::optional(plain) : std::nullopt;
}

bool are_numbers(std::string_view text) {
  const auto words = split_words(text);
  return !words.empty() && std::all_of(words.begin(), words.end(),
                                       [](const Token& word) { return parse_double(word.text).has_value(); });
}

// C reads hexadecimal integers, XML's numbers are decimal.
NumberAdvice advise_hexadecimal(std::string_view token, std::string_view digits) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (error != std::errc() || end != digits.data() + digits.size())
    return {"; numbers are written in decimal digits", {}};
  const std::string decimal = concat(token.front() == '-' ? "-" : "", value);
  return {concat("; hexadecimal numbers are not read, write ", decimal), decimal};
}

}  // namespace

NumberAdvice advise_number(std::string_view token) {
  constexpr std::size_t kLongest = 100;
  if (token.empty() || token.size() > kLongest) return {};
  std::string what;
  if (auto plain = in_ascii(token, what)) {
    std::replace(plain->begin(), plain->end(), ',', '.');
    if (are_numbers(*plain)) return {concat("; it has ", what, ", write ", *plain), *plain};
  }
  if (token.back() == ',' && parse_double(token.substr(0, token.size() - 1)))
    return {"; numbers are separated by spaces, without commas",
            std::string(token.substr(0, token.size() - 1))};
  const std::string lower = to_lower(token);
  const std::string_view unsigned_part =
      std::string_view(lower).substr(lower.find_first_not_of("+-") == 1 ? 1 : 0);
  if (unsigned_part == "nan" || unsigned_part == "inf" || unsigned_part == "infinity" ||
      unsigned_part.starts_with("nan("))
    return {"; every number of a robot must be finite", {}};
  if (unsigned_part.starts_with("0x")) return advise_hexadecimal(token, unsigned_part.substr(2));
  std::string pointed(token);
  std::replace(pointed.begin(), pointed.end(), ',', '.');
  if (token.find(',') != std::string_view::npos && parse_double(pointed))
    return {"; write the decimal point as '.'", pointed};
  if (token.find(',') != std::string_view::npos) {
    std::string spaced(token);
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    return {"; numbers are separated by spaces, without commas",
            are_numbers(spaced) ? spaced : std::string()};
  }
  if (std::all_of(token.begin(), token.end(), is_numeric) &&
      token.find_first_of("0123456789") != std::string_view::npos)
    return {token.find_first_of("eE") != std::string_view::npos
                ? ": it is beyond the range of a double, or misspelt"
                : "",
            {}};
  std::size_t end = token.size();
  while (end > 0 && !parse_double(token.substr(0, end))) --end;
  if (end > 0) return {concat("; write the number without ", quote(token.substr(end))), {}};
  return {};
}

}  // namespace romas
