#include "backends/servo/packets/can_packets.h"

namespace romas {

namespace {

constexpr std::uint32_t kDamiaoParameters = 0x7FF;
constexpr std::uint8_t kDamiaoRead = 0x33, kDamiaoWrite = 0x55, kDamiaoKeep = 0xAA, kDamiaoZeroHere = 0xFE;
// Types of communication of the protocol robstride.
constexpr std::uint32_t kEnable = 3, kNewId = 7, kRead = 17, kWrite = 18, kSave = 22;

ServoPacket frame(std::uint32_t identifier, std::size_t identifier_size) {
  ServoPacket out;
  for (unsigned i = 0; i < identifier_size; ++i) out.push_back(byte_of(identifier, i));
  return out;
}

ServoPacket finished(ServoPacket out, std::size_t identifier_size) {
  out.resize(identifier_size + kCanDataSize, 0);
  return out;
}

std::size_t size_of_identifier(const CanMotor& motor) { return can_identifier_size(motor.protocol); }

// Identifier 0x7FF: the motor's number, what to do, the register, a value.
ServoPacket damiao_parameter(const CanMotor& motor, std::uint8_t what, std::uint32_t reg,
                             std::uint64_t bits) {
  ServoPacket out = frame(kDamiaoParameters, size_of_identifier(motor));
  const auto id = static_cast<std::uint64_t>(motor.id);
  for (const std::uint8_t byte : {byte_of(id, 0), byte_of(id, 1), what, byte_of(reg, 0)}) out.push_back(byte);
  for (unsigned i = 0; i < 4; ++i) out.push_back(byte_of(bits, i));
  return out;
}

// The motor's own identifier: seven bytes FF, and which command.
ServoPacket damiao_command(const CanMotor& motor, std::uint8_t command) {
  ServoPacket out = frame(static_cast<std::uint32_t>(motor.id), size_of_identifier(motor));
  out.insert(out.end(), kCanDataSize - 1, 0xFF);
  out.push_back(command);
  return out;
}

ServoPacket damiao_write(const CanMotor& motor, const ServoRegister& reg, std::uint64_t bits) {
  switch (reg.address) {
    case kDamiaoCommands: return damiao_command(motor, byte_of(bits, 0));
    case kDamiaoZero: return damiao_command(motor, kDamiaoZeroHere);
    case kDamiaoStore: return damiao_parameter(motor, kDamiaoKeep, 1, 0);
    default: break;
  }
  return reg.address < kDamiaoCommands ? damiao_parameter(motor, kDamiaoWrite, reg.address, bits)
                                       : ServoPacket{};
}

std::uint32_t robstride_identifier(const CanMotor& motor, std::uint32_t type, std::uint64_t data = 0) {
  return type << 24 | static_cast<std::uint32_t>(data & 0xFF) << 16 |
         static_cast<std::uint32_t>(motor.host & 0xFF) << 8 | static_cast<std::uint32_t>(motor.id & 0xFF);
}

ServoPacket robstride_parameter(const CanMotor& motor, std::uint32_t type, const ServoRegister& reg,
                                std::uint64_t bits) {
  ServoPacket out = frame(robstride_identifier(motor, type), size_of_identifier(motor));
  for (const std::uint8_t byte :
       {byte_of(reg.address, 0), byte_of(reg.address, 1), std::uint8_t{0}, std::uint8_t{0}})
    out.push_back(byte);
  for (unsigned i = 0; i < 4; ++i) out.push_back(byte_of(bits, i));
  return out;
}

ServoPacket robstride_write(const CanMotor& motor, const ServoRegister& reg, std::uint64_t bits) {
  const std::size_t identifier = size_of_identifier(motor);
  if (reg.address >= kRobstrideParameters) return robstride_parameter(motor, kWrite, reg, bits);
  switch (reg.address) {
    case kEnable: return finished(frame(robstride_identifier(motor, kEnable), identifier), identifier);
    case kNewId: {
      ServoPacket out = frame(robstride_identifier(motor, kNewId, bits), identifier);
      out.push_back(1);
      return finished(std::move(out), identifier);
    }
    case kSave: {
      ServoPacket out = frame(robstride_identifier(motor, kSave), identifier);
      for (std::uint8_t i = 1; i <= kCanDataSize; ++i) out.push_back(i);
      return out;
    }
    default: break;
  }
  ServoPacket out = frame(robstride_identifier(motor, reg.address), identifier);
  out.push_back(byte_of(bits, 0));
  return finished(std::move(out), identifier);
}

}  // namespace

ServoPacket can_write_packet(const CanMotor& motor, const ServoRegister& reg, std::uint64_t bits) {
  if (reg.size > 4) return {};
  return motor.protocol == ServoProtocol::damiao ? damiao_write(motor, reg, bits)
                                                 : robstride_write(motor, reg, bits);
}

ServoPacket can_read_packet(const CanMotor& motor, const ServoRegister& reg) {
  if (motor.protocol == ServoProtocol::damiao)
    return reg.address < kDamiaoCommands ? damiao_parameter(motor, kDamiaoRead, reg.address, 0)
                                         : ServoPacket{};
  return reg.address >= kRobstrideParameters ? robstride_parameter(motor, kRead, reg, 0) : ServoPacket{};
}

}  // namespace romas
