// Numbers in texts in other units, in decimal digits that say exactly what is meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace romas::markup {

// Converts a number in degrees to radians; whole quarter turns are exact. Returns nullopt if the text is no
// number.
std::optional<std::string> degrees_in_radians(std::string_view number);
// A number times a power of ten: the decimal digits are moved, not computed.
std::optional<std::string> times_power_of_ten(std::string_view number, int exponent);

// Returns the number of the quantity "number unit" of the language in another unit of its dimension. Between
// degrees and radians, it has the same value in SI to the last bit if such a number exists. Between units
// that differ by a power of ten, the decimal digits are moved. Returns nullopt for all other pairs of units.
std::optional<std::string> in_unit(std::string_view number, std::string_view unit, std::string_view other);

}  // namespace romas::markup
