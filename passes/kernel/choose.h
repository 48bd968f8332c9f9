// The cost model: which frames and regroupings make the kernels of a robot small, found by lowering variants and counting their
// operations.
#pragma once

#include "passes/kernel/lower.h"

namespace romas::lowering {

// How long to look: `none` takes the source's frames and regroups nothing more than base parameters.
enum class SearchEffort : unsigned char { none, thorough };

// Each kernel has its own best frames.
struct Plans {
  DynamicsPlan inverse_dynamics;
  DynamicsPlan bias;
  DynamicsPlan gravity;
  DynamicsPlan mass_matrix;
};

// Deterministic: the same model gives the same plans.
Plans choose_plans(const DynamicsModel& model, SearchEffort effort);

}  // namespace romas::lowering
