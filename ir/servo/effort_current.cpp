#include "ir/servo/effort_current.h"

#include <algorithm>
#include <cmath>

#include "ir/servo/frame.h"
#include "ir/servo/property_checks.h"
#include "ir/servo/register_units.h"
#include "ir/servo/second_servo.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Names the first thing that is missing for a torque constant or for the effort. Empty if nothing is.
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
             "'current_limit' and 'current_from_effort' are both given; keep one of them");
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
    complain(place, concat("the effort ", six_digits(effort), " of joint '", joint.name, "' is ",
                           six_digits(ampere), " A of ", device.name, ", less than one count of its limit"));
    return std::nullopt;
  }
  const auto goal = servo.number(ServoProperty::goal_current);
  if (goal && std::abs(*goal) > counts) {
    complain(place_of(servo, ServoProperty::goal_current),
             concat("'goal_current' ", *goal, " is above the current limit ", counts,
                    ", which follows from the effort of joint '", joint.name, "'"));
  }
  return ServoSetting{&target, static_cast<std::int64_t>(counts), counts,
                      concat(six_digits(counts * target.unit), " A, for an effort of ", six_digits(effort),
                             servos == 2 ? " shared by two servos" : "",
                             " by the nominal torque constant of ", six_digits(constant), " N*m/A")};
}

}  // namespace romas
