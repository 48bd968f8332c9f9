// Messages of drives that take several values in one packet (CANSimple of ODrive, VESC, packets of device
// files that name registers), and lines of text for the commander of SimpleFOC.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/servo/packets/packets.h"
#include "ir/servo/messages.h"

namespace romas {

// Whether a register of a drive with messages is part of one; the others are set with the drive's own tool
// alone.
bool in_message(const ServoRegister& reg);
// Whether message_packet makes the packet of a register: it may hold other registers, too.
bool goes_with_others(const PlannedServo& plan, const ServoRegister& reg);
// Whether two registers go in one message.
bool share_message(const PlannedServo& plan, const ServoRegister& one, const ServoRegister& other);

// Names of the registers that go in the message of these settings, which share one, and whose values are not
// among them. A frame without them would set them to 0.
std::vector<std::string_view> missing_in_message(const PlannedServo& plan,
                                                 std::span<const ServoSetting> settings);
// The frame of settings that share a message. Empty: the register is in no message, or a value is missing.
ServoPacket message_packet(const PlannedServo& plan, std::span<const ServoSetting> settings);

// The line that sets a value: the motor's letter, the command, the number; "MLV10" is the velocity limit of
// motor M in rad/s. Motor 0 is A. Without its end.
std::string commander_line(const PlannedServo& plan, const ServoSetting& setting);
// The same as bytes, with the end of the line. Empty: the register has no command.
ServoPacket commander_packet(const PlannedServo& plan, const ServoSetting& setting);

}  // namespace romas
