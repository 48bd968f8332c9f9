// Multiples of π/4 that were written with too few digits.
#pragma once

#include <string_view>

#include "ir/values/number.h"

namespace romas {

struct QuarterTurn {
  std::string_view name;  // without the sign
  double value;           // rad
};

// The multiple of π/4 that a number stands for whose last digits were rounded or cut off, up to 2π; null if
// it is exact, or something else.
const QuarterTurn* rounded_quarter(const Number& angle);

}  // namespace romas
