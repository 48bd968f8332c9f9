#include "ir/fields.h"

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
    case Quantity::plain: return "1";
    case Quantity::angle: return "rad";
    case Quantity::length: return "m";
    case Quantity::mass: return "kg";
    case Quantity::inertia: return "kg*m^2";
  }
  return {};
}

}  // namespace romas
