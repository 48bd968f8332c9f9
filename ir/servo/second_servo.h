// Parts of a servo's plan that hang on its joint: two servos on one joint, a current limit that follows from
// the effort, and what people have to know.
#pragma once

#include "ir/servo/plan.h"

namespace romas {

// How many servos turn a joint that has one: 1 or 2. They share its effort.
int servos_of_joint(const Joint& joint);

// Complains about properties of a second servo that is not there, and about a slave that the device cannot
// be. Of the second servo itself nothing is said once more.
void check_second_servo(const PlannedServo& plan, const Servo& servo, const ServoComplaint& complain);

// The current limit of a servo that takes it from its joint's effort (ServoProperty::current_from_effort):
// effort through the gear, shared by both servos of a joint, over the nominal torque constant, which is the
// ratio of stall torque to stall current. Rounded down. Nothing where it is not asked for, and where the
// joint or the device file leaves it open: that is complained about.
std::optional<ServoSetting> current_for_effort(const PlannedServo& plan, const Joint& joint,
                                               const Servo& servo, const ServoComplaint& complain);

// What the tables cannot say of a servo, and what is unknown, for people.
std::vector<std::string> servo_notes(const PlannedServo& plan, const Servo& servo);

}  // namespace romas
