// --servo-format=c: NAME_servos.h and NAME_servos.c, C99 without floating point and without dynamic memory.
// The text that is the same for every robot stands in backends/servo/templates.
#include "backends/servo/c/c_kinematics.h"
#include "backends/servo/c/c_rows.h"
#include "backends/servo/c/integer_tables.h"
#include "backends/servo/c/templates.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

TemplateValues c_values(const ServoFormatContext& context, const CTableSizes& sizes,
                        const CKinematics& kinematics) {
  const ServoTable& table = context.table;
  const CMacros names = make_c_macros(table, kinematics.macros);
  TemplateValues values = {
      {"BANNER", c_comment(context.banner)},
      {"ROBOT", c_comment(context.model.name)},
      {"NAME", table.name},
      {"MACRO", names.macro},
      {"FLASH", c_flash(names.macro)},
      {"INDEX", std::string(sizes.index.name)},
      {"SERVO_COUNT", concat(table.entries.size())},
      {"JOINT_COUNT", concat(table.joints.size())},
      {"OVERVIEW", c_overview(context)},
      {"KINEMATICS_NOTE", kinematics.overview},
  };
  add_macros(values, table, names);
  add_servo_rows(values, context);
  add_write_rows(values, table);
  add_scale_rows(values, table);
  add_maps(values, table, sizes.index.no_map);
  return values;
}

}  // namespace

std::vector<OutputFile> print_servo_c(ServoFormatContext& context) {
  report_unsaid_writes(context, "c");
  const CKinematics kinematics = make_c_kinematics(context);
  const CTableSizes sizes = measure_c_tables(context.table);
  if (const std::string_view part = too_large_for_c(context.table, sizes); !part.empty()) {
    context.diagnostics.report(
        Rule::servo_incomplete, context.model.name_range,
        concat("robot '", context.model.name, "' has more ", part, " than tables in C can hold"));
    return {};
  }
  TemplateValues values = c_values(context, sizes, kinematics);
  const std::string& name = context.table.name;
  values["KINEMATICS"] = kinematics.declarations;
  values["FRAMES"] = c_frame_declarations(context.model, context.table, values);
  std::vector<OutputFile> files = {{name + "_servos.h", fill_servo_template("servos.h.in", values)}};
  values["KINEMATICS"] = kinematics.definitions;
  values["FRAMES"] = c_frame_definitions(context.model, context.table, values);
  values["UNIT_SCALES"] = fill_servo_template("unit_scales.c.in", values);
  files.push_back({name + "_servos.c", fill_servo_template("servos.c.in", values)});
  return files;
}

}  // namespace romas
