// Axes of joints: length, direction, and which coordinate axis is near.
#pragma once

#include <cmath>
#include <string>

#include "ir/model/model.h"
#include "ir/values/vector_of.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

// The joint moves along or about its axis. (Floating, ball and universal joints have none; a foreign type
// says its own.)
inline bool has_axis(JointType type) {
  return type == JointType::revolute || type == JointType::continuous || type == JointType::prismatic ||
         type == JointType::planar || type == JointType::screw;
}

inline Vector3 axis_vector(const JointAxis& axis) { return vector_of(axis.xyz); }

// The length, without overflow or underflow on the way.
inline double axis_length(const Vector3& axis) { return math::hypot(axis.x(), axis.y(), axis.z()); }

// Length 1. An axis with one component that is not zero becomes exactly ±1. Not for the zero vector.
inline Vector3 unit_axis(Vector3 axis) {
  axis /= axis.cwiseAbs().maxCoeff();
  return axis / axis_length(axis);
}

// The coordinate axis that the vector misses by at most `tolerance` of its length without being parallel to
// it; the zero vector if there is none.
inline Vector3 nearly_cardinal(const Vector3& axis, double tolerance) {
  int largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  Vector3 rest = axis;
  rest[largest] = 0;
  Vector3 cardinal = Vector3::Zero();
  if (rest != Vector3::Zero() && rest.cwiseAbs().maxCoeff() <= tolerance * std::abs(axis[largest]))
    cardinal[largest] = axis[largest] > 0 ? 1 : -1;
  return cardinal;
}

inline std::string axis_text(const Vector3& axis) {
  return concat(axis.x() + 0.0, " ", axis.y() + 0.0, " ", axis.z() + 0.0);
}

}  // namespace romas
