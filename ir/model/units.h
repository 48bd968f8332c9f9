// Units and dimensions of the Romas language, and the words that its core form reserves. The printer and the
// parser of the core form share them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/model/model.h"

namespace romas {

// Exponents of the base quantities. Angle is a dimension of its own, so that degrees, radians and plain
// numbers are never mixed.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int angle = 0;
  int current = 0;

  bool plain() const { return *this == Dimension{}; }
  friend bool operator==(const Dimension&, const Dimension&) = default;
  friend Dimension operator*(const Dimension& a, const Dimension& b);
  friend Dimension operator/(const Dimension& a, const Dimension& b);
  friend Dimension power(const Dimension& base, int exponent);
};

struct Unit {
  std::string_view name;
  double numerator;  // one of this unit is numerator / denominator in SI
  double denominator;
  Dimension dimension;
};
std::span<const Unit> all_units();
const Unit* find_unit(std::string_view name);

// Dimension of a product of units as the tables below and the printer write them: "kg*m^2", "N*m*s/rad",
// "s^-1"; "1" is a plain number. Nothing if the text is no such product.
std::optional<Dimension> dimension_of(std::string_view units);
// The dimensions that have a name of their own in the language: "length", "m", "a length".
struct NamedDimension {
  std::string_view name;   // as a type
  std::string_view units;  // SI
  std::string_view described;
};
std::span<const NamedDimension> named_dimensions();
// The name of a dimension in messages: "a length", "an angle", "a plain number", else "a quantity in kg*m/s".
std::string describe(const Dimension& dimension);
// "m/s^2"; empty for plain numbers.
std::string si_units(const Dimension& dimension);
// The unit in which a number without one was most likely meant, where SI units (as above) are wanted. An
// angle is rarely more than a turn, and a part of a robot rarely longer than 20 m.
std::string_view probable_unit(std::string_view si_units, double number);

// The SI units of a joint's quantities; empty where the joint has no one motion (planar, floating, fixed,
// foreign): numbers there stand without units.
struct MotionUnits {
  std::string_view position, velocity, acceleration, jerk;
  std::string_view effort;      // force or torque
  std::string_view damping;     // effort per velocity; also of a safety controller's k_velocity
  std::string_view rate;        // velocity per position: k_position
  std::string_view armature;    // effort per acceleration
  std::string_view elasticity;  // effort per position
};
const MotionUnits& motion_units(JointType type);
// Units of a mimic's multiplier: those of the follower's position per those of the leader's. "1" for equal
// ones, empty where one of them is unknown.
std::string_view mimic_units(JointType follower, JointType leader);

// The SI units of a servo's property on a joint of this type: of two that are possible ("rad m") the joint's
// own. Empty for one that stands without units.
std::string_view servo_units(const ServoPropertyInfo& property, JointType type);

// The angle of a whole number of quarter turns is exact; radians of other angles are the nearest double to
// degrees * (π/180).
double radians_from_degrees(double degrees);

// True if a name must stand in quotes although it looks like an identifier: units and the words of
// expressions.
bool is_reserved_word(std::string_view word);
// Letter or underscore, then letters, digits, underscores (ASCII).
bool is_identifier(std::string_view text);

}  // namespace romas
