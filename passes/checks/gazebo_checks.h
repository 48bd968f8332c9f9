// The parts of check-gazebo.
#pragma once

#include "passes/pass/pass.h"

namespace romas {

// Parameters of known plugins that name joints and links (RM1721).
void check_gazebo_plugins(const Model& model, const CheckContext& context);

}  // namespace romas
