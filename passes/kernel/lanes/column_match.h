// Which operations the lines of matrices share.
#pragma once

#include "ir/kernel/limbs.h"
#include "passes/kernel/lanes/lane_match.h"

namespace romas {

// Adds packs for the matrices that a kernel computes: outputs with n_v rows or columns, and matrices on the
// way to them that values are labelled with. Every value belongs to the line (a column, or the branch of a
// row and a column, see MatrixLines) whose elements alone are made of it. Values of different lines of which
// the same is made, by operations with the same values of no line, are a pack.
void add_column_packs(LaneMatch& match, const LimbLanes& limbs);

}  // namespace romas
