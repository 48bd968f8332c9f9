#include "backends/servo/c/c_laid_frames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "backends/servo/c/c_macros.h"
#include "backends/servo/c/integer_tables.h"
#include "backends/servo/c/templates.h"
#include "backends/servo/packets/layout_packets.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Source = PacketField::Source;

constexpr unsigned kIdentifierBits = 32;
constexpr std::array kAnswerFields = {Source::position, Source::velocity, Source::torque, Source::temperature,
                                      Source::error};
constexpr std::array kCommandFields = {Source::position, Source::velocity, Source::kp, Source::kd,
                                       Source::torque};

constexpr std::string_view kKeep = R"(  if (mit.bits == 255U) {
    @NAME@_laid_keep(servo, out);
    return;
  }
)";
constexpr std::string_view kFrame = R"(  if (row.protocol == @MACRO@_PROTOCOL_LAYOUT) {
    @NAME@_packet_t laid;
    return (@NAME@_mit_packet(servo, command, &laid) != 0U) ? @NAME@_laid_can(&laid, out) : 0U;
  }
)";
constexpr std::string_view kSpecial = R"(  if (row.protocol == @MACRO@_PROTOCOL_LAYOUT) {
    @NAME@_packet_t laid;
    return (@NAME@_mit_special_packet(servo, what, &laid) != 0U) ? @NAME@_laid_can(&laid, out) : 0U;
  }
)";
constexpr std::string_view kLaidWrite = R"(  if (row.protocol == @MACRO@_PROTOCOL_LAYOUT) {
    @NAME@_packet_t laid;
    return (@NAME@_write_packet(index, &laid) != 0U) ? @NAME@_laid_can(&laid, out) : 0U;
  }
)";
constexpr std::string_view kState = R"(  if (row->protocol == @MACRO@_PROTOCOL_LAYOUT) {
    @NAME@_packet_t laid = {0};
    uint8_t i;
    laid.id = frame->id;
    laid.kind = frame->extended;
    for (i = 0U; i < 8U; i++) {
      laid.bytes[i] = frame->bytes[i];
    }
    return @NAME@_laid_state(servo, &laid, out);
  }
)";
constexpr std::string_view kDeclarations =
    R"(
/* The same as packets, of motors on a serial line, too. */
uint8_t @NAME@_mit_packet(@INDEX@ servo, const @NAME@_mit_t *command, @NAME@_packet_t *out);
uint8_t @NAME@_mit_special_packet(@INDEX@ servo, uint8_t what, @NAME@_packet_t *out);
/* A packet that came on a bus, with its id, kind, size and bytes: 1 and the servo that it is of, 0 where it is the answer of none, or damaged. */
uint8_t @NAME@_mit_answer(uint8_t bus, const @NAME@_packet_t *packet, @INDEX@ *servo, @NAME@_mit_state_t *out);
)";

bool is_laid(const PlannedServo& plan) { return plan.family->protocol == ServoProtocol::layout; }
bool has_laid_frame(const PlannedServo& plan) { return is_laid(plan) && has_frame(*plan.device); }

unsigned width_of(const PacketField& field, const ServoRegister* reg) {
  constexpr unsigned kByteBits = 8;
  return field.bits != 0 ? field.bits : reg == nullptr ? 0 : kByteBits * reg->size;
}

// The fields of a layout for which `wanted` holds, as rows; `reg` is what the field `value` is of.
template <class Wanted>
std::vector<std::string> field_rows(const ServoFamily& family, const PacketLayout& layout,
                                    const ServoRegister* reg, Wanted wanted) {
  std::vector<std::string> rows;
  unsigned at = kIdentifierBits - layout_bits(layout.identifier);
  for (const auto* part : {&layout.identifier, &layout.data})
    for (const PacketField& field : *part) {
      const unsigned bits = width_of(field, reg);
      const bool low_first = field.low_first || (field.bits == 0 && !family.big_endian);
      if (wanted(field))
        rows.push_back(
            concat("  {", at, "U, ", bits, "U, ", low_first ? 1 : 0, "U, ", unsigned{field.shift}, "U},\n"));
      at += bits;
    }
  return rows;
}

constexpr std::string_view kNoField = "  {0U, 0U, 0U, 0U},\n";

// The layout with other numbers in its constants, and nothing in all other fields.
template <class NumberOf>
PacketLayout with_constants(PacketLayout layout, NumberOf number_of) {
  for (auto* part : {&layout.identifier, &layout.data})
    for (PacketField& field : *part) {
      field.number = number_of(field);
      field.source = Source::constant;
    }
  return layout;
}

bool is_same_in_all(const PacketField& field) {
  return field.source == Source::constant || field.source == Source::id;
}

struct LaidPacket {
  ServoPacket bytes;
  const PacketLayout* layout = nullptr;  // null: there is no such packet
  const ServoRegister* reg = nullptr;
};

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

// Packets as rows. All rows have the bytes of the longest packet.
class LaidRows {
 public:
  explicit LaidRows(std::size_t longest) : longest_(longest) {}

  std::string row(const LaidPacket& packet) const {
    const std::size_t head = packet.layout == nullptr ? 0 : identifier_size(*packet.layout);
    const bool is_there = packet.layout != nullptr && packet.bytes.size() > head;
    std::uint32_t identifier = 0;
    for (std::size_t i = 0; is_there && i < head; ++i) identifier |= std::uint32_t{packet.bytes[i]} << 8 * i;
    unsigned sum = 0, place = 0, sum_bytes = 0;
    if (is_there) find_sum(packet, sum, place, sum_bytes);
    std::string bytes;
    for (std::size_t i = 0; i < longest_; ++i) {
      const bool in_sum = sum != 0 && i >= place && i < place + sum_bytes;
      const unsigned byte =
          is_there && !in_sum && head + i < packet.bytes.size() ? packet.bytes[head + i] : 0U;
      bytes += concat(i == 0 ? "" : ", ", byte, "U");
    }
    const std::size_t size = is_there ? packet.bytes.size() - head : 0;
    return concat("  {", identifier, "U, ",
                  head == 2   ? 0
                  : head == 4 ? 1
                              : 2,
                  "U, ", size, "U, ", sum, "U, ", place, "U, {", bytes, "}},\n");
  }

 private:
  static void find_sum(const LaidPacket& packet, unsigned& sum, unsigned& place, unsigned& bytes) {
    unsigned at = 0;
    for (const PacketField& field : packet.layout->data) {
      if (field.source == Source::checksum) {
        if (sum == 0) place = at / 8;
        bytes += field.bits / 8U;
        switch (field.checksum) {
          case PacketField::Checksum::exclusive_or: sum = 1; break;
          case PacketField::Checksum::crc_ccitt: sum = 2; break;
          case PacketField::Checksum::crc32_words: sum = 3; break;
          case PacketField::Checksum::herkulex_first:
          case PacketField::Checksum::herkulex_second: sum = 4; break;
        }
      }
      at += width_of(field, packet.reg);
    }
  }

  std::size_t longest_;
};

class LaidPrinter {
 public:
  LaidPrinter(const Model& model, const ServoTable& table) : model_(model), table_(table) {}

  void add(TemplateValues& values) {
    collect();
    values["PACKET_BYTES"] = concat(longest_);
    values["LAID_PACKET_COUNT"] = concat(packets_.size());
    values["LAID_GOAL_FIELD_COUNT"] = concat(std::max<std::size_t>(goal_fields_, 1));
    values["LAID_WRITE_COUNT"] = concat(writes_.size());
    const LaidRows rows(longest_);
    const auto print = [&](const std::vector<LaidPacket>& packets) {
      std::string text;
      for (const LaidPacket& packet : packets) text += rows.row(packet);
      return text;
    };
    values["LAID_PACKET_ROWS"] = print(packets_);
    values["LAID_GOAL_ROWS"] = goals_;
    values["LAID_GOAL_FIELD_ROWS"] = goal_fields_ == 0 ? std::string(kNoField) : goal_field_rows_;
    values["LAID_WRITE_ROWS"] = print(writes_);
    values["MIT_FIELD_COUNT"] = concat(table_.entries.size() * kCommandFields.size());
    values["MIT_PACKET_COUNT"] = concat(mit_packets_.size());
    values["MIT_SPECIAL_COUNT"] = concat(specials_.size());
    values["MIT_FIELD_ROWS"] = mit_fields_;
    values["MIT_BOUND_ROWS"] = bounds_;
    values["MIT_ANSWER_FIELD_ROWS"] = answer_fields_;
    values["MIT_SIGN_ROWS"] = signs_;
    values["MIT_PACKET_ROWS"] = print(mit_packets_);
    values["MIT_SPECIAL_ROWS"] = print(specials_);
    values["LAID_DECLARATIONS"] = fill_template(kDeclarations, values);
    values["LAID_FRAMES"] = fill_servo_template("laid_frames.c.in", values);
    values["LAID_KEEP"] = fill_template(kKeep, values);
    values["LAID_FRAME"] = fill_template(kFrame, values);
    values["LAID_SPECIAL"] = fill_template(kSpecial, values);
    values["LAID_WRITE"] = fill_template(kLaidWrite, values);
    values["LAID_STATE"] = fill_template(kState, values);
  }

 private:
  void collect() {
    for (const ServoEntry& entry : table_.entries) {
      for (const KnownRegister kind : kCountedRegisters) add_register(entry.plan, kind);
      add_frames(entry.plan);
      add_specials(entry.plan);
    }
    for (const TableWrite& write : table_writes(table_))
      writes_.push_back(step(table_.entries[write.servo].plan, write.step.setting));
    if (writes_.empty()) writes_.emplace_back();
    constexpr std::size_t kCanBytes = 8;  // of the frames that come
    longest_ = kCanBytes;
    for (const auto* packets : {&packets_, &writes_, &mit_packets_, &specials_})
      for (const LaidPacket& packet : *packets)
        if (packet.layout != nullptr)
          longest_ = std::max(
              longest_, packet.bytes.size() - std::min(packet.bytes.size(), identifier_size(*packet.layout)));
  }

  static LaidPacket step(const PlannedServo& plan, const ServoSetting& setting) {
    if (!is_laid(plan) || setting.target == nullptr) return {};
    return {setting_packet(plan, setting), layout_to_write(*plan.family, *setting.target), setting.target};
  }

  // A register that the tables count: the packet of a goal, or that which asks for a value.
  void add_register(const PlannedServo& plan, KnownRegister kind) {
    const ServoRegister* reg = is_laid(plan) && !has_frame(*plan.device) ? plan.device->find(kind) : nullptr;
    if (reg != nullptr && (reg->encoding == ServoEncoding::real || reg->size > 4)) reg = nullptr;
    LaidPacket packet;
    std::vector<std::string> fields;
    if (reg != nullptr && !reg->writable) {
      packet = {reading_packet(plan, *reg), layout_to_read(*plan.family, *reg), reg};
    } else if (reg != nullptr) {
      packet = {{}, layout_to_write(*plan.family, *reg), reg};
      if (packet.layout != nullptr) packet.bytes = goal_base(plan, *packet.layout, *reg);
      if (!packet.bytes.empty())
        fields = field_rows(*plan.family, *packet.layout, reg, [&](const PacketField& field) {
          return field.source == Source::value || (field.source == Source::named && field.reg == reg->name);
        });
    }
    const bool is_goal = !fields.empty();
    goals_ +=
        concat("  {", int32_literal(is_goal ? reg->lowest : 0), ", ",
               int32_literal(is_goal ? reg->highest : 0), ", ", goal_fields_, "U, ", fields.size(), "U},\n");
    for (const std::string& field : fields) goal_field_rows_ += field;
    goal_fields_ += fields.size();
    packets_.push_back(std::move(packet));
  }

  ServoPacket goal_base(const PlannedServo& plan, const PacketLayout& layout,
                        const ServoRegister& goal) const {
    LayoutValues values;
    values.reg = &goal;
    values.named = [&](std::string_view name) -> std::optional<std::uint64_t> {
      const ServoRegister* reg = plan.device->find_named(name);
      if (name == goal.name) return 0;
      if (reg == nullptr || reg->encoding == ServoEncoding::real) return std::nullopt;
      // A position that nobody gives would move the servo.
      if (reg->known == KnownRegister::goal_position) return std::nullopt;
      return reg->encode(value_beside(plan, model_.joints[plan.joint], *reg));
    };
    return layout_packet(*plan.family, layout, plan.id, values);
  }

  // Collects the values that all frames of a layout share, and the bits that these take.
  static LaidPacket base(const PlannedServo& plan, const PacketLayout& layout) {
    const PacketLayout same = with_constants(layout, [&](const PacketField& field) {
      const std::uint64_t id = field.source == Source::id ? static_cast<std::uint64_t>(plan.id) : 0;
      return is_same_in_all(field) ? field.number + id : 0;
    });
    return {layout_packet(*plan.family, same, plan.id, {}), &layout};
  }
  static LaidPacket mask(const PlannedServo& plan, const PacketLayout& layout) {
    const PacketLayout ones = with_constants(
        layout, [](const PacketField& field) { return is_same_in_all(field) ? ~std::uint64_t{0} : 0; });
    return {layout_packet(*plan.family, ones, plan.id, {}), &layout};
  }

  static std::string field_row(const PlannedServo& plan, const PacketLayout* layout, Source source) {
    if (layout == nullptr) return std::string(kNoField);
    const std::vector<std::string> rows = field_rows(
        *plan.family, *layout, nullptr, [&](const PacketField& field) { return field.source == source; });
    return rows.empty() ? std::string(kNoField) : rows.front();
  }

  void add_frames(const PlannedServo& plan) {
    const bool laid = has_laid_frame(plan);
    const PacketLayout* command = laid ? find_layout(plan.family->layouts, kCommandLayout) : nullptr;
    const PacketLayout* state = laid ? find_layout(plan.family->layouts, kStateLayout) : nullptr;
    for (std::size_t i = 0; i < kCommandFields.size(); ++i) {
      const FrameScale scale = laid ? frame_scale(*plan.device, kFrameFields[i]) : FrameScale{};
      mit_fields_ += field_row(plan, command, kCommandFields[i]);
      bounds_ += concat("  {", int32_literal(scale.lowest), ", ", int32_literal(scale.highest), "},\n");
    }
    for (const Source source : kAnswerFields) {
      const bool has_sign = source == Source::temperature ||
                            (laid && source != Source::error && plan.device->steps.position > 0);
      answer_fields_ += field_row(plan, state, source);
      signs_ += concat("  ", has_sign ? 1 : 0, "U,\n");
    }
    mit_packets_.push_back(command == nullptr ? LaidPacket{} : base(plan, *command));
    mit_packets_.push_back(state == nullptr ? LaidPacket{} : base(plan, *state));
    mit_packets_.push_back(state == nullptr ? LaidPacket{} : mask(plan, *state));
  }

  // Enable, disable, zero and clear: the last step of each that the device file has.
  void add_specials(const PlannedServo& plan) {
    const auto last = [&](const std::vector<ServoAssignment>& steps) {
      return step(plan, steps.empty() ? ServoSetting{} : servo_step(*plan.device, steps.back()));
    };
    specials_.push_back(last(plan.family->torque_on));
    specials_.push_back(last(plan.family->torque_off));
    specials_.push_back(step(plan, {plan.device->find(KnownRegister::set_zero), 1, 1, {}}));
    specials_.push_back(last(plan.family->recovery));
  }

  const Model& model_;
  const ServoTable& table_;
  std::size_t longest_ = 0, goal_fields_ = 0;
  std::vector<LaidPacket> packets_, writes_, mit_packets_, specials_;
  std::string goals_, goal_field_rows_, mit_fields_, bounds_, answer_fields_, signs_;
};

}  // namespace

bool has_laid_packets(const ServoTable& table) {
  return std::any_of(table.entries.begin(), table.entries.end(),
                     [](const ServoEntry& entry) { return is_laid(entry.plan); });
}

void add_laid_values(const Model& model, const ServoTable& table, TemplateValues& values) {
  constexpr std::array<std::string_view, 7> kHoles = {"LAID_FRAMES",      "LAID_KEEP",  "LAID_FRAME",
                                                      "LAID_SPECIAL",     "LAID_WRITE", "LAID_STATE",
                                                      "LAID_DECLARATIONS"};
  for (const std::string_view hole : kHoles) values[std::string(hole)] = "";
  if (has_laid_packets(table)) LaidPrinter(model, table).add(values);
}

}  // namespace romas
