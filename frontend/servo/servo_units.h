// Units of device files: "0.229 rev/min".
#pragma once

#include <span>
#include <string_view>

#include "ir/servo/device.h"

namespace romas {

struct ServoUnit {
  std::string_view name;
  ServoQuantity quantity;  // none: a rate in Hz, which no register holds
  double si;               // factor to SI units; of counts: 1
  // Counts of the position registers, whose size depends on the device's counts per turn.
  bool of_counts = false;
};
std::span<const ServoUnit> all_servo_units();
const ServoUnit* find_servo_unit(std::string_view name);

// "a velocity"
std::string_view describe(ServoQuantity quantity);

}  // namespace romas
