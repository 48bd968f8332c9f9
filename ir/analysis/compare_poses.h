// Comparing the poses of two models.
#pragma once

#include <vector>

#include "ir/analysis/compare.h"

namespace romas {

// Poses of links and frames at the neutral position and at pseudorandom ones, which are the same for joints
// of the same name, and the mass and centre of mass of the whole. Below joints of `a` marked as moved
// differently only the place relative to the parent at the neutral position is compared.
std::vector<ModelDifference> compare_poses(const Model& a, const Model& b,
                                           const std::vector<bool>& moved_differently, double tolerance);

}  // namespace romas
