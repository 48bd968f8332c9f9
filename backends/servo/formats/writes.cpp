// --servo-format=writes: the writes of every servo, in order, as JSON for scripts.
#include <cmath>

#include "backends/servo/packets/packets.h"
#include "backends/servo/packets/write_sequence.h"
#include "backends/servo/table/formats.h"
#include "ir/servo/frame.h"
#include "ir/servo/register_units.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::string hexadecimal(std::uint64_t value, unsigned bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "0x";
  for (unsigned shift = 8 * bytes; shift > 0; shift -= 4) text.push_back(kDigits[value >> (shift - 4) & 15U]);
  return text;
}

// Returns the unit of a property's register, if its device file has one.
void write_quantity(JsonWriter& json, const Servo& servo, const ServoSetting& setting) {
  const ServoPropertyInfo* property = find_servo_property(setting.target->name);
  if (property == nullptr || !is_register_property(*property)) return;
  const double number =
      setting.target->encoding == ServoEncoding::real ? setting.real : static_cast<double>(setting.value);
  const ShownQuantity shown = shown_quantity(register_scale(servo, *setting.target), number);
  if (shown.unit.empty() || number == 0 || !std::isfinite(number)) return;
  json.field("quantity", parse_double(short_number(shown.value)).value_or(shown.value));
  json.field("unit", shown.unit);
}

void write_step(JsonWriter& json, const ServoStep& step, const Servo& servo, const PlannedServo& plan) {
  const ServoProtocol protocol = plan.family->protocol;
  const std::int64_t id = plan.id;
  const ServoRegister& target = *step.setting.target;
  json.begin_object(JsonWriter::Style::inline_);
  json.field("do", to_string(step.kind));
  json.field("register", target.name);
  if (!target.key.empty()) json.field("key", target.key);
  if (protocol == ServoProtocol::lx16a) {
    // The values of a command are sent together, each at its own byte of the parameters.
    json.field("command", target.address);
    if (target.read_address != 0) json.field("read_command", target.read_address);
    json.field("byte", target.subindex);
    json.field("size", target.size);
  } else if (target.key.empty() || target.address != 0) {
    json.field("address", target.address + target.stride * (id % kPca9685Channels));
    json.field("subindex", target.subindex);
    json.field("size", target.size);
  }
  if (target.encoding == ServoEncoding::real) {
    // JSON has no word for a number that is none: "nan", as the drive spells it.
    if (std::isnan(step.setting.real))
      json.field("value", "nan");
    else
      json.field("value", step.setting.real);
    if (target.key.empty() || target.address != 0)
      json.field("bytes", hexadecimal(setting_bits(step.setting), target.size));
  } else {
    json.field("value", step.setting.value);
    json.field("bytes", hexadecimal(target.encode(step.setting.value), target.size));
  }
  write_quantity(json, servo, step.setting);
  if (step.setting.pause != 0) json.field("pause_us", step.setting.pause);
  json.field("memory", target.persistent ? "eeprom" : "ram");
  json.field("why", step.reason);
  json.end_object();
}

// What the fields of a motor's frames go to, and the gains that they are to hold.
void write_frame(JsonWriter& json, const PlannedServo& plan) {
  if (!has_frame(*plan.device)) return;
  const ServoFrame& frame = plan.device->frame;
  json.key("frame");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("position", frame.position);
  json.field("velocity", frame.velocity);
  json.field("torque", frame.torque);
  json.field("kp", frame.kp);
  json.field("kd", frame.kd);
  json.end_object();
  if (plan.kp > 0) json.field("p_gain", plan.kp);
  if (plan.kd > 0) json.field("d_gain", plan.kd);
}

void write_servo(JsonWriter& json, const ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  const Joint& joint = context.model.joints[plan.joint];
  const bool prismatic = joint.type == JointType::prismatic;
  json.begin_object();
  json.field("joint", joint.name);
  if (plan.second) json.field("second", true);
  json.field("family", plan.family->name);
  json.field("device", plan.device->name);
  json.field("bus", plan.bus);
  json.field("id", plan.id);
  if (plan.feedback_id >= 0) json.field("feedback_id", plan.feedback_id);
  if (plan.baud != 0) json.field("baud", plan.baud);
  write_frame(json, plan);
  json.field("zero", plan.conversion.zero);
  json.field("direction", to_string(turning_of(entry)));
  json.field("gear", servo_gear(plan.conversion, prismatic) / plan.conversion.gear_in_drive);
  if (plan.conversion.gear_in_drive != 1) json.field("gear_in_drive", plan.conversion.gear_in_drive);
  json.key("counts");
  json.begin_array(JsonWriter::Style::inline_);
  json.integer(plan.counts.low);
  json.integer(plan.counts.high);
  json.end_array();
  json.field("rounding_error", rounding_error(entry));
  json.field("unit", prismatic ? "m" : "rad");
  json.key("notes");
  json.begin_array();
  for (const std::string& note : plan.notes) json.string(note);
  json.end_array();
  json.key("steps");
  json.begin_array();
  for (const ServoStep& step : write_sequence(plan)) write_step(json, step, *joint.servo, plan);
  json.end_array();
  json.end_object();
}

}  // namespace

std::vector<OutputFile> print_servo_writes(ServoFormatContext& context) {
  JsonWriter json;
  json.begin_object();
  json.field("made", context.banner);
  json.field("robot", context.model.name);
  json.key("servos");
  json.begin_array();
  for (const ServoEntry& entry : context.table.entries) write_servo(json, context, entry);
  json.end_array();
  json.end_object();
  return {{context.table.name + "_writes.json", json.take()}};
}

}  // namespace romas
