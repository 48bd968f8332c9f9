#include "ir/analysis/loads/worst_pose.h"

#include <algorithm>

#include "ir/analysis/motion/kinematics.h"

namespace romas {

namespace {

// Positions of the tree's variables for those of the dynamics.
std::vector<double> tree_positions(const Model& model, const KinematicTree& tree,
                                   const DynamicsModel& dynamics, const std::vector<double>& q) {
  std::vector<double> all = neutral_position(model, tree);
  for (const Body& body : dynamics.bodies) {
    if (!body.joint || position_count(model.joint(body.joint).type) != 1) continue;
    all[static_cast<std::size_t>(tree.q_index(body.joint))] =
        body.multiplier * q[static_cast<std::size_t>(body.q)] + body.offset;
  }
  return all;
}

}  // namespace

bool carries_load(JointType type) {
  return type == JointType::revolute || type == JointType::continuous || type == JointType::prismatic ||
         type == JointType::screw;
}

bool has_gravity_loads(const Model& model, const KinematicTree& tree) {
  if (!tree.is_tree() || !model.loop_joints.empty() || !model.force_elements.empty()) return false;
  return std::none_of(model.frames.begin(), model.frames.end(),
                      [](const Frame& frame) { return !frame.link.id; }) &&
         std::none_of(model.links.begin(), model.links.end(),
                      [](const Link& link) { return link.inertial && link.inertial->mass.value() < 0; }) &&
         std::none_of(model.joints.begin(), model.joints.end(), [&](const Joint& joint) {
           return joint.type == JointType::foreign ||
                  (joint.mimic && joint.mimic->joint.id &&
                   (!carries_load(joint.type) || !carries_load(model.joint(joint.mimic->joint.id).type)));
         });
}

std::optional<GravityLoad> worst_pose(const Model& model, const KinematicTree& tree, JointId joint) {
  const auto moving = std::count_if(model.joints.begin(), model.joints.end(),
                                    [](const Joint& one) { return moves(one.type); });
  if (!has_gravity_loads(model, tree) || static_cast<std::size_t>(moving) > kMostSearchedJoints ||
      !carries_load(model.joint(joint).type))
    return std::nullopt;
  DynamicsOptions options;
  options.gravity = model.gravity_or_default();
  const DynamicsModel dynamics = make_dynamics_model(model, tree, options);
  const std::vector<PositionRange> ranges = position_ranges(model, dynamics);
  GravitySearch search(dynamics, ranges);
  for (std::size_t body = 0; body < dynamics.bodies.size(); ++body) {
    if (dynamics.bodies[body].joint != joint || !search.has_own_variable(body)) continue;
    auto worst = search.worst(body);
    if (worst) worst->q = tree_positions(model, tree, dynamics, worst->q);
    return worst;
  }
  return std::nullopt;
}

}  // namespace romas
