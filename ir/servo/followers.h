// Registers that always get the value of another one: a drive's deceleration is its acceleration.
#pragma once

#include "ir/servo/plan.h"

namespace romas {

// Adds, for every setting of a plan, settings of the device's registers that follow its register
// (ServoRegister::follows), unless the plan sets them itself.
void add_followers(PlannedServo& plan);

}  // namespace romas
