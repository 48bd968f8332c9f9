#include "backends/servo/c/laid_rows.h"

#include <algorithm>
#include <cmath>

#include "ir/servo/conversion.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Source = PacketField::Source;

constexpr unsigned kIdentifierBits = 32, kBitsOfByte = 8;

unsigned width_of(const PacketField& field, const ServoRegister* reg) {
  return field.bits != 0 ? field.bits : reg == nullptr ? 0 : kBitsOfByte * reg->size;
}

// A value that goes in a packet with a goal: what the servo is told, else what it begins with. A speed that
// nobody says is the joint's limit, and nothing becomes a 0 that means the fastest.
std::int64_t value_beside(const PlannedServo& plan, const Joint& joint, const ServoRegister& reg) {
  for (const auto* settings : {&plan.persistent, &plan.running})
    for (const ServoSetting& setting : *settings)
      if (setting.target->name == reg.name) return setting.value;
  if (reg.initial) return *reg.initial;
  const bool fastest = reg.is_fastest_at_zero(plan.mode);
  if (fastest && reg.quantity == ServoQuantity::velocity && reg.unit > 0 && joint.limit &&
      joint.limit->velocity) {
    const double most = std::abs(joint.limit->velocity->value()) * turning_ratio(plan, joint) / reg.unit;
    return static_cast<std::int64_t>(
        std::clamp(std::floor(most), 1.0, static_cast<double>(std::max<std::int64_t>(reg.highest, 1))));
  }
  if (fastest)
    return reg.quantity == ServoQuantity::time ? std::max<std::int64_t>(reg.lowest, 1) : reg.highest;
  return std::clamp<std::int64_t>(0, reg.lowest, reg.highest);
}

// Whether a field of an answer holds the same in every answer to one packet.
bool is_known(const PacketField& field) {
  switch (field.source) {
    case Source::constant:
    case Source::address:
    case Source::read_address:
    case Source::subindex:
    case Source::size:
    case Source::length: return true;
    default: return false;
  }
}

// The answer of an exchange, and what is taken from it. It is left out if it cannot be told.
void add_answer(LaidExchange& exchange, const ServoRegister& reg) {
  const PlannedServo& plan = *exchange.plan;
  const ServoFamily& family = *plan.family;
  const PacketLayout* layout = find_answer(family.layouts, *exchange.sent.layout);
  if (layout == nullptr) return;
  const auto of = [&](Source source) {
    return laid_fields(family, *layout, &reg,
                       [&](const PacketField& field) { return field.source == source; });
  };
  const LayoutValues values{&reg, 0, [](std::string_view) { return std::optional<std::uint64_t>(0); }, {}};
  const PacketLayout known = with_constants(
      *layout, [](const PacketField& field) { return is_known(field) ? ~std::uint64_t{0} : 0; });
  exchange.answer = {layout_packet(family, *layout, plan.id, values), layout, &reg};
  constexpr std::size_t kFrameBytes = 8;
  if (exchange.answer.head() != 0 && exchange.answer.size() > kFrameBytes) exchange.answer = {};
  exchange.mask = {layout_packet(family, known, plan.id, values), layout, &reg};
  exchange.number = of(Source::id);
  exchange.error = of(Source::error);
  exchange.taken = of(Source::value);
}

}  // namespace

unsigned LaidField::place_of(unsigned bit) const {
  return low_first ? place + bit / kBitsOfByte * kBitsOfByte + (kBitsOfByte - 1 - bit % kBitsOfByte)
                   : place + (bits - 1 - bit);
}

std::vector<LaidField> laid_fields(const ServoFamily& family, const PacketLayout& layout,
                                   const ServoRegister* reg,
                                   const std::function<bool(const PacketField&)>& wanted) {
  std::vector<LaidField> fields;
  unsigned at = kIdentifierBits - layout_bits(layout.identifier);
  for (const auto* part : {&layout.identifier, &layout.data})
    for (const PacketField& field : *part) {
      const unsigned bits = width_of(field, reg);
      const bool low_first = field.low_first || (field.bits == 0 && !family.big_endian);
      if (wanted(field)) fields.push_back({at, bits, field.shift, low_first});
      at += bits;
    }
  return fields;
}

std::string laid_field_row(const LaidField& field) {
  return concat("  {", field.place, "U, ", field.bits, "U, ", field.low_first ? 1 : 0, "U, ", field.shift,
                "U},\n");
}

std::string first_field_row(const std::vector<LaidField>& fields) {
  return laid_field_row(fields.empty() ? LaidField() : fields.front());
}

bool LaidPacket::is_there() const { return layout != nullptr && bytes.size() > head(); }
std::size_t LaidPacket::head() const { return layout == nullptr ? 0 : identifier_size(*layout); }
std::size_t LaidPacket::size() const { return is_there() ? bytes.size() - head() : 0; }

LaidSum sum_of(const LaidPacket& packet) {
  LaidSum sum;
  unsigned at = 0;
  if (!packet.is_there()) return sum;
  for (const PacketField& field : packet.layout->data) {
    if (field.source == Source::checksum) {
      if (sum.kind == 0) sum.place = at / kBitsOfByte;
      sum.bytes += field.bits / kBitsOfByte;
      switch (field.checksum) {
        case PacketField::Checksum::exclusive_or: sum.kind = 1; break;
        case PacketField::Checksum::crc_ccitt: sum.kind = 2; break;
        case PacketField::Checksum::crc32_words: sum.kind = 3; break;
        case PacketField::Checksum::herkulex_first:
        case PacketField::Checksum::herkulex_second: sum.kind = 4; break;
      }
    }
    at += width_of(field, packet.reg);
  }
  return sum;
}

std::string laid_packet_row(const LaidPacket& packet, std::size_t longest) {
  const std::size_t head = packet.head(), size = packet.size();
  std::uint32_t identifier = 0;
  for (std::size_t i = 0; size != 0 && i < head; ++i) identifier |= std::uint32_t{packet.bytes[i]} << 8 * i;
  const LaidSum sum = sum_of(packet);
  std::string bytes;
  for (std::size_t i = 0; i < longest; ++i) {
    const bool in_sum = sum.kind != 0 && i >= sum.place && i < sum.place + sum.bytes;
    bytes += concat(i == 0 ? "" : ", ", !in_sum && i < size ? packet.bytes[head + i] : 0U, "U");
  }
  return concat("  {", identifier, "U, ",
                head == 2   ? 0
                : head == 4 ? 1
                            : 2,
                "U, ", size, "U, ", sum.kind, "U, ", sum.place, "U, {", bytes, "}},\n");
}

PacketLayout with_constants(PacketLayout layout,
                            const std::function<std::uint64_t(const PacketField&)>& number_of) {
  for (auto* part : {&layout.identifier, &layout.data})
    for (PacketField& field : *part) {
      field.number = number_of(field);
      field.source = Source::constant;
    }
  return layout;
}

std::vector<LaidField> value_fields(const PlannedServo& plan, const PacketLayout& layout,
                                    const ServoRegister& reg) {
  return laid_fields(*plan.family, layout, &reg, [&](const PacketField& field) {
    return field.source == Source::value || (field.source == Source::named && field.reg == reg.name);
  });
}

ServoPacket packet_without_value(const PlannedServo& plan, const Joint& joint, const PacketLayout& layout,
                                 const ServoRegister& reg) {
  LayoutValues values;
  values.reg = &reg;
  values.named = [&](std::string_view name) -> std::optional<std::uint64_t> {
    const ServoRegister* other = plan.device->find_named(name);
    if (name == reg.name) return 0;
    if (other == nullptr || other->encoding == ServoEncoding::real) return std::nullopt;
    // A position that nobody gives would move the servo.
    if (other->known == KnownRegister::goal_position) return std::nullopt;
    return other->encode(value_beside(plan, joint, *other));
  };
  return layout_packet(*plan.family, layout, plan.id, values);
}

std::uint64_t LaidExchange::answered_number() const {
  std::uint64_t number_there = 0;
  if (!answer.is_there() || number.empty()) return 0;
  for (unsigned bit = 0; bit < number.front().bits; ++bit) {
    const unsigned place = number.front().place_of(bit);
    const bool in_head = place < kIdentifierBits;
    const unsigned from = in_head ? kIdentifierBits - 1 - place : place - kIdentifierBits;
    const std::uint8_t byte = answer.bytes[from / kBitsOfByte + (in_head ? 0 : answer.head())];
    const unsigned shift = in_head ? from % kBitsOfByte : kBitsOfByte - 1 - from % kBitsOfByte;
    number_there |= std::uint64_t{byte >> shift & 1U} << bit;
  }
  return number_there;
}

std::optional<LaidExchange> exchange_to_write(const PlannedServo& plan, const Joint& joint,
                                              const ServoRegister& reg) {
  const PacketLayout* layout = layout_to_write(*plan.family, reg);
  if (layout == nullptr) return std::nullopt;
  LaidExchange exchange{&plan, {packet_without_value(plan, joint, *layout, reg), layout, &reg}};
  exchange.put = value_fields(plan, *layout, reg);
  exchange.size = reg.size;
  if (!exchange.sent.is_there()) return std::nullopt;
  add_answer(exchange, reg);
  return exchange;
}

std::optional<LaidExchange> exchange_to_read(const PlannedServo& plan, const ServoRegister& reg) {
  const PacketLayout* layout = layout_to_read(*plan.family, reg);
  if (layout == nullptr) return std::nullopt;
  LaidExchange exchange{&plan, {read_packet(*plan.family, plan.id, reg), layout, &reg}};
  exchange.size = reg.size;
  if (!exchange.sent.is_there()) return std::nullopt;
  add_answer(exchange, reg);
  if (!exchange.answer.is_there() || exchange.taken.empty()) return std::nullopt;
  return exchange;
}

std::size_t longest_packet(const std::vector<LaidExchange>& exchanges) {
  std::size_t longest = 1;
  for (const LaidExchange& exchange : exchanges)
    longest = std::max({longest, exchange.sent.size(), exchange.answer.size()});
  return longest;
}

void add_exchange_rows(TemplateValues& values, const std::vector<LaidExchange>& exchanges,
                       std::size_t longest) {
  std::size_t fields = 0;
  const auto add = [&](const std::vector<LaidField>& more) {
    for (const LaidField& field : more) values["EXCHANGE_FIELD_ROWS"] += laid_field_row(field);
    fields += more.size();
  };
  const auto only = [](const std::vector<LaidField>& one) {
    std::string row = first_field_row(one);
    return row.substr(2, row.size() - 4);  // without what makes a line of it
  };
  for (const LaidExchange& exchange : exchanges) {
    const std::size_t put = fields, taken = fields + exchange.put.size();
    add(exchange.put);
    add(exchange.taken);
    values["EXCHANGE_ROWS"] +=
        concat("  {", exchange.answered_number(), "U, ", only(exchange.number), ", ", only(exchange.error),
               ", ", put, "U, ", taken, "U, ", exchange.put.size(), "U, ", exchange.taken.size(), "U, ",
               exchange.size, "U},\n");
    for (const LaidPacket* packet : {&exchange.sent, &exchange.answer, &exchange.mask})
      values["EXCHANGE_PACKET_ROWS"] += laid_packet_row(*packet, longest);
  }
  if (fields == 0) values["EXCHANGE_FIELD_ROWS"] = laid_field_row(LaidField());
  values["EXCHANGE_FIELD_COUNT"] = concat(std::max<std::size_t>(fields, 1));
  values["EXCHANGE_COUNT"] = concat(exchanges.size());
  values["EXCHANGE_PACKET_COUNT"] = concat(3 * exchanges.size());
}

}  // namespace romas
