#include "ir/servo/second_servo.h"

#include <algorithm>

#include "ir/servo/property_checks.h"
#include "support/text/text.h"

namespace romas {

namespace {

void check_slave(const PlannedServo& plan, const Servo& servo, const ServoComplaint& complain) {
  const ServoRegister* target = plan.device->find(KnownRegister::drive_mode);
  const ServoCode<ServoFlag>* flag = find_code(plan.family->flags, ServoFlag::slave);
  // A device's largest drive mode has all bits that it knows.
  if (target == nullptr || flag == nullptr || (target->highest & flag->code) == 0)
    complain(place_of(servo, ServoProperty::second_slave),
             concat(plan.device->name, " cannot be the slave of another servo; give both their goals"));
}

}  // namespace

std::optional<Servo> second_servo(const Servo& servo) {
  const ServoValue* id = servo.find(ServoProperty::second_id);
  if (id == nullptr) return std::nullopt;
  Servo second = servo;
  const auto says = [](ServoProperty property) {
    return [property](const ServoValue& value) { return value.property == property; };
  };
  for (const ServoProperty own :
       {ServoProperty::id, ServoProperty::zero, ServoProperty::direction, ServoProperty::second_id})
    std::erase_if(second.values, says(own));
  const auto take = [&](ServoProperty from, ServoProperty to) {
    const auto found = std::find_if(second.values.begin(), second.values.end(), says(from));
    if (found == second.values.end()) return false;
    found->property = to;
    return true;
  };
  second.values.push_back({ServoProperty::id, id->value, id->range});
  take(ServoProperty::second_zero, ServoProperty::zero);
  if (!take(ServoProperty::second_direction, ServoProperty::direction)) {
    const ServoDirection facing =
        servo_direction(servo) == ServoDirection::forward ? ServoDirection::reverse : ServoDirection::forward;
    second.values.push_back({ServoProperty::direction, std::string(to_string(facing)), servo.range});
  }
  return second;
}

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

}  // namespace romas
