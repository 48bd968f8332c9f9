#include "frontend/servo/servo_units.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace romas {

namespace {

using enum ServoQuantity;
constexpr double kDegree = std::numbers::pi / 180;

constexpr std::array kUnits = {
    ServoUnit{"rad", angle, 1},
    ServoUnit{"deg", angle, kDegree},
    ServoUnit{"rev", angle, kFullTurn},
    ServoUnit{"count", angle, 1, true},
    ServoUnit{"rad/s", velocity, 1},
    ServoUnit{"deg/s", velocity, kDegree},
    ServoUnit{"rev/s", velocity, kFullTurn},
    ServoUnit{"rev/min", velocity, kFullTurn / 60},
    ServoUnit{"rpm", velocity, kFullTurn / 60},
    ServoUnit{"count/s", velocity, 1, true},
    ServoUnit{"rad/s^2", acceleration, 1},
    ServoUnit{"deg/s^2", acceleration, kDegree},
    ServoUnit{"rev/s^2", acceleration, kFullTurn},
    ServoUnit{"rev/min^2", acceleration, kFullTurn / 3600},
    ServoUnit{"count/s^2", acceleration, 1, true},
    ServoUnit{"A", current, 1},
    ServoUnit{"mA", current, 1e-3},
    ServoUnit{"N*m", torque, 1},
    ServoUnit{"mN*m", torque, 1e-3},
    ServoUnit{"Nm", torque, 1},
    ServoUnit{"mNm", torque, 1e-3},
    ServoUnit{"kgf*cm", torque, 0.0980665},
    ServoUnit{"V", voltage, 1},
    ServoUnit{"mV", voltage, 1e-3},
    ServoUnit{"s", time, 1},
    ServoUnit{"ms", time, 1e-3},
    ServoUnit{"us", time, 1e-6},
    ServoUnit{"1", ratio, 1},
    ServoUnit{"%", ratio, 1e-2},
    ServoUnit{"Hz", none, 1},
    ServoUnit{"kHz", none, 1e3},
    ServoUnit{"MHz", none, 1e6},
};

}  // namespace

std::span<const ServoUnit> all_servo_units() { return kUnits; }

const ServoUnit* find_servo_unit(std::string_view name) {
  const auto found =
      std::find_if(kUnits.begin(), kUnits.end(), [&](const ServoUnit& unit) { return unit.name == name; });
  return found == kUnits.end() ? nullptr : &*found;
}

std::string_view describe(ServoQuantity quantity) {
  constexpr std::array<std::string_view, 9> kWords = {"a rate",          "an angle",  "a velocity",
                                                      "an acceleration", "a current", "a torque",
                                                      "a voltage",       "a time",    "a part of the whole"};
  return kWords[static_cast<std::size_t>(quantity)];
}

}  // namespace romas
