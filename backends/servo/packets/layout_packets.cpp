#include "backends/servo/packets/layout_packets.h"

#include <algorithm>
#include <cmath>

#include "support/text/text.h"

namespace romas {

namespace {

using Source = PacketField::Source;
using Checksum = PacketField::Checksum;

constexpr unsigned kByte = 8;

// A string of bits, the highest of each byte first.
class BitWriter {
 public:
  void put(std::uint64_t value, unsigned bits) {
    for (unsigned i = bits; i > 0; --i) {
      if (count_ % kByte == 0) bytes_.push_back(0);
      if ((value >> (i - 1) & 1U) != 0)
        bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | 0x80U >> count_ % kByte);
      ++count_;
    }
  }
  void put_low_first(std::uint64_t value, unsigned bits) {
    for (unsigned i = 0; i < bits; i += kByte) put(value >> i & 0xFF, kByte);
  }
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  unsigned count_ = 0;
};

std::uint8_t xor_of(std::span<const std::uint8_t> bytes) {
  std::uint8_t sum = 0;
  for (const std::uint8_t byte : bytes) sum = static_cast<std::uint8_t>(sum ^ byte);
  return sum;
}

std::uint16_t crc_ccitt(std::span<const std::uint8_t> bytes) {
  constexpr unsigned kPolynomial = 0x8408;
  unsigned crc = 0;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (unsigned i = 0; i < kByte; ++i) crc = (crc & 1U) != 0 ? crc >> 1U ^ kPolynomial : crc >> 1U;
  }
  return static_cast<std::uint16_t>(crc);
}

// Over whole words alone: the last bytes that make no word are not covered.
std::uint32_t crc32_words(std::span<const std::uint8_t> bytes) {
  constexpr std::uint32_t kPolynomial = 0x04C11DB7, kHighest = 0x80000000;
  std::uint32_t crc = 0xFFFFFFFF;
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4)
    for (std::size_t i = 4; i > 0; --i)
      for (unsigned bit = kByte; bit > 0; --bit) {
        const bool one = (bytes[at + i - 1] >> (bit - 1) & 1U) != 0;
        crc = ((crc & kHighest) != 0) != one ? crc << 1U ^ kPolynomial : crc << 1U;
      }
  return crc;
}

// `bytes` has 0 where sums stand; `at` is where this one stands.
std::uint64_t sum_of(const PacketField& field, std::span<const std::uint8_t> bytes, std::size_t at) {
  constexpr unsigned kWithoutBit0 = 0xFE;
  const std::size_t first = std::min<std::size_t>(field.number, bytes.size());
  const auto before = bytes.first(std::max(at, first)).subspan(first);
  switch (field.checksum) {
    case Checksum::exclusive_or: return xor_of(before);
    case Checksum::herkulex_first: return xor_of(bytes.subspan(first)) & kWithoutBit0;
    case Checksum::herkulex_second: return ~unsigned{xor_of(bytes.subspan(first))} & kWithoutBit0;
    case Checksum::crc_ccitt: return crc_ccitt(before);
    case Checksum::crc32_words: return crc32_words(before);
  }
  return 0;
}

// Fills one packet.
class LayoutWriter {
 public:
  LayoutWriter(const ServoFamily& family, const PacketLayout& layout, std::int64_t id,
               const LayoutValues& values)
      : family_(family), layout_(layout), id_(id), values_(values) {}

  ServoPacket run() {
    ServoPacket out;
    if (!layout_.identifier.empty()) {
      std::uint64_t identifier = 0;
      for (const PacketField& field : layout_.identifier) {
        const auto value = value_of(field);
        if (!value) return {};
        identifier = identifier << field.bits | (*value & bits_of(field));
      }
      for (std::size_t i = 0; i < identifier_size(layout_); ++i)
        out.push_back(static_cast<std::uint8_t>(identifier >> kByte * i & 0xFF));
    }
    for (const PacketField& field : layout_.data)
      if (!put(field)) return {};
    set_sums();
    out.insert(out.end(), bits_.bytes().begin(), bits_.bytes().end());
    return out;
  }

 private:
  static std::uint64_t bits_of(const PacketField& field) {
    return field.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << field.bits) - 1;
  }

  unsigned width(const PacketField& field) const {
    return field.bits != 0 ? field.bits : values_.reg == nullptr ? 0 : kByte * values_.reg->size;
  }

  // The bytes of the packet, sums included.
  std::uint64_t length() const {
    unsigned bits = 0;
    for (const PacketField& field : layout_.data) bits += width(field);
    return bits / kByte;
  }

  std::optional<std::uint64_t> value_of(const PacketField& field) const {
    const ServoRegister* reg = values_.reg;
    const auto code = [&](FrameField which) {
      return static_cast<std::uint64_t>(values_.codes[static_cast<std::size_t>(which)]);
    };
    switch (field.source) {
      case Source::constant: return field.number;
      case Source::id: return static_cast<std::uint64_t>(id_) + field.number;
      case Source::length: return length();
      case Source::position: return code(FrameField::position);
      case Source::velocity: return code(FrameField::velocity);
      case Source::kp: return code(FrameField::kp);
      case Source::kd: return code(FrameField::kd);
      case Source::torque: return code(FrameField::torque);
      case Source::named: return values_.named ? values_.named(field.reg) : std::nullopt;
      case Source::checksum:
      case Source::skip:
      case Source::temperature:
      case Source::error: return 0;
      default: break;
    }
    if (reg == nullptr) return std::nullopt;
    switch (field.source) {
      case Source::address: return reg->address;
      case Source::read_address:
        if (!reg->writable) return reg->address;
        return reg->read_address != 0 ? std::optional<std::uint64_t>(reg->read_address) : std::nullopt;
      case Source::subindex: return reg->subindex;
      case Source::size: return reg->size;
      case Source::value: return values_.value >> field.shift;
      default: return std::nullopt;
    }
  }

  bool put(const PacketField& field) {
    const auto value = value_of(field);
    if (!value) return false;
    if (field.source == Source::checksum) sums_.emplace_back(&field, bits_.bytes().size());
    const bool low_first = field.low_first || (field.bits == 0 && !family_.big_endian);
    if (low_first)
      bits_.put_low_first(*value, width(field));
    else
      bits_.put(*value, width(field));
    return true;
  }

  void set_sums() {
    const std::vector<std::uint8_t> bytes = bits_.bytes();
    for (const auto& [field, at] : sums_) {
      const std::uint64_t sum = sum_of(*field, bytes, at);
      const std::size_t size = field->bits / kByte;
      for (std::size_t i = 0; i < size; ++i)
        bits_.bytes()[at + i] =
            static_cast<std::uint8_t>(sum >> kByte * (field->low_first ? i : size - 1 - i) & 0xFF);
    }
  }

  const ServoFamily& family_;
  const PacketLayout& layout_;
  std::int64_t id_;
  const LayoutValues& values_;
  BitWriter bits_;
  std::vector<std::pair<const PacketField*, std::size_t>> sums_;  // and the bytes at which they stand
};

}  // namespace

std::size_t identifier_size(const PacketLayout& layout) {
  constexpr unsigned kShort = 11;
  return layout.identifier.empty() ? 0 : layout_bits(layout.identifier) == kShort ? 2 : 4;
}

ServoPacket layout_packet(const ServoFamily& family, const PacketLayout& layout, std::int64_t id,
                          const LayoutValues& values) {
  return LayoutWriter(family, layout, id, values).run();
}

const PacketLayout* layout_to_write(const ServoFamily& family, const ServoRegister& reg) {
  if (!reg.writable || reg.in_frame) return nullptr;
  return find_layout(family.layouts, reg.packet.empty() ? kWriteLayout : std::string_view(reg.packet));
}

const PacketLayout* layout_to_read(const ServoFamily& family, const ServoRegister& reg) {
  if (reg.in_frame) return nullptr;
  return find_layout(family.layouts,
                     reg.packet.empty() ? std::string(kReadLayout) : concat(reg.packet, kReadEnding));
}

std::array<std::int64_t, 5> command_codes(const ServoDevice& device, const std::array<double, 5>& values) {
  std::array<std::int64_t, 5> codes{};
  for (const FrameField field : kFrameFields) {
    const FrameScale scale = frame_scale(device, field);
    const auto at = static_cast<std::size_t>(field);
    const double code = std::round(scale.middle + values[at] / scale.unit);
    codes[at] = static_cast<std::int64_t>(
        std::clamp(code, static_cast<double>(scale.lowest), static_cast<double>(scale.highest)));
  }
  return codes;
}

ServoPacket command_packet(const ServoFamily& family, const ServoDevice& device, std::int64_t id,
                           const std::array<std::int64_t, 5>& codes) {
  const PacketLayout* layout = find_layout(family.layouts, kCommandLayout);
  if (layout == nullptr || !has_frame(device)) return {};
  LayoutValues values;
  for (const FrameField field : kFrameFields) {
    const FrameScale scale = frame_scale(device, field);
    const auto at = static_cast<std::size_t>(field);
    values.codes[at] = std::clamp(codes[at], scale.lowest, scale.highest);
  }
  return layout_packet(family, *layout, id, values);
}

}  // namespace romas
