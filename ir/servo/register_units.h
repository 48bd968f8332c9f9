// Registers and the quantities that they hold: what one count is, how a quantity becomes the register's
// number, and what a number means.
#pragma once

#include <string>
#include <string_view>

#include "ir/model/servo.h"
#include "ir/servo/conversion.h"

namespace romas {

// Whether a property is the value of the register with its name. The others say how the servo is connected,
// or how it counts.
bool is_register_property(const ServoPropertyInfo& info);

// The size of one count of a register, in SI units of the quantity; 0: a bare number.
struct RegisterScale {
  ServoQuantity quantity = ServoQuantity::none;
  double unit = 0;
};
// Returns the scale of a servo's register. The registers of a profile hold times in ms if the servo says so.
RegisterScale register_scale(const Servo& servo, const ServoRegister& target);

// Rounds a value in counts to the whole number for its register. Limits, and a goal that has to stay within
// one, are rounded towards 0, so that nothing exceeds the wanted value; all others to the nearest count,
// halves away from zero. A millionth of a count is no difference.
double rounded_to_register(ServoProperty property, double counts);

// A number of counts as people read it: "1.49833 A", angles in deg, times in ms. Empty for a bare number, and
// for 0, which often means something of its own.
std::string quantity_text(const RegisterScale& scale, double counts);
// The same number of that unit, as a value and its unit; no unit for a bare number.
struct ShownQuantity {
  double value = 0;
  std::string_view unit;
};
ShownQuantity shown_quantity(const RegisterScale& scale, double counts);

// "557 (1.49833 A)"; a bare number alone.
std::string number_text(const RegisterScale& scale, double counts);

// The pulses a second that a board makes, and those that were asked for where its divider cannot make them.
std::string pulses_text(const PulseBoard& board);

}  // namespace romas
