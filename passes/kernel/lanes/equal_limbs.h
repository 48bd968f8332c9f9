// Limbs of a robot that are built alike, such as the legs of a quadruped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/limbs.h"

namespace romas {

// Subtrees below one body with the same kinds of joints in the same order. Lengths, masses and directions may
// differ. By limb: its bodies by index, parents before children, corresponding ones at the same place.
using EqualLimbs = std::vector<std::vector<int>>;

// The equal limbs of a robot, of two bodies or more each. No limb is part of another.
std::vector<EqualLimbs> find_equal_limbs(const DynamicsModel& model);

// The equal limbs of a robot, divided among lanes.
LimbLanes limbs_by_lane(const DynamicsModel& model);

}  // namespace romas
