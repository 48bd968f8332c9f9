#include "frontend/xml/number_advice.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "frontend/xml/schema_reader.h"
#include "support/text.h"

namespace romas {

namespace {

bool is_numeric(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
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
  if (token.back() == ',' && parse_double(token.substr(0, token.size() - 1)))
    return {"; numbers are separated by spaces, without commas",
            std::string(token.substr(0, token.size() - 1))};
  const std::string lower = to_lower(token);
  const std::string_view unsigned_part =
      std::string_view(lower).substr(lower.find_first_not_of("+-") == 1 ? 1 : 0);
  if (unsigned_part == "nan" || unsigned_part == "inf" || unsigned_part == "infinity" ||
      unsigned_part.starts_with("nan("))
    return {"; every number of a robot is finite", {}};
  if (unsigned_part.starts_with("0x")) return advise_hexadecimal(token, unsigned_part.substr(2));
  std::string pointed(token);
  std::replace(pointed.begin(), pointed.end(), ',', '.');
  if (token.find(',') != std::string_view::npos && parse_double(pointed))
    return {"; write the decimal point as '.'", pointed};
  if (token.find(',') != std::string_view::npos)
    return {"; numbers are separated by spaces, without commas", {}};
  if (std::all_of(token.begin(), token.end(), is_numeric) &&
      token.find_first_of("0123456789") != std::string_view::npos)
    return {token.find_first_of("eE") != std::string_view::npos
                ? ": it is beyond the range of a double, or misspelt"
                : "",
            {}};
  std::size_t end = token.size();
  while (end > 0 && !parse_double(token.substr(0, end))) --end;
  if (end > 0) return {concat("; a number stands without ", quote(token.substr(end))), {}};
  return {};
}

}  // namespace romas
