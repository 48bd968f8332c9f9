// The part of the C tables for motors that one frame commands (ServoFrame).
#include <algorithm>
#include <cmath>

#include "backends/servo/c_macros.h"
#include "backends/servo/c_rows.h"
#include "backends/servo/packets.h"
#include "backends/servo/templates.h"
#include "ir/servo/frame.h"
#include "support/escape.h"
#include "support/text.h"

namespace romas {

namespace {

constexpr std::string_view kRow = "  {@KP@, @KD@, @FEEDBACK@U, @BITS@U}, /* @NAME_OF_SERVO@: @DEVICE@ */\n";

bool has_frames(const ServoTable& table) {
  return std::any_of(table.entries.begin(), table.entries.end(),
                     [](const ServoEntry& entry) { return has_frame(*entry.plan.device); });
}

std::string fixed_point_literal(double value) { return int32_literal(std::llround(value * 65536)); }

// Bits 0: the servo has no such frames.
std::string frame_rows(const ServoTable& table) {
  std::string rows;
  for (const ServoEntry& entry : table.entries) {
    const PlannedServo& plan = entry.plan;
    const bool framed = has_frame(*plan.device);
    rows += fill_template(kRow, {{"KP", fixed_point_literal(framed ? plan.kp : 0)},
                                 {"KD", fixed_point_literal(framed ? plan.kd : 0)},
                                 {"FEEDBACK", concat(framed ? plan.feedback_id : 0)},
                                 {"BITS", concat(framed ? frame_bits(plan.family->protocol).other : 0U)},
                                 {"NAME_OF_SERVO", c_comment(entry.identifier)},
                                 {"DEVICE", c_comment(plan.device->name)}});
  }
  return rows;
}

}  // namespace

std::string c_frame_declarations(const ServoTable& table, const TemplateValues& values) {
  return has_frames(table) ? fill_servo_template("frames.h.in", values) : std::string();
}

std::string c_frame_definitions(const ServoTable& table, const TemplateValues& values) {
  if (!has_frames(table)) return {};
  TemplateValues all = values;
  all["FRAME_ROWS"] = frame_rows(table);
  return fill_servo_template("frames.c.in", all);
}

}  // namespace romas
