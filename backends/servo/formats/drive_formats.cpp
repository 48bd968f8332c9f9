// --servo-format=moteus, cia402, odrive, vesc and simplefoc: settings of drives, in their own words.
#include <algorithm>

#include "backends/servo/packets/message_packets.h"
#include "backends/servo/packets/write_sequence.h"
#include "backends/servo/table/formats.h"
#include "support/text/escape.h"
#include "support/text/template.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The description of a servo that every row of every format shares.
std::string about(const ServoFormatContext& context, const ServoEntry& entry) {
  const Joint& joint = context.model.joints[entry.plan.joint];
  return concat("joint '", one_line(joint.name), "', ", stated_figures(context, entry));
}

// The table's servos that a format supports; the others are reported.
std::vector<const ServoEntry*> servos_of(ServoFormatContext& context, ServoProtocol protocol,
                                         std::string_view format) {
  std::vector<const ServoEntry*> mine;
  const auto has_keys = [](const ServoDevice& device) {
    return std::any_of(device.registers.begin(), device.registers.end(),
                       [](const ServoRegister& reg) { return !reg.key.empty(); });
  };
  for (const ServoEntry& entry : context.table.entries) {
    const bool of_addresses = protocol == ServoProtocol::cia402;
    if (entry.plan.family->protocol == protocol && (of_addresses || has_keys(*entry.plan.device))) {
      mine.push_back(&entry);
      continue;
    }
    const Joint& joint = context.model.joints[entry.plan.joint];
    context.diagnostics.report(Rule::feature_dropped,
                               joint.servo->range.valid() ? joint.servo->range : joint.name_range,
                               concat("the format ", format, " cannot express the ", entry.plan.family->name,
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

constexpr std::string_view kOdriveModule = R"(# @BANNER@
"""Settings of the ODrive axes of robot '@ROBOT@', for odrivetool.

Import this module in odrivetool, call the function of a joint with its board and its axis while the axis is idle, and
keep the settings:

    from @MODULE@ import *
    configure_@FIRST@(odrv0, odrv0.axis0)
    odrv0.save_configuration()
"""
)";

constexpr std::string_view kOdriveAxis = R"(

def configure_@NAME@(odrv, axis):
    # @ABOUT@
@NOTES@@SETTINGS@)";

constexpr std::string_view kVescScript = R"(; @BANNER@
; @ABOUT@
; Run it in the controller (VESC Tool, VESC Dev Tools, LispBM Scripting), motor at rest: it stores the settings.
@NOTES@@SETTINGS@(conf-store)
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

// What a drive's own tool sets: its number and the bus's speed, how it is switched off, and all settings that
// have a name in that tool. Torque stays off.
std::vector<ServoSetting> named_settings(const PlannedServo& plan) {
  std::vector<ServoSetting> settings;
  for (const ServoAssignment& step : plan.family->torque_off)
    if (ServoSetting setting = servo_step(*plan.device, step); setting.target != nullptr) {
      setting.meaning = "torque off";
      settings.push_back(std::move(setting));
    }
  for (const auto* part : {&plan.identity, &plan.persistent, &plan.running})
    settings.insert(settings.end(), part->begin(), part->end());
  std::erase_if(settings, [](const ServoSetting& setting) {
    return setting.target->key.empty() || !setting.target->writable;
  });
  return settings;
}

std::string number_of(const ServoSetting& setting) {
  return setting.target->encoding == ServoEncoding::real ? concat(setting.real) : concat(setting.value);
}

// What a VESC's scripts take for counts of a frame: A, and parts of the whole. Velocities are ERPM in both.
std::string quantity_of(const ServoSetting& setting) {
  const ServoRegister& target = *setting.target;
  if (!(target.unit > 0) || target.quantity == ServoQuantity::velocity) return number_of(setting);
  return short_number(static_cast<double>(setting.value) * target.unit);
}

}  // namespace

std::vector<OutputFile> print_servo_moteus(ServoFormatContext& context) {
  std::vector<OutputFile> files;
  for (const ServoEntry* entry : servos_of(context, ServoProtocol::moteus, "moteus")) {
    std::string settings;
    for (const ServoStep& step : write_sequence(entry->plan)) {
      const ServoRegister& target = *step.setting.target;
      if (step.kind != ServoStep::Kind::write || target.key.empty()) continue;
      settings += concat("conf set ", one_line(target.key), " ", number_of(step.setting), "\n");
    }
    files.push_back({concat(context.table.name, "_", entry->identifier, "_moteus.cfg"),
                     fill_template(kMoteusScript, {{"BANNER", context.banner},
                                                   {"ABOUT", about(context, *entry)},
                                                   {"NOTES", servo_note_lines(context, *entry, "# ")},
                                                   {"SETTINGS", std::move(settings)}})});
  }
  return files;
}

std::vector<OutputFile> print_servo_odrive(ServoFormatContext& context) {
  std::string axes, first;
  for (const ServoEntry* entry : servos_of(context, ServoProtocol::odrive, "odrive")) {
    if (first.empty()) first = entry->identifier;
    std::string settings;
    for (const ServoSetting& setting : named_settings(entry->plan))
      settings += concat("    ", one_line(setting.target->key), " = ", number_of(setting), "  # ",
                         one_line(setting.meaning), "\n");
    axes += fill_template(kOdriveAxis, {{"NAME", entry->identifier},
                                        {"ABOUT", about(context, *entry)},
                                        {"NOTES", servo_note_lines(context, *entry, "    # ")},
                                        {"SETTINGS", std::move(settings)}});
  }
  if (axes.empty()) return {};
  const std::string module = context.table.name + "_odrive";
  return {{module + ".py", fill_template(kOdriveModule, {{"BANNER", context.banner},
                                                         {"ROBOT", context.table.name},
                                                         {"MODULE", module},
                                                         {"FIRST", first}}) +
                               axes}};
}

std::vector<OutputFile> print_servo_vesc(ServoFormatContext& context) {
  std::vector<OutputFile> files;
  for (const ServoEntry* entry : servos_of(context, ServoProtocol::vesc, "vesc")) {
    std::string settings;
    for (const ServoSetting& setting : named_settings(entry->plan))
      settings += concat("(conf-set '", one_line(setting.target->key), " ", quantity_of(setting), ") ; ",
                         one_line(setting.meaning), "\n");
    files.push_back({concat(context.table.name, "_", entry->identifier, "_vesc.lisp"),
                     fill_template(kVescScript, {{"BANNER", context.banner},
                                                 {"ABOUT", about(context, *entry)},
                                                 {"NOTES", servo_note_lines(context, *entry, "; ")},
                                                 {"SETTINGS", std::move(settings)}})});
  }
  return files;
}

// A commander knows no comments, so that the lines stand alone, a file for each line of serial data.
std::vector<OutputFile> print_servo_simplefoc(ServoFormatContext& context) {
  std::vector<std::string> lines(context.table.buses.size());
  for (const ServoEntry* entry : servos_of(context, ServoProtocol::simplefoc, "simplefoc"))
    for (const ServoStep& step : write_sequence(entry->plan))
      if (step.kind == ServoStep::Kind::write && !step.setting.target->key.empty())
        lines[entry->bus] += commander_line(entry->plan, step.setting) + "\n";
  std::vector<OutputFile> files;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!lines[i].empty())
      files.push_back(
          {concat(context.table.name, i == 0 ? std::string() : concat("_", i + 1), "_commander.txt"),
           std::move(lines[i])});
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
