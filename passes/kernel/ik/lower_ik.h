// Inverse kinematics of a link in closed form, as a kernel: one solution for each choice of signs.
#pragma once

#include <optional>
#include <string>

#include "ir/kernel/code_model.h"
#include "passes/kernel/ik/structure.h"

namespace romas {

// By one of the structures of a chain. Empty if an equation turns out to hold for any angle or for none, as
// where two axes are the same.
std::optional<ClosedFormIk> lower_inverse_kinematics(const ik::Chain& chain, const ik::Structure& structure,
                                                     std::string name);

// The swivel angle of a chain that has one: q of the robot to its sine and cosine.
Kernel lower_swivel(const ik::Chain& chain, const DynamicsModel& dynamics, std::string name);

}  // namespace romas
