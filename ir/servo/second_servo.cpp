#include "ir/servo/second_servo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "ir/servo/frame.h"
#include "ir/servo/property_checks.h"
#include "ir/servo/register_units.h"
#include "support/text.h"

namespace romas {

namespace {

std::string six_digits_of(double value) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.6g", value);
  return digits.data();
}

void check_slave(const PlannedServo& plan, const Servo& servo, const ServoComplaint& complain) {
  const ServoRegister* target = plan.device->find(KnownRegister::drive_mode);
  const ServoCode<ServoFlag>* flag = find_code(plan.family->flags, ServoFlag::slave);
  // A device's largest drive mode has all bits that it knows.
  if (target == nullptr || flag == nullptr || (target->highest & flag->code) == 0)
    complain(place_of(servo, ServoProperty::second_slave),
             concat(plan.device->name, " cannot be the slave of another servo; give both their goals"));
}

// What is missing for a torque constant, and for the effort; empty: nothing.
std::string missing_for_current(const PlannedServo& plan, const Joint& joint) {
  const ServoDevice& device = *plan.device;
  const ServoRegister* target = device.find(KnownRegister::current_limit);
  if (target == nullptr || target->quantity != ServoQuantity::current || !(target->unit > 0))
    return concat(device.name, " has no register of a current limit in A");
  if (!(device.stall_torque > 0) || !(device.stall_current > 0))
    return concat("the device file of ", device.name,
                  " has no stall torque and stall current, and so no torque constant");
  if (!joint.limit || !joint.limit->effort || !(joint.limit->effort->value() > 0))
    return concat("joint '", joint.name, "' has no effort");
  if (plan.conversion.coupled())
    return concat("other joints turn the servo of joint '", joint.name, "' too, and load it");
  return {};
}

}  // namespace

int servos_of_joint(const Joint& joint) {
  return joint.servo && joint.servo->find(ServoProperty::second_id) != nullptr ? 2 : 1;
}

void check_second_servo(const PlannedServo& plan, const Servo& servo, const ServoComplaint& complain) {
  if (plan.second) return;
  const bool has_second = servo.find(ServoProperty::second_id) != nullptr;
  for (const ServoProperty property :
       {ServoProperty::second_zero, ServoProperty::second_direction, ServoProperty::second_slave})
    if (!has_second && servo.find(property) != nullptr)
      complain(place_of(servo, property), concat("'", servo_property_info(property).name,
                                                 "' is of a second servo, which needs a 'second_id'"));
  if (has_second && servo.flag(ServoProperty::second_slave)) check_slave(plan, servo, complain);
}

std::optional<ServoSetting> current_for_effort(const PlannedServo& plan, const Joint& joint,
                                               const Servo& servo, const ServoComplaint& complain) {
  if (!servo.flag(ServoProperty::current_from_effort)) return std::nullopt;
  const SourceRange place = place_of(servo, ServoProperty::current_from_effort);
  const ServoDevice& device = *plan.device;
  if (const std::string missing = missing_for_current(plan, joint); !missing.empty()) {
    complain(place, concat("no current limit follows from the effort: ", missing));
    return std::nullopt;
  }
  if (servo.find(ServoProperty::current_limit) != nullptr) {
    complain(place_of(servo, ServoProperty::current_limit),
             "a 'current_limit' stands beside 'current_from_effort'; one of them says it");
    return std::nullopt;
  }
  const ServoRegister& target = *device.find(KnownRegister::current_limit);
  const double effort = joint.limit->effort->value();
  const int servos = servos_of_joint(joint);
  const double constant = device.stall_torque / device.stall_current;  // N m/A
  const double ampere = effort / turning_ratio(plan, joint) / servos / constant;
  const double counts =
      std::min(std::floor(ampere / target.unit + kCountTolerance), static_cast<double>(target.highest));
  if (counts < 1) {
    complain(place,
             concat("the effort ", six_digits_of(effort), " of joint '", joint.name, "' is ",
                    six_digits_of(ampere), " A of ", device.name, ", less than one count of its limit"));
    return std::nullopt;
  }
  const auto goal = servo.number(ServoProperty::goal_current);
  if (goal && std::abs(*goal) > counts) {
    complain(place_of(servo, ServoProperty::goal_current),
             concat("'goal_current' ", *goal, " is above the current limit ", counts,
                    ", which follows from the effort of joint '", joint.name, "'"));
  }
  return ServoSetting{&target, static_cast<std::int64_t>(counts), counts,
                      concat(six_digits_of(counts * target.unit), " A, for an effort of ",
                             six_digits_of(effort), servos == 2 ? " shared by two servos" : "",
                             " by the nominal torque constant of ", six_digits_of(constant), " N*m/A")};
}

std::vector<std::string> servo_notes(const PlannedServo& plan, const Servo& servo) {
  const ServoFamily& family = *plan.family;
  const ServoDevice& device = *plan.device;
  std::vector<std::string> notes = family.notes;
  notes.insert(notes.end(), device.notes.begin(), device.notes.end());
  if (!device.doubtful.empty()) notes.push_back(device.doubtful);
  const ServoMode mode = servo_mode(servo);
  if (family.has_seam && (mode == ServoMode::extended_position || mode == ServoMode::current_position))
    notes.push_back(concat("in the mode ", to_string(mode),
                           " the servo forgets its turns at power-off, and reads within one turn again: "
                           "switch it on within the turn that holds the joint's zero"));
  if (plan.conversion.reversed_by_servo)
    notes.push_back(
        "zero is what the servo reads after drive_mode was written; before, it counts the other way");
  if (plan.conversion.reversed_by_servo && !reverses(device, ServoAspect::velocity))
    notes.push_back(
        concat("that the servo reverses is known of positions only: whether velocity and current of a "
               "reversed ",
               device.name, " change their sign is unknown, so try it"));
  if (plan.second && servo.flag(ServoProperty::second_slave))
    notes.push_back(
        "a slave follows the PWM of the first servo through the sync cable and ignores goals of its own: a "
        "twisted cable turns it the other way, a regular one the same way");
  return notes;
}

}  // namespace romas
