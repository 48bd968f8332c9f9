// The parts of check-control.
#pragma once

#include <string>
#include <string_view>

#include "passes/pass/pass.h"

namespace romas {

// Drivers, their parameters and their interfaces: RM1713 to RM1717.
void check_control_hardware(const Model& model, const CheckContext& context);

// The end of a message about a text that is no number: what xacro needs to make one of it. Empty if the text
// does not look like an expression.
std::string missing_expression(std::string_view text);
// The same with the expression marked: "${2*pi}".
std::string as_expression(std::string_view text);

}  // namespace romas
