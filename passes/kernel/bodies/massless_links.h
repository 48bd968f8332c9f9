// Links that make the mass matrix singular.
#pragma once

#include <string>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/kernel.h"

namespace romas::lowering {

// Links whose joints no force is needed to accelerate, as text; empty where M is regular.
std::string massless_links(const Model& model, const KinematicTree& tree, const DynamicsModel& dynamics,
                           const Kernel& mass_matrix);

}  // namespace romas::lowering
