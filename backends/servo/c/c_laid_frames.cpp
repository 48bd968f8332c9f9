#include "backends/servo/c/c_laid_frames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "backends/servo/c/c_macros.h"
#include "backends/servo/c/integer_tables.h"
#include "backends/servo/c/laid_rows.h"
#include "backends/servo/c/templates.h"
#include "backends/servo/packets/layout_packets.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Source = PacketField::Source;

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

bool is_same_in_all(const PacketField& field) {
  return field.source == Source::constant || field.source == Source::id;
}

class LaidPrinter {
 public:
  LaidPrinter(const Model& model, const ServoTable& table) : model_(model), table_(table) {}

  // The bytes of the longest packet, of the driver's too.
  std::size_t longest() {
    collect();
    return longest_;
  }

  void add(TemplateValues& values) {
    collect();
    values["PACKET_BYTES"] = concat(longest_);
    values["LAID_PACKET"] = fill_servo_template("laid_packet.h.in", values);
    values["LAID_BITS"] = fill_servo_template("laid_bits.c.in", values);
    values["LAID_GET"] = fill_servo_template("laid_get.c.in", values);
    values["LAID_PACKET_COUNT"] = concat(packets_.size());
    values["LAID_GOAL_FIELD_COUNT"] = concat(std::max<std::size_t>(goal_fields_, 1));
    values["LAID_WRITE_COUNT"] = concat(writes_.size());
    const auto print = [&](const std::vector<LaidPacket>& packets) {
      std::string text;
      for (const LaidPacket& packet : packets) text += laid_packet_row(packet, longest_);
      return text;
    };
    values["LAID_PACKET_ROWS"] = print(packets_);
    values["LAID_GOAL_ROWS"] = goals_;
    values["LAID_GOAL_FIELD_ROWS"] = goal_fields_ == 0 ? first_field_row({}) : goal_field_rows_;
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
      for (const LaidPacket& packet : *packets) longest_ = std::max(longest_, packet.size());
    for (const ServoEntry& entry : table_.entries)  // of the driver
      if (is_laid(entry.plan))
        for (const ServoRegister& reg : entry.plan.device->registers)
          if (const auto exchange = exchange_to_read(entry.plan, reg))
            longest_ = std::max({longest_, exchange->sent.size(), exchange->answer.size()});
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
    std::vector<LaidField> fields;
    if (reg != nullptr && !reg->writable) {
      packet = {reading_packet(plan, *reg), layout_to_read(*plan.family, *reg), reg};
    } else if (reg != nullptr) {
      packet = {{}, layout_to_write(*plan.family, *reg), reg};
      if (packet.layout != nullptr)
        packet.bytes = packet_without_value(plan, model_.joints[plan.joint], *packet.layout, *reg);
      if (!packet.bytes.empty()) fields = value_fields(plan, *packet.layout, *reg);
    }
    const bool is_goal = !fields.empty();
    goals_ +=
        concat("  {", int32_literal(is_goal ? reg->lowest : 0), ", ",
               int32_literal(is_goal ? reg->highest : 0), ", ", goal_fields_, "U, ", fields.size(), "U},\n");
    for (const LaidField& field : fields) goal_field_rows_ += laid_field_row(field);
    goal_fields_ += fields.size();
    packets_.push_back(std::move(packet));
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
    if (layout == nullptr) return first_field_row({});
    return first_field_row(laid_fields(*plan.family, *layout, nullptr,
                                       [&](const PacketField& field) { return field.source == source; }));
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

std::size_t laid_packet_bytes(const Model& model, const ServoTable& table) {
  return LaidPrinter(model, table).longest();
}

void add_laid_values(const Model& model, const ServoTable& table, TemplateValues& values) {
  constexpr std::array<std::string_view, 7> kHoles = {"LAID_FRAMES",      "LAID_KEEP",  "LAID_FRAME",
                                                      "LAID_SPECIAL",     "LAID_WRITE", "LAID_STATE",
                                                      "LAID_DECLARATIONS"};
  for (const std::string_view hole : kHoles) values[std::string(hole)] = "";
  if (has_laid_packets(table)) LaidPrinter(model, table).add(values);
}

}  // namespace romas
