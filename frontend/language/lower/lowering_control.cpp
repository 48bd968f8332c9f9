// Sensors, transmissions, Gazebo properties and ros2_control.
#include "frontend/language/lower/lowering_fields.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas::language {

void Lowering::sensor(const Statement& s) {
  Sensor sensor;
  Binding own = declared(s, "sensor");
  sensor.name = std::move(own.text);
  sensor.name_range = own.range;
  sensor.range = s.range;
  if (const auto type = name(s, ":")) {
    sensor.type = type->text;
    sensor.type_range = type->range;
  }
  for (const Argument& argument : s.arguments) {
    if (argument.label == "link" && sensor.parent_link)
      report_repeated(sensor.parent_link->range, argument.range, "on link");
    if (argument.label == "joint" && sensor.parent_joint)
      report_repeated(sensor.parent_joint->range, argument.range, "on joint");
    if (argument.label == "link") sensor.parent_link = ref<LinkRef>(s, "link");
    if (argument.label == "joint") sensor.parent_joint = ref<JointRef>(s, "joint");
  }
  check_body(s, concat("sensor '", sensor.name, "'"), {});
  for (const Statement& property : s.body) sensor_property(property, sensor);
  model_.sensors.push_back(std::move(sensor));
}

// Properties of an existing camera or ray that are not named stay.
void Lowering::sensor_property(const Statement& s, Sensor& sensor) {
  const std::string_view word = s.word();
  if (word == "at") sensor.origin = pose(s, "the pose of a sensor");
  if (word == "id") sensor.id = text(s, "id");
  if (word == "update_rate") sensor.update_rate = number(s, "update_rate", "Hz", "the update rate");
  if (word == "camera") camera(s, sensor.camera ? *sensor.camera : sensor.camera.emplace());
  if (word == "ray") ray(s, sensor.ray ? *sensor.ray : sensor.ray.emplace());
}

void Lowering::camera(const Statement& s, CameraSensor& camera) {
  check_body(s, "the camera", {});
  for (const Statement& property : s.body) take_property(property, camera);
}

void Lowering::ray(const Statement& s, RaySensor& ray) {
  check_body(s, "the ray sensor", {});
  for (const Statement& direction : s.body) {
    check_body(direction, concat("the ", direction.word(), " scan"), {});
    auto& scan = direction.word() == "horizontal" ? ray.horizontal : ray.vertical;
    if (!scan) scan.emplace();
    for (const Statement& property : direction.body) take_property(property, *scan);
  }
}

// --- transmissions -----------------------------------------------------------------------------------------

void Lowering::transmission(const Statement& s) {
  Transmission transmission;
  transmission.range = s.range;
  transmission.name_range = s.word_range();
  if (s.get<Name>("transmission") != nullptr) {
    Binding own = declared(s, "transmission");
    transmission.name = std::move(own.text);
    transmission.name_range = own.range;
  }
  if (const auto type = name(s, ":")) transmission.type = type->text;
  check_body(
      s,
      transmission.name ? concat("transmission '", *transmission.name, "'") : std::string("the transmission"),
      {"joint", "actuator"});
  for (const Statement& property : s.body) {
    if (property.word() == "joint") transmission.joints.push_back(transmission_joint(property));
    if (property.word() == "actuator") transmission.actuators.push_back(transmission_actuator(property));
    take_property(property, transmission);
    if (property.word() == "type") transmission.type_is_attribute = true;
  }
  model_.transmissions.push_back(std::move(transmission));
}

TransmissionJoint Lowering::transmission_joint(const Statement& s) {
  TransmissionJoint joint;
  joint.joint = ref<JointRef>(s, "joint");
  joint.range = s.range;
  check_body(s, concat("joint '", joint.joint.name, "'"), {"interface"});
  for (const Statement& property : s.body) {
    if (property.word() == "interface")
      joint.hardware_interfaces.push_back(name(property, "interface").value_or(Binding()).text);
    if (property.word() == "role") joint.role = name(property, "role").value_or(Binding()).text;
    if (property.word() != "role" && property.word() != "offset") take_property(property, joint);
    if (property.word() != "offset") continue;
    const auto& expr = property.the<Expr>("offset");
    if (const auto offset = evaluator_.quantity(expr, "the offset")) {
      joint.offset = evaluator_.to_number(*offset);
      delayed_.push_back({*offset, expr.range, joint.joint.name, std::nullopt, "the offset of this joint"});
    }
  }
  return joint;
}

TransmissionActuator Lowering::transmission_actuator(const Statement& s) {
  TransmissionActuator actuator;
  actuator.name = naming_.prefix + name_text(s.the<Name>("actuator"));
  actuator.range = s.range;
  check_body(s, concat("actuator '", actuator.name, "'"), {"interface"});
  for (const Statement& property : s.body) {
    if (property.word() == "interface")
      actuator.hardware_interfaces.push_back(name(property, "interface").value_or(Binding()).text);
    if (property.word() == "role")
      actuator.role = name(property, "role").value_or(Binding()).text;
    else
      take_property(property, actuator);
  }
  return actuator;
}

// --- Gazebo ------------------------------------------------------------------------------------------------

void Lowering::gazebo(const Statement& s) {
  Gazebo gazebo;
  gazebo.range = s.range;
  gazebo.reference_range = s.word_range();
  if (const auto* reference = s.get<Name>("gazebo")) {
    // Gazebo ignores what refers to nothing, and the check of it says so, in instances as elsewhere.
    const std::size_t known = references_.size();
    gazebo.reference = resolve(*reference, EntityKind::robot);
    references_.erase(references_.begin() + static_cast<std::ptrdiff_t>(known), references_.end());
    gazebo.reference_range = reference->range;
  }
  for (const Statement& property : s.body) gazebo_property(property, gazebo);
  model_.gazebos.push_back(std::move(gazebo));
}

// NAME VALUE [as attribute]: the names are Gazebo's own.
void Lowering::gazebo_property(const Statement& s, Gazebo& gazebo) {
  const Name& written = s.the<Name>("");
  const GazeboPropertyInfo* info = find_gazebo_property(written.text);
  if (info == nullptr) {
    constexpr std::array kAll = {
#define GAZEBO_PROPERTY(enumerator, word, scope, type) std::string_view(word),
#include "ir/words/gazebo_properties.def"
#undef GAZEBO_PROPERTY
    };
    report(Rule::unknown_property, written.range,
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
      if (const auto flag = evaluator_.boolean(expr, what)) {
        value.value = *flag;
        value.spelling = *flag ? "true" : "false";
        gazebo.values.push_back(std::move(value));
      }
      break;
    case GazeboType::number:
      if (const auto number = evaluator_.number(expr, "1", what)) {
        value.value = *number;
        gazebo.values.push_back(std::move(value));
      }
      break;
    case GazeboType::vector3:
      if (const auto vector = evaluator_.number3(expr, "1", what)) {
        value.value = *vector;
        gazebo.values.push_back(std::move(value));
      }
      break;
    case GazeboType::text:
      if (const auto text = evaluator_.text(expr, what)) {
        value.value = value.spelling = *text;
        gazebo.values.push_back(std::move(value));
      }
      break;
  }
}

// --- ros2_control ------------------------------------------------------------------------------------------

void Lowering::ros2_control(const Statement& s) {
  Ros2Control control;
  Binding own = declared(s, "ros2_control");
  control.name = std::move(own.text);
  control.name_range = own.range;
  control.range = s.range;
  if (const auto type = name(s, ":")) control.type = type->text;
  check_body(s, concat("ros2_control '", control.name, "'"), {"parameter", "joint", "sensor", "gpio"});
  for (const Statement& property : s.body) {
    if (property.word() == "plugin") {
      control.plugin = text(property, "plugin");
    } else if (property.word() == "parameter") {
      control.hardware_parameters.push_back(parameter(property));
    } else {
      control.components.push_back(ros2_component(property));
    }
  }
  model_.ros2_controls.push_back(std::move(control));
}

Ros2Component Lowering::ros2_component(const Statement& s) {
  using Kind = Ros2Component::Kind;
  Ros2Component component;
  component.kind = s.word() == "joint" ? Kind::joint : s.word() == "sensor" ? Kind::sensor : Kind::gpio;
  const Name& written = s.the<Name>(s.word());
  component.name = component.kind == Kind::joint ? resolve(written, EntityKind::joint)
                                                 : naming_.prefix + name_text(written);
  component.name_range = written.range;
  component.range = s.range;
  for (const Statement& property : s.body) {
    if (property.word() == "command") component.command_interfaces.push_back(ros2_interface(property));
    if (property.word() == "state") component.state_interfaces.push_back(ros2_interface(property));
    if (property.word() == "parameter") component.parameters.push_back(parameter(property));
  }
  return component;
}

Ros2Interface Lowering::ros2_interface(const Statement& s) {
  Ros2Interface result;
  result.name = name_text(s.the<Name>(s.word()));
  result.range = s.range;
  for (const Statement& property : s.body)
    if (property.word() == "parameter") result.parameters.push_back(parameter(property));
  return result;
}

// parameter NAME "VALUE"
Ros2Parameter Lowering::parameter(const Statement& s) {
  return {name_text(s.the<Name>("parameter")), text(s, "parameter", 1), s.range};
}

}  // namespace romas::language
