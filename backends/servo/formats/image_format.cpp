// --servo-format=bin: NAME_servos.bin, the integer tables as one image, and the C99 reader for it.
// docs/servo-image.md has the layout.
#include <algorithm>
#include <array>

#include "backends/servo/c/c_macros.h"
#include "backends/servo/c/integer_tables.h"
#include "backends/servo/packets/packets.h"
#include "backends/servo/table/formats.h"
#include "backends/servo/table/image_bytes.h"
#include "support/text/template.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::uint16_t kVersion = 2, kHeaderSize = 32;
constexpr std::size_t kMostRows = 0xFFFE;  // 0xFFFF says "no servo"
constexpr std::size_t kMostBuses = 0xFF;
constexpr std::uint16_t kNoServo = 0xFFFF;

class ImageWriter {
 public:
  explicit ImageWriter(const ServoFormatContext& context)
      : context_(context), table_(context.table), scales_(scale_rows(table_)), writes_(table_writes(table_)) {
    for (const ScaleRows& kind : scales_)
      for (const IntegerScale* row : kind.rows) terms_ += row->terms.size();
    for (const ServoEntry& entry : table_.entries) places_ += entry.places.size();
  }

  // The part that is too large for the image; nothing if all fit.
  std::string_view too_large() const {
    if (table_.entries.size() > kMostRows) return "servos";
    if (table_.joints.size() > kMostRows) return "joints";
    if (table_.buses.size() > kMostBuses) return "buses";
    if (terms_ > kMostRows) return "terms of conversions";
    if (places_ > kMostRows) return "places of maps";
    if (writes_.size() > kMostRows) return "writes";
    return {};
  }

  std::string run() {
    header();
    servos();
    registers();
    for (const int servo : table_.mapped_by)
      image_.u16(servo < 0 ? kNoServo : static_cast<std::uint64_t>(servo));
    scales();
    for (const ServoEntry& entry : table_.entries)
      for (const IntegerPlace& place : entry.places) image_.i32(place.joint), image_.i32(place.count);
    writes();
    image_.put_u32(kTotalAt, image_.size() + kCrcSize);
    image_.u32(image_.crc());
    return image_.take();
  }

 private:
  static constexpr std::size_t kTotalAt = 8;

  void header() {
    image_.text("RMSV");
    image_.u16(kVersion);
    image_.u16(kHeaderSize);
    image_.u32(0);  // the size, when it is known
    image_.u16(table_.entries.size());
    image_.u16(table_.joints.size());
    image_.u64(context_.model_hash);
    image_.u16(terms_);
    image_.u16(places_);
    image_.u16(writes_.size());
    image_.u16(table_.buses.size());
  }

  void servos() {
    std::size_t first_place = 0;
    for (const ServoEntry& entry : table_.entries) {
      const auto bound = [](std::int64_t count) {
        return std::clamp<std::int64_t>(count, INT32_MIN, INT32_MAX);
      };
      const ServoRegister* goal = entry.plan.device->find(KnownRegister::goal_position);
      const ServoRegister* present = entry.plan.device->find(KnownRegister::present_position);
      image_.i32(bound(entry.plan.counts.low));
      image_.i32(bound(entry.plan.counts.high));
      image_.i32(entry.home);
      image_.u16(goal == nullptr ? 0 : register_address(*goal, entry.plan));
      image_.u16(present == nullptr ? 0 : register_address(*present, entry.plan));
      image_.u16(static_cast<std::uint64_t>(entry.plan.id));
      image_.u8(goal == nullptr ? 0 : goal->size);
      image_.u8(present == nullptr ? 0 : present->size);
      const bool mapped = !entry.places.empty();
      image_.u16(mapped ? first_place : 0);
      image_.u16(entry.places.size());
      image_.u16(mapped ? mapped_joint(table_, entry) : 0);
      image_.u8(entry.bus);
      image_.u8(static_cast<std::uint64_t>(entry.plan.family->protocol));
      image_.u8(entry.plan.family->big_endian ? 1 : 0);
      image_.u8(0);
      first_place += entry.places.size();
    }
  }

  void registers() {
    for (const ServoEntry& entry : table_.entries)
      for (const KnownRegister kind : kCountedRegisters) {
        const IntegerRegister row = integer_register(entry.plan, kind);
        image_.u16(row.address);
        image_.u8(row.subindex);
        image_.u8(row.size);
        image_.u8(static_cast<std::uint64_t>(row.encoding));
        image_.u8(row.sign_bit);
      }
  }

  void writes() {
    for (const TableWrite& write : writes_) {
      const ServoSetting& setting = write.step.setting;
      image_.u32(setting_bits(setting));
      image_.u16(register_address(*setting.target, table_.entries[write.servo].plan));
      image_.u16(write.servo);
      image_.u8(setting.target->subindex);
      image_.u8(setting.target->size);
      image_.u16(setting.pause);
    }
  }

  void scales() {
    std::size_t first_term = 0;
    for (const ScaleRows& kind : scales_)
      for (const IntegerScale* row : kind.rows) {
        image_.u64(static_cast<std::uint64_t>(row->offset));
        image_.u16(first_term);
        image_.u16(row->terms.size());
        image_.u8(static_cast<std::uint64_t>(row->shift));
        image_.u8(0);
        first_term += row->terms.size();
      }
    for (const ScaleRows& kind : scales_)
      for (const IntegerScale* row : kind.rows)
        for (const IntegerScale::Term& term : row->terms) image_.i32(term.factor), image_.u16(term.index);
  }

  const ServoFormatContext& context_;
  const ServoTable& table_;
  std::vector<ScaleRows> scales_;
  std::vector<TableWrite> writes_;
  std::size_t terms_ = 0, places_ = 0;
  ImageBytes image_;
};

}  // namespace

namespace {

// The image has codes of positions, velocities and efforts; firmware itself packs the frames.
void report_gains(ServoFormatContext& context) {
  for (const ServoEntry& entry : context.table.entries) {
    if (!(entry.plan.kp > 0) && !(entry.plan.kd > 0)) continue;
    const Joint& joint = context.model.joints[entry.plan.joint];
    context.diagnostics.report(Rule::feature_dropped,
                               joint.servo->range.valid() ? joint.servo->range : joint.name_range,
                               concat("the format bin has no place for the gains of the servo of joint '",
                                      joint.name, "', which go with every command"));
  }
}

}  // namespace

std::vector<OutputFile> print_servo_image(ServoFormatContext& context) {
  report_unsaid_writes(context, "bin");
  report_gains(context);
  ImageWriter writer(context);
  if (const std::string_view part = writer.too_large(); !part.empty()) {
    context.diagnostics.report(
        Rule::servo_incomplete, context.model.name_range,
        concat("robot '", context.model.name, "' has more ", part, " than an image of servos can hold"));
    return {};
  }
  std::vector<OutputFile> files = {{context.table.name + "_servos.bin", writer.run()}};
  constexpr std::string_view kPrefix = "ROMAS_SERVO_IMAGE";
  const TemplateValues reader = {{"PROTOCOL_MACROS", protocol_macros(kPrefix)},
                                 {"PROTOCOL_COUNT", concat(kServoWords<ServoProtocol>.size())},
                                 {"KIND_MACROS", register_macros(kPrefix)}};
  for (const EmbeddedFile& file : embedded_servo_image())
    files.push_back({std::string(name_of_template(file)), fill_template(file.text, reader), true});
  return files;
}

}  // namespace romas
