// Numbers in texts in other units, in decimal digits that say exactly what is meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace romas::markup {

// A number in degrees, in radians; whole quarter turns are exact. Nothing for what is no number.
std::optional<std::string> degrees_in_radians(std::string_view number);
// A number times a power of ten: the decimal digits are moved, not computed.
std::optional<std::string> times_power_of_ten(std::string_view number, int exponent);

// The quantity "number unit" of the language in another unit of its dimension, as number: one that is worth
// the same in SI to the last bit if there is one of at most 17 digits. Nothing for units that are unknown or
// of different dimensions.
std::optional<std::string> in_unit(std::string_view number, std::string_view unit, std::string_view other);

}  // namespace romas::markup
