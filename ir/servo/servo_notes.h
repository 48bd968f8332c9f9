// Notes on a servo for people.
#pragma once

#include <string>
#include <vector>

#include "ir/servo/plan.h"

namespace romas {

// Returns the facts about a servo that the tables cannot express, and the unknown ones.
std::vector<std::string> servo_notes(const PlannedServo& plan, const Joint& joint, const Servo& servo);

}  // namespace romas
