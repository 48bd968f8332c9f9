// The part of the C tables for motors that one frame commands (ServoFrame).
#include <algorithm>
#include <cmath>

#include "backends/servo/c/c_laid_frames.h"
#include "backends/servo/c/c_macros.h"
#include "backends/servo/c/c_rows.h"
#include "backends/servo/c/templates.h"
#include "backends/servo/packets/packets.h"
#include "ir/servo/frame.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kRow = "  {@KP@, @KD@, @FEEDBACK@U, @BITS@U}, /* @NAME_OF_SERVO@: @DEVICE@ */\n";

constexpr unsigned kLaidOut = 255;  // in place of the bits

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
    const unsigned bits =
        plan.family->protocol == ServoProtocol::layout ? kLaidOut : frame_bits(plan.family->protocol).other;
    rows +=
        fill_template(kRow, {{"KP", fixed_point_literal(framed ? plan.kp : 0)},
                             {"KD", fixed_point_literal(framed ? plan.kd : 0)},
                             {"FEEDBACK", concat(framed ? std::max<std::int64_t>(plan.feedback_id, 0) : 0)},
                             {"BITS", concat(framed ? bits : 0U)},
                             {"NAME_OF_SERVO", c_comment(entry.identifier)},
                             {"DEVICE", c_comment(plan.device->name)}});
  }
  return rows;
}

}  // namespace

std::string c_frame_declarations(const Model& model, const ServoTable& table, const TemplateValues& values) {
  TemplateValues all = values;
  add_laid_values(model, table, all);
  return concat(has_laid_packets(table) ? fill_servo_template("laid.h.in", all) : std::string(),
                has_frames(table) ? fill_servo_template("frames.h.in", all) : std::string());
}

std::string c_frame_definitions(const Model& model, const ServoTable& table, const TemplateValues& values) {
  TemplateValues all = values;
  all["FRAME_ROWS"] = frame_rows(table);
  add_laid_values(model, table, all);
  return concat(has_laid_packets(table) ? fill_servo_template("laid.c.in", all) : std::string(),
                has_frames(table) ? fill_servo_template("frames.c.in", all) : std::string());
}

}  // namespace romas
