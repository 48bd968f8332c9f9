// Which positions a link reaches within the limits of its joints.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "ir/analysis/motion/posture.h"
#include "ir/analysis/motion/posture_search.h"

namespace romas {

// A link, and what moves it.
struct LimbChain {
  LinkId link;
  Placement place;
  std::vector<std::size_t> bodies;      // from the ground outwards
  std::vector<std::size_t> variables;   // position variables that move them and are not held, in that order
  std::vector<std::size_t> velocities;  // of these, the velocity variables
};
LimbChain limb_chain(const DynamicsModel& dynamics, const std::vector<VariableRange>& ranges, LinkId link);

// All lengths in m, positions in {W}, the frame of the root. All are attained: a larger reach may exist,
// which the search did not find.
struct Reach {
  Vector3 center = Vector3::Zero();  // the origin of the first joint that moves the link
  Vector3 axis = Vector3::UnitZ();   // its axis
  // The axis turns the link and stands along gravity, so that distances from it say more than the box does.
  bool upright = false;
  FoundPosture farthest, nearest;  // distance of the link's origin from the center
  FoundPosture widest, narrowest;  // distance from the axis, where that is upright
  FoundPosture stretched;          // the largest distance from the vertical line through the center
  Eigen::AlignedBox3d box;         // around all positions that were found
  std::vector<Vector3> cloud;      // positions at random postures
};

// Places `samples` random postures (all of the same seed), and climbs from the best. Variables that do not
// move the link stay as in `rest`. Precondition: chain.variables is not empty.
Reach measure_reach(const DynamicsModel& dynamics, const LimbChain& chain,
                    const std::vector<VariableRange>& ranges, const std::vector<double>& rest,
                    std::size_t samples);

}  // namespace romas
