// Packets of layouts (the protocol `layout`) for tables of generated programs: bytes, the places of their
// fields, and exchanges, which are a packet and its answer.
#pragma once

#include <functional>
#include <optional>

#include "backends/servo/packets/layout_packets.h"
#include "ir/model/joints.h"
#include "support/text/template.h"

namespace romas {

// The place of a value's bits in a packet. Bits are counted from the first one of the identifier, which is
// filled up to 32 bits, to the last one of the data; the highest bit of each byte is the first.
struct LaidField {
  unsigned place = 0, bits = 0, shift = 0;
  bool low_first = false;  // whole bytes, the lowest first
  // The place of a bit, counted from the lowest one of the field.
  unsigned place_of(unsigned bit) const;
};

// The fields of a layout for which `wanted` holds; `reg` is what the field `value` is of.
std::vector<LaidField> laid_fields(const ServoFamily& family, const PacketLayout& layout,
                                   const ServoRegister* reg,
                                   const std::function<bool(const PacketField&)>& wanted);
std::string laid_field_row(const LaidField& field);
// The row of the first one; of none a row of zeros.
std::string first_field_row(const std::vector<LaidField>& fields);

struct LaidPacket {
  ServoPacket bytes;
  const PacketLayout* layout = nullptr;  // null: there is no such packet
  const ServoRegister* reg = nullptr;

  bool is_there() const;
  std::size_t head() const;  // bytes of a CAN frame's identifier
  std::size_t size() const;  // without the head
};

// The sum of a packet, and the bytes of its data that hold it.
struct LaidSum {
  unsigned kind = 0;  // as the tables number them; 0: none
  unsigned place = 0, bytes = 0;
};
LaidSum sum_of(const LaidPacket& packet);

// A row of a table. All rows have as many bytes as the longest packet.
std::string laid_packet_row(const LaidPacket& packet, std::size_t longest);

// The layout with other numbers in its constants, and nothing in all other fields.
PacketLayout with_constants(PacketLayout layout,
                            const std::function<std::uint64_t(const PacketField&)>& number_of);

// The fields that hold a register's value in a packet.
std::vector<LaidField> value_fields(const PlannedServo& plan, const PacketLayout& layout,
                                    const ServoRegister& reg);

// The packet that writes a register, with a value of 0. Other values in it are those of the servo's
// description. Empty if the packet would move the servo to a place that nobody gives.
ServoPacket packet_without_value(const PlannedServo& plan, const Joint& joint, const PacketLayout& layout,
                                 const ServoRegister& reg);

// A packet to a servo, and what it answers.
struct LaidExchange {
  const PlannedServo* plan = nullptr;
  LaidPacket sent;             // with a value of 0, where it writes one
  std::vector<LaidField> put;  // of the value in it
  LaidPacket answer;           // with 0 where nobody knows what stands there; not there: none is awaited
  LaidPacket mask;             // the bits of the answer that are known, without the servo's number
  std::vector<LaidField> number, error, taken;  // of the answer: the servo's number, its error, the value
  std::size_t size = 0;                         // bytes of the value

  std::uint64_t answered_number() const;  // as the field holds it
};
// Empty: there is no such packet, or of a read no layout of its answer that has the value.
std::optional<LaidExchange> exchange_to_write(const PlannedServo& plan, const Joint& joint,
                                              const ServoRegister& reg);
std::optional<LaidExchange> exchange_to_read(const PlannedServo& plan, const ServoRegister& reg);
// The bytes of the longest packet of exchanges, without identifiers.
std::size_t longest_packet(const std::vector<LaidExchange>& exchanges);

// Adds the values EXCHANGE_COUNT, EXCHANGE_ROWS, EXCHANGE_PACKET_ROWS, EXCHANGE_FIELD_COUNT and
// EXCHANGE_FIELD_ROWS of laid_exchange.c.in.
void add_exchange_rows(TemplateValues& values, const std::vector<LaidExchange>& exchanges,
                       std::size_t longest);

}  // namespace romas
