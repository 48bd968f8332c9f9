// The cost model: which frames and regroupings make the kernels of a robot small, found by lowering variants
// and counting their operations.
#pragma once

#include "passes/kernel/bodies/lower.h"

namespace romas::lowering {

// How long to look: `none` takes the source's frames and regroups nothing more than base parameters.
enum class SearchEffort : unsigned char { none, thorough };

// Each kernel has its own best frames.
struct Plans {
  std::size_t lowered = 0;  // nodes of kernels that were built to find them: the work of the search
  DynamicsPlan inverse_dynamics;
  DynamicsPlan bias;
  DynamicsPlan gravity;
  DynamicsPlan mass_matrix;
};

// Upper bound of the nodes that a search may build. Robots up to the size of a humanoid need less.
constexpr std::size_t most_lowered(std::size_t bodies) { return 12'000'000 + 150'000 * bodies; }

// Deterministic: the same model gives the same plans, on every machine. The work grows with the number of
// bodies.
Plans choose_plans(const DynamicsModel& model, SearchEffort effort);

}  // namespace romas::lowering
