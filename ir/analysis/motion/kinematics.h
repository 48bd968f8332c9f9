// Forward kinematics directly on a model, for checks and comparisons.
#pragma once

#include <span>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"

namespace romas {

// The motion of a joint: the pose of the child's frame after the move in its frame at q = 0. `q` holds
// position_count(type) values: an angle or distance; planar: x and y in the plane and the angle (the plane's
// x and y are those of the frame that takes z to the axis by the shortest rotation); universal: angles about
// x, then y; ball: quaternion x y z w; floating: position, then quaternion; screw: the angle. The axis is
// normalised first; a foreign joint does not move.
RigidTransform joint_motion(const Joint& joint, std::span<const double> q);

// The neutral position: zeros, and the identity for quaternions.
std::vector<double> neutral_position(const Model& model, const KinematicTree& tree);

// X_RL for every link L in the frame of its root R, by link index; links that no root reaches stay at the
// identity. `q` is laid out by tree.q_index(); mimic joints take their own entries of q.
std::vector<RigidTransform> link_poses(const Model& model, const KinematicTree& tree,
                                       std::span<const double> q);

}  // namespace romas
