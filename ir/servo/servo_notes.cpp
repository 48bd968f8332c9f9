#include "ir/servo/servo_notes.h"

#include "ir/model/units.h"
#include "ir/servo/property_checks.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas {

std::vector<std::string> servo_notes(const PlannedServo& plan, const Joint& joint, const Servo& servo) {
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
  if (const ServoRegister* velocity = device.find(KnownRegister::goal_velocity);
      velocity != nullptr && velocity->is_fastest_at_zero(mode))
    notes.push_back(
        "a goal_velocity of 0 means the fastest: a velocity is sent without its sign, and at least 1");
  if (plan.conversion.reversed_by_servo)
    notes.push_back(
        "zero is what the servo reads after drive_mode was written; before, it counts the other way");
  if (plan.conversion.reversed_by_servo && !reverses(device, ServoAspect::velocity))
    notes.push_back(
        concat("that the servo reverses is known of positions only: whether velocity and current of a "
               "reversed ",
               device.name, " change their sign is unknown, so try it"));
  if (joint.calibration && !plan.conversion.coupled()) {
    const std::string_view unit = motion_units(joint.type).position;
    const auto edge = [&](std::string_view what, const std::optional<Number>& at) {
      if (at)
        notes.push_back(concat("the reference switch ", what, " at ", at->value(), " ", unit,
                               ", where the servo reads ",
                               rounded_number(plan.conversion.count_at(at->value()), 6)));
    };
    edge("is", joint.calibration->reference_position);
    edge("rises", joint.calibration->rising);
    edge("falls", joint.calibration->falling);
  }
  if (plan.second && servo.flag(ServoProperty::second_slave))
    notes.push_back(
        "a slave follows the PWM of the first servo through the sync cable and ignores goals of its own: a "
        "twisted cable turns it the other way, a regular one the same way");
  return notes;
}

}  // namespace romas
