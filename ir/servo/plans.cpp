// The plans of a model's servos, and what is asked of one.
#include <algorithm>

#include "ir/servo/plan.h"

namespace romas {

std::vector<PlannedServo> plan_servos(const Model& model, const ServoDeviceLibrary& library) {
  std::vector<PlannedServo> plans;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const auto& servo = model.joints[i].servo;
    const ServoDevice* device = servo ? library.find(servo->family, servo->device) : nullptr;
    PlannedServo plan;
    if (device == nullptr) continue;
    const ServoFamily& family = library.family_of(*device);
    const auto silently = [](SourceRange, const std::string&) {};
    if (plan_servo(model, i, *device, family, plan, silently)) plans.push_back(std::move(plan));
  }
  return plans;
}

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

ServoSetting servo_step(const ServoDevice& device, const ServoAssignment& step) {
  return {device.find_named(step.target), step.value, 0, {}};
}

bool reverses(const ServoDevice& device, ServoAspect aspect) {
  return std::find(device.reverses.begin(), device.reverses.end(), aspect) != device.reverses.end();
}

}  // namespace romas
