// Control and simulation: transmissions, sensors, <gazebo> and <ros2_control>.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/values/number.h"
#include "ir/values/provenance.h"
#include "ir/values/ref.h"
#include "ir/values/transform_expr.h"
#include "support/sources/source_manager.h"

namespace romas {

struct TransmissionJoint {
  JointRef joint;
  std::vector<std::string> hardware_interfaces;
  std::optional<std::string> role;
  std::optional<Number> offset, mechanical_reduction;
  Provenance range;
  friend bool operator==(const TransmissionJoint&, const TransmissionJoint&) = default;
};
struct TransmissionActuator {
  std::string name;
  std::vector<std::string> hardware_interfaces;
  std::optional<std::string> role;
  std::optional<Number> mechanical_reduction;
  Provenance range;
  friend bool operator==(const TransmissionActuator&, const TransmissionActuator&) = default;
};
struct Transmission {
  std::optional<std::string> name;
  std::optional<std::string> type;
  bool type_is_attribute = false;  // type="…" (PR2, Drake) rather than <type>…</type>
  std::vector<TransmissionJoint> joints;
  std::vector<TransmissionActuator> actuators;
  std::optional<Number> mechanical_reduction;  // of the whole transmission
  Provenance range, name_range;
  friend bool operator==(const Transmission&, const Transmission&) = default;
};

struct CameraSensor {
  std::optional<Number> width, height, hfov, near, far;  // pixels, rad, m
  std::optional<std::string> format;
  friend bool operator==(const CameraSensor&, const CameraSensor&) = default;
};
struct RayScan {
  std::optional<Number> samples, resolution, min_angle, max_angle;  // rad
  friend bool operator==(const RayScan&, const RayScan&) = default;
};
struct RaySensor {
  std::optional<RayScan> horizontal, vertical;
  friend bool operator==(const RaySensor&, const RaySensor&) = default;
};
struct Sensor {
  std::string name;
  std::optional<std::string> type;  // camera, ray, imu, magnetometer, gps, force_torque, contact, sonar,
                                    // rfid, rfidtag, or a dialect's
  std::optional<std::string> id;
  std::optional<Number> update_rate;  // Hz
  std::optional<LinkRef> parent_link;
  std::optional<JointRef> parent_joint;
  TransformExpr origin;  // pose of the sensor in its link
  std::optional<CameraSensor> camera;
  std::optional<RaySensor> ray;
  Provenance range, name_range, type_range, format_range;
  friend bool operator==(const Sensor&, const Sensor&) = default;
};

// The properties of <gazebo> elements that the model knows (gazebo_properties.def holds name, scope and type
// of each).
enum class GazeboProperty : std::uint8_t {
#define GAZEBO_PROPERTY(enumerator, name, scope, type) enumerator,
#include "ir/words/gazebo_properties.def"
#undef GAZEBO_PROPERTY
};
enum class GazeboScope : std::uint8_t { robot, link, joint };
enum class GazeboType : std::uint8_t { boolean, number, vector3, text };
struct GazeboPropertyInfo {
  GazeboProperty property;
  std::string_view name;
  GazeboScope scope;
  GazeboType type;
};
const GazeboPropertyInfo& gazebo_property_info(GazeboProperty property);
const GazeboPropertyInfo* find_gazebo_property(std::string_view name);

struct GazeboValue {
  GazeboProperty property{};
  std::variant<bool, Number, Number3, std::string> value;
  std::string spelling;       // of a boolean or text as written ("1", "true")
  bool is_attribute = false;  // <mu1 value="0.2"/> rather than <mu1>0.2</mu1>
  Provenance range;
  friend bool operator==(const GazeboValue& a, const GazeboValue& b) {
    return a.property == b.property && a.value == b.value;
  }
};
// One <gazebo> element: properties, and everything else (plugins, sensors) as extensions at Place{gazebo,
// index}.
struct Gazebo {
  std::optional<std::string> reference;  // name of a link or joint; absent: the robot
  LinkId link;                           // what the reference was resolved to (Model::referred)
  JointId joint;
  std::vector<GazeboValue> values;
  Provenance range, reference_range;
  friend bool operator==(const Gazebo& a, const Gazebo& b) {
    return a.reference == b.reference && a.values == b.values;
  }
};

struct Ros2Parameter {
  std::string name, value;
  Provenance range, value_range{};
  friend bool operator==(const Ros2Parameter&, const Ros2Parameter&) = default;
};
struct Ros2Interface {
  std::string name;
  std::vector<Ros2Parameter> parameters;
  Provenance range;
  friend bool operator==(const Ros2Interface&, const Ros2Interface&) = default;
};
struct Ros2Component {
  enum class Kind : std::uint8_t { joint, sensor, gpio } kind = Kind::joint;
  std::string name;
  JointId joint;  // of kind joint, where the robot has it
  std::vector<Ros2Interface> command_interfaces, state_interfaces;
  std::vector<Ros2Parameter> parameters;
  Provenance range, name_range;
  friend bool operator==(const Ros2Component& a, const Ros2Component& b) {
    return a.kind == b.kind && a.name == b.name && a.command_interfaces == b.command_interfaces &&
           a.state_interfaces == b.state_interfaces && a.parameters == b.parameters;
  }
};
struct Ros2Control {
  std::string name;
  std::optional<std::string> type;  // system, actuator, sensor
  std::optional<std::string> plugin;
  std::vector<Ros2Parameter> hardware_parameters;
  std::vector<Ros2Component> components;
  Provenance range, name_range, plugin_range;
  friend bool operator==(const Ros2Control&, const Ros2Control&) = default;
};

}  // namespace romas
