// The forces of a description as generalised forces.
#pragma once

#include "ir/analysis/loads/described_forces.h"
#include "ir/kernel/kernel.h"

namespace romas::lowering {

// tau(q, v, u): what springs, dampers, thrusters, wings and losses of joints do along each velocity variable;
// u: the inputs of the thrusters, as they are (their limits are not applied).
Kernel lower_applied_forces(const DynamicsModel& model, const DescribedForces& forces);

}  // namespace romas::lowering
