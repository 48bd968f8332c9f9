// Sensors, transmissions, Gazebo properties and ros2_control.
#include "frontend/language/lower/described_fields.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

void lower_camera(LowerContext& c, const Statement& s, CameraSensor& camera) {
  c.check_body(s, "the camera", {});
  for (const Statement& property : s.body) take_property(c, property, camera);
}

void lower_ray(LowerContext& c, const Statement& s, RaySensor& ray) {
  c.check_body(s, "the ray sensor", {});
  for (const Statement& direction : s.body) {
    c.check_body(direction, concat("the ", direction.word(), " scan"), {});
    auto& scan = direction.word() == "horizontal" ? ray.horizontal : ray.vertical;
    if (!scan) scan.emplace();
    for (const Statement& property : direction.body) take_property(c, property, *scan);
  }
}

TransmissionJoint read_transmission_joint(LowerContext& c, const Statement& s) {
  TransmissionJoint joint;
  joint.joint = c.ref<JointRef>(s, "joint");
  joint.range = s.range;
  c.check_body(s, concat("joint '", joint.joint.name, "'"), {"interface"});
  for (const Statement& property : s.body) {
    if (property.word() == "interface")
      joint.hardware_interfaces.push_back(c.name(property, "interface").value_or(Binding()).text);
    if (property.word() == "role") joint.role = c.name(property, "role").value_or(Binding()).text;
    if (property.word() != "role" && property.word() != "offset") take_property(c, property, joint);
    if (property.word() != "offset") continue;
    const auto& expr = property.the<Expr>("offset");
    if (const auto offset = c.values.quantity(expr, "the offset")) {
      joint.offset = c.values.to_number(*offset);
      c.quantities.add({*offset, expr.range, joint.joint.name, std::nullopt, "the offset of this joint"});
    }
  }
  return joint;
}

TransmissionActuator read_actuator(LowerContext& c, const Statement& s) {
  TransmissionActuator actuator;
  actuator.name = c.names.prefix() + c.names.text(s.the<Name>("actuator"));
  actuator.range = s.range;
  c.check_body(s, concat("actuator '", actuator.name, "'"), {"interface"});
  for (const Statement& property : s.body) {
    if (property.word() == "interface")
      actuator.hardware_interfaces.push_back(c.name(property, "interface").value_or(Binding()).text);
    if (property.word() == "role")
      actuator.role = c.name(property, "role").value_or(Binding()).text;
    else
      take_property(c, property, actuator);
  }
  return actuator;
}

// NAME VALUE [as attribute]: the names are Gazebo's own.
void lower_gazebo_property(LowerContext& c, const Statement& s, Gazebo& gazebo) {
  const Name& written = s.the<Name>("");
  const GazeboPropertyInfo* info = find_gazebo_property(written.text);
  if (info == nullptr) {
    constexpr std::array kAll = {
#define GAZEBO_PROPERTY(enumerator, word, scope, type) std::string_view(word),
#include "ir/words/gazebo_properties.def"
#undef GAZEBO_PROPERTY
    };
    c.report(Rule::unknown_property, written.range,
             concat("a gazebo element has no property '", written.text, "'"))
        .nearest(written.text, kAll);
    return;
  }
  const Expr& expr = s.the<Expr>("", 1);
  const std::string what = concat("'", info->name, "'");
  GazeboValue value;
  value.property = info->property;
  value.is_attribute = s.find("attribute") != nullptr;
  value.range = s.range;
  switch (info->type) {
    case GazeboType::boolean:
      if (const auto flag = c.values.boolean(expr, what)) {
        value.value = *flag;
        value.spelling = *flag ? "true" : "false";
        gazebo.values.push_back(std::move(value));
      }
      break;
    case GazeboType::number:
      if (const auto number = c.values.number(expr, "1", what)) {
        value.value = *number;
        gazebo.values.push_back(std::move(value));
      }
      break;
    case GazeboType::vector3:
      if (const auto vector = c.values.number3(expr, "1", what)) {
        value.value = *vector;
        gazebo.values.push_back(std::move(value));
      }
      break;
    case GazeboType::text:
      if (const auto text = c.values.text(expr, what)) {
        value.value = value.spelling = *text;
        gazebo.values.push_back(std::move(value));
      }
      break;
  }
}

}  // namespace

void lower_sensor(LowerContext& c, const Statement& s) {
  Sensor sensor;
  c.names.declare(s, sensor);
  if (const auto type = c.name(s, ":")) {
    sensor.type = type->text;
    sensor.type_range = type->range;
  }
  for (const Argument& argument : s.arguments) {
    if (argument.label == "link" && sensor.parent_link)
      c.report_repeated(sensor.parent_link->range, argument.range, "on link");
    if (argument.label == "joint" && sensor.parent_joint)
      c.report_repeated(sensor.parent_joint->range, argument.range, "on joint");
    if (argument.label == "link") sensor.parent_link = c.ref<LinkRef>(s, "link");
    if (argument.label == "joint") sensor.parent_joint = c.ref<JointRef>(s, "joint");
  }
  c.check_body(s, concat("sensor '", sensor.name, "'"), {});
  for (const Statement& property : s.body) lower_sensor_property(c, property, sensor);
  c.model.sensors.push_back(std::move(sensor));
}

// Properties of an existing camera or ray that are not named stay.
void lower_sensor_property(LowerContext& c, const Statement& s, Sensor& sensor) {
  const std::string_view word = s.word();
  if (word == "at") sensor.origin = c.pose(s, "the pose of a sensor");
  if (word == "id") sensor.id = c.text(s, "id");
  if (word == "update_rate") sensor.update_rate = c.number(s, "update_rate", "Hz", "the update rate");
  if (word == "camera") lower_camera(c, s, sensor.camera ? *sensor.camera : sensor.camera.emplace());
  if (word == "ray") lower_ray(c, s, sensor.ray ? *sensor.ray : sensor.ray.emplace());
}

void lower_transmission(LowerContext& c, const Statement& s) {
  Transmission transmission;
  transmission.range = s.range;
  transmission.name_range = s.word_range();
  if (s.get<Name>("transmission") != nullptr) c.names.declare(s, transmission);
  if (const auto type = c.name(s, ":")) transmission.type = type->text;
  c.check_body(
      s,
      transmission.name ? concat("transmission '", *transmission.name, "'") : std::string("the transmission"),
      {"joint", "actuator"});
  for (const Statement& property : s.body) {
    if (property.word() == "joint") transmission.joints.push_back(read_transmission_joint(c, property));
    if (property.word() == "actuator") transmission.actuators.push_back(read_actuator(c, property));
    take_property(c, property, transmission);
    if (property.word() == "type") transmission.type_is_attribute = true;
  }
  c.model.transmissions.push_back(std::move(transmission));
}

void lower_gazebo(LowerContext& c, const Statement& s) {
  Gazebo gazebo;
  gazebo.range = s.range;
  gazebo.reference_range = s.word_range();
  if (const auto* reference = s.get<Name>("gazebo")) {
    // Gazebo ignores what refers to nothing, and the check of it says so, in instances as elsewhere.
    gazebo.reference = c.references.resolve_unchecked(*reference, EntityKind::robot);
    gazebo.reference_range = reference->range;
  }
  for (const Statement& property : s.body) lower_gazebo_property(c, property, gazebo);
  c.model.gazebos.push_back(std::move(gazebo));
}

// parameter NAME "VALUE"
Ros2Parameter read_parameter(LowerContext& c, const Statement& s) {
  return {c.names.text(s.the<Name>("parameter")), c.text(s, "parameter", 1), s.range};
}

namespace {

Ros2Interface read_interface(LowerContext& c, const Statement& s) {
  Ros2Interface result;
  result.name = c.names.text(s.the<Name>(s.word()));
  result.range = s.range;
  for (const Statement& property : s.body)
    if (property.word() == "parameter") result.parameters.push_back(read_parameter(c, property));
  return result;
}

Ros2Component read_component(LowerContext& c, const Statement& s) {
  using Kind = Ros2Component::Kind;
  Ros2Component component;
  component.kind = s.word() == "joint" ? Kind::joint : s.word() == "sensor" ? Kind::sensor : Kind::gpio;
  const Name& written = s.the<Name>(s.word());
  component.name = component.kind == Kind::joint ? c.references.resolve(written, EntityKind::joint)
                                                 : c.names.prefix() + c.names.text(written);
  component.name_range = written.range;
  component.range = s.range;
  for (const Statement& property : s.body) {
    if (property.word() == "command") component.command_interfaces.push_back(read_interface(c, property));
    if (property.word() == "state") component.state_interfaces.push_back(read_interface(c, property));
    if (property.word() == "parameter") component.parameters.push_back(read_parameter(c, property));
  }
  return component;
}

}  // namespace

void lower_ros2_control(LowerContext& c, const Statement& s) {
  Ros2Control control;
  c.names.declare(s, control);
  if (const auto type = c.name(s, ":")) control.type = type->text;
  c.check_body(s, concat("ros2_control '", control.name, "'"), {"parameter", "joint", "sensor", "gpio"});
  for (const Statement& property : s.body) {
    if (property.word() == "plugin") {
      control.plugin = c.text(property, "plugin");
    } else if (property.word() == "parameter") {
      control.hardware_parameters.push_back(read_parameter(c, property));
    } else {
      control.components.push_back(read_component(c, property));
    }
  }
  c.model.ros2_controls.push_back(std::move(control));
}

}  // namespace romas::language
