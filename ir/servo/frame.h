// Frames that command position, velocity, gains and torque at once (ServoFrame): how their fields count.
#pragma once

#include <array>
#include <optional>

#include "ir/servo/plan.h"

namespace romas {

// Whether a device is commanded so.
inline bool has_frame(const ServoDevice& device) { return device.frame.position > 0; }

// Bits of the fields of a protocol's frame.
struct FrameBits {
  unsigned position = 16;
  unsigned other = 16;  // velocity, torque and both gains
};
FrameBits frame_bits(ServoProtocol protocol);

// The fields of a frame, in the order of ServoDevice::frame_bits.
enum class FrameField : std::uint8_t { position, velocity, kp, kd, torque };
inline constexpr std::array kFrameFields = {FrameField::position, FrameField::velocity, FrameField::kp,
                                            FrameField::kd, FrameField::torque};

// Bits of the fields of a family's frames. Nothing if a field is missing in its layout of commands.
std::optional<std::array<std::uint8_t, 5>> frame_bits_of(const ServoFamily& family);

// How a field counts: code = middle + value / unit, kept within lowest … highest. `middle` may lie between
// two codes.
struct FrameScale {
  double unit = 0;  // rad, rad/s, N m/rad, N m s/rad or N m
  double middle = 0;
  std::int64_t lowest = 0, highest = 0;
};
FrameScale frame_scale(const ServoDevice& device, FrameField field);

// A frame that counts at the rotor, as it is at the output of a gearbox (turns of the rotor for one).
ServoFrame at_output(const ServoFrame& rotor, double gearbox);

// A field from -most to most: its largest code, what one code is, and the code of 0, which lies between two.
double frame_codes(unsigned bits);
double frame_unit(double most, unsigned bits);
double frame_middle(unsigned bits);

// How far the motor's output turns for one rad (or metre) of its joint, in rad, without sign.
double turning_ratio(const PlannedServo& plan, const Joint& joint);
// Whether a frame holds no command for the limit of a joint that a motor turns: it would be cut. rad/s or
// m/s; N m or N. False where the device has no frames.
bool frame_cuts_velocity(const PlannedServo& plan, const Joint& joint);
bool frame_cuts_effort(const PlannedServo& plan, const Joint& joint);

// Complains about what goes with every command and is not as the motor takes it: limits that are cut, and a
// gear that counts the motor's own gearbox once more.
void check_frame(const PlannedServo& plan, const Joint& joint, const Servo& servo,
                 const ServoComplaint& complain);

}  // namespace romas
