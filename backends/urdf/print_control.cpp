// Transmissions, <gazebo> and sensors.
#include "backends/urdf/urdf_printer.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"

namespace romas::urdf {

// --- transmissions -----------------------------------------------------------------------------------------

void UrdfPrinter::transmission(std::size_t index) {
  const Transmission& transmission = model_.transmissions[index];
  const Place place = entity_place(EntityKind::transmission, index);
  begin("transmission", place);
  attribute("name", transmission.name);
  if (transmission.type_is_attribute) attribute("type", transmission.type);
  foreign_attributes(place);
  Children parts;
  if (transmission.type && !transmission.type_is_attribute) parts.push_back({Slot::type});
  for (std::uint32_t i = 0; i < transmission.joints.size(); ++i)
    parts.push_back({Slot::transmission_joint, i});
  for (std::uint32_t i = 0; i < transmission.actuators.size(); ++i)
    parts.push_back({Slot::transmission_actuator, i});
  add_element_fields(parts, transmission);
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::type) text_element("type", *transmission.type, at);
    if (child.slot == Slot::transmission_joint) transmission_joint(transmission.joints[child.index], at);
    if (child.slot == Slot::transmission_actuator)
      transmission_actuator(transmission.actuators[child.index], at);
    element_field(transmission, child, [&](std::string_view name, std::string_view value, std::string_view) {
      text_element(name, value, at);
    });
  });
  xml_.end();
}

void UrdfPrinter::transmission_joint(const TransmissionJoint& joint, const Place& place) {
  begin("joint", place);
  attribute("name", std::string_view(joint.joint.name));
  foreign_attributes(place);
  Children parts;
  for (std::uint32_t i = 0; i < joint.hardware_interfaces.size(); ++i)
    parts.push_back({Slot::hardware_interface, i});
  add_element_fields(parts, joint);
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::hardware_interface)
      text_element("hardwareInterface", joint.hardware_interfaces[child.index], at);
    element_field(joint, child, [&](std::string_view name, std::string_view value, std::string_view) {
      text_element(name, value, at);
    });
  });
  xml_.end();
}

void UrdfPrinter::transmission_actuator(const TransmissionActuator& actuator, const Place& place) {
  begin("actuator", place);
  attribute("name", std::string_view(actuator.name));
  foreign_attributes(place);
  Children parts;
  for (std::uint32_t i = 0; i < actuator.hardware_interfaces.size(); ++i)
    parts.push_back({Slot::hardware_interface, i});
  add_element_fields(parts, actuator);
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::hardware_interface)
      text_element("hardwareInterface", actuator.hardware_interfaces[child.index], at);
    element_field(actuator, child, [&](std::string_view name, std::string_view value, std::string_view) {
      text_element(name, value, at);
    });
  });
  xml_.end();
}

// --- gazebo ------------------------------------------------------------------------------------------------

void UrdfPrinter::gazebo(std::size_t index) {
  const Gazebo& gazebo = model_.gazebos[index];
  const Place place = entity_place(EntityKind::gazebo, index);
  begin("gazebo", place);
  attribute("reference", gazebo.reference);
  foreign_attributes(place);
  Children parts;
  for (std::uint32_t i = 0; i < gazebo.values.size(); ++i) parts.push_back({Slot::gazebo_property, i});
  children(place, parts,
           [&](const Child& child, const Place& at) { gazebo_value(gazebo.values[child.index], at); });
  xml_.end();
}

void UrdfPrinter::gazebo_value(const GazeboValue& value, const Place& place) {
  std::string text;
  if (!value.spelling.empty()) {
    text = value.spelling;
  } else if (const auto* boolean = std::get_if<bool>(&value.value)) {
    text = *boolean ? "true" : "false";
  } else if (const auto* number = std::get_if<Number>(&value.value)) {
    text = text_of(*number);
  } else if (const auto* vector = std::get_if<Number3>(&value.value)) {
    text = number_list_text(*vector, zero_sign());
  } else {
    text = std::get<std::string>(value.value);
  }
  const std::string_view name = gazebo_property_info(value.property).name;
  if (value.is_attribute) {
    value_element(name, text, place);
  } else {
    text_element(name, text, place);
  }
}

// --- sensors -----------------------------------------------------------------------------------------------

void UrdfPrinter::sensor(std::size_t index) {
  const Sensor& sensor = model_.sensors[index];
  const Place place = entity_place(EntityKind::sensor, index);
  begin("sensor", place);
  attribute("name", std::string_view(sensor.name));
  attribute("type", sensor.type);
  attribute("id", sensor.id);
  attribute("update_rate", sensor.update_rate);
  foreign_attributes(place);
  Children parts;
  if (sensor.parent_link || sensor.parent_joint) parts.push_back({Slot::parent});
  if (has_origin(sensor.origin)) parts.push_back({Slot::origin});
  if (sensor.camera) parts.push_back({Slot::camera});
  if (sensor.ray) parts.push_back({Slot::ray});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::parent) sensor_parent(sensor, at);
    if (child.slot == Slot::origin) origin(sensor.origin, at);
    if (child.slot == Slot::camera) camera(*sensor.camera, at);
    if (child.slot == Slot::ray) ray(*sensor.ray, at);
  });
  xml_.end();
}

void UrdfPrinter::sensor_parent(const Sensor& sensor, const Place& place) {
  begin("parent", place);
  if (sensor.parent_link) attribute("link", std::string_view(sensor.parent_link->name));
  if (sensor.parent_joint) attribute("joint", std::string_view(sensor.parent_joint->name));
  finish(place);
}

void UrdfPrinter::camera(const CameraSensor& camera, const Place& place) {
  begin("camera", place);
  foreign_attributes(place);
  const bool has_image = camera != CameraSensor{} || has_foreign(child_place(place, Slot::camera_image));
  children(place, {{Slot::camera_image, 0, !has_image}}, [&](const Child&, const Place& at) {
    begin("image", at);
    fields(camera, at);
    finish(at);
  });
  xml_.end();
}

void UrdfPrinter::ray(const RaySensor& ray, const Place& place) {
  begin("ray", place);
  foreign_attributes(place);
  Children parts;
  if (ray.horizontal) parts.push_back({Slot::ray_horizontal});
  if (ray.vertical) parts.push_back({Slot::ray_vertical});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::ray_horizontal) scan("horizontal", *ray.horizontal, at);
    if (child.slot == Slot::ray_vertical) scan("vertical", *ray.vertical, at);
  });
  xml_.end();
}

void UrdfPrinter::scan(std::string_view element, const RayScan& scan, const Place& place) {
  begin(element, place);
  fields(scan, place);
  finish(place);
}

}  // namespace romas::urdf
