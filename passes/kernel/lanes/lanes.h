// Numbers that go through the same arithmetic, computed side by side: passes on kernels.
#pragma once

#include <optional>

#include "ir/kernel/limbs.h"

namespace romas {

// The kernel with each operation that equal limbs share done once, on lanes: two limbs, or three or four, go
// through arithmetic together. Operations are the same if they differ in constants, signs and variables
// alone; results do not change. Nothing where that saves less than a fifth.
//
// `kernel` is a function of q and of arrays by velocity variable; variables of corresponding joints are what
// limbs are told by.
std::optional<Kernel> with_limbs_in_lanes(const Kernel& kernel, const LimbLanes& limbs);

// The same for the rows and columns of matrices: of derivatives, inverses and regressors. A column of a
// derivative goes from its joint to the root through the arithmetic of all columns beyond that joint.
// `kernel`: a function with outputs that have n_v rows, or as many columns.
std::optional<Kernel> with_columns_in_lanes(const Kernel& kernel, const LimbLanes& limbs);

// About how many instructions a kernel takes, with those that bring numbers into lanes and out.
double count_instructions(const Kernel& kernel);

}  // namespace romas
