#include "tools/studio/scene/poses.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/analysis/loads/static_loads.h"
#include "ir/analysis/motion/kinematics.h"

namespace romas::studio {

namespace {

// Returns the nearest float; larger values become the largest float.
float to_float(double value) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  return static_cast<float>(std::isnan(value) ? value : std::clamp(value, -kLargest, kLargest));
}

}  // namespace

PoseCalculator::PoseCalculator(const Model& model) : model_(model), tree_(model) {
  for (const JointId joint : tree_.joint_order()) {
    const auto relation = followed_by(model, joint);
    if (!relation || tree_.q_index(joint) < 0 || tree_.q_index(relation->leader) < 0) continue;
    followers_.push_back({static_cast<std::size_t>(tree_.q_index(joint)),
                          static_cast<std::size_t>(tree_.q_index(relation->leader)), relation->multiplier,
                          relation->offset});
  }
}

PoseAnswer PoseCalculator::answer(std::vector<double> q) const {
  for (const Follower& follower : followers_)
    q[follower.q] = follower.multiplier * q[follower.leader_q] + follower.offset;
  const std::vector<RigidTransform> X_RL = link_poses(model_, tree_, q);
  PoseAnswer answer;
  answer.poses.reserve(12 * X_RL.size());
  for (const RigidTransform& X : X_RL) {
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) answer.poses.push_back(to_float(X.R(row, column)));
    for (int axis = 0; axis < 3; ++axis) answer.poses.push_back(to_float(X.p[axis]));
  }
  for (const double load : gravity_loads(model_, tree_, X_RL, model_.gravity_or_default()))
    answer.loads.push_back(to_float(load));
  return answer;
}

}  // namespace romas::studio
