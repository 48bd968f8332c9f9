// Joints that do not hold what hangs on them against gravity.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas {

struct Overload {
  JointId joint;
  double needed = 0;  // N m or N, in the pose
  std::string pose;   // for messages: "with 'shoulder' at 1.57 rad", "in the zero position"
};

struct Overloads {
  std::vector<Overload> joints;
  // Joints that may be overloaded and were skipped, because the search took too long.
  std::size_t unsettled = 0;
  JointId first_unsettled;
};

// Returns the effort that a joint can hold at rest, in N m or N, without its friction, or nothing to skip the
// joint.
using Holding = std::function<std::optional<double>(const Joint&)>;

// The search ends after this many looks at a body, in all poses together.
inline constexpr std::size_t kMostOverloadWork = 2'000'000;

// Joints with a variable of their own and room to move, whose load in some pose within the limits exceeds
// what they hold and their friction by more than 1 %. The roots count as held. The model must have gravity
// loads (has_gravity_loads) and no more than kMostSearchedJoints joints that move.
Overloads find_overloads(const Model& model, const KinematicTree& tree, const Vector3& gravity,
                         const Holding& holding);

// The friction of a joint that helps to hold it: the sum of what it says.
double holding_friction(const Joint& joint);

}  // namespace romas
