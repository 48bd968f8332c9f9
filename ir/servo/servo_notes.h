#pragma once

#include "ir/servo/plan.h"

namespace romas {

// What the tables cannot say of a servo, and what is unknown, for people.
std::vector<std::string> servo_notes(const PlannedServo& plan, const Servo& servo);

}  // namespace romas
