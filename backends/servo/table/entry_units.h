// The units in which the servo of a table's row counts.
#pragma once

#include <initializer_list>

#include "backends/servo/table/servo_table.h"

namespace romas {

inline constexpr double kFixedOne = 65536;  // of Q16.16

// The unit (SI) in which a device counts a quantity; 0 if none of its registers does.
double unit_of(const ServoDevice& device, ServoQuantity quantity,
               std::initializer_list<KnownRegister> registers);
// The count of no velocity.
double velocity_middle(const ServoEntry& entry);
// rad/s in one count of velocity; of drives that count real turns or angles, a 65536th of that a second.
double velocity_unit(const ServoEntry& entry);

}  // namespace romas
