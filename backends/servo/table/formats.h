// The formats of --servo-format: each turns a servo table into files.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/servo/table/servo_table.h"
#include "ir/kernel/code_model.h"
#include "ir/model/semantics.h"
#include "ir/servo/dump.h"

namespace romas {

struct ServoFormatContext {
  const Model& model;
  const ServoTable& table;
  // Kernels for forward kinematics; null: the robot has none, or they were not requested.
  const CodeModel* code = nullptr;
  std::string_view no_code;  // why there are none
  DiagnosticEngine& diagnostics;
  std::string banner;  // "written by romasc 0.1.0 from input 0123…"
  std::uint64_t model_hash = 0;
  const ServoDump* present = nullptr;    // what the servos hold now; null: unknown
  const Semantics* semantics = nullptr;  // an SRDF beside the robot, which names poses; null: there is none
};

using ServoFormatFunction = std::vector<OutputFile> (*)(ServoFormatContext&);

#define SERVO_FORMAT(name, function, kernels, beside, summary) \
  std::vector<OutputFile> function(ServoFormatContext& context);
#include "backends/servo/table/formats.def"
#undef SERVO_FORMAT

struct ServoFormatInfo {
  std::string_view name;  // of --servo-format
  ServoFormatFunction print;
  bool kernels;             // wants ServoFormatContext::code
  std::string_view beside;  // the format whose files these include, and which is written too; empty: none
  std::string_view summary;
};
std::span<const ServoFormatInfo> all_servo_formats();
const ServoFormatInfo* find_servo_format(std::string_view name);
std::vector<std::string> servo_format_names();

// "joint 'elbow'", and which of two servos on it.
std::string joint_title(const ServoFormatContext& context, const ServoEntry& entry);
// Rows of the controller manager's parameters that have it apply safety controllers; empty where no servo's
// joint has one.
std::string ros2_safety(const ServoFormatContext& context);
// Whether a servo is the second one of its joint; a format that has one a joint leaves it out, and says so.
bool leaves_out_second(ServoFormatContext& context, const ServoEntry& entry, std::string_view format);

// A number for people: six digits.
std::string short_number(double value);
// A zero or a gear for people who convert by it: twelve digits, so that no count of a turn of 360 million is
// another one.
std::string stated_number(double value);
// The gear that counts are multiplied by, and that of a drive which multiplies by its own: "1.5",
// "1 (1.5 in the drive)".
std::string stated_gear(const ServoFormatContext& context, const ServoEntry& entry);
// "zero 2048, forward, gear 1.5, rounding error 0.00076699 rad", in counts of the servo's own registers.
std::string stated_figures(const ServoFormatContext& context, const ServoEntry& entry);
// What a table of a servo has to say beside its numbers, one line each, with the text before each line.
std::string servo_note_lines(const ServoFormatContext& context, const ServoEntry& entry,
                             std::string_view before);
// A YAML string with any content, in double quotes.
std::string yaml_text(std::string_view text);
// With spaces behind it, up to the width.
std::string padded(std::string text, std::size_t width);

}  // namespace romas
