#include "frontend/language/robot_posture.h"

#include <cmath>

#include "ir/analysis/kinematics.h"
#include "ir/analysis/mimic.h"
#include "ir/analysis/static_loads.h"

namespace romas::language {

RobotPosture::RobotPosture(const Model& model)
    : model_(model), tree_(model), q_(neutral_position(model, tree_)) {}

void RobotPosture::move(JointId joint, double position) {
  if (const int at = tree_.q_index(joint); at >= 0) q_[static_cast<std::size_t>(at)] = position;
  moved_ = true;
}

void RobotPosture::update() {
  if (!moved_) return;
  moved_ = false;
  loads_.clear();
  for (std::size_t i = 0; i < model_.joints.size(); ++i) {
    const JointId joint(i);
    const auto relation = followed_by(model_, joint);
    if (!relation || tree_.q_index(joint) < 0 || tree_.q_index(relation->leader) < 0) continue;
    const double leader = q_[static_cast<std::size_t>(tree_.q_index(relation->leader))];
    q_[static_cast<std::size_t>(tree_.q_index(joint))] = relation->multiplier * leader + relation->offset;
  }
  X_RL_ = link_poses(model_, tree_, q_);
}

const RigidTransform& RobotPosture::pose(LinkId link) {
  update();
  return X_RL_[link.index()];
}

RigidTransform RobotPosture::pose(const Frame& frame) {
  return pose(frame.link.id) * frame.origin.evaluate();
}

std::optional<double> RobotPosture::holding_effort(JointId joint) {
  update();
  if (loads_.empty()) loads_ = gravity_loads(model_, tree_, X_RL_, model_.gravity_or_default());
  const double load = loads_[joint.index()];
  return std::isfinite(load) ? std::optional(std::abs(load)) : std::nullopt;
}

std::optional<Vector3> RobotPosture::center_of_mass() {
  double mass = 0;
  Vector3 moment = Vector3::Zero();
  for (std::size_t i = 0; i < model_.links.size(); ++i)
    if (const auto& inertial = model_.links[i].inertial) {
      mass += inertial->mass.value();
      moment += inertial->mass.value() * (pose(LinkId(i)) * inertial->origin.evaluate().p);
    }
  return mass == 0 ? std::nullopt : std::optional<Vector3>(moment / mass);
}

}  // namespace romas::language
