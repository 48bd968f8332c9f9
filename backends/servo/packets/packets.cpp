#include "backends/servo/packets/can_packets.h"
#include "backends/servo/packets/layout_packets.h"
#include "backends/servo/packets/message_packets.h"

#include <algorithm>
#include <bit>

namespace romas {

namespace {

constexpr std::uint8_t kRead = 0x02, kWrite = 0x03;
constexpr std::uint16_t kSdoToDevice = 0x600;
constexpr std::uint8_t kSdoUpload = 0x40;
constexpr std::uint8_t kPca9685Address = 0x40;

std::uint8_t low_byte(std::uint64_t value) { return static_cast<std::uint8_t>(value & 0xFF); }

void append_value(ServoPacket& out, std::uint64_t value, unsigned size, bool big_endian) {
  for (unsigned i = 0; i < size; ++i) out.push_back(low_byte(value >> 8 * (big_endian ? size - 1 - i : i)));
}

std::uint8_t inverted_sum(std::span<const std::uint8_t> bytes) {
  unsigned sum = 0;
  for (const std::uint8_t byte : bytes) sum += byte;
  return low_byte(~sum);
}

// FF FF FD 00 ID LENGTH INSTRUCTION PARAMETERS CRC. A byte sequence behind the length that looks like a
// header is stuffed with one more FD, which the length counts.
ServoPacket dynamixel_packet(std::int64_t id, std::uint8_t instruction, const ServoPacket& parameters) {
  ServoPacket body = {instruction};
  for (const std::uint8_t byte : parameters) {
    body.push_back(byte);
    const std::size_t n = body.size();
    if (n >= 3 && body[n - 3] == 0xFF && body[n - 2] == 0xFF && byte == 0xFD) body.push_back(0xFD);
  }
  ServoPacket out = {0xFF, 0xFF, 0xFD, 0x00, low_byte(static_cast<std::uint64_t>(id))};
  append_value(out, body.size() + 2, 2, false);
  out.insert(out.end(), body.begin(), body.end());
  append_value(out, dynamixel_crc(out), 2, false);
  return out;
}

// FF FF ID LENGTH INSTRUCTION PARAMETERS ~SUM
ServoPacket feetech_packet(std::int64_t id, std::uint8_t instruction, const ServoPacket& parameters) {
  ServoPacket out = {0xFF, 0xFF, low_byte(static_cast<std::uint64_t>(id)), low_byte(parameters.size() + 2),
                     instruction};
  out.insert(out.end(), parameters.begin(), parameters.end());
  out.push_back(inverted_sum(std::span(out).subspan(2)));
  return out;
}

// 55 55 ID LENGTH COMMAND PARAMETERS ~SUM
ServoPacket lx16a_packet(std::int64_t id, std::uint32_t command, const ServoPacket& parameters) {
  ServoPacket out = {0x55, 0x55, low_byte(static_cast<std::uint64_t>(id)), low_byte(parameters.size() + 3),
                     low_byte(command)};
  out.insert(out.end(), parameters.begin(), parameters.end());
  out.push_back(inverted_sum(std::span(out).subspan(2)));
  return out;
}

struct Pca9685Place {
  std::uint8_t board;  // its address byte for a write
  std::uint8_t reg;
};
Pca9685Place pca9685_place(std::int64_t id, const ServoRegister& reg) {
  return {low_byte(static_cast<std::uint64_t>((kPca9685Address + id / kPca9685Channels) << 1)),
          low_byte(static_cast<std::uint64_t>(reg.address + reg.stride * (id % kPca9685Channels)))};
}

ServoPacket sdo_frame(std::int64_t id, std::uint8_t command, const ServoRegister& reg, std::uint64_t value) {
  ServoPacket out;
  append_value(out, static_cast<std::uint64_t>(kSdoToDevice + id), 2, false);
  out.push_back(command);
  append_value(out, reg.address, 2, false);
  out.push_back(reg.subindex);
  append_value(out, value, 4, false);
  return out;
}

// The command byte of an expedited download of so many bytes: bits 2 and 3 hold the number of unused bytes.
std::uint8_t sdo_download(unsigned size) { return static_cast<std::uint8_t>(0x23 | (4 - size) << 2); }

// A register of the LX-16A's commands and what it holds.
using Lx16aValues = std::vector<ServoWrite>;

ServoWrite* find_write(Lx16aValues& values, const ServoRegister& reg) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const ServoWrite& value) { return value.reg->name == reg.name; });
  return found == values.end() ? nullptr : &*found;
}

ServoPacket lx16a_command(std::int64_t id, std::uint32_t command, const Lx16aValues& values) {
  ServoPacket parameters;
  for (const auto& [reg, value] : values) {
    if (reg->address != command) continue;
    const std::uint64_t raw = reg->encode(value);
    parameters.resize(std::max<std::size_t>(parameters.size(), std::size_t{reg->subindex} + reg->size));
    for (unsigned i = 0; i < reg->size; ++i) parameters[reg->subindex + i] = low_byte(raw >> 8 * i);
  }
  return lx16a_packet(id, command, parameters);
}

// Whether the command of these writes carries a goal that is none of them: it would move the servo.
bool lacks_goal(const ServoDevice& device, const Lx16aValues& writes) {
  const ServoRegister* goal = device.find(KnownRegister::goal_position);
  return goal != nullptr && goal->address == writes.front().reg->address &&
         std::none_of(writes.begin(), writes.end(),
                      [&](const ServoWrite& write) { return write.reg == goal; });
}

std::vector<ServoPacket> lx16a_packets(const ServoDevice& device, std::int64_t id,
                                       std::span<const ServoWrite> writes) {
  Lx16aValues held;  // by the servo, as far as is known
  for (const ServoRegister& reg : device.registers)
    if (reg.writable)
      held.push_back({&reg, reg.initial.value_or(std::clamp<std::int64_t>(0, reg.lowest, reg.highest))});
  std::vector<ServoPacket> out;
  std::vector<bool> sent(writes.size(), false);
  for (std::size_t i = 0; i < writes.size(); ++i) {
    if (sent[i]) continue;
    const std::uint32_t command = writes[i].reg->address;
    Lx16aValues together;
    for (std::size_t j = i; j < writes.size(); ++j) {
      if (sent[j] || writes[j].reg->address != command) continue;
      if (find_write(together, *writes[j].reg) != nullptr) break;  // written again, later
      together.push_back(writes[j]);
      sent[j] = true;
    }
    if (lacks_goal(device, together)) continue;
    for (const ServoWrite& write : together)
      if (ServoWrite* value = find_write(held, *write.reg)) value->value = write.value;
    out.push_back(lx16a_command(id, command, held));
  }
  return out;
}

}  // namespace

std::uint16_t dynamixel_crc(std::span<const std::uint8_t> bytes) {
  constexpr std::uint16_t kPolynomial = 0x8005;
  std::uint16_t crc = 0;
  for (const std::uint8_t byte : bytes) {
    crc = static_cast<std::uint16_t>(crc ^ (byte << 8));
    for (int bit = 0; bit < 8; ++bit)
      crc = static_cast<std::uint16_t>((crc & 0x8000) != 0 ? (crc << 1) ^ kPolynomial : crc << 1);
  }
  return crc;
}

ServoPacket write_packet(const ServoFamily& family, std::int64_t id, const ServoRegister& reg,
                         std::int64_t value) {
  const std::uint64_t raw = reg.encode(value);
  ServoPacket parameters;
  switch (family.protocol) {
    case ServoProtocol::dynamixel2:
      append_value(parameters, reg.address, 2, false);
      append_value(parameters, raw, reg.size, family.big_endian);
      return dynamixel_packet(id, kWrite, parameters);
    case ServoProtocol::feetech:
      if (reg.address > 0xFF) return {};
      parameters.push_back(low_byte(reg.address));
      append_value(parameters, raw, reg.size, family.big_endian);
      return feetech_packet(id, kWrite, parameters);
    case ServoProtocol::lx16a:
      if (reg.address > 0xFF) return {};
      parameters.resize(reg.subindex);
      append_value(parameters, raw, reg.size, false);
      return lx16a_packet(id, reg.address, parameters);
    case ServoProtocol::pca9685: {
      const Pca9685Place place = pca9685_place(id, reg);
      parameters = {place.board, place.reg};
      append_value(parameters, raw, reg.size, false);
      return parameters;
    }
    case ServoProtocol::cia402:
      return reg.size > 4 ? ServoPacket{} : sdo_frame(id, sdo_download(reg.size), reg, raw);
    case ServoProtocol::damiao:
    case ServoProtocol::robstride: return can_write_packet({family.protocol, id, family.host_id}, reg, raw);
    case ServoProtocol::layout: {
      const PacketLayout* layout = layout_to_write(family, reg);
      return layout == nullptr ? ServoPacket{} : layout_packet(family, *layout, id, {&reg, raw, {}, {}});
    }
    // Values of real numbers, and of messages, need the plan (setting_packet).
    case ServoProtocol::odrive:
    case ServoProtocol::vesc:
    case ServoProtocol::simplefoc:
    case ServoProtocol::timer:
    case ServoProtocol::moteus: break;
  }
  return {};
}

std::vector<ServoPacket> write_packets(const ServoFamily& family, const ServoDevice& device, std::int64_t id,
                                       std::span<const ServoWrite> writes) {
  if (family.protocol == ServoProtocol::lx16a) return lx16a_packets(device, id, writes);
  std::vector<ServoPacket> out;
  for (const ServoWrite& write : writes) out.push_back(write_packet(family, id, *write.reg, write.value));
  return out;
}

ServoPacket read_packet(const ServoFamily& family, std::int64_t id, const ServoRegister& reg) {
  ServoPacket parameters;
  switch (family.protocol) {
    case ServoProtocol::dynamixel2:
      append_value(parameters, reg.address, 2, false);
      append_value(parameters, reg.size, 2, false);
      return dynamixel_packet(id, kRead, parameters);
    case ServoProtocol::feetech:
      return reg.address > 0xFF ? ServoPacket{}
                                : feetech_packet(id, kRead, {low_byte(reg.address), reg.size});
    case ServoProtocol::lx16a: {
      const std::uint32_t command = reg.writable ? reg.read_address : reg.address;
      return command == 0 || command > 0xFF ? ServoPacket{} : lx16a_packet(id, command, {});
    }
    case ServoProtocol::pca9685: {
      const Pca9685Place place = pca9685_place(id, reg);
      return {place.board, place.reg, static_cast<std::uint8_t>(place.board | 1)};
    }
    case ServoProtocol::cia402: return sdo_frame(id, kSdoUpload, reg, 0);
    case ServoProtocol::damiao:
    case ServoProtocol::robstride: return can_read_packet({family.protocol, id, family.host_id}, reg);
    case ServoProtocol::layout: {
      const PacketLayout* layout = layout_to_read(family, reg);
      return layout == nullptr ? ServoPacket{} : layout_packet(family, *layout, id, {&reg, 0, {}, {}});
    }
    case ServoProtocol::odrive:
    case ServoProtocol::vesc:
    case ServoProtocol::simplefoc:
    case ServoProtocol::timer:
    case ServoProtocol::moteus: break;
  }
  return {};
}

namespace {

bool is_can_motor(const PlannedServo& plan) {
  return plan.family->protocol == ServoProtocol::damiao || plan.family->protocol == ServoProtocol::robstride;
}

CanMotor can_motor(const PlannedServo& plan) { return {plan.family->protocol, plan.id, plan.feedback_id}; }

}  // namespace

std::uint64_t setting_bits(const ServoSetting& setting) {
  if (setting.target->encoding != ServoEncoding::real) return setting.target->encode(setting.value);
  return setting.target->size == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(setting.real))
                                   : std::bit_cast<std::uint64_t>(setting.real);
}

std::size_t can_identifier_size(ServoProtocol protocol) {
  switch (protocol) {
    case ServoProtocol::damiao:
    case ServoProtocol::odrive: return 2;
    case ServoProtocol::robstride:
    case ServoProtocol::vesc: return 4;
    default: return 0;
  }
}

ServoPacket setting_packet(const PlannedServo& plan, const ServoSetting& setting) {
  if (goes_with_others(plan, *setting.target)) return message_packet(plan, std::span(&setting, 1));
  if (plan.family->protocol == ServoProtocol::simplefoc) return commander_packet(plan, setting);
  if (is_can_motor(plan)) return can_write_packet(can_motor(plan), *setting.target, setting_bits(setting));
  if (plan.family->protocol == ServoProtocol::layout) {
    const PacketLayout* layout = layout_to_write(*plan.family, *setting.target);
    return layout == nullptr ? ServoPacket{}
                             : layout_packet(*plan.family, *layout, plan.id,
                                             {setting.target, setting_bits(setting), {}, {}});
  }
  return write_packet(*plan.family, plan.id, *setting.target, setting.value);
}

ServoPacket reading_packet(const PlannedServo& plan, const ServoRegister& reg) {
  return is_can_motor(plan) ? can_read_packet(can_motor(plan), reg) : read_packet(*plan.family, plan.id, reg);
}

}  // namespace romas
