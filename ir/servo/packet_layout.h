// Layouts of packets that a device file describes (the protocol `layout`): a string of fields, from the first
// bit of the packet to the last.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

struct PacketField {
  enum class Source : std::uint8_t {
    constant,      // `number`
    id,            // the servo's number, and `number` more
    address,       // of the register
    read_address,  // where what `address` writes is read; of a register that cannot be written its address
    subindex,      // of the register
    size,          // bytes of the register's value
    length,        // bytes of the whole packet
    value,         // of the register that is written
    named,         // of the register `reg`, which goes in this packet with others
    position,      // what one frame commands or answers at once (ServoFrame)
    velocity,
    kp,
    kd,
    torque,
    temperature,  // of an answer, in degrees Celsius
    error,        // of an answer, as the maker numbers errors
    skip,         // of an answer: nobody looks at it
    checksum      // of the bytes from `number` on
  };
  enum class Checksum : std::uint8_t {
    exclusive_or,     // of the bytes before it
    herkulex_first,   // exclusive or of all bytes but both sums, without bit 0
    herkulex_second,  // the complement of the first, without bit 0
    crc_ccitt,        // 16 bits, polynomial 0x1021 reversed, from 0
    crc32_words       // polynomial 0x04C11DB7 over words of 32 bits, low byte first, from all ones
  };
  Source source = Source::constant;
  Checksum checksum = Checksum::exclusive_or;
  bool low_first = false;  // whole bytes, the lowest first; else the highest bit first
  std::uint8_t bits = 8;   // 0: all bytes of the register's value, in the order of the family
  std::uint8_t shift = 0;  // lower bits of the value that are left out
  std::uint64_t number = 0;
  std::string reg;
};

struct PacketLayout {
  std::string name;
  std::vector<PacketField> identifier;  // of a CAN frame, 11 or 29 bits; empty: a packet of a serial line
  std::vector<PacketField> data;
};

// Bits before a field, which counts fields of `bits` 0 as none.
unsigned layout_bits(const std::vector<PacketField>& fields);

// The layout of this name; null: the family has none.
const PacketLayout* find_layout(const std::vector<PacketLayout>& layouts, std::string_view name);

// Whether a packet holds several registers by their names.
bool names_registers(const PacketLayout& layout);
bool names_register(const PacketLayout& layout, std::string_view reg);

// The layout of what answers a packet; null: nothing does, or nobody has laid it out.
const PacketLayout* find_answer(const std::vector<PacketLayout>& layouts, const PacketLayout& packet);

// Names that layouts have in a family: how a register is written and read where it names no packet, what
// commands a motor at once, and what such a motor answers. A register's packet NAME is read by NAME_read, and
// any packet NAME is answered by NAME_answer.
inline constexpr std::string_view kWriteLayout = "write", kReadLayout = "read", kCommandLayout = "command",
                                  kStateLayout = "state", kReadEnding = "_read", kAnswerEnding = "_answer";

}  // namespace romas
