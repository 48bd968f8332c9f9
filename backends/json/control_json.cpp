// Transmissions, sensors, simulation properties, ros2_control, Blocks and parts as JSON.
#include "backends/json/field_json.h"
#include "backends/json/model_json.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"
#include "ir/model/units.h"

namespace romas::json {

namespace {

void transmission(JsonWriter& json, const Transmission& transmission) {
  json.begin_object();
  field(json, "name", transmission.name);
  field(json, "type", transmission.type);
  json.key("joints");
  json.begin_array();
  for (const TransmissionJoint& joint : transmission.joints) {
    json.begin_object();
    json.field("name", joint.joint.name);
    strings(json, "hardware_interfaces", joint.hardware_interfaces);
    fields(json, joint);
    json.end_object();
  }
  json.end_array();
  json.key("actuators");
  json.begin_array();
  for (const TransmissionActuator& actuator : transmission.actuators) {
    json.begin_object();
    json.field("name", actuator.name);
    strings(json, "hardware_interfaces", actuator.hardware_interfaces);
    fields(json, actuator);
    json.end_object();
  }
  json.end_array();
  fields(json, transmission);
  json.end_object();
}

void scan(JsonWriter& json, std::string_view name, const std::optional<RayScan>& scan) {
  if (!scan) return;
  field_object(json, name, *scan);
}

void sensor(JsonWriter& json, const Sensor& sensor) {
  json.begin_object();
  json.field("name", sensor.name);
  field(json, "type", sensor.type);
  field(json, "id", sensor.id);
  field(json, "update_rate", sensor.update_rate);
  if (sensor.parent_link) json.field("parent_link", sensor.parent_link->name);
  if (sensor.parent_joint) json.field("parent_joint", sensor.parent_joint->name);
  pose(json, "origin", sensor.origin);
  if (sensor.camera) {
    json.key("camera");
    json.begin_object(kInline);
    fields(json, *sensor.camera);
    json.end_object();
  }
  if (sensor.ray) {
    json.key("ray");
    json.begin_object();
    scan(json, "horizontal", sensor.ray->horizontal);
    scan(json, "vertical", sensor.ray->vertical);
    json.end_object();
  }
  json.end_object();
}

struct GazeboValueWriter {
  JsonWriter& json;
  std::string_view name;
  void operator()(bool value) const { json.field(name, value); }
  void operator()(const Number& value) const { json.field(name, value.value()); }
  void operator()(const Number3& value) const { number_list(json, name, value); }
  void operator()(const std::string& value) const { json.field(name, value); }
};

void gazebo(JsonWriter& json, const Gazebo& gazebo) {
  json.begin_object();
  field(json, "reference", gazebo.reference);
  for (const GazeboValue& value : gazebo.values)
    std::visit(GazeboValueWriter{json, gazebo_property_info(value.property).name}, value.value);
  json.end_object();
}

void parameters(JsonWriter& json, const std::vector<Ros2Parameter>& parameters) {
  if (parameters.empty()) return;
  json.key("parameters");
  json.begin_array();
  for (const Ros2Parameter& parameter : parameters) {
    json.begin_object(kInline);
    json.field("name", parameter.name);
    json.field("value", parameter.value);
    json.end_object();
  }
  json.end_array();
}

void interfaces(JsonWriter& json, std::string_view name, const std::vector<Ros2Interface>& interfaces) {
  if (interfaces.empty()) return;
  json.key(name);
  json.begin_array();
  for (const Ros2Interface& interface : interfaces) {
    json.begin_object();
    json.field("name", interface.name);
    parameters(json, interface.parameters);
    json.end_object();
  }
  json.end_array();
}

void ros2_control(JsonWriter& json, const Ros2Control& control) {
  constexpr std::array<std::string_view, 3> kKinds = {"joint", "sensor", "gpio"};
  json.begin_object();
  json.field("name", control.name);
  field(json, "type", control.type);
  field(json, "plugin", control.plugin);
  parameters(json, control.hardware_parameters);
  json.key("components");
  json.begin_array();
  for (const Ros2Component& component : control.components) {
    json.begin_object();
    json.field("kind", kKinds[static_cast<std::size_t>(component.kind)]);
    json.field("name", component.name);
    interfaces(json, "command_interfaces", component.command_interfaces);
    interfaces(json, "state_interfaces", component.state_interfaces);
    parameters(json, component.parameters);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void contact(JsonWriter& json, const Contact& contact) {
  json.begin_object();
  pose(json, "pose", contact.pose);
  json.field("type", to_string(contact.type));
  json.field("rot_axis", to_string(contact.rot_axis));
  json.field("zero_axis", to_string(contact.zero_axis));
  json.end_object();
}

void block(JsonWriter& json, const Block& block) {
  json.begin_object();
  json.field("id", block.id);
  json.field("name", block.name);
  json.field("tag", block.tag);
  json.field("is_base", block.base());
  json.field("is_tool", block.tool());
  if (block.shape) {
    json.field("shape", block.shape->file);
    pose(json, "shape_pose", block.shape->pose);
  }
  field(json, "diffuse", block.diffuse);
  field(json, "normal", block.normal);
  field(json, "thumbnail", block.thumbnail);
  json.key("contacts");
  json.begin_array();
  for (const Contact& c : block.contacts) contact(json, c);
  json.end_array();
  field(json, "mass", block.mass);
  if (block.com) number_list(json, "com", *block.com);
  if (block.inertia) tensor(json, *block.inertia);
  json.end_object();
}

void part(JsonWriter& json, const Model& model, const Part& part) {
  json.begin_object();
  json.field("id", part.id);
  json.field("parent_id", part.parent_id);
  json.field("block", part.block.index());
  json.field("parent_contact", part.parent_contact);
  json.field("child_contact", part.child_contact);
  json.field("parent_matched_axis", to_string(part.parent_matched_axis));
  json.field("child_matched_axis", to_string(part.child_matched_axis));
  json.field("joint_type", to_string(part.joint_type));
  if (part.offset)
    json.field("offset", part.joint_type == PartJointType::revolute
                             ? radians_from_degrees(part.offset->value())
                             : part.offset->value());
  if (part.link) json.field("link", model.link(part.link).name);
  if (part.joint) json.field("joint", model.joint(part.joint).name);
  json.end_object();
}

template <class Store, class Write>
void list(JsonWriter& json, std::string_view name, const Store& store, Write write) {
  if (store.empty()) return;
  json.key(name);
  json.begin_array();
  for (const auto& entity : store) write(entity);
  json.end_array();
}

}  // namespace

void control(JsonWriter& json, const Model& model) {
  list(json, "transmissions", model.transmissions, [&](const Transmission& t) { transmission(json, t); });
  list(json, "sensors", model.sensors, [&](const Sensor& s) { sensor(json, s); });
  list(json, "gazebo", model.gazebos, [&](const Gazebo& g) { gazebo(json, g); });
  list(json, "ros2_control", model.ros2_controls, [&](const Ros2Control& r) { ros2_control(json, r); });
}

void modules(JsonWriter& json, const Model& model) {
  list(json, "blocks", model.blocks, [&](const Block& b) { block(json, b); });
  list(json, "parts", model.parts, [&](const Part& p) { part(json, model, p); });
}

}  // namespace romas::json
