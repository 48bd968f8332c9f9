// The pose in which gravity loads a joint of a model most.
#pragma once

#include <cstddef>
#include <optional>

#include "ir/analysis/mass/gravity_load.h"
#include "ir/analysis/tree/kinematic_tree.h"

namespace romas {

// Joints with one axis that carries a load.
bool carries_load(JointType type);

// Whether loads follow from the model: a tree with valid masses, joints and frames, without loop joints and
// forces, which would share them.
bool has_gravity_loads(const Model& model, const KinematicTree& tree);

// With more joints that move, nobody waits for a search.
constexpr std::size_t kMostSearchedJoints = 1000;

// The largest load of gravity on a joint within the limits (GravitySearch), with q laid out by
// KinematicTree::q_index(), followers included. The roots are held. Nothing where the model has no such
// loads, the joint has no variable of its own, or there are too many joints.
std::optional<GravityLoad> worst_pose(const Model& model, const KinematicTree& tree, JointId joint);

}  // namespace romas
