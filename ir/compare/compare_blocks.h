// Are two lists of Blocks the same, in this order? For checking an output against the Blocks that it was
// written from.
#pragma once

#include <vector>

#include "ir/compare/compare.h"
#include "ir/modular.h"

namespace romas {

// Compares identity, roles, contacts, masses and the poses of shapes. Numbers and poses may differ by the
// tolerance. Of files only their presence is compared, because an output names them relative to its own
// folder.
std::vector<ModelDifference> compare_blocks(const std::vector<Block>& a, const std::vector<Block>& b,
                                            double tolerance = 1e-9);

}  // namespace romas
