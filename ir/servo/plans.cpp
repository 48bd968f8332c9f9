// Questions about the plan of a servo.
#include <algorithm>

#include "ir/servo/plan.h"

namespace romas {

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
