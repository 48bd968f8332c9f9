// The sequence of writes to a servo: torque off, unlock, EEPROM, read back, lock, RAM, torque on.
#pragma once

#include <string>
#include <vector>

#include "ir/servo/plan.h"

namespace romas {

struct ServoStep {
  enum class Kind : std::uint8_t {
    expect,  // read; anything but the value means that this is another servo, or not spoken to as it should
             // be
    write,
    verify,  // read back what was written
  };
  Kind kind = Kind::write;
  ServoSetting setting;
  std::string reason;  // for people
};
std::string_view to_string(ServoStep::Kind kind);

std::vector<ServoStep> write_sequence(const PlannedServo& plan);

}  // namespace romas
