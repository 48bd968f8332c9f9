// Numbers with units behind them.
#pragma once

#include <optional>
#include <vector>

#include "frontend/language/values/value.h"

namespace romas::language {

// A number with a unit behind it, as `30 N*m`.
Quantity with_unit(double number, const std::vector<UnitFactor>& unit);
// How many of these units a quantity is; nothing if it is of another dimension.
std::optional<double> number_of_units(const Quantity& quantity, const std::vector<UnitFactor>& unit);

}  // namespace romas::language
