// Equal limbs computed side by side: a pass on kernels.
#pragma once

#include <optional>

#include "ir/analysis/dynamics_model.h"
#include "ir/kernel/kernel.h"

namespace romas {

// The kernel with each operation that equal limbs share done once, on lanes: two limbs, or three or four, go
// through arithmetic together. Operations are the same if they differ in constants, signs and variables
// alone; results do not change. Nothing where that saves less than a fifth.
//
// `kernel` is a function of q and of arrays by velocity variable; variables of corresponding joints are what
// limbs are told by.
std::optional<Kernel> with_limbs_in_lanes(const Kernel& kernel, const DynamicsModel& model);

}  // namespace romas
