#include "ir/analysis/loads/static_loads.h"

#include <Eigen/Geometry>
#include <limits>
#include <numbers>

#include "ir/analysis/loads/ground_support.h"
#include "ir/analysis/tree/axis.h"

namespace romas {

namespace {

// The mass and first moment of a link and all that hangs on it, in the frame of the root.
struct Weight {
  double mass = 0;                  // kg
  Vector3 first = Vector3::Zero();  // kg m, about the root's origin
};

// The force of gravity on the weight, moved to the joint at `p` and projected on its axis.
double load_on(const Joint& joint, const RigidTransform& X_RL, const Weight& weight, const Vector3& gravity) {
  const Vector3 written = joint.axis_or_default();
  if (written.isZero(0)) return std::numeric_limits<double>::quiet_NaN();
  const Vector3 axis = X_RL.R * unit_axis(written);
  const double force = axis.dot(weight.mass * gravity);
  if (joint.type == JointType::prismatic) return force;
  const double torque = axis.dot((weight.first - weight.mass * X_RL.p).cross(gravity));
  if (joint.type != JointType::screw) return torque;
  return torque + joint.screw_pitch.value_or(0).value() / (2 * std::numbers::pi) * force;
}

}  // namespace

std::vector<double> gravity_loads(const Model& model, const KinematicTree& tree,
                                  const std::vector<RigidTransform>& X_RL, const Vector3& gravity) {
  std::vector<double> loads(model.joints.size(), std::numeric_limits<double>::quiet_NaN());
  if (!model.loop_joints.empty() || !model.force_elements.empty()) return loads;
  std::vector<bool> is_weighed(model.links.size(), true);
  for (const LinkId link : links_without_gravity(model)) is_weighed[link.index()] = false;
  std::vector<Weight> weights(model.links.size());
  const std::vector<LinkId>& order = tree.order();
  for (auto link = order.rbegin(); link != order.rend(); ++link) {
    Weight& weight = weights[link->index()];
    const auto& inertial = model.link(*link).inertial;
    if (inertial && is_weighed[link->index()]) {
      const double mass = inertial->mass.value();
      weight.mass += mass;
      weight.first += mass * (X_RL[link->index()] * inertial->origin.evaluate().p);
    }
    const JointId id = tree.parent_joint(*link);
    if (!id) continue;
    const Joint& joint = model.joint(id);
    if (has_axis(joint.type) && joint.type != JointType::planar)
      loads[id.index()] = load_on(joint, X_RL[link->index()], weight, gravity);
    Weight& parent = weights[joint.parent.id.index()];
    parent.mass += weight.mass;
    parent.first += weight.first;
  }
  return loads;
}

}  // namespace romas
