// --servo-format=moteus and cia402: settings of drives, in their own words.
#include "backends/servo/formats.h"
#include "backends/servo/write_sequence.h"
#include "support/escape.h"
#include "support/template.h"
#include "support/text.h"

namespace romas {

namespace {

// The description of a servo that every row of every format shares.
std::string about(const ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  const Joint& joint = context.model.joints[plan.joint];
  const bool prismatic = joint.type == JointType::prismatic;
  return concat("joint '", one_line(joint.name), "', zero ",
                short_number(plan.conversion.zero / (entry.fractional ? 65536 : 1)), ", ",
                to_string(turning_of(entry)), ", gear ", short_number(servo_gear(plan.conversion, prismatic)),
                ", rounding error ", entry.fractional ? "0" : short_number(rounding_error(entry)),
                prismatic ? " m" : " rad");
}

// The table's servos that a format supports; the others are reported.
std::vector<const ServoEntry*> servos_of(ServoFormatContext& context, ServoProtocol protocol,
                                         std::string_view format) {
  std::vector<const ServoEntry*> mine;
  for (const ServoEntry& entry : context.table.entries) {
    if (entry.plan.family->protocol == protocol) {
      mine.push_back(&entry);
      continue;
    }
    const Joint& joint = context.model.joints[entry.plan.joint];
    context.diagnostics.report(Rule::feature_dropped,
                               joint.servo->range.valid() ? joint.servo->range : joint.name_range,
                               concat("the format ", format, " has no word for the ", entry.plan.family->name,
                                      " servo of joint '", joint.name, "', which was left out"));
  }
  return mine;
}

constexpr std::string_view kMoteusScript = R"(# @BANNER@
# @ABOUT@
@NOTES@
@SETTINGS@
conf write
)";

constexpr std::string_view kSdoRow = "@NODE@,@INDEX@,@SUBINDEX@,@SIZE@,@VALUE@,@REGISTER@,@JOINT@,@REASON@\n";

// A field of CSV in quotes, on one line.
std::string csv_text(std::string_view value) {
  std::string out = "\"";
  for (const char c : one_line(value)) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

// "0x607D"
std::string object_index(std::uint32_t address) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string index = "0x";
  for (unsigned shift = 16; shift > 0; shift -= 4) index.push_back(kDigits[address >> (shift - 4) & 15U]);
  return index;
}

}  // namespace

std::vector<OutputFile> print_servo_moteus(ServoFormatContext& context) {
  std::vector<OutputFile> files;
  for (const ServoEntry* entry : servos_of(context, ServoProtocol::moteus, "moteus")) {
    std::string settings;
    for (const ServoStep& step : write_sequence(entry->plan)) {
      const ServoRegister& target = *step.setting.target;
      if (step.kind != ServoStep::Kind::write || target.key.empty()) continue;
      settings += concat(
          "conf set ", one_line(target.key), " ",
          target.encoding == ServoEncoding::real ? concat(step.setting.real) : concat(step.setting.value),
          "\n");
    }
    files.push_back({concat(context.table.name, "_", entry->identifier, "_moteus.cfg"),
                     fill_template(kMoteusScript, {{"BANNER", context.banner},
                                                   {"ABOUT", about(context, *entry)},
                                                   {"NOTES", servo_note_lines(context, *entry, "# ")},
                                                   {"SETTINGS", std::move(settings)}})});
  }
  return files;
}

std::vector<OutputFile> print_servo_cia402(ServoFormatContext& context) {
  std::string rows;
  for (const ServoEntry* entry : servos_of(context, ServoProtocol::cia402, "cia402")) {
    rows += concat("# ", about(context, *entry), "\n", servo_note_lines(context, *entry, "# "));
    for (const ServoStep& step : write_sequence(entry->plan)) {
      if (step.kind != ServoStep::Kind::write) continue;
      const ServoRegister& target = *step.setting.target;
      rows += fill_template(kSdoRow, {{"NODE", concat(entry->plan.id)},
                                      {"INDEX", object_index(target.address)},
                                      {"SUBINDEX", concat(target.subindex)},
                                      {"SIZE", concat(target.size)},
                                      {"VALUE", concat(step.setting.value)},
                                      {"REGISTER", one_line(target.name)},
                                      {"JOINT", csv_text(context.model.joints[entry->plan.joint].name)},
                                      {"REASON", csv_text(step.reason)}});
    }
  }
  if (rows.empty()) return {};
  return {{context.table.name + "_sdo.csv",
           concat("# ", context.banner, "\nnode,index,subindex,size,value,register,joint,why\n", rows)}};
}

}  // namespace romas
