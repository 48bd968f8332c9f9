// Finds numbers that are finite themselves but make results overflow: distances in the world, moments of
// inertia, torques.
#pragma once

#include <string>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"

namespace romas {

struct Overflow {
  SourceRange place;    // of the number that causes it
  std::string message;  // without a full stop
};

// One finding for each number that is too large; none if all results are finite, with some room for the
// arithmetic of targets. `gravity` in m/s². Works on broken models too, in time linear in the model.
std::vector<Overflow> find_overflows(const Model& model, const KinematicTree& tree, const Vector3& gravity);
// With the gravity that the description says.
std::vector<Overflow> find_overflows(const Model& model);

}  // namespace romas
