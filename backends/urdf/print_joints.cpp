// Joints.
#include <cassert>

#include "backends/urdf/urdf_printer.h"
#include "ir/model/joint_fields.h"

namespace romas::urdf {

void UrdfPrinter::joint(std::size_t index) {
  const Joint& joint = model_.joints[index];
  const Place place = entity_place(EntityKind::joint, index);
  std::string name = name_at(place, "joint");
  if (joint.dialect && name == "joint") name = "drake:joint";
  xml_.begin(name);
  attribute("name", std::string_view(joint.name));
  attribute("type",
            joint.type == JointType::foreign ? std::string_view(joint.foreign_type) : to_string(joint.type));
  foreign_attributes(place);
  Children parts;
  if (has_origin(joint.origin)) parts.push_back({Slot::origin});
  parts.push_back({Slot::parent});
  parts.push_back({Slot::child});
  if (joint.axis) parts.push_back({Slot::axis});
  if (joint.calibration) parts.push_back({Slot::calibration});
  const bool only_armature = joint.dynamics && !joint.dynamics->armature.empty() &&
                             joint.dynamics->damping.empty() && joint.dynamics->friction.empty();
  if (joint.dynamics && !only_armature) parts.push_back({Slot::dynamics});
  if (joint.limit) parts.push_back({Slot::limit});
  if (joint.mimic) parts.push_back({Slot::mimic});
  if (joint.safety_controller) parts.push_back({Slot::safety_controller});
  if (joint.screw_pitch) parts.push_back({Slot::screw_pitch});
  children(place, parts, [&](const Child& child, const Place& at) { joint_child(joint, child, at); });
  xml_.end();
}

void UrdfPrinter::joint_child(const Joint& joint, const Child& child, const Place& place) {
  switch (child.slot) {
    case Slot::origin: return origin(joint.origin, place);
    case Slot::parent: return link_reference("parent", joint.parent, place);
    case Slot::child: return link_reference("child", joint.child, place);
    case Slot::axis: return axis(*joint.axis, place);
    case Slot::calibration: return calibration(*joint.calibration, place);
    case Slot::dynamics: return dynamics(*joint.dynamics, place);
    case Slot::limit: return limit(*joint.limit, place);
    case Slot::mimic: return mimic(*joint.mimic, place);
    case Slot::safety_controller: return safety_controller(*joint.safety_controller, place);
    case Slot::screw_pitch:
      return value_element(as_read_ ? "screw_thread_pitch" : "drake:screw_thread_pitch",
                           joint.screw_pitch->text(), place);
    default: assert(false && "a part of a joint without a case");
  }
}

void UrdfPrinter::link_reference(std::string_view element, const LinkRef& link, const Place& place) {
  begin(element, place);
  attribute("link", std::string_view(link.name));
  finish(place);
}

void UrdfPrinter::axis(const JointAxis& axis, const Place& place) {
  begin("axis", place);
  list_attribute("xyz", axis.xyz);
  finish(place);
}

void UrdfPrinter::limit(const JointLimit& limit, const Place& place) {
  begin("limit", place);
  fields(limit, place);
  finish(place);
}

void UrdfPrinter::dynamics(const JointDynamics& dynamics, const Place& place) {
  begin("dynamics", place);
  fields(dynamics, place);
  finish(place);
}

void UrdfPrinter::mimic(const JointMimic& mimic, const Place& place) {
  begin("mimic", place);
  attribute("joint", std::string_view(mimic.joint.name));
  fields(mimic, place);
  finish(place);
}

void UrdfPrinter::safety_controller(const JointSafetyController& safety, const Place& place) {
  begin("safety_controller", place);
  fields(safety, place);
  finish(place);
}

void UrdfPrinter::calibration(const JointCalibration& calibration, const Place& place) {
  begin("calibration", place);
  fields(calibration, place);
  finish(place);
}

}  // namespace romas::urdf
