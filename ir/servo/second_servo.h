// Two servos of one device on one joint.
#pragma once

#include <optional>

#include "ir/servo/plan.h"

namespace romas {

// The second servo of a joint that two servos of the same device turn (ServoProperty::second_id): its own
// number, zero and direction, all else as the first one has it. Nothing: there is but one.
std::optional<Servo> second_servo(const Servo& servo);

// How many servos turn a joint that has one: 1 or 2. They share its effort.
int servos_of_joint(const Joint& joint);

// Complains about properties of a second servo that is not there, and about a slave that the device cannot
// be. It repeats no complaint about the second servo itself.
void check_second_servo(const PlannedServo& plan, const Servo& servo, const ServoComplaint& complain);

}  // namespace romas
