// Are two lists of Blocks the same, in this order? For checking an output against the Blocks that it was
// written from.
#pragma once

#include <vector>

#include "ir/analysis/compare.h"
#include "ir/modular.h"

namespace romas {

// Compared are identity, roles, contacts, masses and the poses of shapes. Numbers and poses may differ by the
// tolerance; of files only whether they are there, because an output names them from where it lies.
std::vector<ModelDifference> compare_blocks(const std::vector<Block>& a, const std::vector<Block>& b,
                                            const CompareTolerances& tolerances);

}  // namespace romas
