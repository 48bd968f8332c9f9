#include "ir/analysis/loads/ground_support.h"

#include <algorithm>
#include <vector>

namespace romas {

namespace {

constexpr std::string_view kGround = "world";
// Fewest continuous joints without a load on one part that are its wheels; a single one may be a sensor.
constexpr std::size_t kFewestWheels = 2;

// Links that are fixed together, as one part.
struct RigidBody {
  std::size_t moving_joints = 0;  // that hang on it
  std::size_t wheels = 0;
};

// The topmost of the links that each link is fixed to.
std::vector<LinkId> find_parts(const Model& model, const KinematicTree& tree) {
  std::vector<LinkId> part_of(model.links.size());
  for (std::size_t i = 0; i < part_of.size(); ++i) part_of[i] = LinkId(i);
  for (const LinkId link : tree.order()) {
    const JointId joint = tree.parent_joint(link);
    if (joint && !moves(model.joint(joint).type))
      part_of[link.index()] = part_of[tree.parent_link(link).index()];
  }
  return part_of;
}

std::vector<RigidBody> count_joints(const Model& model, const KinematicTree& tree,
                                    const std::vector<LinkId>& part_of) {
  std::vector<RigidBody> parts(model.links.size());
  const auto part = [&](LinkId link) -> RigidBody& { return parts[part_of[link.index()].index()]; };
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    if (moves(joint.type)) ++part(joint.parent.id).moving_joints;
  }
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    if (joint.type == JointType::continuous && part(joint.child.id).moving_joints == 0)
      ++part(joint.parent.id).wheels;
  }
  return parts;
}

}  // namespace

bool stands_on_root(const Model& model, const KinematicTree& tree) {
  if (tree.roots().size() != 1) return false;
  const LinkId root = tree.roots().front();
  if (std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
        return joint.type == JointType::floating || joint.type == JointType::planar;
      }))
    return false;
  if (model.link(root).name == kGround) return true;
  const std::vector<RigidBody> parts = count_joints(model, tree, find_parts(model, tree));
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (LinkId(i) != root && parts[i].wheels >= kFewestWheels) return false;
  const RigidBody& base = parts[root.index()];
  return base.moving_joints == 1 || base.wheels >= kFewestWheels;
}

std::vector<LinkId> links_without_gravity(const Model& model) {
  std::vector<LinkId> links;
  for (const Gazebo& gazebo : model.gazebos) {
    if (!gazebo.link) continue;
    for (const GazeboValue& value : gazebo.values) {
      const bool* on = std::get_if<bool>(&value.value);
      if (on != nullptr && ((value.property == GazeboProperty::gravity && !*on) ||
                            (value.property == GazeboProperty::turn_gravity_off && *on)))
        links.push_back(gazebo.link);
    }
  }
  return links;
}

DynamicsModel weighed_dynamics(const Model& model, const KinematicTree& tree,
                               const DynamicsOptions& options) {
  const std::vector<LinkId> floating = links_without_gravity(model);
  if (floating.empty()) return make_dynamics_model(model, tree, options);
  Model weighed = model;
  for (const LinkId link : floating) weighed.link(link).inertial.reset();
  return make_dynamics_model(weighed, tree, options);
}

}  // namespace romas
