// From joints to servos and back: counts = zero + sum over the joints that turn the servo of counts-per-unit
// times q, or a map that says where a linkage takes the servo. One count is one step of the servo's position
// register.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ir/model/model.h"
#include "ir/servo/device.h"

namespace romas {

// Whole counts within half a millionth of one are taken for that count: a limit of 1.5707963267948966 rad is
// a quarter of a turn.
constexpr double kCountTolerance = 1e-6;

struct CountRange {
  std::int64_t low = 0, high = -1;  // empty: no count lies between
  bool empty() const { return high < low; }
};

// How a PCA9685 makes pulses. Its clock is the oscillator through 4096 counts and a whole divider, 4 … 256.
struct PulseBoard {
  double rate = 0;        // pulses a second that are asked for
  double oscillator = 0;  // Hz
  int prescale = 0;  // of the register PRE_SCALE: the divider less 1; out of 3 … 255: it has no such rate
  double counts_a_second() const { return oscillator / (prescale + 1); }
  bool possible() const { return prescale >= 3 && prescale <= 255; }
};
PulseBoard pulse_board(const Servo& servo, const ServoDevice& device);

struct ServoConversion {
  struct Term {
    std::size_t joint = 0;  // index in Model::joints
    double counts = 0;  // for one rad, or one metre of a prismatic joint; the sign is the table's, not what
                        // the servo reverses itself
  };
  struct Place {
    double joint = 0;  // rad or m, rising
    double count = 0;
  };

  std::vector<Term> terms;    // the servo's own joint first; one term with 0 counts where there is a map
  std::vector<Place> places;  // of a map
  // The reading where every joint is at 0; a fraction where the description's offset asks for one.
  double zero = 0;
  double counts_per_turn = 0;
  std::int64_t first = 0, last = 0;  // readings that the mode has
  bool wraps = false;                // beyond `last` the reading starts again at `first`
  bool reversed_by_servo = false;    // the servo counts the other way by itself
  // Turns of the motor for one that is counted, where the drive itself knows its gear.
  double gear_in_drive = 1;

  bool linear() const { return places.empty(); }
  bool coupled() const { return terms.size() > 1; }
  // The reading for a value of the servo's own joint, all others at 0; not rounded. A map goes on straight
  // beyond its ends.
  double count_at(double joint) const;
  // The inverse: the own joint's value for a reading, all others at 0.
  double joint_at(double count) const;
  // How much the joint moves in one count, at most.
  double joint_per_count() const;
};

// Makes the conversion of a joint's value into its servo's counts. Returns false, with the reason in `error`,
// if the device and the servo's properties leave the scale open. `joint` is the one that the servo turns.
bool make_servo_conversion(const Model& model, std::size_t joint, const ServoDevice& device,
                           const ServoFamily& family, ServoConversion& conversion, std::string& error);
// The same for another servo than the joint's own.
bool make_servo_conversion(const Model& model, std::size_t joint, const Servo& servo,
                           const ServoDevice& device, const ServoFamily& family, ServoConversion& conversion,
                           std::string& error);

// The counts whose joint values lie within lower … upper: rounded inward, so that no count leaves the limits.
CountRange counts_within(const ServoConversion& conversion, double lower, double upper);

// The servo's mode of operation: what the property says, else position.
ServoMode servo_mode(const Servo& servo);
// Returns the quantity that a mode controls.
ServoAspect controlled_by(ServoMode mode);
// Modes in which the servo's own position limits and the end of its turn count.
bool is_bounded_position(ServoMode mode);
// Whether the joint turns with the servo's reading: what the property says, else forward.
ServoDirection servo_direction(const Servo& servo);

// Turns of the servo for one turn of its joint (or for one metre), without sign; of a map, the largest within
// it.
double servo_gear(const ServoConversion& conversion, bool prismatic);

}  // namespace romas
