#include "backends/servo/c/c_rows.h"

#include <algorithm>
#include <array>

#include "backends/servo/c/integer_tables.h"
#include "backends/servo/c/templates.h"
#include "backends/servo/packets/packets.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kServoMacros = R"(#define @SERVO@ @INDEX@U
#define @SERVO@_ID @ID@U
#define @SERVO@_LOWER @LOWER@
#define @SERVO@_UPPER @UPPER@
#define @SERVO@_HOME @HOME@
)";

constexpr std::string_view kServoRow =
    "  {@LOWER@, @UPPER@, @HOME@, @GOAL@U, @PRESENT@U, @GOAL_SIZE@U, @PRESENT_SIZE@U, @ID@U, @BUS@U, "
    "@PROTOCOL@, @BIG@U}, /* @JOINT@ */\n";

constexpr std::string_view kRegisterRow =
    "  {@ADDRESS@U, @SUBINDEX@U, @SIZE@U, @ENCODING@U, @SIGN@U}, /* @JOINT@: @KIND@ */\n";

constexpr std::string_view kWriteRow =
    "  {@BYTES@U, @ADDRESS@U, @SUBINDEX@U, @SIZE@U, @PAUSE@U, @SERVO@U}, /* @SERVO_NAME@: @REGISTER@ = "
    "@VALUE@, "
    "@REASON@ */\n";

constexpr std::string_view kScaleTable =
    R"(static const @NAME@_scale_t @NAME@_scale_@KIND@[@ROW_COUNT@] @MACRO@_FLASH = {
@ROWS@
};

)";

std::vector<ScaleRows> c_scale_rows(const ServoTable& table) {
  std::vector<ScaleRows> all = scale_rows(table);
  for (ScaleRows& more : frame_scale_rows(table)) all.push_back(std::move(more));
  return all;
}

bool has_maps(const ServoTable& table) {
  return std::any_of(table.entries.begin(), table.entries.end(),
                     [](const ServoEntry& entry) { return !entry.places.empty(); });
}

// Values that the macros and the row of a servo share.
TemplateValues bounds_of(const ServoEntry& entry) {
  return {{"ID", concat(entry.plan.id)},
          {"LOWER", int32_literal(entry.plan.counts.low)},
          {"UPPER", int32_literal(entry.plan.counts.high)},
          {"HOME", int32_literal(entry.home)}};
}

// Address and size of a register; size 0 if the device has none.
void add_register(TemplateValues& values, const std::string& name, const ServoRegister* reg,
                  const PlannedServo& plan) {
  values[name] = reg == nullptr ? "0" : concat(register_address(*reg, plan));
  values[name + "_SIZE"] = reg == nullptr ? "0" : concat(reg->size);
}

// A row of a register that the conversions count; of size 0 if the servo has none.
std::string register_row(const PlannedServo& plan, KnownRegister kind, const std::string& joint) {
  const IntegerRegister row = integer_register(plan, kind);
  return fill_template(kRegisterRow, {{"ADDRESS", concat(row.address)},
                                      {"SUBINDEX", concat(row.subindex)},
                                      {"SIZE", concat(row.size)},
                                      {"ENCODING", concat(static_cast<int>(row.encoding))},
                                      {"SIGN", concat(row.sign_bit)},
                                      {"JOINT", c_comment(joint)},
                                      {"KIND", std::string(to_string(kind))}});
}

}  // namespace

CTableSizes measure_c_tables(const ServoTable& table) {
  CTableSizes sizes;
  std::size_t most = std::max(table.entries.size(), table.joints.size());
  for (const ServoEntry& entry : table.entries) {
    sizes.places += entry.places.size();
    most = std::max(most, entry.places.size());
  }
  for (const ScaleRows& kind : c_scale_rows(table))
    for (const IntegerScale* row : kind.rows) {
      sizes.terms += row->terms.size();
      most = std::max(most, row->terms.size());
    }
  sizes.writes = table_writes(table).size();
  if (most >= UINT8_MAX) sizes.index = {"uint16_t", UINT16_MAX};
  return sizes;
}

std::string_view too_large_for_c(const ServoTable& table, const CTableSizes& sizes) {
  if (table.entries.size() >= UINT16_MAX) return "servos";
  if (table.joints.size() >= UINT16_MAX) return "joints";
  if (table.buses.size() > UINT8_MAX) return "buses";
  if (sizes.terms > UINT16_MAX) return "terms of conversions";
  if (sizes.places > UINT16_MAX) return "places of maps";
  if (sizes.writes > UINT16_MAX) return "writes";
  return {};
}

void add_macros(TemplateValues& values, const ServoTable& table, const CMacros& names) {
  std::string joints, servos, assertions;
  for (std::size_t i = 0; i < names.joints.size(); ++i)
    joints += concat("#define ", names.joints[i], " ", i, "U\n");
  for (std::size_t i = 0; i < names.servos.size(); ++i) {
    const ServoEntry& entry = table.entries[i];
    const std::string& servo = names.servos[i];
    TemplateValues row = bounds_of(entry);
    row["SERVO"] = servo;
    row["INDEX"] = concat(i);
    servos += fill_template(kServoMacros, row);
    if (!entry.plan.counts.empty())
      assertions += concat(names.macro, "_ASSERT(limits_", entry.identifier, ", (", servo, "_LOWER) <= (",
                           servo, "_UPPER));\n");
  }
  values["JOINT_MACROS"] = std::move(joints);
  values["SERVO_MACROS"] = std::move(servos);
  values["LIMIT_ASSERTIONS"] = std::move(assertions);
}

void add_servo_rows(TemplateValues& values, const ServoFormatContext& context) {
  std::string rows, registers;
  for (const ServoEntry& entry : context.table.entries) {
    TemplateValues row = bounds_of(entry);
    const std::string& joint = context.model.joints[entry.plan.joint].name;
    add_register(row, "GOAL", entry.plan.device->find(KnownRegister::goal_position), entry.plan);
    add_register(row, "PRESENT", entry.plan.device->find(KnownRegister::present_position), entry.plan);
    row["BUS"] = concat(entry.bus);
    row["PROTOCOL"] =
        concat(values.at("MACRO"), "_PROTOCOL_", upper_case(to_string(entry.plan.family->protocol)));
    row["BIG"] = entry.plan.family->big_endian ? "1" : "0";
    row["JOINT"] = c_comment(joint);
    rows += fill_template(kServoRow, row);
    for (const KnownRegister kind : kCountedRegisters) registers += register_row(entry.plan, kind, joint);
  }
  values["SERVO_ROWS"] = std::move(rows);
  values["REGISTER_ROWS"] = std::move(registers);
  values["REGISTER_COUNT"] = concat(context.table.entries.size() * kCountedRegisters.size());
  values["KIND_MACROS"] = register_macros(values.at("MACRO"));
  values["PROTOCOL_MACROS"] = protocol_macros(values.at("MACRO"));
}

void add_write_rows(TemplateValues& values, const ServoTable& table) {
  const std::vector<TableWrite> writes = table_writes(table);
  std::string rows;
  for (const TableWrite& write : writes) {
    const ServoSetting& setting = write.step.setting;
    rows += fill_template(
        kWriteRow, {{"BYTES", concat(setting_bits(setting))},
                    {"ADDRESS", concat(register_address(*setting.target, table.entries[write.servo].plan))},
                    {"PAUSE", concat(setting.pause)},
                    {"SUBINDEX", concat(setting.target->subindex)},
                    {"SIZE", concat(setting.target->size)},
                    {"SERVO", concat(write.servo)},
                    {"SERVO_NAME", c_comment(table.entries[write.servo].identifier)},
                    {"REGISTER", c_comment(setting.target->name)},
                    {"VALUE", setting.target->encoding == ServoEncoding::real ? short_number(setting.real)
                                                                              : concat(setting.value)},
                    {"REASON", c_comment(write.step.reason)}});
  }
  // C has no arrays without elements.
  if (writes.empty()) rows = "  {0U, 0U, 0U, 0U, 0U, 0U},\n";
  values["WRITE_COUNT"] = concat(writes.size());
  values["WRITE_ROW_COUNT"] = concat(std::max<std::size_t>(writes.size(), 1));
  values["WRITE_ROWS"] = std::move(rows);
}

void add_scale_rows(TemplateValues& values, const ServoTable& table) {
  std::string terms, tables;
  std::size_t count = 0;
  for (const ScaleRows& kind : c_scale_rows(table)) {
    std::string rows;
    for (const IntegerScale* row : kind.rows) {
      rows += concat("  {", int64_literal(row->offset), ", ", count, "U, ", row->terms.size(), "U, ",
                     row->shift, "U},\n");
      for (const IntegerScale::Term& term : row->terms)
        terms += concat("  {", int32_literal(term.factor), ", ", term.index, "U},\n");
      count += row->terms.size();
    }
    tables += fill_template(kScaleTable, {{"NAME", values.at("NAME")},
                                          {"MACRO", values.at("MACRO")},
                                          {"KIND", std::string(kind.name)},
                                          {"ROW_COUNT", concat(kind.rows.size())},
                                          {"ROWS", std::move(rows)}});
  }
  if (count == 0) terms = "  {0, 0U},\n";
  values["TERM_COUNT"] = concat(std::max<std::size_t>(count, 1));
  values["TERM_ROWS"] = std::move(terms);
  values["SCALE_TABLES"] = std::move(tables);
}

void add_maps(TemplateValues& values, const ServoTable& table, int no_map) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kParts = {
      {{"MAP_TABLES", "map_tables.c.in"},
       {"MAP_FUNCTIONS", "map_functions.c.in"},
       {"COUNT_BY_MAP", "count_by_map.c.in"},
       {"JOINT_BY_MAP", "joint_by_map.c.in"}}};
  if (!has_maps(table)) {
    for (const auto& [hole, path] : kParts) values[std::string(hole)] = "";
    return;
  }
  std::string places, maps;
  std::size_t count = 0;
  for (const ServoEntry& entry : table.entries) {
    for (const IntegerPlace& at : entry.places)
      places += concat("  {", int32_literal(at.joint), ", ", int32_literal(at.count), "},\n");
    const std::size_t joint = entry.places.empty() ? 0 : mapped_joint(table, entry);
    maps += concat("  {", count, "U, ", entry.places.size(), "U, ", joint, "U},\n");
    count += entry.places.size();
  }
  values["PLACE_COUNT"] = concat(count);
  values["PLACE_ROWS"] = std::move(places);
  values["MAP_ROWS"] = std::move(maps);
  values["MAPPED_BY"] =
      join(table.mapped_by, ", ", [&](int entry) { return concat(entry < 0 ? no_map : entry, "U"); });
  values["NO_MAP"] = concat(no_map);
  for (const auto& [hole, path] : kParts) values[std::string(hole)] = fill_servo_template(path, values);
}

std::string c_flash(const std::string& macro) {
  return fill_servo_template("flash.c.in", {{"MACRO", macro}});
}

std::string c_overview(const ServoFormatContext& context) {
  std::string text;
  const auto row = [&](const std::vector<std::string>& cells) {
    constexpr std::array<std::size_t, 8> kWidths = {22, 16, 5, 10, 22, 12, 24, 0};
    text += " * ";
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += padded(cells[i], kWidths[i]) + (i + 1 == cells.size()           ? ""
                                              : cells[i].size() >= kWidths[i] ? "  "
                                                                              : " ");
    text += "\n";
  };
  row({"joint", "servo", "id", "zero", "direction", "gear", "limits (counts)", "rounding error"});
  for (const ServoEntry& entry : context.table.entries) {
    const Joint& joint = context.model.joints[entry.plan.joint];
    const ServoConversion& conversion = entry.plan.conversion;
    const bool prismatic = joint.type == JointType::prismatic;
    row({concat(c_comment(joint.name), entry.plan.second ? " (second)" : ""),
         c_comment(entry.plan.device->name), concat(entry.plan.id), stated_number(conversion.zero),
         std::string(to_string(turning_of(entry))),
         concat(conversion.linear() ? "" : "<= ", stated_gear(context, entry), prismatic ? " /m" : ""),
         concat(entry.plan.counts.low, " .. ", entry.plan.counts.high,
                entry.fractional ? conversion.counts_per_turn == 65536 ? " /65536 turn" : " /65536 rad" : ""),
         concat(short_number(rounding_error(entry)), prismatic ? " m" : " rad")});
  }
  for (const ServoEntry& entry : context.table.entries) {
    const std::string notes = servo_note_lines(context, entry, "");
    for (std::size_t at = 0; at < notes.size(); at = notes.find('\n', at) + 1)
      text += concat(" * ", c_comment(std::string_view(notes).substr(at, notes.find('\n', at) - at)), "\n");
  }
  return text;
}

}  // namespace romas
