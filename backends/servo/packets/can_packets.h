// Frames of motors on a CAN bus that take parameters and commands in frames of eight bytes.
#pragma once

#include "backends/servo/packets/packets.h"

namespace romas {

inline constexpr std::size_t kCanDataSize = 8;  // bytes of a frame behind its identifier
// The byte of a value, from the lowest.
constexpr std::uint8_t byte_of(std::uint64_t value, unsigned index) {
  return static_cast<std::uint8_t>(value >> 8 * index & 0xFF);
}

// A motor as its frames name it.
struct CanMotor {
  ServoProtocol protocol = ServoProtocol::damiao;
  std::int64_t id = 0;
  std::int64_t host = 0;  // of the protocol robstride: who asks
};

// Writes the bits of a value to a register: a parameter of the motor, or one of its commands. Register
// addresses from kDamiaoCommands on (damiao), and below kRobstrideParameters (robstride), are commands.
ServoPacket can_write_packet(const CanMotor& motor, const ServoRegister& reg, std::uint64_t bits);
// Asks for a parameter. Empty: a command cannot be read.
ServoPacket can_read_packet(const CanMotor& motor, const ServoRegister& reg);

constexpr std::uint32_t kDamiaoCommands = 0x100;      // one byte that says which, as `control` holds it
constexpr std::uint32_t kDamiaoStore = 0x101;         // keeps all parameters
constexpr std::uint32_t kDamiaoZero = 0x102;          // the present place becomes the zero
constexpr std::uint32_t kRobstrideParameters = 0x20;  // below: types of communication

}  // namespace romas
