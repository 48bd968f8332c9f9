#include "backends/code/holding.h"

#include <algorithm>

#include "ir/analysis/loads/ground_support.h"
#include "ir/analysis/loads/overload.h"
#include "ir/analysis/loads/worst_pose.h"
#include "ir/model/entity.h"
#include "ir/model/fields.h"
#include "ir/servo/conversion.h"
#include "ir/servo/property_checks.h"
#include "ir/servo/second_servo.h"
#include "support/text/text.h"

namespace romas::codegen {

namespace {

bool is_searched(const Model& model, const KinematicTree& tree) {
  const auto moving =
      std::ranges::count_if(model.joints, [](const Joint& joint) { return moves(joint.type); });
  return has_gravity_loads(model, tree) && static_cast<std::size_t>(moving) <= kMostSearchedJoints;
}

std::optional<double> effort_limit(const Joint& joint) {
  if (!joint.limit || !joint.limit->effort || !(joint.limit->effort->value() > 0)) return std::nullopt;
  return joint.limit->effort->value();
}

// The stall torque of a joint's servos, at the joint. For a map, the largest torque within it.
std::optional<double> stall_effort(const Model& model, const Joint& joint, const ServoDevice& device,
                                   const ServoFamily& family) {
  if (!(device.stall_torque > 0) || lacks_gear(joint)) return std::nullopt;
  ServoConversion conversion;
  std::string error;
  const auto index = static_cast<std::size_t>(&joint - model.joints.data());
  if (!make_servo_conversion(model, index, device, family, conversion, error) || conversion.coupled())
    return std::nullopt;
  const bool slides = joint.type == JointType::prismatic;
  const double radians = servo_gear(conversion, slides) * (slides ? kFullTurn : 1);  // for one of the joint
  return device.stall_torque * radians * servos_of_joint(joint);
}

std::string effort_text(double effort, const Joint& joint) {
  return concat(about(effort), unit_text(Quantity::effort, joint.type == JointType::prismatic));
}

}  // namespace

void report_weak_joints(const Model& model, const Vector3& gravity, DiagnosticEngine& diagnostics) {
  const KinematicTree tree(model);
  if (!diagnostics.enabled(Rule::effort_insufficient) || !is_searched(model, tree) ||
      stands_on_root(model, tree))
    return;
  for (const Overload& overload : find_overloads(model, tree, gravity, effort_limit).joints) {
    const Joint& joint = model.joint(overload.joint);
    diagnostics.report(Rule::effort_insufficient, place_or_name(joint.limit->range, joint),
                       concat("joint '", joint.name, "' needs ", effort_text(overload.needed, joint),
                              " to hold its load against gravity ", overload.pose, ", while the root '",
                              model.link(tree.roots().front()).name, "' is held, but its effort limit is ",
                              effort_text(joint.limit->effort->value(), joint),
                              ", to which its torque is cut; correct the limit or the masses, or narrow the "
                              "limits of these joints"));
  }
}

void report_weak_servos(const Model& model, const Vector3& gravity, const ServoDeviceLibrary& library,
                        DiagnosticEngine& diagnostics) {
  const KinematicTree tree(model);
  if (!diagnostics.enabled(Rule::servo_overloaded) || !is_searched(model, tree)) return;
  const auto device_of = [&](const Joint& joint) {
    return joint.servo ? library.find(joint.servo->family, joint.servo->device) : nullptr;
  };
  const auto holding = [&](const Joint& joint) -> std::optional<double> {
    const ServoDevice* device = device_of(joint);
    return device == nullptr ? std::nullopt : stall_effort(model, joint, *device, library.family_of(*device));
  };
  for (const Overload& overload : find_overloads(model, tree, gravity, holding).joints) {
    const Joint& joint = model.joint(overload.joint);
    const int count = servos_of_joint(joint);
    diagnostics.report(Rule::servo_overloaded, place_or_name(joint.servo->range, joint),
                       concat("joint '", joint.name, "' needs ", effort_text(overload.needed, joint),
                              " to hold its load against gravity ", overload.pose, ", but ",
                              count > 1 ? concat(count, " servos ") : std::string(), device_of(joint)->name,
                              count > 1 ? " give only " : " gives only ", effort_text(*holding(joint), joint),
                              " at stall; use a stronger servo or a gear, or make the robot lighter"));
  }
}

}  // namespace romas::codegen
