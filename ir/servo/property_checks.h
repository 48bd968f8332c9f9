// Properties of a servo that do not go with its device, or with each other.
#pragma once

#include "ir/servo/plan.h"

namespace romas {

// The place of a property; the servo's own where it is not said.
SourceRange place_of(const Servo& servo, ServoProperty property);

// Whether servos of a family tell where they are, over a serial line or as their device file lays it out: a
// program on a host can calibrate them.
bool tells_position(const ServoFamily& family);
// Why a program does not read the position of a servo of such a family, else.
std::string why_untold(const ServoFamily& family);

// Says, behind a name that no device file has, what to do: take the nearest name, if there is one, or write a
// device file.
std::string or_describe(std::string_view near);

// Whether nothing says how far a prismatic joint goes in one turn of its servo.
bool lacks_gear(const Joint& joint);

// Complains about properties that mean something to servos of another kind only, and about a goal current
// that the servo's limit does not let through.
void check_servo_properties(const Servo& servo, const ServoDevice& device, const ServoFamily& family,
                            const ServoComplaint& complain);

}  // namespace romas
