#include "ir/analysis/motion/kinematics.h"

#include "ir/analysis/tree/axis.h"
#include "ir/analysis/tree/axis_frame.h"

namespace romas {

namespace {

Vector3 unit_axis_of(const Joint& joint) {
  const Vector3 axis = joint.axis_or_default();
  // An axis of length 1 keeps its digits.
  return axis.isZero(0) || axis.norm() == 1 ? axis : unit_axis(axis);
}

}  // namespace

RigidTransform joint_motion(const Joint& joint, std::span<const double> q) {
  RigidTransform X;
  const Vector3 axis = unit_axis_of(joint);
  switch (joint.type) {
    case JointType::fixed:
    case JointType::foreign: break;
    case JointType::revolute:
    case JointType::continuous: X.R = rotation_about(axis, q[0]); break;
    case JointType::prismatic: X.p = q[0] * axis; break;
    case JointType::screw:
      X.R = rotation_about(axis, q[0]);
      X.p = joint.screw_pitch.value_or(0).value() * q[0] / (2 * 3.14159265358979323846) * axis;
      break;
    case JointType::planar: {
      const Matrix3 R_plane = plane_frame(axis);
      X.p = R_plane * Vector3(q[0], q[1], 0);
      X.R = rotation_about(axis, q[2]);
      break;
    }
    case JointType::universal:
      X.R = rotation_about(Vector3::UnitX(), q[0]) * rotation_about(Vector3::UnitY(), q[1]);
      break;
    case JointType::ball: X.R = rotation_from_quaternion(q[0], q[1], q[2], q[3]); break;
    case JointType::floating:
      X.p = Vector3(q[0], q[1], q[2]);
      X.R = rotation_from_quaternion(q[3], q[4], q[5], q[6]);
      break;
  }
  return X;
}

std::vector<double> neutral_position(const Model& model, const KinematicTree& tree) {
  std::vector<double> q(static_cast<std::size_t>(tree.q_size()), 0.0);
  for (const JointId joint : tree.joint_order()) {
    const JointType type = model.joint(joint).type;
    if (type == JointType::ball || type == JointType::floating)
      q[static_cast<std::size_t>(tree.q_index(joint) + position_count(type) - 1)] = 1;
  }
  return q;
}

std::vector<RigidTransform> link_poses(const Model& model, const KinematicTree& tree,
                                       std::span<const double> q) {
  std::vector<RigidTransform> poses(model.links.size());
  for (const LinkId link : tree.order()) {
    const JointId parent_joint = tree.parent_joint(link);
    if (!parent_joint) continue;
    const Joint& joint = model.joint(parent_joint);
    const int at = tree.q_index(parent_joint);
    const auto own = at < 0 ? std::span<const double>()
                            : q.subspan(static_cast<std::size_t>(at),
                                        static_cast<std::size_t>(position_count(joint.type)));
    poses[link.index()] = poses[joint.parent.id.index()] * joint.origin.evaluate() * joint_motion(joint, own);
  }
  return poses;
}

}  // namespace romas
