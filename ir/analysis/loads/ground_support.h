// The support of a robot by the ground, as far as its description tells.
#pragma once

#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas {

// Whether the root is held by the ground, so that what hangs on a joint is the load of that joint. URDF says
// so of no robot, and only signs of it count:
//   the root is called 'world', or
//   one moving joint alone hangs on the root and what is fixed to it: an arm on its stand, or
//   wheels hang there: two or more continuous joints that carry nothing that moves.
// No sign counts where a joint floats or slides over a plane, or where wheels hang on another part: then that
// part stands on the ground, and the root, a torso above them, is carried by the joints between the two.
// Several limbs without wheels are legs and arms of a trunk, and which of them stand is unknown.
bool stands_on_root(const Model& model, const KinematicTree& tree);

// Links on which gravity does not act in Gazebo: something outside of the description supports them.
std::vector<LinkId> links_without_gravity(const Model& model);

// The model as gravity sees it: links on which it does not act have no mass.
DynamicsModel weighed_dynamics(const Model& model, const KinematicTree& tree, const DynamicsOptions& options);

}  // namespace romas
