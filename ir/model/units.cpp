#include "ir/model/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array kUnits = {
#define UNIT(name, numerator, denominator, length, mass, time, angle, current) \
  Unit{name, numerator, denominator, {length, mass, time, angle, current}},
#include "ir/model/units.def"
#undef UNIT
};

// Words that mean something within expressions, or begin something wherever they stand.
constexpr std::array<std::string_view, 19> kExpressionWords = {
    "true", "false", "if",     "then", "else",   "and",    "or",    "not", "in", "for",
    "let",  "fn",    "module", "use",  "import", "assert", "param", "pi",  "g0"};

}  // namespace

Dimension operator*(const Dimension& a, const Dimension& b) {
  return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle, a.current + b.current};
}
Dimension operator/(const Dimension& a, const Dimension& b) {
  return {a.length - b.length, a.mass - b.mass, a.time - b.time, a.angle - b.angle, a.current - b.current};
}
Dimension power(const Dimension& base, int exponent) {
  return {base.length * exponent, base.mass * exponent, base.time * exponent, base.angle * exponent,
          base.current * exponent};
}

std::span<const Unit> all_units() { return kUnits; }

const Unit* find_unit(std::string_view name) {
  if (name.empty() || name.size() > 4) return nullptr;  // no unit is longer
  const auto* found =
      std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& unit) { return unit.name == name; });
  return found == kUnits.end() ? nullptr : found;
}

std::optional<Dimension> dimension_of(std::string_view units) {
  Dimension result;
  if (units == "1") return result;
  bool divide = false;
  while (true) {
    const std::size_t end = std::min(units.find_first_of("*/"), units.size());
    std::string_view factor = units.substr(0, end);
    int exponent = 1;
    if (const auto caret = factor.find('^'); caret != std::string_view::npos) {
      const auto value = parse_integer(factor.substr(caret + 1));
      if (!value || *value < -9 || *value > 9) return std::nullopt;
      exponent = static_cast<int>(*value);
      factor = factor.substr(0, caret);
    }
    const Unit* unit = find_unit(factor);
    if (unit == nullptr) return std::nullopt;
    result = result * power(unit->dimension, divide ? -exponent : exponent);
    if (end == units.size()) return result;
    divide = units[end] == '/';
    units.remove_prefix(end + 1);
  }
}

namespace {

constexpr std::array kNamedDimensions = {
    NamedDimension{"real", "1", "a plain number"},
    NamedDimension{"length", "m", "a length"},
    NamedDimension{"angle", "rad", "an angle"},
    NamedDimension{"mass", "kg", "a mass"},
    NamedDimension{"time", "s", "a time"},
    NamedDimension{"force", "N", "a force"},
    NamedDimension{"torque", "N*m", "a torque"},
    NamedDimension{"velocity", "m/s", "a velocity"},
    NamedDimension{"angular_velocity", "rad/s", "an angular velocity"},
    NamedDimension{"acceleration", "m/s^2", "an acceleration"},
    NamedDimension{"angular_acceleration", "rad/s^2", "an angular acceleration"},
    NamedDimension{"inertia", "kg*m^2", "a moment of inertia"},
    NamedDimension{"density", "kg/m^3", "a density"},
    NamedDimension{"area", "m^2", "an area"},
    NamedDimension{"volume", "m^3", "a volume"},
    NamedDimension{"frequency", "Hz", "a frequency"},
    NamedDimension{"pressure", "Pa", "a pressure"},
    NamedDimension{"power", "N*m/s", "a power"},
    NamedDimension{"current", "A", "a current"},
    NamedDimension{"voltage", "V", "a voltage"},
    NamedDimension{"stiffness", "N/m", "a stiffness"},
    NamedDimension{"angular_stiffness", "N*m/rad", "an angular stiffness"},
    NamedDimension{"damping", "N*s/m", "a damping"},
    NamedDimension{"angular_damping", "N*m*s/rad", "an angular damping"},
};

}  // namespace

std::span<const NamedDimension> named_dimensions() { return kNamedDimensions; }

std::string describe(const Dimension& dimension) {
  for (const NamedDimension& named : kNamedDimensions)
    if (dimension_of(named.units) == dimension) return std::string(named.described);
  return concat("a quantity in ", si_units(dimension));
}

std::string_view probable_unit(std::string_view si_units, double number) {
  constexpr double kTurn = 2 * std::numbers::pi;  // rad
  constexpr double kLongest = 20;                 // m
  if (si_units == "rad" && std::abs(number) > kTurn) return "deg";
  return si_units == "m" && std::abs(number) > kLongest ? "mm" : si_units;
}

std::string si_units(const Dimension& dimension) {
  const std::array<std::pair<std::string_view, int>, 5> factors = {{{"kg", dimension.mass},
                                                                    {"m", dimension.length},
                                                                    {"rad", dimension.angle},
                                                                    {"s", dimension.time},
                                                                    {"A", dimension.current}}};
  const bool fraction =
      std::any_of(factors.begin(), factors.end(), [](const auto& factor) { return factor.second > 0; });
  std::string units;
  const auto append = [&](std::string_view sign, std::string_view name, int exponent) {
    if (!units.empty()) units.append(sign);
    units.append(name);
    if (exponent != 1) units.append(concat('^', exponent));
  };
  for (const auto& [name, exponent] : factors)
    if (exponent > 0 || (exponent < 0 && !fraction)) append("*", name, exponent);
  for (const auto& [name, exponent] : factors)
    if (exponent < 0 && fraction) append("/", name, -exponent);
  return units;
}

namespace {

enum class Motion : std::uint8_t { none, turn, shift };

Motion motion_of(JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::continuous:
    case JointType::screw:
    case JointType::universal:
    case JointType::ball: return Motion::turn;
    case JointType::prismatic: return Motion::shift;
    case JointType::fixed:
    case JointType::planar:
    case JointType::floating:
    case JointType::foreign: return Motion::none;
  }
  return Motion::none;
}

constexpr MotionUnits kNoUnits = {};
constexpr MotionUnits kTurnUnits = {"rad",       "rad/s", "rad/s^2", "rad/s^3", "N*m",
                                    "N*m*s/rad", "s^-1",  "kg*m^2",  "N*m/rad"};
constexpr MotionUnits kShiftUnits = {"m", "m/s", "m/s^2", "m/s^3", "N", "N*s/m", "s^-1", "kg", "N/m"};

}  // namespace

const MotionUnits& motion_units(JointType type) {
  switch (motion_of(type)) {
    case Motion::none: return kNoUnits;
    case Motion::turn: return kTurnUnits;
    case Motion::shift: return kShiftUnits;
  }
  return kNoUnits;
}

std::string_view mimic_units(JointType follower, JointType leader) {
  const Motion a = motion_of(follower);
  const Motion b = motion_of(leader);
  if (a == Motion::none || b == Motion::none) return {};
  if (a == b) return "1";
  return a == Motion::shift ? "m/rad" : "rad/m";
}

std::string_view servo_units(const ServoPropertyInfo& property, JointType type) {
  return property.values.find(' ') == std::string_view::npos ? property.values : motion_units(type).position;
}

double radians_from_degrees(double degrees) {
  const double quarters = degrees / 90.0;
  return quarters == std::round(quarters) ? quarters * (std::numbers::pi / 2)
                                          : degrees * (std::numbers::pi / 180.0);
}

bool is_reserved_word(std::string_view word) {
  return find_unit(word) != nullptr ||
         std::find(kExpressionWords.begin(), kExpressionWords.end(), word) != kExpressionWords.end();
}

bool is_identifier(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

}  // namespace romas
