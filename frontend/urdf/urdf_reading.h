// The readers of single elements of URDF, and the state that they share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/xml/schema/schema_reader.h"

namespace romas::urdf {

struct UrdfReading {
  explicit UrdfReading(FrontendContext& context)
      : sources(context.sources), schema(context.sources, context.diagnostics, model) {}
  UrdfReading(const UrdfReading&) = delete;
  UrdfReading& operator=(const UrdfReading&) = delete;

  SourceManager& sources;
  Model model;
  SchemaReader schema;
  std::vector<LayoutItem> order;  // of the robot's children
  // The inertia that Drake's actuators add along their joints. A joint may stand behind its actuator.
  struct Rotor {
    std::string joint;
    Number armature;
    SourceRange range;
  };
  std::vector<Rotor> rotors;
  std::vector<Ros2Control> misplaced_controls;  // within <gazebo>, where nothing reads them
  bool has_nameless_material = false;           // a material of the robot has the empty name

  // Adds the entity that was just stored to the order of the robot's entities.
  void place_entity(EntityKind kind, std::size_t index);
  // An <origin>; a pose, with its attributes on the element itself.
  TransformExpr read_origin(const KnownChild& child);
  TransformExpr read_pose(const XmlElement& element);
  // A link with a place in it, which stands on the element or in its <origin>.
  Attachment read_attachment(const KnownChild& child);
  LinkRef link_ref(const XmlElement& element, std::string_view attribute);
  JointRef joint_ref(const XmlElement& element, std::string_view attribute);
  std::string name_of(const XmlElement& element) const;
};

// Whether an element has a pose by position and angles as its attributes.
bool has_pose(const XmlElement& element);

// link_reader.cpp
void read_link(UrdfReading& in, const XmlElement& element);
void read_material(UrdfReading& in, const XmlElement& element);
// joint_reader.cpp
void read_joint(UrdfReading& in, const XmlElement& element);
// dialect_reader.cpp
void read_frame(UrdfReading& in, const XmlElement& element);
void read_loop_joint(UrdfReading& in, const XmlElement& element);
// force_reader.cpp
void read_force_element(UrdfReading& in, const XmlElement& element);
// control_reader.cpp
void read_transmission(UrdfReading& in, const XmlElement& element);
void read_ros2_control(UrdfReading& in, const XmlElement& element);
// Reports a <ros2_control> within `parent`, and what is wrong in it. It stays foreign content.
void report_misplaced_control(UrdfReading& in, const XmlElement& element, std::string_view parent);
// Reports the joints of such elements that the robot lacks, when all of its joints are read.
void check_misplaced_joints(UrdfReading& in);
// Gives the joints the armature of their drives, when all of both are read.
void set_armatures(UrdfReading& in);
// sensor_reader.cpp
void read_sensor(UrdfReading& in, const XmlElement& element);
// gazebo_reader.cpp
void read_gazebo(UrdfReading& in, const XmlElement& element);

}  // namespace romas::urdf
