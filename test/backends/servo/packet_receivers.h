// Receivers of servos' packets: the other end of the bus, written from the makers' documents. They share no
// code with the sender.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace romas::test {

// The remainder of the message's bits divided by the polynomial, by long division over GF(2).
inline std::uint16_t remainder_by_long_division(std::span<const std::uint8_t> bytes) {
  std::vector<bool> bits;
  for (const std::uint8_t byte : bytes)
    for (int i = 7; i >= 0; --i) bits.push_back((byte >> i & 1) != 0);
  bits.resize(bits.size() + 16, false);
  const std::vector<int> powers = {16, 15, 2, 0};  // x^16 + x^15 + x^2 + 1
  for (std::size_t i = 0; i + 16 < bits.size(); ++i)
    if (bits[i])
      for (const int power : powers) bits[i + static_cast<std::size_t>(16 - power)].flip();
  unsigned out = 0;
  for (std::size_t i = bits.size() - 16; i < bits.size(); ++i) out = out << 1 | (bits[i] ? 1U : 0U);
  return static_cast<std::uint16_t>(out);
}

struct Received {
  int id = -1;
  int instruction = -1;
  std::vector<std::uint8_t> parameters;
};

// Takes bytes from a line as a servo does: looks for the header, reads as many as the length says, checks,
// takes out the stuffing.
inline std::optional<Received> receive_dynamixel(const std::vector<std::uint8_t>& line) {
  std::size_t at = 0;
  while (at + 4 <= line.size() &&
         !(line[at] == 0xFF && line[at + 1] == 0xFF && line[at + 2] == 0xFD && line[at + 3] != 0xFD))
    ++at;
  if (at + 7 > line.size() || line[at + 3] != 0) return std::nullopt;
  Received out;
  out.id = line[at + 4];
  const std::size_t length = line[at + 5] + 256U * line[at + 6];
  if (length < 3 || at + 7 + length != line.size()) return std::nullopt;
  const std::size_t end = at + 7 + length - 2;
  if (remainder_by_long_division(std::span(line).subspan(at, end - at)) != line[end] + 256U * line[end + 1])
    return std::nullopt;
  int matched = 0;  // bytes of FF FF FD that were just seen
  bool stuffed = false;
  for (std::size_t i = at + 7; i < end; ++i) {
    const std::uint8_t byte = line[i];
    if (stuffed) {
      if (byte != 0xFD) return std::nullopt;  // a header inside of a packet
      stuffed = false;
      matched = 0;
      continue;
    }
    if (i == at + 7) {
      out.instruction = byte;
    } else {
      out.parameters.push_back(byte);
    }
    if (byte == 0xFF) {
      matched = std::min(matched + 1, 2);
    } else {
      stuffed = byte == 0xFD && matched == 2;
      matched = 0;
    }
  }
  return stuffed ? std::nullopt : std::optional(out);
}

// Header, id, number of bytes that follow, instruction, parameters; all from the id on sum up to 255.
inline std::optional<Received> receive_summed(const std::vector<std::uint8_t>& line, std::uint8_t header,
                                              std::size_t counted_before_instruction) {
  if (line.size() < 6 || line[0] != header || line[1] != header) return std::nullopt;
  if (line[3] + 4U - counted_before_instruction != line.size()) return std::nullopt;
  unsigned sum = 0;
  for (std::size_t i = 2; i < line.size(); ++i) sum += line[i];
  if (sum % 256 != 255) return std::nullopt;
  return Received{line[2], line[4], {line.begin() + 5, line.end() - 1}};
}
inline std::optional<Received> receive_feetech(const std::vector<std::uint8_t>& line) {
  return receive_summed(line, 0xFF, 0);
}
inline std::optional<Received> receive_lx16a(const std::vector<std::uint8_t>& line) {
  return receive_summed(line, 0x55, 1);
}

// A PCA9685's registers after an I2C write.
inline std::map<int, int> receive_pca9685(const std::vector<std::uint8_t>& line, int board) {
  std::map<int, int> registers;
  if (line.size() < 2 || line[0] != 2 * (0x40 + board)) return registers;
  int at = line[1];
  for (std::size_t i = 2; i < line.size(); ++i) registers[at++] = line[i];
  return registers;
}

// The value of an expedited download; nothing if the frame is no such thing.
struct Download {
  int node, index, subindex, size;
  std::uint32_t value;
};
inline std::optional<Download> receive_sdo(const std::vector<std::uint8_t>& frame) {
  if (frame.size() != 10) return std::nullopt;
  const int identifier = frame[0] + 256 * frame[1];
  const int command = frame[2];
  if ((command >> 5) != 1 || (command & 2) == 0 || (command & 1) == 0 || (command & 0x10) != 0)
    return std::nullopt;  // download, expedited, size given
  Download out{identifier - 0x600, frame[3] + 256 * frame[4], frame[5], 4 - (command >> 2 & 3), 0};
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t byte = frame[static_cast<std::size_t>(i) + 6];
    if (i < out.size) out.value |= byte << 8 * i;
    if (i >= out.size && byte != 0) return std::nullopt;
  }
  return out;
}

// A message to a motor on CAN: a parameter's number and value, or a command as a number of the device files.
struct CanWrite {
  int id = -1;
  int address = -1;
  std::uint32_t value = 0;
};

// enactic/openarm_can dm_motor_control.cpp and the maker's manual: identifier 0x7FF, the motor's number,
// 0x55, the register, four bytes; 0xAA 0x01 keeps all. Commands of one byte are 256 here.
inline std::optional<CanWrite> receive_damiao(const std::vector<std::uint8_t>& frame) {
  if (frame.size() != 10) return std::nullopt;
  const int identifier = frame[0] + 256 * frame[1];
  const std::span data = std::span(frame).subspan(2);
  if (identifier != 0x7FF) {
    const bool filled =
        std::all_of(data.begin(), data.end() - 1, [](std::uint8_t byte) { return byte == 0xFF; });
    return filled ? std::optional(CanWrite{identifier, 256, data[7]}) : std::nullopt;
  }
  const int id = data[0] + 256 * data[1];
  if (data[2] == 0xAA && data[3] == 1) return CanWrite{id, 257, 1};
  if (data[2] != 0x55) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = 4; i < 8; ++i) value |= std::uint32_t{data[i]} << 8 * (i - 4);
  return CanWrite{id, data[3], value};
}

// RobStride/Python_Sample bus.py and CyberGear's manual, 4.1: type in bits 24 to 28 of the identifier, the
// motor's number in bits 0 to 7.
inline std::optional<CanWrite> receive_robstride(const std::vector<std::uint8_t>& frame, int host) {
  if (frame.size() != 12 || frame[1] != host) return std::nullopt;
  const std::span data = std::span(frame).subspan(4);
  const int type = frame[3];
  if (type == 7) return data[0] == 1 ? std::optional(CanWrite{frame[0], 7, frame[2]}) : std::nullopt;
  if (frame[2] != 0) return std::nullopt;
  if (type == 3) return CanWrite{frame[0], 3, 1};
  if (type == 22) {
    for (std::size_t i = 0; i < 8; ++i)
      if (data[i] != i + 1) return std::nullopt;
    return CanWrite{frame[0], 22, 1};
  }
  if (type != 18) return CanWrite{frame[0], type, data[0]};
  std::uint32_t value = 0;
  for (std::size_t i = 4; i < 8; ++i) value |= std::uint32_t{data[i]} << 8 * (i - 4);
  return CanWrite{frame[0], data[0] + 256 * data[1], value};
}

}  // namespace romas::test
