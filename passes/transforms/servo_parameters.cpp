// Registers, modes and units by their names in <ros2_control>, as in the sources of the drivers.
#include "passes/transforms/servo_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ir/servo/conversion.h"
#include "passes/transforms/servo_sources.h"
#include "support/text/text.h"

namespace romas {

namespace {

struct Register {
  std::string_view name;  // in lower case, words separated by spaces
  ServoProperty property;
};
constexpr std::array kRegisters = {
    Register{"id", ServoProperty::id},
    Register{"position p gain", ServoProperty::p_gain},
    Register{"position i gain", ServoProperty::i_gain},
    Register{"position d gain", ServoProperty::d_gain},
    Register{"profile velocity", ServoProperty::profile_velocity},
    Register{"profile acceleration", ServoProperty::profile_acceleration},
    Register{"homing offset", ServoProperty::homing_offset},
    Register{"return delay time", ServoProperty::return_delay},
    Register{"current limit", ServoProperty::current_limit},
    Register{"velocity limit", ServoProperty::velocity_limit},
    Register{"acceleration limit", ServoProperty::acceleration_limit},
    Register{"torque limit", ServoProperty::torque_limit},
    Register{"pwm limit", ServoProperty::pwm_limit},
    Register{"goal current", ServoProperty::goal_current},
};

struct Mode {
  long long code;
  ServoMode mode;
};
// Operating Mode of Protocol 2.0.
constexpr std::array kModes = {Mode{0, ServoMode::current},          Mode{1, ServoMode::velocity},
                               Mode{3, ServoMode::position},         Mode{4, ServoMode::extended_position},
                               Mode{5, ServoMode::current_position}, Mode{16, ServoMode::pwm}};
constexpr double kLargestReading = 1e9;
constexpr long long kReverseBit = 1, kTimeProfileBit = 4;  // of Drive Mode

}  // namespace

std::optional<long long> ServoParameters::whole(const Ros2Parameter& parameter) {
  const auto value = parse_integer(trim(parameter.value));
  if (!value)
    skip_(value_place(parameter), concat("has '", trim(parameter.value), "' as parameter '", parameter.name,
                                         "', which takes a whole number"));
  return value;
}

std::optional<double> ServoParameters::number(const Ros2Parameter& parameter) {
  const auto value = parse_double(trim(parameter.value));
  if (!value)
    skip_(value_place(parameter), concat("has '", trim(parameter.value), "' as parameter '", parameter.name,
                                         "', which takes a number"));
  return value;
}

// Parameters that are named like registers. False where the servo has no number, without which it is none.
bool ServoParameters::read_registers(const Ros2Component& component, Servo& servo) {
  static constexpr std::array<std::pair<std::string_view, Special>, 3> kSpecials = {
      {{"operating mode", Special::operating_mode},
       {"drive mode", Special::drive_mode},
       {"[unit info]", Special::unit_info}}};
  for (const Ros2Parameter& parameter : component.parameters) {
    std::string name = to_lower(trim(parameter.name));
    std::replace(name.begin(), name.end(), '_', ' ');
    const auto known = std::find_if(kRegisters.begin(), kRegisters.end(),
                                    [&](const Register& row) { return row.name == name; });
    if (known != kRegisters.end()) {
      if (const auto value = whole(parameter))
        set_number(servo, known->property, static_cast<double>(*value), value_place(parameter));
      continue;
    }
    const auto special =
        std::find_if(kSpecials.begin(), kSpecials.end(), [&](const auto& row) { return row.first == name; });
    if (special != kSpecials.end()) read(special->second, component, parameter, servo);
  }
  return servo.find(ServoProperty::id) != nullptr;
}

void ServoParameters::read(Special what, const Ros2Component& component, const Ros2Parameter& parameter,
                           Servo& servo) {
  if (what == Special::unit_info) return unit_info(component, parameter, servo);
  const auto value = whole(parameter);
  if (!value) return;
  if (what == Special::operating_mode)
    mode(*value, parameter, servo);
  else
    drive_mode(*value, parameter, servo);
}

void ServoParameters::mode(long long code, const Ros2Parameter& parameter, Servo& servo) {
  const auto known =
      std::find_if(kModes.begin(), kModes.end(), [&](const Mode& row) { return row.code == code; });
  if (known == kModes.end())
    skip_(value_place(parameter),
          concat("has operating mode ", code, ", which is not one of 0, 1, 3, 4, 5 and 16"));
  else
    servo.values.push_back(
        {ServoProperty::mode, std::string(to_string(known->mode)), value_place(parameter)});
}

// "Goal Position, VALUE, UNIT, SIGN, OFFSET;": the joint is at VALUE * reading + OFFSET. This gives the
// reading at 0; the gear follows only if the counts per turn are known.
void ServoParameters::unit_info(const Ros2Component& component, const Ros2Parameter& parameter,
                                Servo& servo) {
  std::string text = parameter.value;
  std::replace(text.begin(), text.end(), '\n', ';');
  for (const std::string_view line : split(text, ';')) {
    const auto parts = split(line, ',');
    if (parts.size() < 4 || trim(parts[0]) != "Goal Position") continue;
    const auto unit = parse_double(trim(parts[1]));
    const auto offset = parts.size() > 4 ? parse_double(trim(parts[4])) : std::optional(0.0);
    const double zero = unit && offset && *unit > 0 ? std::round(0 - *offset / *unit)
                                                    : std::numeric_limits<double>::infinity();
    if (!(std::abs(zero) < kLargestReading)) break;
    set_number(servo, ServoProperty::zero, zero, value_place(parameter));
    skip_(value_place(parameter),
          concat("gives '", component.name, "' units of its own, ", 1 / *unit, " counts for one ",
                 trim(parts[2]),
                 "; 'zero' is taken from them, but 'gear' depends on the servo's counts a turn: write it"));
    return;
  }
  skip_(value_place(parameter), concat("gives '", component.name,
                                       "' units of its own, but none that can be read for 'Goal Position'"));
}

void ServoParameters::drive_mode(long long bits, const Ros2Parameter& parameter, Servo& servo) {
  servo.values.push_back(direction_value(
      (bits & kReverseBit) != 0 ? ServoDirection::reverse : ServoDirection::forward, value_place(parameter)));
  servo.values.push_back(
      {ServoProperty::time_profile, (bits & kTimeProfileBit) != 0, value_place(parameter)});
}

}  // namespace romas
