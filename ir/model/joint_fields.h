// The plain fields of what a joint holds.
#pragma once

#include "ir/model/fields.h"
#include "ir/model/joints.h"

namespace romas {

template <>
struct FieldsOf<JointLimit> {
  static constexpr auto kAll = std::tuple(
      Field("lower", &JointLimit::lower, Quantity::position, "radians or metres").called("a limit").bound(),
      Field("upper", &JointLimit::upper, Quantity::position, "radians or metres").called("a limit").bound(),
      Field("effort", &JointLimit::effort, Quantity::effort, "N m or N").called("the effort").not_negative(),
      Field("velocity", &JointLimit::velocity, Quantity::velocity, "rad/s or m/s")
          .called("the velocity")
          .not_negative(),
      Field("acceleration", &JointLimit::acceleration, Quantity::acceleration, "rad/s² or m/s²")
          .called("the acceleration")
          .not_negative()
          .of_dialect(12),
      Field("deceleration", &JointLimit::deceleration, Quantity::acceleration, "rad/s² or m/s²")
          .called("the deceleration")
          .not_negative()
          .of_dialect(12),
      Field("jerk", &JointLimit::jerk, Quantity::jerk, "rad/s³ or m/s³")
          .called("the jerk")
          .not_negative()
          .of_dialect(12),
      Field("stiffness", &JointLimit::stiffness, Quantity::elasticity,
            "how the stops spring back, N m/rad or N/m")
          .called("the stiffness of a stop")
          .not_negative()
          .outside_urdf(),
      Field("dissipation", &JointLimit::dissipation, Quantity::damping,
            "how the stops brake, N m s/rad or N s/m")
          .called("the dissipation of a stop")
          .not_negative()
          .outside_urdf());
};

template <>
struct FieldsOf<JointDynamics> {
  static constexpr auto kAll = std::tuple(
      Field("damping", &JointDynamics::damping, Quantity::damping,
            "N m s/rad or N s/m; Drake takes one for each degree of freedom")
          .called("the damping"),
      Field("friction", &JointDynamics::friction, Quantity::effort, "N m or N").called("the friction"),
      Field("armature", &JointDynamics::armature, Quantity::armature,
            "what the drive adds to the inertia, kg m² or kg")
          .called("the armature")
          .outside_urdf());
};

// All but the joint that is followed.
template <>
struct FieldsOf<JointMimic> {
  static constexpr auto kAll = std::tuple(
      Field("multiplier", &JointMimic::multiplier, Quantity::plain, "1 by default").or_else(1),
      Field("offset", &JointMimic::offset, Quantity::position, "radians or metres; 0 by default").or_else(0));
};

template <>
struct FieldsOf<JointSafetyController> {
  static constexpr auto kAll =
      std::tuple(Field("soft_lower_limit", &JointSafetyController::soft_lower_limit, Quantity::position,
                       "radians or metres")
                     .called("a soft limit")
                     .written_as("lower")
                     .bound(),
                 Field("soft_upper_limit", &JointSafetyController::soft_upper_limit, Quantity::position,
                       "radians or metres")
                     .called("a soft limit")
                     .written_as("upper")
                     .bound(),
                 Field("k_position", &JointSafetyController::k_position, Quantity::rate,
                       "how velocity is bounded near the soft limits, 1/s")
                     .called("k_position"),
                 Field("k_velocity", &JointSafetyController::k_velocity, Quantity::damping,
                       "how effort is bounded near the velocity bounds")
                     .called("k_velocity")
                     .always_there());
};

template <>
struct FieldsOf<JointCalibration> {
  static constexpr auto kAll = std::tuple(
      Field("reference_position", &JointCalibration::reference_position, Quantity::position,
            "radians or metres")
          .called("the reference position")
          .written_as("reference"),
      Field("rising", &JointCalibration::rising, Quantity::position, "where the reference switch rises")
          .called("the rising edge"),
      Field("falling", &JointCalibration::falling, Quantity::position, "where it falls")
          .called("the falling edge"));
};

}  // namespace romas
