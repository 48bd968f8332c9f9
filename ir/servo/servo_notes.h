// What people have to know of a servo.
#pragma once

#include <string>
#include <vector>

#include "ir/servo/plan.h"

namespace romas {

// What the tables cannot say of a servo, and what is unknown.
std::vector<std::string> servo_notes(const PlannedServo& plan, const Joint& joint, const Servo& servo);

}  // namespace romas
