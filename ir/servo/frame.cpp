#include "ir/servo/frame.h"

#include <algorithm>
#include <cmath>

#include "ir/servo/property_checks.h"
#include "ir/servo/second_servo.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Makers round their ranges: 12.57 rad stands for two turns.
constexpr double kFrameTolerance = 1.001;

std::string four_digits(double value) { return rounded_number(value, 4); }

double limit_of(const std::optional<Number>& limit) { return limit ? std::abs(limit->value()) : 0; }

void complain_of_limit(const PlannedServo& plan, const Joint& joint, std::string_view what, double wanted,
                       double most, std::string_view unit, const ServoComplaint& complain) {
  complain(joint.limit->range.valid() ? SourceRange(joint.limit->range) : SourceRange(joint.name_range),
           concat("the ", what, " of joint '", joint.name, "' is ", four_digits(wanted), unit,
                  ", but a command to ", plan.device->name, " holds at most ", four_digits(most), unit,
                  "; more is cut off"));
}

}  // namespace

FrameBits frame_bits(ServoProtocol protocol) {
  return protocol == ServoProtocol::damiao ? FrameBits{16, 12} : FrameBits{16, 16};
}

double frame_codes(unsigned bits) { return std::ldexp(1.0, static_cast<int>(bits)) - 1; }
double frame_unit(double most, unsigned bits) { return 2 * most / frame_codes(bits); }
double frame_middle(unsigned bits) { return frame_codes(bits) / 2; }

std::optional<std::array<std::uint8_t, 5>> frame_bits_of(const ServoFamily& family) {
  if (family.protocol != ServoProtocol::layout) {
    const auto [position, other] = frame_bits(family.protocol);
    const auto each = static_cast<std::uint8_t>(other);
    return std::array{static_cast<std::uint8_t>(position), each, each, each, each};
  }
  const PacketLayout* command = find_layout(family.layouts, kCommandLayout);
  if (command == nullptr) return std::nullopt;
  using Source = PacketField::Source;
  constexpr std::array kSources = {Source::position, Source::velocity, Source::kp, Source::kd,
                                   Source::torque};
  std::array<std::uint8_t, 5> bits{};
  for (const PacketField& field : command->data)
    if (const auto at = std::find(kSources.begin(), kSources.end(), field.source); at != kSources.end())
      bits[static_cast<std::size_t>(at - kSources.begin())] = field.bits;
  constexpr std::uint8_t kLeast = 2, kMost = 32;
  const bool all =
      std::all_of(bits.begin(), bits.end(), [](std::uint8_t n) { return n >= kLeast && n <= kMost; });
  return all ? std::optional(bits) : std::nullopt;
}

namespace {

double value_of(const ServoFrame& frame, FrameField field) {
  switch (field) {
    case FrameField::position: return frame.position;
    case FrameField::velocity: return frame.velocity;
    case FrameField::kp: return frame.kp;
    case FrameField::kd: return frame.kd;
    case FrameField::torque: return frame.torque;
  }
  return 0;
}

}  // namespace

FrameScale frame_scale(const ServoDevice& device, FrameField field) {
  const double most = value_of(device.frame, field);
  const double step = value_of(device.steps, field);
  const unsigned bits = device.frame_bits[static_cast<std::size_t>(field)];
  const bool gain = field == FrameField::kp || field == FrameField::kd;
  if (step > 0) {
    // The sign takes a bit of signed codes.
    const double codes =
        std::min(frame_codes(gain ? bits : bits - 1), std::floor(most / step + kCountTolerance));
    const auto highest = static_cast<std::int64_t>(codes);
    return {step, 0, gain ? 0 : -highest, highest};
  }
  const double codes = frame_codes(bits);
  const auto highest = static_cast<std::int64_t>(codes);
  return gain ? FrameScale{most / codes, 0, 0, highest}
              : FrameScale{frame_unit(most, bits), frame_middle(bits), 0, highest};
}

ServoFrame at_output(const ServoFrame& rotor, double gearbox) {
  return {rotor.position / gearbox, rotor.velocity / gearbox, rotor.torque * gearbox,
          rotor.kp * gearbox * gearbox, rotor.kd * gearbox * gearbox};
}

double turning_ratio(const PlannedServo& plan, const Joint& joint) {
  const bool prismatic = joint.type == JointType::prismatic;
  return servo_gear(plan.conversion, prismatic) * (prismatic ? kFullTurn : 1);
}

bool frame_cuts_velocity(const PlannedServo& plan, const Joint& joint) {
  return has_frame(*plan.device) && joint.limit &&
         limit_of(joint.limit->velocity) * turning_ratio(plan, joint) >
             plan.device->frame.velocity * kFrameTolerance;
}

bool frame_cuts_effort(const PlannedServo& plan, const Joint& joint) {
  return has_frame(*plan.device) && joint.limit &&
         limit_of(joint.limit->effort) > plan.device->frame.torque * turning_ratio(plan, joint) *
                                             servos_of_joint(joint) * kFrameTolerance;
}

void check_frame(const PlannedServo& plan, const Joint& joint, const Servo& servo,
                 const ServoComplaint& complain) {
  const ServoDevice& device = *plan.device;
  if (!has_frame(device)) return;
  const bool prismatic = joint.type == JointType::prismatic;
  const double ratio = turning_ratio(plan, joint);
  if (frame_cuts_velocity(plan, joint))
    complain_of_limit(plan, joint, "velocity", joint.limit->velocity->value(), device.frame.velocity / ratio,
                      prismatic ? " m/s" : " rad/s", complain);
  if (frame_cuts_effort(plan, joint))
    complain_of_limit(plan, joint, "effort", joint.limit->effort->value(),
                      device.frame.torque * ratio * servos_of_joint(joint), prismatic ? " N" : " N*m",
                      complain);
  const double gear = std::abs(servo.number(ServoProperty::gear).value_or(1));
  if (!prismatic && device.gearbox > 1 && std::abs(gear - device.gearbox) < 1e-3 * device.gearbox)
    complain(
        place_of(servo, ServoProperty::gear),
        concat(
            "the gear ", four_digits(gear), " is that of the gearbox inside ", device.name,
            ", which already counts turns of its output; 'gear' is the gear between that output and joint '",
            joint.name, "', 1 if they are bolted together"));
}

}  // namespace romas
