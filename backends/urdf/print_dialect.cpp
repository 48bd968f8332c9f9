// The elements of Drake's dialect: frames, loop joints, force elements.
#include "backends/urdf/urdf_printer.h"

namespace romas::urdf {

void UrdfPrinter::frame(std::size_t index) {
  const Frame& frame = model_.frames[index];
  const Place place = entity_place(EntityKind::frame, index);
  begin("frame", place);
  attribute("name", std::string_view(frame.name));
  attribute("link", std::string_view(frame.link.name));
  pose_attributes(frame.origin);
  finish(place);
}

void UrdfPrinter::loop_joint(std::size_t index) {
  const LoopJoint& joint = model_.loop_joints[index];
  const Place place = entity_place(EntityKind::loop_joint, index);
  begin("loop_joint", place);
  attribute("name", std::string_view(joint.name));
  attribute("type", to_string(joint.type));
  foreign_attributes(place);
  Children parts = {{Slot::link1}, {Slot::link2}};
  if (joint.axis) parts.push_back({Slot::axis});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::link1) attachment("link1", joint.link1, at, Slot::link1_origin);
    if (child.slot == Slot::link2) attachment("link2", joint.link2, at, Slot::link2_origin);
    if (child.slot == Slot::axis) axis(*joint.axis, at);
  });
  xml_.end();
}

void UrdfPrinter::attachment(std::string_view element, const Attachment& attachment, const Place& place,
                             Slot origin_slot) {
  begin(element, place);
  attribute("link", std::string_view(attachment.link.name));
  const bool as_element = attachment.origin_is_element && has_origin(attachment.origin);
  if (!as_element) pose_attributes(attachment.origin);
  foreign_attributes(place);
  Children parts;
  if (as_element) parts.push_back({origin_slot});
  children(place, parts, [&](const Child&, const Place& at) { origin(attachment.origin, at); });
  xml_.end();
}

void UrdfPrinter::force_element(std::size_t index) {
  const ForceElement& element = model_.force_elements[index];
  const Place place = entity_place(EntityKind::force_element, index);
  begin("force_element", place);
  attribute("name", std::string_view(element.name));
  if (const auto* damper = std::get_if<LinearSpringDamper>(&element.force)) {
    damper->nested ? nested_spring(*damper, place) : spring(*damper, place);
  } else if (const auto* airfoil = std::get_if<Wing>(&element.force)) {
    wing(*airfoil, place);
  } else {
    thrust(std::get<Thrust>(element.force), place);
  }
  xml_.end();
}

void UrdfPrinter::spring(const LinearSpringDamper& spring, const Place& place) {
  attribute("type", std::string_view("LinearSpringDamper"));
  foreign_attributes(place);
  Children parts = {{Slot::link1}, {Slot::link2}};
  if (spring.rest_length) parts.push_back({Slot::force_value});
  if (spring.stiffness) parts.push_back({Slot::force_value2});
  if (spring.damping) parts.push_back({Slot::force_value3});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::link1) attachment("link1", spring.link1, at, Slot::link1_origin);
    if (child.slot == Slot::link2) attachment("link2", spring.link2, at, Slot::link2_origin);
    if (child.slot == Slot::force_value) value_element("rest_length", spring.rest_length->text(), at);
    if (child.slot == Slot::force_value2) value_element("stiffness", spring.stiffness->text(), at);
    if (child.slot == Slot::force_value3) value_element("damping", spring.damping->text(), at);
  });
}

void UrdfPrinter::nested_spring(const LinearSpringDamper& spring, const Place& place) {
  foreign_attributes(place);
  children(place, {{Slot::force_value}}, [&](const Child&, const Place& inner) {
    begin("linear_spring_damper", inner);
    attribute("rest_length", spring.rest_length);
    attribute("stiffness", spring.stiffness);
    attribute("damping", spring.damping);
    foreign_attributes(inner);
    children(inner, {{Slot::link1}, {Slot::link2}}, [&](const Child& child, const Place& at) {
      if (child.slot == Slot::link1) attachment("link1", spring.link1, at, Slot::link1_origin);
      if (child.slot == Slot::link2) attachment("link2", spring.link2, at, Slot::link2_origin);
    });
    xml_.end();
  });
}

void UrdfPrinter::wing(const Wing& wing, const Place& place) {
  attribute("type", std::string_view("Wing"));
  foreign_attributes(place);
  Children parts = {{Slot::parent}};
  if (has_origin(wing.origin)) parts.push_back({Slot::origin});
  parts.push_back({Slot::force_value});
  if (wing.chord) parts.push_back({Slot::force_value2});
  if (wing.span) parts.push_back({Slot::force_value3});
  if (wing.stall_angle) parts.push_back({Slot::force_value4});
  if (wing.nominal_speed) parts.push_back({Slot::force_value5});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::parent) link_reference("parent", wing.parent, at);
    if (child.slot == Slot::origin) origin(wing.origin, at);
    if (child.slot == Slot::force_value) value_element("profile", wing.profile, at);
    if (child.slot == Slot::force_value2) value_element("chord", wing.chord->text(), at);
    if (child.slot == Slot::force_value3) value_element("span", wing.span->text(), at);
    if (child.slot == Slot::force_value4) value_element("stall_angle", wing.stall_angle->text(), at);
    if (child.slot == Slot::force_value5) value_element("nominal_speed", wing.nominal_speed->text(), at);
  });
}

void UrdfPrinter::thrust(const Thrust& thrust, const Place& place) {
  attribute("type", std::string_view("Thrust"));
  foreign_attributes(place);
  Children parts = {{Slot::parent}};
  if (has_origin(thrust.origin)) parts.push_back({Slot::origin});
  if (thrust.direction) parts.push_back({Slot::force_value});
  if (thrust.scale_factor) parts.push_back({Slot::force_value2});
  if (thrust.limits) parts.push_back({Slot::force_value3});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::parent) link_reference("parent", thrust.parent, at);
    if (child.slot == Slot::origin) origin(thrust.origin, at);
    if (child.slot == Slot::force_value) {
      begin("direction", at);
      list_attribute("xyz", *thrust.direction);
      finish(at);
    }
    if (child.slot == Slot::force_value2) value_element("scaleFactor", thrust.scale_factor->text(), at);
    if (child.slot == Slot::force_value3) {
      begin("limits", at);
      list_attribute("value", *thrust.limits);
      finish(at);
    }
  });
}

}  // namespace romas::urdf
