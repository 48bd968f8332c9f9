// Fast conversion of decimal numbers as people write them: up to 15 digits, a point, no exponent. text.h has
// the general functions for all other spellings.
#pragma once

#include <optional>
#include <string_view>

namespace romas {

// The double nearest to such a number, "-0.25" or "+1."; nothing if the text is none.
std::optional<double> parse_plain_decimal(std::string_view text);

// True if this is such a number and format_double prints its value just so: "0.5" and "-12", but not "0.50",
// "1e3" and "0.00001". The converse does not hold.
bool is_shortest_decimal(std::string_view text);

}  // namespace romas
