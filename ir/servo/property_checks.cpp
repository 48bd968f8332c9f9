#include "ir/servo/property_checks.h"

#include <array>
#include <cmath>

#include "ir/servo/register_units.h"
#include "support/text/text.h"

namespace romas {

namespace {

void check_pulse_properties(const Servo& servo, const ServoDevice& device, const ServoFamily& family,
                            const ServoComplaint& complain) {
  const bool board = family.protocol == ServoProtocol::pca9685;
  const bool pulses = board || family.protocol == ServoProtocol::timer;
  constexpr std::array kPulses = {ServoProperty::pulse_low, ServoProperty::pulse_high,
                                  ServoProperty::pulse_rate, ServoProperty::travel};
  const auto refuse = [&](ServoProperty property, std::string_view why) {
    if (servo.find(property) != nullptr)
      complain(place_of(servo, property), concat("'", servo_property_info(property).name,
                                                 "' has no meaning for ", device.name, ": ", why));
  };
  if (!pulses)
    for (const ServoProperty property : kPulses) refuse(property, "it is not moved by pulses");
  if (family.protocol != ServoProtocol::timer)
    refuse(ServoProperty::timer_clock,
           board ? "a PCA9685 counts its own 'oscillator'" : "it is not moved by the pulses of a timer");
  if (!board) refuse(ServoProperty::oscillator, "it is not connected to a PCA9685");
}

// Complains about a goal beyond the servo's own limit: the servo refuses or cuts it. If no limit is written,
// the limit is the register's initial value, else the largest that it takes.
void check_goal_current(const Servo& servo, const ServoDevice& device, const ServoComplaint& complain) {
  const auto goal = servo.number(ServoProperty::goal_current);
  const ServoRegister* goal_register = device.find(KnownRegister::goal_current);
  const ServoRegister* limit_register = device.find(KnownRegister::current_limit);
  if (!goal || goal_register == nullptr || limit_register == nullptr) return;
  const auto written = servo.number(ServoProperty::current_limit);
  if (!written && !goal_register->takes(std::llround(*goal))) return;  // that is said already
  const bool has_highest = limit_register->highest > limit_register->lowest;
  if (!written && !limit_register->initial && !has_highest) return;
  const double limit =
      written ? *written : static_cast<double>(limit_register->initial.value_or(limit_register->highest));
  const RegisterScale goal_scale = register_scale(servo, *goal_register);
  const RegisterScale limit_scale = register_scale(servo, *limit_register);
  if (goal_scale.quantity != limit_scale.quantity) return;
  const bool of_one_unit = goal_scale.unit == limit_scale.unit;
  if (!of_one_unit && (!(goal_scale.unit > 0) || !(limit_scale.unit > 0))) return;
  const double largest = of_one_unit ? limit : limit * limit_scale.unit / goal_scale.unit;
  if (std::abs(*goal) <= largest + kCountTolerance) return;
  const std::string above = written ? "'current_limit' " : "the 'current_limit' ";
  const std::string whose = written ? std::string()
                            : limit_register->initial
                                ? concat(" that ", device.name, " leaves its maker with")
                                : concat(" that ", device.name, " takes at most");
  complain(place_of(servo, ServoProperty::goal_current),
           concat("'goal_current' ", number_text(goal_scale, *goal), " is above ", above,
                  number_text(limit_scale, limit), whose));
}

}  // namespace

SourceRange place_of(const Servo& servo, ServoProperty property) {
  const ServoValue* value = servo.find(property);
  return value == nullptr || !value->range.valid() ? servo.range : value->range;
}

bool tells_position(const ServoFamily& family) {
  if (family.protocol == ServoProtocol::layout) {
    const PacketLayout* read = find_layout(family.layouts, kReadLayout);
    return read != nullptr && find_answer(family.layouts, *read) != nullptr;
  }
  return family.protocol == ServoProtocol::dynamixel2 || family.protocol == ServoProtocol::feetech ||
         family.protocol == ServoProtocol::lx16a;
}

std::string why_untold(const ServoFamily& family) {
  return concat("a servo of the family ", family.name,
                family.protocol == ServoProtocol::layout ? " has packets of its own, which the format c makes"
                                                         : " does not tell its position over a serial line");
}

std::string or_describe(std::string_view near) {
  return concat(did_you_mean(near), near.empty() ? "; " : " Otherwise ",
                "--servo-devices=FILE describes it, as docs/servo-devices.md shows");
}

bool lacks_gear(const Joint& joint) {
  return joint.servo && joint.type == JointType::prismatic && joint.servo->map.empty() &&
         joint.servo->find(ServoProperty::gear) == nullptr;
}

void check_servo_properties(const Servo& servo, const ServoDevice& device, const ServoFamily& family,
                            const ServoComplaint& complain) {
  check_pulse_properties(servo, device, family, complain);
  check_goal_current(servo, device, complain);
}

}  // namespace romas
