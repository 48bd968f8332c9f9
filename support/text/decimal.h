// Conversion of decimal numbers: a fast one for numbers as people write them (up to 15 digits, a point, no
// exponent), and one as std::from_chars does it, with any standard library. text.h has the function for
// tokens.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace romas {

// The double nearest to such a number, "-0.25" or "+1."; nothing if the text is none.
std::optional<double> parse_plain_decimal(std::string_view text);

// True if this is such a number and format_double prints its value just so: "0.5" and "-12", but not "0.50",
// "1e3" and "0.00001". The converse does not hold.
bool is_shortest_decimal(std::string_view text);

// std::from_chars(first, last, value) for a number of decimal digits. "inf" and "nan" are invalid arguments.
std::from_chars_result read_decimal(const char* first, const char* last, double& value);

namespace detail {
// read_decimal for standard libraries whose std::from_chars reads integers only, such as libc++ 19.
std::from_chars_result read_decimal_by_strtod(const char* first, const char* last, double& value);
}  // namespace detail

}  // namespace romas
