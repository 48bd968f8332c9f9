#include "frontend/xml/schema/number_advice.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "frontend/xml/schema/schema_reader.h"
#include "support/text/characters.h"
#include "support/text/look_alikes.h"
#include "support/text/text.h"

namespace romas {

namespace {

bool is_numeric(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
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

// The digits of a number with thousands' separators in front of its decimal point, without them. Nothing if
// its groups do not have three digits each.
std::optional<std::string> without_thousands(std::string_view token, char separator, char point) {
  constexpr std::size_t kGroup = 3;
  const std::size_t first = token.find_first_not_of("+-") == 1 ? 1 : 0;
  const std::size_t end = std::min(token.find(point), token.size());
  std::string plain(token.substr(0, first));
  std::size_t group = 0, groups = 0;
  for (std::size_t i = first; i < end; ++i) {
    if (token[i] != separator) {
      if (!is_digit(token[i])) return std::nullopt;
      plain += token[i];
      ++group;
    } else {
      const bool whole = groups == 0 ? group >= 1 && group <= kGroup : group == kGroup;
      if (!whole) return std::nullopt;
      ++groups;
      group = 0;
    }
  }
  if (groups == 0 || group != kGroup) return std::nullopt;
  if (end < token.size()) plain += concat('.', token.substr(end + 1));
  return parse_double(plain) ? std::optional(plain) : std::nullopt;
}

// 1'000, 1_000 and 1.000.000, also 1 000 with a special space. Commas and points as separators are looked at
// by advise_commas.
NumberAdvice advise_thousands(std::string_view token) {
  constexpr std::string_view kAdvice = "; numbers have no thousands' separators";
  if (std::ranges::count(token, '.') > 1)
    if (const auto plain = without_thousands(token, '.', ','))
      return {concat(kAdvice, ", write ", *plain), *plain};
  const std::size_t at = token.find_first_of("'_ ");
  if (at == std::string_view::npos || at == 0 || at + 1 == token.size()) return {};
  if (!is_digit(token[at - 1]) || !is_digit(token[at + 1])) return {};
  if (const auto plain = without_thousands(token, token[at], '.'))
    return {concat(kAdvice, ", write ", *plain), *plain};
  return {std::string(kAdvice), {}};
}

// The numbers of a list with decimal commas, in which every second comma separates: 0,1,0,2. Nothing if it is
// none.
std::optional<std::string> with_decimal_commas(std::string_view token) {
  std::string spaced(token);
  std::size_t commas = 0;
  for (char& c : spaced)
    if (c == ',') c = commas++ % 2 == 0 ? '.' : ' ';
  const bool pairs = commas > 1 && commas % 2 == 1 && token.find('.') == std::string_view::npos;
  return pairs && are_numbers(spaced) ? std::optional(spaced) : std::nullopt;
}

// Advice about a token with commas or semicolons.
NumberAdvice advise_commas(std::string_view token, NumberCount wanted) {
  constexpr std::string_view kSpaces = "; numbers are separated by spaces, without ";
  const auto replaced = [&](char from, char to) {
    std::string result(token);
    std::replace(result.begin(), result.end(), from, to);
    return result;
  };
  if (token.find(';') != std::string_view::npos) {
    std::string spaced = replaced(';', ' ');
    std::replace(spaced.begin(), spaced.end(), ',', '.');
    return {concat(kSpaces, "semicolons"), are_numbers(spaced) ? std::string(trim(spaced)) : std::string()};
  }
  const std::string spaced = replaced(',', ' ');
  const bool is_list = are_numbers(spaced);
  const bool fits = is_list && wanted.allows(split_words(spaced).size());
  if (!fits && (without_thousands(token, ',', '.') || without_thousands(token, '.', ',')) &&
      (token.find('.') != std::string_view::npos || std::ranges::count(token, ',') > 1))
    return {"; numbers have no thousands' separators, and their decimal point is '.'", {}};
  const std::string pointed = replaced(',', '.');
  if (parse_double(pointed) && (wanted.allows(1) || !fits))
    return {"; write the decimal point as '.'", pointed};
  if (fits) return {concat(kSpaces, "commas"), spaced};
  const auto decimal = with_decimal_commas(token);
  if (decimal && wanted.allows(split_words(*decimal).size()))
    return {concat("; it is probably ", *decimal,
                   ": write the decimal point as '.', and separate numbers by spaces"),
            *decimal};
  if (decimal)
    return {concat("; it is ", *decimal, " or ", spaced,
                   ": write the decimal point as '.', and separate numbers by spaces"),
            {}};
  return {concat(kSpaces, "commas"), {}};
}

}  // namespace

NumberAdvice advise_number(std::string_view token, NumberCount wanted) {
  constexpr std::size_t kLongest = 100;
  if (token.empty() || token.size() > kLongest) return {};
  if (const auto plain = without_look_alikes(token)) {
    const std::string_view text = trim(plain->text);
    NumberAdvice advice;
    if (are_numbers(text) && wanted.allows(split_words(text).size()))
      advice.replacement = text;
    else
      advice = advise_number(text, wanted);
    if (!advice.replacement.empty())
      advice.advice = concat("; it has ", plain->first.name, ", write ", advice.replacement);
    if (!advice.advice.empty()) return advice;
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
  if (token.find_first_of(",;") != std::string_view::npos) return advise_commas(token, wanted);
  if (NumberAdvice thousands = advise_thousands(token); !thousands.advice.empty()) return thousands;
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
