// Values as texts, within limits.
#pragma once

#include <optional>
#include <string>

#include "frontend/xacro/expressions/values/budget.h"
#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

// As Python's str(), repr() and ascii(). Nothing if the text exceeds the limits.
std::optional<std::string> str(const Value& value, Budget& budget);
std::optional<std::string> repr(const Value& value, Budget& budget, bool ascii = false);

}  // namespace romas::xacro
