// The plain fields of transmissions, of what they drive, and of force elements. In URDF each is an element.
#pragma once

#include "ir/model/control.h"
#include "ir/model/fields.h"
#include "ir/model/loops_and_forces.h"

namespace romas {

template <>
struct FieldsOf<TransmissionJoint> {
  static constexpr auto kAll =
      std::tuple(Field("role", &TransmissionJoint::role, Quantity::plain, "what it is to the mechanism")
                     .in_element("role", Slot::joint_role),
                 Field("offset", &TransmissionJoint::offset, Quantity::position, "radians or metres")
                     .called("the offset")
                     .or_else(0)
                     .in_element("offset", Slot::joint_offset),
                 Field("mechanical_reduction", &TransmissionJoint::mechanical_reduction, Quantity::plain,
                       "turns of the actuator for one of the joint")
                     .called("the reduction")
                     .written_as("reduction")
                     .or_else(1)
                     .in_element("mechanicalReduction", Slot::mechanical_reduction));
};

template <>
struct FieldsOf<TransmissionActuator> {
  static constexpr auto kAll =
      std::tuple(Field("role", &TransmissionActuator::role, Quantity::plain, "what it is to the mechanism")
                     .in_element("role", Slot::joint_role),
                 Field("mechanical_reduction", &TransmissionActuator::mechanical_reduction, Quantity::plain,
                       "turns of the actuator for one of the joint")
                     .called("the reduction")
                     .written_as("reduction")
                     .in_element("mechanicalReduction", Slot::mechanical_reduction));
};

// All but its name, its type, and what it drives.
template <>
struct FieldsOf<Transmission> {
  static constexpr auto kAll = std::tuple(Field("mechanical_reduction", &Transmission::mechanical_reduction,
                                                Quantity::plain, "turns of the actuator for one of the joint")
                                              .called("the reduction")
                                              .written_as("reduction")
                                              .in_element("mechanicalReduction", Slot::mechanical_reduction));
};

// All but the two ends. In the nested form the fields are attributes.
template <>
struct FieldsOf<LinearSpringDamper> {
  static constexpr auto kAll = std::tuple(
      Field("rest_length", &LinearSpringDamper::rest_length, Quantity::length, "metres; 0 by default")
          .called("the rest length")
          .in_element("rest_length", Slot::force_value),
      Field("stiffness", &LinearSpringDamper::stiffness, Quantity::stiffness, "N/m; 0 by default")
          .called("the stiffness")
          .in_element("stiffness", Slot::force_value2),
      Field("damping", &LinearSpringDamper::damping, Quantity::spring_damping, "N s/m; 0 by default")
          .called("the damping")
          .in_element("damping", Slot::force_value3));
};

// All but the link that carries it and its pose there.
template <>
struct FieldsOf<Wing> {
  static constexpr auto kAll =
      std::tuple(Field("profile", &Wing::profile, Quantity::plain, "a NACA name, 'flat plate' or a file")
                     .in_element("profile", Slot::force_value),
                 Field("chord", &Wing::chord, Quantity::length, "metres")
                     .called("the chord")
                     .always_there()
                     .in_element("chord", Slot::force_value2),
                 Field("span", &Wing::span, Quantity::length, "metres")
                     .called("the span")
                     .always_there()
                     .in_element("span", Slot::force_value3),
                 Field("stall_angle", &Wing::stall_angle, Quantity::degrees, "degrees")
                     .called("the stall angle")
                     .always_there()
                     .in_element("stall_angle", Slot::force_value4),
                 Field("nominal_speed", &Wing::nominal_speed, Quantity::speed, "m/s")
                     .called("the nominal speed")
                     .always_there()
                     .in_element("nominal_speed", Slot::force_value5));
};

// All but the link that carries it and its pose there.
template <>
struct FieldsOf<Thrust> {
  static constexpr auto kAll = std::tuple(
      Field("direction", &Thrust::direction, Quantity::plain, "a unit vector in the frame of the parent link")
          .called("the direction")
          .always_there()
          .in_element("direction", Slot::force_value),
      Field("scale_factor", &Thrust::scale_factor, Quantity::force, "newtons for an input of 1")
          .called("the scale factor")
          .always_there()
          .in_element("scaleFactor", Slot::force_value2),
      Field("limits", &Thrust::limits, Quantity::plain, "the least and the greatest input")
          .called("a limit")
          .in_element("limits", Slot::force_value3));
};

}  // namespace romas
