// Limbs of a robot that are built alike, such as the legs of a quadruped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/analysis/dynamics_model.h"
#include "ir/kernel/kernel.h"

namespace romas {

// Subtrees below one body with the same kinds of joints in the same order. Lengths, masses and directions may
// differ. By limb: its bodies by index, parents before children, corresponding ones at the same place.
using EqualLimbs = std::vector<std::vector<int>>;

// The equal limbs of a robot, of two bodies or more each. No limb is part of another.
std::vector<EqualLimbs> find_equal_limbs(const DynamicsModel& model);

// Limbs that are computed together, one in each lane.
struct LaneGroup {
  std::size_t limbs = 2;  // 2 to 4
  std::size_t lanes() const { return limbs == 2 ? 2 : kMostLanes; }
  // A fourth lane repeats the first of three limbs.
  std::size_t limb_of(std::size_t lane) const { return lane < limbs ? lane : 0; }
};

// A variable of a joint: which limb it is of, and which of the limb's variables it is. The limb in lane k of
// group g has the number g * kLimbNumbers + k.
constexpr int kLimbNumbers = static_cast<int>(kMostLanes);
constexpr int kNoLimb = -1;
struct LimbVariable {
  int limb = kNoLimb;
  std::uint32_t place = 0;
};

// Equal limbs divided among lanes, four and then what is left. A single one that is left is in no lane.
struct LimbLanes {
  std::vector<LaneGroup> groups;
  std::vector<LimbVariable> positions, velocities;  // by index in q and v
};
LimbLanes limbs_by_lane(const DynamicsModel& model);

}  // namespace romas
