#include "ir/model/fields.h"

#include <algorithm>

namespace romas {

std::string_view units_of(Quantity quantity, const MotionUnits& joint) {
  switch (quantity) {
    case Quantity::position: return joint.position;
    case Quantity::velocity: return joint.velocity;
    case Quantity::acceleration: return joint.acceleration;
    case Quantity::jerk: return joint.jerk;
    case Quantity::effort: return joint.effort;
    case Quantity::damping: return joint.damping;
    case Quantity::rate: return joint.rate;
    case Quantity::armature: return joint.armature;
    case Quantity::elasticity: return joint.elasticity;
    case Quantity::plain: return "1";
    case Quantity::angle: return "rad";
    case Quantity::length: return "m";
    case Quantity::mass: return "kg";
    case Quantity::inertia: return "kg*m^2";
    case Quantity::degrees: return "deg";
    case Quantity::speed: return "m/s";
    case Quantity::force: return "N";
    case Quantity::stiffness: return "N/m";
    case Quantity::spring_damping: return "N*s/m";
  }
  return {};
}

std::string unit_text(Quantity quantity, bool slides) {
  std::string text = " ";
  text += units_of(quantity, motion_units(slides ? JointType::prismatic : JointType::revolute));
  std::replace(text.begin(), text.end(), '*', ' ');
  return text;
}

}  // namespace romas
