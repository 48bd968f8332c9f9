// The gravity load of every joint in one pose.
#pragma once

#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"

namespace romas {

// By joint index: the torque of gravity about the axis of a revolute, continuous or screw joint, or its force
// along that of a prismatic one, on all that hangs on the joint, with its sign; N m or N. NaN for other
// joints, for what no root reaches, and in robots whose loops or springs share the load. Mimic joints carry
// their own load, and links on which gravity does not act (links_without_gravity) have none. `X_RL` is what
// link_poses() gives; `gravity` in m/s² in the frame of the roots. Every root counts as held. Takes time
// linear in the model.
std::vector<double> gravity_loads(const Model& model, const KinematicTree& tree,
                                  const std::vector<RigidTransform>& X_RL, const Vector3& gravity);

}  // namespace romas
