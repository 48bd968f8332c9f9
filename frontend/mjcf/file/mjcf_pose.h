// Poses of MJCF: a position and one of five ways to say an orientation.
#pragma once

#include "frontend/mjcf/file/compiler_settings.h"
#include "frontend/xml/schema/schema_reader.h"
#include "ir/values/transform_expr.h"

namespace romas::mjcf {

// The pose of an element in the frame around it, from pos and quat, axisangle, xyaxes, zaxis or euler. The
// numbers stay as they are written where the Model has the same form: quaternions, and angles about the fixed
// axes x, y, z. What is wrong is reported.
TransformExpr read_pose(const XmlElement& element, const CompilerSettings& settings, SchemaReader& schema);

// A line between two points: its middle, with z from the second to the first, as MuJoCo turns it.
struct FromTo {
  RigidTransform X;
  double half_length = 0;  // m
};
// The pose and length of a fromto attribute. Nothing where there is none, or, reported, where it is wrong.
std::optional<FromTo> read_from_to(const XmlElement& element, SchemaReader& schema);

// first * second, without a node for a pose that is absent.
TransformExpr composed(const TransformExpr& first, const TransformExpr& second);

// The rotation of three angles (in the unit of the settings) by their sequence.
Matrix3 rotation_from_euler(const std::array<double, 3>& angles, const CompilerSettings& settings);

// The least rotation that turns z to a direction, as MuJoCo finds it (mjuu_z2quat): about z × direction.
Matrix3 rotation_of_z_to(const Vector3& direction);

}  // namespace romas::mjcf
