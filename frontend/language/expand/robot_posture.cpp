#include "frontend/language/expand/robot_posture.h"

#include <cmath>

#include "ir/analysis/loads/static_loads.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/model/no_limit.h"

namespace romas::language {

RobotPosture::RobotPosture(const Model& model)
    : model_(model),
      tree_(model),
      loops_(model, tree_),
      q_(neutral_position(model, tree_)),
      wanted_(q_),
      held_(q_.size(), false) {}

void RobotPosture::move(JointId joint, double position) {
  if (tree_.q_index(joint) < 0) return;
  const auto at = static_cast<std::size_t>(tree_.q_index(joint));
  wanted_[at] = position;
  held_[at] = true;
  moved_ = true;
  ++moves_;
}

void RobotPosture::update() {
  if (!moved_) return;
  moved_ = false;
  loads_.clear();
  close_loops();
  X_RL_ = link_poses(model_, tree_, q_);
}

// Without loops, the moved joints are where they shall be, and followers behind their leaders.
void RobotPosture::close_loops() {
  obstacle_.reset();
  const std::optional<OpenLoop> open = loops_.move(q_, wanted_, held_);
  if (open) obstacle_ = Obstacle{open, {}, 0};
  if (open || !loops_.has_loops()) return;
  for (std::size_t i = 0; i < model_.joints.size() && !obstacle_; ++i)
    if (!is_within_limits(JointId(i)))
      obstacle_ = Obstacle{{}, JointId(i), q_[static_cast<std::size_t>(tree_.q_index(JointId(i)))]};
}

// Returns true if a joint that was not moved is within its limits, and for every joint that was moved or has
// not exactly one variable.
bool RobotPosture::is_within_limits(JointId id) const {
  constexpr double kRounding = 1e-6;  // rad or m
  const Joint& joint = model_.joint(id);
  const int at = tree_.q_index(id);
  if (at < 0 || held_[static_cast<std::size_t>(at)] || position_count(joint.type) != 1) return true;
  const double q = q_[static_cast<std::size_t>(at)];
  const JointLimit limit = effective_limit(joint);
  return (!limit.lower || q >= limit.lower->value() - kRounding) &&
         (!limit.upper || q <= limit.upper->value() + kRounding);
}

const std::optional<RobotPosture::Obstacle>& RobotPosture::obstacle() {
  update();
  return obstacle_;
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
