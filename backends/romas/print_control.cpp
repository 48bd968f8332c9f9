// Sensors, transmissions, Gazebo properties and ros2_control.
#include "backends/romas/romas_printer.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas {

void RomasPrinter::sensor(const Sensor& sensor) {
  std::string head = concat("sensor ", romas_name(sensor.name));
  if (sensor.type) head.append(" : ").append(romas_name(*sensor.type));
  if (sensor.parent_link) head.append(" on link ").append(romas_name(sensor.parent_link->name));
  if (sensor.parent_joint) head.append(" on joint ").append(romas_name(sensor.parent_joint->name));
  entity(head, [&] {
    pose(sensor.origin);
    if (sensor.id) property("id", romas_string(*sensor.id));
    quantity("update_rate", sensor.update_rate, "Hz");
    if (sensor.camera) {
      out_.line("camera {");
      const IndentedWriter::Scope inside(out_);
      quantities(*sensor.camera);
      if (sensor.camera->format) property("format", romas_string(*sensor.camera->format));
    }
    if (sensor.camera) out_.line('}');
    if (!sensor.ray) return;
    const auto scan = [this](std::string_view word, const std::optional<RayScan>& written) {
      if (!written) return;
      out_.line(word, " {");
      {
        const IndentedWriter::Scope inside(out_);
        quantities(*written);
      }
      out_.line('}');
    };
    out_.line("ray {");
    {
      const IndentedWriter::Scope inside(out_);
      scan("horizontal", sensor.ray->horizontal);
      scan("vertical", sensor.ray->vertical);
    }
    out_.line('}');
  });
}

// --- transmissions -----------------------------------------------------------------------------------------

void RomasPrinter::transmission(const Transmission& transmission) {
  std::string head = "transmission";
  if (transmission.name) head.append(" ").append(romas_name(*transmission.name));
  if (transmission.type) head.append(" : ").append(romas_name(*transmission.type));
  entity(head, [&] {
    if (transmission.type_is_attribute) out_.line("type as attribute;");
    for (const TransmissionJoint& joint : transmission.joints) transmission_joint(joint);
    for (const TransmissionActuator& actuator : transmission.actuators) transmission_actuator(actuator);
    quantities(transmission);
  });
}

void RomasPrinter::transmission_joint(const TransmissionJoint& joint) {
  entity(concat("joint ", romas_name(joint.joint.name)), [&] {
    for (const std::string& interface : joint.hardware_interfaces)
      property("interface", romas_name(interface));
    if (joint.role) property("role", romas_name(*joint.role));
    quantities(joint, joint.joint.id ? motion_units(model_.joint(joint.joint.id).type) : MotionUnits());
  });
}

void RomasPrinter::transmission_actuator(const TransmissionActuator& actuator) {
  entity(concat("actuator ", romas_name(actuator.name)), [&] {
    for (const std::string& interface : actuator.hardware_interfaces)
      property("interface", romas_name(interface));
    if (actuator.role) property("role", romas_name(*actuator.role));
    quantities(actuator);
  });
}

// --- Gazebo and ros2_control -------------------------------------------------------------------------------

void RomasPrinter::gazebo(const Gazebo& gazebo) {
  entity(gazebo.reference ? concat("gazebo ", romas_name(*gazebo.reference)) : std::string("gazebo"), [&] {
    for (const GazeboValue& value : gazebo.values) {
      std::string text;
      if (const auto* flag = std::get_if<bool>(&value.value)) text = *flag ? "true" : "false";
      if (const auto* number = std::get_if<Number>(&value.value)) text = romas_number(*number);
      if (const auto* vector = std::get_if<Number3>(&value.value)) text = romas_tuple(*vector, "1");
      if (const auto* words = std::get_if<std::string>(&value.value)) text = romas_string(*words);
      if (value.is_attribute) text.append(" as attribute");
      property(romas_name(gazebo_property_info(value.property).name), text);
    }
  });
}

void RomasPrinter::ros2_control(const Ros2Control& control) {
  std::string head = concat("ros2_control ", romas_name(control.name));
  if (control.type) head.append(" : ").append(romas_name(*control.type));
  entity(head, [&] {
    if (control.plugin) property("plugin", romas_string(*control.plugin));
    for (const Ros2Parameter& p : control.hardware_parameters) parameter(p);
    for (const Ros2Component& component : control.components) ros2_component(component);
  });
}

void RomasPrinter::ros2_component(const Ros2Component& component) {
  constexpr std::array<std::string_view, 3> kWords = {"joint", "sensor", "gpio"};
  entity(concat(kWords[static_cast<std::size_t>(component.kind)], " ", romas_name(component.name)), [&] {
    for (const Ros2Interface& interface : component.command_interfaces) ros2_interface("command", interface);
    for (const Ros2Interface& interface : component.state_interfaces) ros2_interface("state", interface);
    for (const Ros2Parameter& p : component.parameters) parameter(p);
  });
}

void RomasPrinter::ros2_interface(std::string_view word, const Ros2Interface& interface) {
  entity(concat(word, " ", romas_name(interface.name)), [&] {
    for (const Ros2Parameter& p : interface.parameters) parameter(p);
  });
}

void RomasPrinter::parameter(const Ros2Parameter& parameter) {
  property("parameter", concat(romas_name(parameter.name), " ", romas_string(parameter.value)));
}

}  // namespace romas
