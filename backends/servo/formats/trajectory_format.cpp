// --servo-format=trajectory: NAME_trajectory.h and NAME_trajectory.c, moves of all joints in whole numbers.
// The text stands in backends/servo/templates.
#include <algorithm>
#include <cmath>

#include "backends/servo/c/c_macros.h"
#include "backends/servo/c/c_rows.h"
#include "backends/servo/c/templates.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The largest velocity of a joint, Q16.16 rad/s or m/s, rounded down; 0: the description says none.
std::int64_t velocity_limit(const Joint& joint) {
  constexpr double kOne = 65536;  // of Q16.16
  if (!joint.limit || !joint.limit->velocity) return 0;
  const double limit = std::floor(joint.limit->velocity->value() * kOne);
  return static_cast<std::int64_t>(std::clamp<double>(limit, 0, INT32_MAX));
}

}  // namespace

std::vector<OutputFile> print_servo_trajectory(ServoFormatContext& context) {
  const ServoTable& table = context.table;
  const CTableSizes sizes = measure_c_tables(table);
  // The format c has reported it.
  if (!too_large_for_c(table, sizes).empty()) return {};
  const std::string macro = upper_case(table.name);
  std::string rows;
  for (std::size_t i = 0; i < table.joints.size(); ++i)
    rows += concat("  ", velocity_limit(context.model.joints[table.joints[i]]), ", /* ",
                   c_comment(table.joint_identifiers[i]), " */\n");
  const TemplateValues values = {{"BANNER", c_comment(context.banner)},
                                 {"ROBOT", c_comment(context.model.name)},
                                 {"NAME", table.name},
                                 {"MACRO", macro},
                                 {"FLASH", c_flash(macro)},
                                 {"INDEX", std::string(sizes.index.name)},
                                 {"VELOCITY_ROWS", std::move(rows)}};
  return {{table.name + "_trajectory.h", fill_servo_template("trajectory.h.in", values)},
          {table.name + "_trajectory.c", fill_servo_template("trajectory.c.in", values)}};
}

}  // namespace romas
