// Values that statements of several kinds have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/language/lower/lower_context.h"

namespace romas::language {

// The type of a joint. A misspelt type is taken as the one that differs by one letter, and any other wrong
// one as a foreign type, so that its limits give no further errors.
JointType read_joint_type(LowerContext& c, const TypeName& type, std::string& foreign_type);
std::optional<JointAxis> read_axis(LowerContext& c, const Statement& s);
// link1 NAME [at POSE] [as element]
Attachment read_attachment(LowerContext& c, const Statement& s);
// Nothing if a value is wrong: a size that was not written would give further errors.
std::optional<Geometry> read_geometry(LowerContext& c, const Statement& s);
// [material NAME] [color C] [texture T]
std::optional<MaterialUse> read_material_use(LowerContext& c, const Statement& s);
// inertia (ixx, iyy, izz)[, (ixy, ixz, iyz)]
std::optional<InertiaTensor> read_inertia(LowerContext& c, const Statement& s);
// parameter NAME "VALUE"
Ros2Parameter read_parameter(LowerContext& c, const Statement& s);
void lower_frame_property(LowerContext& c, const Statement& s, Frame& frame);
// The word of the statement that makes a spring, wing or thrust.
std::string_view force_word(const ForceElement& element);
void lower_force_property(LowerContext& c, const Statement& s, ForceElement& element);
// Properties of an existing camera or ray that are not named stay.
void lower_sensor_property(LowerContext& c, const Statement& s, Sensor& sensor);

}  // namespace romas::language
