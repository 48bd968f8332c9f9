// Messages of drives that take several values in one frame (CANSimple of ODrive, VESC), and lines of text for
// the commander of SimpleFOC.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/servo/packets.h"
#include "ir/servo/messages.h"

namespace romas {

// Whether a register is part of a message; the others are set with the drive's own tool alone.
bool in_message(const ServoRegister& reg);

// Names of the registers that go in the message of these settings, which are of one address, and whose values
// are not among them. A frame without them would set them to 0.
std::vector<std::string_view> missing_in_message(const PlannedServo& plan,
                                                 std::span<const ServoSetting> settings);
// The frame of settings of one address. Empty: the register is in no message, or a value is missing.
ServoPacket message_packet(const PlannedServo& plan, std::span<const ServoSetting> settings);

// The line that sets a value: the motor's letter, the command, the number; "MLV10" is the velocity limit of
// motor M in rad/s. Motor 0 is A. Without its end.
std::string commander_line(const PlannedServo& plan, const ServoSetting& setting);
// The same as bytes, with the end of the line. Empty: the register has no command.
ServoPacket commander_packet(const PlannedServo& plan, const ServoSetting& setting);

}  // namespace romas
