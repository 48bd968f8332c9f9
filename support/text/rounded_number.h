// Numbers rounded for people.
#pragma once

#include <string>

namespace romas {

// With so many significant digits at most, 1 to 17, and no zeros at the end: rounded_number(0.33333, 3) is
// "0.333", rounded_number(2, 3) is "2".
std::string rounded_number(double value, int digits);
inline std::string six_digits(double value) { return rounded_number(value, 6); }

}  // namespace romas
