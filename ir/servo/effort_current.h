// The current limit of a servo that follows from its joint's effort.
#pragma once

#include <optional>

#include "ir/servo/plan.h"

namespace romas {

// Returns the current limit of a servo with ServoProperty::current_from_effort: the effort through the gear,
// shared by both servos of a joint, over the nominal torque constant (the ratio of stall torque to stall
// current), rounded down. Returns nothing for another servo. Complains and returns nothing if the joint or
// the device file leaves the limit open.
std::optional<ServoSetting> current_for_effort(const PlannedServo& plan, const Joint& joint,
                                               const Servo& servo, const ServoComplaint& complain);

}  // namespace romas
