// Turns the located elements of a URDF file into a Model, one element of the robot at a time.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/schema/schema_reader.h"

namespace romas::urdf {

class UrdfReader {
 public:
  explicit UrdfReader(FrontendContext& context);
  UrdfReader(const UrdfReader&) = delete;
  UrdfReader& operator=(const UrdfReader&) = delete;

  // The events of read_xml, in order.
  void begin_robot(const XmlElement& root);
  void read_child(const XmlElement& child);
  void read_comment(const XmlComment& comment, XmlZone zone);
  void end_robot(XmlElement root) { root_ = std::move(root); }
  // The steps that need the whole file.
  void finish();

  // True if the root element is a robot.
  bool is_robot() const { return is_robot_; }
  // True if only a part of the file was read because it exceeds the limits.
  bool incomplete() const { return full_; }
  Model take();

 private:
  void reserve(std::string_view text);
  bool within_limits(const XmlElement& child);
  void read_version(const XmlElement& root);
  void find_xacro_prefix(const XmlElement& root);
  void add_implicit_world();
  void record_robot_order();
  // Adds the entity that was just stored to the order of the robot's entities.
  void place_entity(EntityKind kind, std::size_t index);

  // link_reader.cpp
  void read_link(const XmlElement& element);
  void read_inertial(const KnownChild& child, Link& link);
  bool read_inertia(const KnownChild& child, InertiaTensor& inertia);
  // False if it has no readable geometry. It is then dropped with all its content.
  bool read_visual(const KnownChild& child, Link& link);
  bool read_collision(const KnownChild& child, Link& link);
  void forget_part(const Place& place, std::span<const Slot> slots, std::size_t extensions_before);
  bool read_geometry(const KnownChild& child, Geometry& geometry);
  bool read_shape(const KnownChild& child, Geometry& geometry);
  void read_visual_material(const KnownChild& child, Visual& visual);
  void read_material(const XmlElement& element);
  void report_empty_name(const XmlElement& material);
  std::optional<Color> read_color(const KnownChild& child);
  Texture read_texture(const KnownChild& child);

  // joint_reader.cpp
  void read_joint(const XmlElement& element);
  void read_joint_type(const XmlElement& element, Joint& joint);
  void read_joint_part(const KnownChild& child, Joint& joint);
  void read_dynamics(const KnownChild& child, Joint& joint);
  std::vector<Number> read_values_by_freedom(const KnownChild& child, std::string_view name,
                                             const Joint& joint);
  // The described fields of an element (ir/model/joint_fields.h), and where it stands.
  template <class Struct>
  Struct read_fields_of(const KnownChild& child);
  JointLimit read_limit(const KnownChild& child, const Joint& joint);
  JointMimic read_mimic(const KnownChild& child);
  JointSafetyController read_safety_controller(const KnownChild& child);
  JointCalibration read_calibration(const KnownChild& child);

  // dialect_reader.cpp
  void read_frame(const XmlElement& element);
  void read_loop_joint(const XmlElement& element);
  Attachment read_attachment(const KnownChild& child);
  void read_force_element(const XmlElement& element);
  LinearSpringDamper read_spring(const XmlElement& element, const Place& place);
  LinearSpringDamper read_nested_spring(const XmlElement& element, const Place& place);
  Wing read_nested_wing(const XmlElement& element, const Place& place);
  Thrust read_nested_thrust(const XmlElement& element, const Place& place);
  void report_force_type(const XmlElement& element, const std::optional<std::string>& type);
  template <class Force, class Read>
  void read_carrier(const XmlElement& element, const ElementRow& row, const Place& place, Force& force,
                    const Read& read);
  void check_wing_origin(const XmlElement& origin, bool of_wing);
  std::optional<std::array<Number, 2>> read_limits(const XmlText& text);
  std::optional<Number> limit_of(const XmlAttribute* attribute, const Number& none);
  Wing read_wing(const XmlElement& element, const Place& place);
  Thrust read_thrust(const XmlElement& element, const Place& place);
  // The value that an element has as its attribute.
  void read_attribute(const KnownChild& child, std::string& to);
  void read_attribute(const KnownChild& child, std::optional<Number>& to);
  void read_attribute(const KnownChild& child, std::optional<Number3>& to);
  void read_attribute(const KnownChild& child, std::optional<std::array<Number, 2>>& to);
  template <class Force>
  void read_force_value(const KnownChild& child, Force& force);

  // control_reader.cpp
  void read_transmission(const XmlElement& element);
  TransmissionJoint read_transmission_joint(const KnownChild& child);
  TransmissionActuator read_transmission_actuator(const KnownChild& child);
  void note_rotor(const XmlElement& actuator, const Transmission& transmission);
  void set_armatures();
  void read_ros2_control(const XmlElement& element);
  std::string read_text(const KnownChild& child);
  // The text of an element, as a value.
  void read_content(const KnownChild& child, std::optional<std::string>& to) { to = read_text(child); }
  void read_content(const KnownChild& child, std::optional<Number>& to);

  // sensor_reader.cpp
  void read_sensor(const XmlElement& element);
  void read_sensor_parent(const KnownChild& child, Sensor& sensor);
  void read_camera(const KnownChild& child, Sensor& sensor);
  RaySensor read_ray(const KnownChild& child);
  RayScan read_scan(const KnownChild& child);

  // gazebo_reader.cpp
  void read_gazebo(const XmlElement& element);
  void read_gazebo_child(const XmlElement& child, const Place& place, Gazebo& gazebo,
                         std::vector<LayoutItem>& items);
  bool read_gazebo_value(const XmlText& text, const GazeboPropertyInfo& info, GazeboValue& value);

  // shared: an <origin>, with its attributes on `element`
  TransformExpr read_origin(const KnownChild& child);
  TransformExpr read_pose(const XmlElement& element);
  LinkRef link_ref(const XmlElement& element, std::string_view attribute);
  JointRef joint_ref(const XmlElement& element, std::string_view attribute);
  std::string name_of(const XmlElement& element) const;

  FrontendContext& context_;
  Model model_;
  SchemaReader schema_;
  std::vector<LayoutItem> order_;  // of the robot's children
  std::string force_name_;         // of the force element that is read
  // Processing instructions in front of the robot and behind it; they move into it.
  std::vector<XmlComment> instructions_before_, instructions_behind_;
  // The inertia that Drake's actuators add along their joints. A joint may stand behind its actuator.
  struct Rotor {
    std::string joint;
    Number armature;
    SourceRange range;
  };
  std::vector<Rotor> rotors_;
  XmlElement root_;  // without its children
  bool is_robot_ = false;
  bool has_nameless_material_ = false;  // a material of the robot has the empty name
  bool full_ = false;                   // beyond the limits: nothing more is read
};

}  // namespace romas::urdf
