// The current limit of a servo that follows from its joint's effort.
#pragma once

#include <optional>

#include "ir/servo/plan.h"

namespace romas {

// Of a servo with ServoProperty::current_from_effort: effort through the gear, shared by both servos of a
// joint, over the nominal torque constant, which is the ratio of stall torque to stall current. Rounded down.
// Nothing where it is not asked for, and where the joint or the device file leaves it open: that is
// complained about.
std::optional<ServoSetting> current_for_effort(const PlannedServo& plan, const Joint& joint,
                                               const Servo& servo, const ServoComplaint& complain);

}  // namespace romas
