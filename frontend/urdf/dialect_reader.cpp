// The elements of Drake's dialect: frames, loop joints, force elements.
#include "frontend/urdf/urdf_reader.h"
#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/field_reader.h"
#include "ir/transmission_fields.h"

namespace romas::urdf {

void UrdfReader::read_frame(const XmlElement& element) {
  Frame frame;
  frame.name = name_of(element);
  frame.range = element.range;
  frame.name_range = schema_.value_range(element, "name");
  frame.link = link_ref(element, "link");
  schema_.set_subject("frame", frame.name);
  const Place place = entity_place(EntityKind::frame, model_.frames.size());
  schema_.remember_prefix(element, place);
  schema_.open(element, kFrame, place);
  const bool has_pose = element.attribute("xyz") != nullptr || element.attribute("rpy") != nullptr ||
                        element.attribute("quat_xyzw") != nullptr;
  if (has_pose) frame.origin = read_pose(element);
  place_entity(EntityKind::frame, model_.frames.size());
  model_.frames.push_back(std::move(frame));
}

void UrdfReader::read_loop_joint(const XmlElement& element) {
  LoopJoint joint;
  joint.name = name_of(element);
  joint.range = element.range;
  joint.name_range = schema_.value_range(element, "name");
  schema_.set_subject("loop joint", joint.name);
  const Place place = entity_place(EntityKind::loop_joint, model_.loop_joints.size());
  schema_.remember_prefix(element, place);
  for (const KnownChild& part : schema_.open(element, kLoopJoint, place)) {
    if (part.row->row == &kAttachment1) joint.link1 = read_attachment(part);
    if (part.row->row == &kAttachment2) joint.link2 = read_attachment(part);
    if (part.row->row == &kAxis) {
      schema_.open(*part.element, kAxis, part.place);
      if (const auto xyz = schema_.vector3(*part.element, "xyz"))
        joint.axis = JointAxis{*xyz, schema_.value_range(*part.element, "xyz"),
                               schema_.value_range(*part.element, "xyz")};
    }
  }
  if (const auto type = schema_.word(element, kLoopJoint, "type")) joint.type = *parse_joint_type(*type);
  place_entity(EntityKind::loop_joint, model_.loop_joints.size());
  model_.loop_joints.push_back(std::move(joint));
}

// The pose stands on the element itself or in its <origin>.
Attachment UrdfReader::read_attachment(const KnownChild& child) {
  const XmlElement& element = *child.element;
  Attachment attachment;
  attachment.range = element.range;
  attachment.link = link_ref(element, "link");
  const auto parts = schema_.open(element, *child.row->row, child.place);
  const bool has_pose = element.attribute("xyz") != nullptr || element.attribute("rpy") != nullptr;
  if (has_pose) attachment.origin = read_pose(element);
  if (parts.empty()) return attachment;
  if (has_pose) {
    schema_.report(Rule::repeated_element, parts.front().element->start_tag,
                   concat("<", element.name, "> has a pose of its own and an <origin>; keep one of them"));
    attachment.origin = TransformExpr::compose({attachment.origin, read_origin(parts.front())});
  } else {
    attachment.origin = read_origin(parts.front());
  }
  attachment.origin_is_element = true;
  return attachment;
}

void UrdfReader::read_force_element(const XmlElement& element) {
  const std::string name = name_of(element);
  schema_.set_subject("force element", name);
  const auto type = schema_.text(element, "type");
  const bool nested = !type && element.child("linear_spring_damper") != nullptr;
  const bool known = nested || type == "LinearSpringDamper" || type == "Wing" || type == "Thrust";
  if (!known) {
    const XmlElement* what = element.children.empty() ? &element : &element.children.front();
    const std::string_view kind = type ? std::string_view(*type) : what->name;
    if (schema_.is_new(element.name, kind))
      schema_.report(Rule::unknown_element, type ? schema_.value_range(element, "type") : what->name_range,
                     concat("a force element ", quote(kind),
                            " is none of LinearSpringDamper, Wing, Thrust; it is kept as it is"));
    order_.push_back(schema_.keep_element(element, entity_place(EntityKind::robot, 0)));
    return;
  }
  const Place place = entity_place(EntityKind::force_element, model_.force_elements.size());
  schema_.remember_prefix(element, place);
  ForceElement force;
  force.name = name;
  force.range = element.range;
  force.name_range = schema_.value_range(element, "name");
  if (nested) {
    force.force = read_nested_spring(element, place);
  } else if (type == "LinearSpringDamper") {
    force.force = read_spring(element, place);
  } else if (type == "Wing") {
    force.force = read_wing(element, place);
  } else {
    force.force = read_thrust(element, place);
  }
  place_entity(EntityKind::force_element, model_.force_elements.size());
  model_.force_elements.push_back(std::move(force));
}

void UrdfReader::read_attribute(const KnownChild& child, std::string& to) {
  to = schema_.text(*child.element, "value").value_or("");
}
void UrdfReader::read_attribute(const KnownChild& child, std::optional<Number>& to) {
  to = schema_.number(*child.element, "value");
}
void UrdfReader::read_attribute(const KnownChild& child, std::optional<Number3>& to) {
  to = schema_.vector3(*child.element, "xyz");
}
void UrdfReader::read_attribute(const KnownChild& child, std::optional<std::array<Number, 2>>& to) {
  to = schema_.vector2(*child.element, "value");
}

template <class Force>
void UrdfReader::read_force_value(const KnownChild& child, Force& force) {
  schema_.open(*child.element, *child.row->row, child.place);
  read_element_field(child, force, [&](auto& value) { read_attribute(child, value); });
}

LinearSpringDamper UrdfReader::read_spring(const XmlElement& element, const Place& place) {
  LinearSpringDamper spring;
  for (const KnownChild& part : schema_.open(element, kSpring, place)) {
    if (part.row->row == &kAttachment1) {
      spring.link1 = read_attachment(part);
    } else if (part.row->row == &kAttachment2) {
      spring.link2 = read_attachment(part);
    } else {
      read_force_value(part, spring);
    }
  }
  return spring;
}

LinearSpringDamper UrdfReader::read_nested_spring(const XmlElement& element, const Place& place) {
  LinearSpringDamper spring;
  spring.nested = true;
  for (const KnownChild& nested : schema_.open(element, kNestedSpringElement, place)) {
    for (const KnownChild& part : schema_.open(*nested.element, kNestedSpring, nested.place)) {
      (part.row->row == &kAttachment1 ? spring.link1 : spring.link2) = read_attachment(part);
    }
    read_fields(schema_, *nested.element, spring);
  }
  return spring;
}

Wing UrdfReader::read_wing(const XmlElement& element, const Place& place) {
  Wing wing;
  for (const KnownChild& part : schema_.open(element, kWing, place)) {
    if (part.row->row == &kOrigin) {
      wing.origin = read_origin(part);
      continue;
    }
    read_force_value(part, wing);
    if (part.row->slot == Slot::parent) wing.parent = link_ref(*part.element, "link");
  }
  return wing;
}

Thrust UrdfReader::read_thrust(const XmlElement& element, const Place& place) {
  Thrust thrust;
  for (const KnownChild& part : schema_.open(element, kThrust, place)) {
    if (part.row->row == &kOrigin) {
      thrust.origin = read_origin(part);
      continue;
    }
    read_force_value(part, thrust);
    if (part.row->slot == Slot::parent) thrust.parent = link_ref(*part.element, "link");
  }
  return thrust;
}

}  // namespace romas::urdf
