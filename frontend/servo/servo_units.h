// Units of device files: "0.229 rev/min".
#pragma once

#include <span>
#include <string_view>

#include "ir/servo/device.h"

namespace romas {

struct ServoUnit {
  std::string_view name;
  ServoQuantity quantity;  // none: a rate in Hz, which no register holds
  double si;               // what one is in SI units; of counts: 1
  // One count of the position registers; what it is depends on the device's counts a turn.
  bool of_counts = false;
};
std::span<const ServoUnit> all_servo_units();
const ServoUnit* find_servo_unit(std::string_view name);

// "a velocity"
std::string_view describe(ServoQuantity quantity);

}  // namespace romas
