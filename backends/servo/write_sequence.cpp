#include "backends/servo/write_sequence.h"

#include "support/text.h"

namespace romas {

std::string_view to_string(ServoStep::Kind kind) {
  switch (kind) {
    case ServoStep::Kind::expect: return "expect";
    case ServoStep::Kind::write: return "write";
    case ServoStep::Kind::verify: return "verify";
  }
  return {};
}

std::vector<ServoStep> write_sequence(const PlannedServo& plan) {
  std::vector<ServoStep> steps;
  const auto add = [&](ServoStep::Kind kind, const ServoSetting& setting, std::string reason) {
    if (setting.target != nullptr) steps.push_back({kind, setting, std::move(reason)});
  };
  for (const ServoSetting& setting : plan.identity) add(ServoStep::Kind::expect, setting, setting.meaning);
  const ServoFamily& family = *plan.family;
  // With torque on, persistent registers refuse writes. Drives without this distinction are also switched off
  // while they are configured.
  add(ServoStep::Kind::write, servo_step(*plan.device, family.torque_off), "torque off");
  if (!plan.persistent.empty()) {
    add(ServoStep::Kind::write, servo_step(*plan.device, family.unlock), "unlock the persistent registers");
    for (const ServoSetting& setting : plan.persistent) add(ServoStep::Kind::write, setting, setting.meaning);
    for (const ServoSetting& setting : plan.persistent)
      add(ServoStep::Kind::verify, setting, "was it taken?");
    add(ServoStep::Kind::write, servo_step(*plan.device, family.lock), "lock the persistent registers");
  }
  for (const ServoSetting& setting : plan.running) add(ServoStep::Kind::write, setting, setting.meaning);
  add(ServoStep::Kind::write, servo_step(*plan.device, family.torque_on), "torque on");
  return steps;
}

}  // namespace romas
