// The part of a model that one place depends on.
#pragma once

#include "ir/analysis/mass/dynamics_model.h"

namespace romas::lowering {

// The bodies between the ground and a placement alone, and the placement among them.
struct Branch {
  DynamicsModel model;
  Placement placement;
};
Branch branch_to(const DynamicsModel& model, const Placement& placement);

}  // namespace romas::lowering
