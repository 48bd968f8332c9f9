#include "backends/servo/packets/write_sequence.h"

#include "support/text/text.h"

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
  for (const ServoSetting& setting : plan.board) add(ServoStep::Kind::write, setting, setting.meaning);
  for (const ServoSetting& setting : plan.identity) add(ServoStep::Kind::expect, setting, setting.meaning);
  const ServoFamily& family = *plan.family;
  // With torque on, persistent registers refuse writes. Drives without this distinction are also switched off
  // while they are configured.
  for (const ServoAssignment& step : family.torque_off)
    add(ServoStep::Kind::write, servo_step(*plan.device, step), "torque off");
  if (!plan.persistent.empty()) {
    if (family.unlock)
      add(ServoStep::Kind::write, servo_step(*plan.device, *family.unlock),
          "unlock the persistent registers");
    for (const ServoSetting& setting : plan.persistent) add(ServoStep::Kind::write, setting, setting.meaning);
    for (const ServoSetting& setting : plan.persistent)
      add(ServoStep::Kind::verify, setting, "was it taken?");
    if (family.lock)
      add(ServoStep::Kind::write, servo_step(*plan.device, *family.lock), "lock the persistent registers");
  }
  for (const ServoSetting& setting : plan.running) add(ServoStep::Kind::write, setting, setting.meaning);
  if (family.store)
    add(ServoStep::Kind::write, servo_step(*plan.device, *family.store),
        "keep what was written over a loss of power");
  for (const ServoAssignment& step : family.torque_on)
    add(ServoStep::Kind::write, servo_step(*plan.device, step), "torque on");
  return steps;
}

}  // namespace romas
