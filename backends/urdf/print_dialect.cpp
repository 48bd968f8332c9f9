// The elements of Drake's dialect: frames, loop joints, force elements.
#include "backends/urdf/urdf_printer.h"
#include "ir/analysis/loads/airfoil.h"
#include "ir/model/no_limit.h"
#include "ir/model/transmission_fields.h"

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
    airfoil->form.kind == ForceForm::Kind::typed ? wing(*airfoil, place) : nested_wing(*airfoil, place);
  } else {
    const auto& thruster = std::get<Thrust>(element.force);
    thruster.form.kind == ForceForm::Kind::typed ? thrust(thruster, place) : nested_thrust(thruster, place);
  }
  xml_.end();
}

// <name value="…"/>
template <class Force>
void UrdfPrinter::force_value(const Force& force, const Child& child, const Place& place) {
  element_field(force, child,
                [&](std::string_view name, std::string_view value, std::string_view attribute_name) {
                  value_element(name, value, place, attribute_name);
                });
}

void UrdfPrinter::spring(const LinearSpringDamper& spring, const Place& place) {
  attribute("type", std::string_view("LinearSpringDamper"));
  foreign_attributes(place);
  Children parts = {{Slot::link1}, {Slot::link2}};
  add_element_fields(parts, spring);
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::link1) attachment("link1", spring.link1, at, Slot::link1_origin);
    if (child.slot == Slot::link2) attachment("link2", spring.link2, at, Slot::link2_origin);
    force_value(spring, child, at);
  });
}

void UrdfPrinter::nested_spring(const LinearSpringDamper& spring, const Place& place) {
  foreign_attributes(place);
  children(place, {{Slot::force_value}}, [&](const Child&, const Place& inner) {
    begin("linear_spring_damper", inner);
    fields(spring, inner);
    foreign_attributes(inner);
    children(inner, {{Slot::link1}, {Slot::link2}}, [&](const Child& child, const Place& at) {
      if (child.slot == Slot::link1) attachment("link1", spring.link1, at, Slot::link1_origin);
      if (child.slot == Slot::link2) attachment("link2", spring.link2, at, Slot::link2_origin);
    });
    xml_.end();
  });
}

void UrdfPrinter::wing(const Wing& wing, const Place& place) {
  Wing written = wing;
  if (names_profile_file(wing.profile)) written.profile = rebase_path(wing.profile, options_);
  attribute("type", std::string_view("Wing"));
  foreign_attributes(place);
  Children parts = {{Slot::parent}};
  if (has_origin(wing.origin)) parts.push_back({Slot::origin});
  add_element_fields(parts, wing);
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::parent) link_reference("parent", wing.parent, at);
    if (child.slot == Slot::origin) origin(wing.origin, at);
    force_value(written, child, at);
  });
}

void UrdfPrinter::thrust(const Thrust& thrust, const Place& place) {
  attribute("type", std::string_view("Thrust"));
  foreign_attributes(place);
  Children parts = {{Slot::parent}};
  if (has_origin(thrust.origin)) parts.push_back({Slot::origin});
  add_element_fields(parts, thrust);
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::parent) link_reference("parent", thrust.parent, at);
    if (child.slot == Slot::origin) origin(thrust.origin, at);
    force_value(thrust, child, at);
  });
}

void UrdfPrinter::nested_wing(const Wing& wing, const Place& place) {
  Wing written = wing;
  if (names_profile_file(wing.profile)) written.profile = rebase_path(wing.profile, options_);
  foreign_attributes(place);
  children(place, {{Slot::force_value}}, [&](const Child&, const Place& inner) {
    begin("wing", inner);
    fields(written, inner);
    foreign_attributes(inner);
    Children parts = {{Slot::parent}};
    if (has_origin(wing.origin)) parts.push_back({Slot::origin});
    children(inner, parts, [&](const Child& child, const Place& at) {
      if (child.slot == Slot::parent) link_reference("parent", wing.parent, at);
      if (child.slot == Slot::origin) origin(wing.origin, at);
    });
    xml_.end();
  });
}

void UrdfPrinter::nested_thrust(const Thrust& thrust, const Place& place) {
  const bool turns = thrust.form.kind == ForceForm::Kind::propellor;
  foreign_attributes(place);
  children(place, {{Slot::force_value}}, [&](const Child&, const Place& inner) {
    begin(turns ? "propellor" : "thrust", inner);
    if (thrust.limits) {
      const auto& [lower, upper] = *thrust.limits;
      if (!means_no_limit(lower)) attribute("lower_limit", lower);
      if (!means_no_limit(upper)) attribute("upper_limit", upper);
    }
    attribute(turns ? "scale_factor_thrust" : "scale_factor", thrust.scale_factor);
    foreign_attributes(inner);
    Children parts = {{Slot::parent}};
    if (has_origin(thrust.origin)) parts.push_back({Slot::origin});
    if (thrust.direction) parts.push_back({Slot::axis});
    children(inner, parts, [&](const Child& child, const Place& at) {
      if (child.slot == Slot::parent) link_reference("parent", thrust.parent, at);
      if (child.slot == Slot::origin) origin(thrust.origin, at);
      if (child.slot == Slot::axis) axis({*thrust.direction, {}, {}}, at);
    });
    xml_.end();
  });
}

}  // namespace romas::urdf
