#include "backends/mjcf/mjcf_positions.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>
#include <span>

#include "ir/analysis/motion/keyframes.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/bounds.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// Zero, or the bound that is nearest to it.
double home_of(const Joint& joint) {
  const JointLimit limit = effective_limit(joint);
  const double lower = limit.lower.value_or(no_lower_limit()).value();
  const double upper = limit.upper.value_or(no_limit()).value();
  return lower <= upper ? std::clamp(0.0, lower, upper) : 0.0;
}

// How far the robot reaches below its root, in m: shapes of known size and origins of links.
double depth_below_root(const Document& document, const std::vector<double>& q) {
  const Model& model = document.model;
  const std::vector<RigidTransform> poses = link_poses(model, document.tree, q);
  double lowest = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    lowest = std::min(lowest, poses[i].p.z());
    for (const Collision& collision : model.links[i].collisions)
      if (const auto box = bounding_box(collision.geometry.shape, nullptr))
        lowest = std::min(lowest, expressed_in(*box, poses[i] * collision.origin.evaluate()).min().z());
  }
  return round_to_digits(-lowest, 9) + 0.0;  // without what is left of rounding
}

// The numbers of one joint, whose variables are `q`.
void append_joint(const Document& document, JointId id, std::span<const double> q,
                  std::vector<double>& qpos) {
  const Joint& joint = document.model.joint(id);
  const std::vector<Freedom>& freedoms = document.freedoms[id.index()];
  if (freedoms.empty()) return;
  const auto append = [&](std::initializer_list<double> numbers) {
    qpos.insert(qpos.end(), numbers.begin(), numbers.end());
  };
  const auto append_ball = [&](std::span<const double> xyzw) {
    append({xyzw[3], xyzw[0], xyzw[1], xyzw[2]});
  };
  switch (joint.type) {
    case JointType::floating:
      if (freedoms.size() == 1) {
        const RigidTransform X_PJ = joint.origin.evaluate();
        const std::vector<double> pose = free_position(X_PJ * joint_motion(joint, q));
        qpos.insert(qpos.end(), pose.begin(), pose.end());
      } else {
        append({q[0], q[1], q[2]});
        append_ball(q.subspan(3));
      }
      return;
    case JointType::ball: return append_ball(q);
    case JointType::screw: {
      const double pitch = joint.screw_pitch ? joint.screw_pitch->value() : 0;
      return append({q[0], pitch / (2 * std::numbers::pi) * q[0]});
    }
    case JointType::planar:
    case JointType::universal: qpos.insert(qpos.end(), q.begin(), q.end()); return;
    default: append({q[0] + reference_of(document.model, id)});
  }
}

}  // namespace

std::vector<double> home_position(const Document& document) {
  std::vector<double> q = neutral_position(document.model, document.tree);
  for (const JointId id : document.tree.joint_order())
    if (const Joint& joint = document.model.joint(id); dof(joint.type) == 1)
      q[static_cast<std::size_t>(document.tree.q_index(id))] = home_of(joint);
  move_followers(document, q);
  return q;
}

void move_followers(const Document& document, std::vector<double>& q) {
  const auto at = [&](JointId id) -> double& {
    return q[static_cast<std::size_t>(document.tree.q_index(id))];
  };
  for (const JointId id : document.tree.joint_order())
    if (const auto followed = followed_by(document.model, id);
        followed && document.tree.q_index(followed->leader) >= 0)
      at(id) = followed->multiplier * at(followed->leader) + followed->offset;
}

bool frees_root(const Document& document) {
  return !document.world && document.context.options.floating_base;
}

std::vector<double> standing_root(const Document& document, const std::vector<double>& q) {
  return {0, 0, depth_below_root(document, q), 1, 0, 0, 0};
}

std::vector<double> free_position(const RigidTransform& X) {
  const Eigen::Quaterniond q(X.R);
  return {X.p.x(), X.p.y(), X.p.z(), q.w(), q.x(), q.y(), q.z()};
}

std::vector<double> qpos_of(const Document& document, const std::vector<double>& q) {
  std::vector<double> result;
  for (const JointId id : document.tree.joint_order()) {
    const int first = document.tree.q_index(id);
    if (first < 0) continue;
    const auto count = static_cast<std::size_t>(position_count(document.model.joint(id).type));
    append_joint(document, id, std::span(q).subspan(static_cast<std::size_t>(first), count), result);
  }
  return result;
}

}  // namespace romas::mjcf
