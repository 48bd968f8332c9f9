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

std::int64_t delivered_baud(const PlannedServo& plan) {
  const auto& bauds = plan.device->bauds.empty() ? plan.family->bauds : plan.device->bauds;
  const ServoRegister* target = plan.device->find(KnownRegister::baud);
  for (const auto& [rate, code] : bauds)
    if (target != nullptr && target->initial == code) return rate;
  return 0;
}

ServoSetting servo_step(const ServoDevice& device, const ServoAssignment& step) {
  return {device.find_named(step.target), step.value, 0, {}};
}

bool reverses(const ServoDevice& device, ServoAspect aspect) {
  return std::find(device.reverses.begin(), device.reverses.end(), aspect) != device.reverses.end();
}

}  // namespace romas
