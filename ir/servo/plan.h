// The plan of a joint's servo: the values to write to its registers, in a valid order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/servo/conversion.h"

namespace romas {

// A register and the value that it is to have.
struct ServoSetting {
  const ServoRegister* target = nullptr;
  std::int64_t value = 0;   // of whole registers: signed, as ServoRegister::encode takes it
  double real = 0;          // of registers that hold a floating-point number
  std::string meaning;      // for people: "position, from joint's mode"
  std::uint16_t pause = 0;  // microseconds to wait before it is written
};

// A joint with a servo whose device is known.
struct PlannedServo {
  std::size_t joint = 0;  // index in Model::joints
  const ServoDevice* device = nullptr;
  const ServoFamily* family = nullptr;
  ServoConversion conversion;
  std::int64_t id = 0;
  std::int64_t feedback_id = -1;  // on a CAN bus: where its answers go to; -1: it has none
  ServoMode mode = ServoMode::position;
  bool second = false;  // of two servos on one joint (second_servo)
  std::string bus;
  std::int64_t baud = 0;        // bits a second; 0: not said
  double lower = 0, upper = 0;  // the joint's limits, rad or m; infinite where it has none
  double kp = 0, kd = 0;        // of the motor's frames, N m/rad and N m s/rad; 0: not said
  CountRange counts;            // the counts within both the limits and the mode's readings
  // The settings of the board that makes the servo's pulses, once for all of its servos (PCA9685).
  std::vector<ServoSetting> board;
  PulseBoard pulses;
  // Values that are checked before anything is written: model number, id, baud.
  std::vector<ServoSetting> identity;
  // EEPROM, by address: torque off, and unlocked where the family locks.
  std::vector<ServoSetting> persistent;
  std::vector<ServoSetting> running;  // RAM, by address
  std::vector<std::string> notes;     // for people: what the tables cannot say, and what is unknown
};

// Receives a complaint: the place (a servo, or one of its values) and the message.
using ServoComplaint = std::function<void(SourceRange, std::string)>;

// Plans the servo of a joint. Returns false if nothing can be planned (the scale is open); values that the
// device cannot take are complained about and left out.
bool plan_servo(const Model& model, std::size_t joint, const ServoDevice& device, const ServoFamily& family,
                PlannedServo& plan, const ServoComplaint& complain);
// The same for another servo than the joint's own: the second of two.
bool plan_servo(const Model& model, std::size_t joint, const Servo& servo, const ServoDevice& device,
                const ServoFamily& family, PlannedServo& plan, const ServoComplaint& complain);

// Bits a second with which the servo leaves its maker; 0: its device file does not say.
std::int64_t delivered_baud(const PlannedServo& plan);

// A step of the family as a setting of the device; target is null if there is no step, or the device has no
// such register.
ServoSetting servo_step(const ServoDevice& device, const ServoAssignment& step);

// Whether a servo that reverses its joint turns this with it; false: its maker does not say.
bool reverses(const ServoDevice& device, ServoAspect aspect);

}  // namespace romas
