// The units with which a plain number may be meant.
#pragma once

#include <string>
#include <string_view>

namespace romas::language {

// "'20 m', '20 cm' or '20 mm'": a plain number with the units that may be meant, the probable one
// (ir/model/units.h) first. `digits` is how the number is written, `si_units` the unit that is wanted.
std::string with_probable_units(std::string_view digits, std::string_view si_units, double number);

}  // namespace romas::language
