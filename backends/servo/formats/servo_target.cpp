// The target of --emit=servo: one table, printed in every format that is asked for.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "backends/code/holding.h"
#include "backends/code/left_out.h"
#include "backends/servo/table/entry_units.h"
#include "backends/servo/table/formats.h"
#include "ir/analysis/motion/safety_bounds.h"
#include "ir/model/entity.h"
#include "support/bytes/hash.h"
#include "support/names/c_names.h"
#include "support/text/escape.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array kFormats = {
#define SERVO_FORMAT(name, function, kernels, beside, summary) \
  ServoFormatInfo{name, function, kernels, beside, summary},
#include "backends/servo/table/formats.def"
#undef SERVO_FORMAT
};

// A hash that identifies the robot a table was made from.
std::uint64_t model_hash(const Model& model) { return Hash().add(print_romas(model)).value(); }

}  // namespace

std::span<const ServoFormatInfo> all_servo_formats() { return kFormats; }

const ServoFormatInfo* find_servo_format(std::string_view name) {
  for (const ServoFormatInfo& format : kFormats)
    if (format.name == name) return &format;
  return nullptr;
}

std::string joint_title(const ServoFormatContext& context, const ServoEntry& entry) {
  return concat("joint '", one_line(context.model.joints[entry.plan.joint].name), "'",
                entry.plan.second ? " (second servo)" : "");
}

bool leaves_out_second(ServoFormatContext& context, const ServoEntry& entry, std::string_view format) {
  if (!entry.plan.second) return false;
  const Joint& joint = context.model.joints[entry.plan.joint];
  context.diagnostics.report(
      Rule::feature_dropped, joint.servo->range.valid() ? joint.servo->range : joint.name_range,
      concat("the format ", format, " has one servo a joint: the second one of joint '", joint.name, "', id ",
             entry.plan.id, ", was left out"));
  return true;
}

std::string short_number(double value) { return rounded_number(value, 6); }
std::string stated_number(double value) { return rounded_number(value, 12); }

std::string stated_gear(const ServoFormatContext& context, const ServoEntry& entry) {
  const ServoConversion& conversion = entry.plan.conversion;
  const bool prismatic = context.model.joints[entry.plan.joint].type == JointType::prismatic;
  const double inside = conversion.gear_in_drive;
  return concat(stated_number(servo_gear(conversion, prismatic) / inside),
                inside == 1 ? "" : concat(" (", stated_number(inside), " in the drive)"));
}

std::string stated_figures(const ServoFormatContext& context, const ServoEntry& entry) {
  const ServoConversion& conversion = entry.plan.conversion;
  const bool prismatic = context.model.joints[entry.plan.joint].type == JointType::prismatic;
  return concat("zero ", stated_number(conversion.zero / (entry.fractional ? kFixedOne : 1)), ", ",
                to_string(turning_of(entry)), ", gear ", stated_gear(context, entry), ", rounding error ",
                entry.fractional ? "0" : short_number(rounding_error(entry)), prismatic ? " m" : " rad");
}

std::string servo_note_lines(const ServoFormatContext& context, const ServoEntry& entry,
                             std::string_view before) {
  std::string text;
  for (const std::string& note : entry.plan.notes)
    text += concat(before, "note, ", joint_title(context, entry), ": ", one_line(note), "\n");
  return text;
}

std::vector<std::string> servo_format_names() {
  std::vector<std::string> names;
  names.reserve(std::size(kFormats));
  for (const ServoFormatInfo& format : kFormats) names.emplace_back(format.name);
  return names;
}

// Options of the kernels for servos, which turn one joint each: fixed base, mimic joints coupled.
std::optional<CodeOptions> servo_kernels(const CodeOptions& asked, const TargetOptions& options) {
  const std::vector<std::string> formats = options.all(TargetOption::servo_formats);
  if (std::none_of(formats.begin(), formats.end(),
                   [](const std::string& format) { return find_servo_format(format)->kernels; }))
    return std::nullopt;
  CodeOptions kernels = asked;
  kernels.floating_base = false;
  kernels.independent_mimics = false;
  kernels.kernels = {KernelKind::fk};
  return kernels;
}

namespace {

// The formats of these names, and before each those that it needs beside it; none twice.
std::vector<const ServoFormatInfo*> with_formats_beside(const std::vector<std::string>& names) {
  std::vector<const ServoFormatInfo*> formats;
  const auto add = [&](const ServoFormatInfo* format) {
    if (std::find(formats.begin(), formats.end(), format) == formats.end()) formats.push_back(format);
  };
  for (const std::string& name : names) {
    std::vector<const ServoFormatInfo*> needed = {find_servo_format(name)};
    while (!needed.back()->beside.empty()) needed.push_back(find_servo_format(needed.back()->beside));
    std::for_each(needed.rbegin(), needed.rend(), add);
  }
  return formats;
}

// Formats that move nothing by themselves, and those of ros2_control, which applies the safety controllers of
// the robot's description.
constexpr std::array<std::string_view, 7> kNeedNoSafety = {"assign",  "diff", "calibrate",         "unit",
                                                           "lerobot", "ros2", "dynamixel_hardware"};

bool needs_no_safety(const ServoFormatInfo* format) {
  return std::ranges::find(kNeedNoSafety, format->name) != kNeedNoSafety.end();
}

void report_safety_left_out(const ServoTable& table, const std::vector<const ServoFormatInfo*>& formats,
                            ServoFormatContext& context) {
  if (std::ranges::all_of(formats, needs_no_safety)) return;
  const Joint* first = nullptr;
  std::size_t others = 0;
  for (const ServoEntry& entry : table.entries) {
    const Joint& joint = context.model.joints[entry.plan.joint];
    if (entry.plan.second || !safety_bounds(joint)) continue;
    if (first == nullptr)
      first = &joint;
    else
      ++others;
  }
  if (first == nullptr) return;
  context.diagnostics.report(
      Rule::feature_dropped, place_or_name(first->safety_controller->range, *first),
      concat("the safety controller of joint '", first->name, "'",
             others == 0 ? std::string() : concat(" and of ", others, others == 1 ? " other" : " others"),
             " is not part of the servo tables; the format ros2 passes it to ros2_control"));
}

// A servo that holds a place stands still without its host.
void report_silence(const ServoTable& table, const std::vector<const ServoFormatInfo*>& formats,
                    ServoFormatContext& context) {
  if (std::ranges::all_of(formats, needs_no_safety)) return;
  for (const ServoEntry& entry : table.entries) {
    const PlannedServo& plan = entry.plan;
    if (controlled_by(plan.mode) == ServoAspect::position || plan.second || !plan.family->watchdog.empty() ||
        plan.family->stops_in_silence || plan.device->find(KnownRegister::bus_watchdog) != nullptr)
      continue;
    const Joint& joint = context.model.joints[plan.joint];
    context.diagnostics.report(
        Rule::servo_watchdog, place_or_name(joint.servo->range, joint),
        concat("the servo of joint '", joint.name, "' keeps its last ", to_string(controlled_by(plan.mode)),
               " when its host is silent: ", plan.device->name,
               " has no watchdog; use one that has, or cut its supply in that case"));
  }
}

// Tables have one row for each joint, so that a joint with several degrees of freedom does not fit.
bool has_wide_joint(const Model& model, const CodeModel& kernels) {
  const DynamicsModel& dynamics = kernels.dynamics;
  return dynamics.n_q != static_cast<int>(dynamics.joints.size()) ||
         std::any_of(model.joints.begin(), model.joints.end(),
                     [](const Joint& joint) { return joint.type == JointType::planar; });
}

}  // namespace

// YAML 1.2, 5.7: as in JSON, but without pairs of surrogates.
std::string yaml_text(std::string_view text) {
  std::string out = "\"";
  const auto plain = [&](char c) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  };
  escape_hidden(text, plain, [&](const CodePoint& at) {
    constexpr char32_t kReplacement = 0xFFFD;  // of a byte that is not UTF-8
    std::array<char, 16> code{};
    std::snprintf(code.data(), code.size(), "\\U%08lX",
                  static_cast<unsigned long>(at.valid ? at.value : kReplacement));
    out += code.data();
  });
  return out + "\"";
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::vector<OutputFile> emit_servo(const Model& model, TargetContext& context) {
  static const ServoDeviceLibrary kNone;
  const TargetInputs& inputs = context.inputs;
  const ServoDeviceLibrary& library = inputs.servo_devices == nullptr ? kNone : *inputs.servo_devices;
  const CodeModel* kernels = inputs.kernels;
  std::string_view why_no_kernels = inputs.why_no_kernels;
  if (kernels != nullptr && has_wide_joint(model, *kernels)) {
    why_no_kernels = "a joint has several degrees of freedom";
    kernels = nullptr;
  }
  std::vector<std::size_t> order;
  if (kernels != nullptr)
    for (const JointVariables& joint : kernels->dynamics.joints) order.push_back(joint.joint.index());
  const TargetOptions& options = context.options;
  const std::string name = options.name.empty() ? make_namespace(model.name) : options.name;
  codegen::report_unwritten_name(model, name, context.diagnostics);
  const auto table = make_servo_table(model, library, name, order, context.diagnostics);
  if (!table) return {};
  ServoFormatContext format{model,
                            *table,
                            kernels,
                            why_no_kernels,
                            context.diagnostics,
                            options.banner,
                            model_hash(model),
                            inputs.servo_registers,
                            inputs.semantics};
  std::vector<OutputFile> files;
  const std::vector<const ServoFormatInfo*> formats =
      with_formats_beside(options.all(TargetOption::servo_formats));
  report_safety_left_out(*table, formats, format);
  codegen::report_weak_joints(model, model.gravity_or_default(), context.diagnostics);
  codegen::report_weak_servos(model, model.gravity_or_default(), library, context.diagnostics);
  report_silence(*table, formats, format);
  for (const ServoFormatInfo* wanted : formats)
    for (OutputFile& file : wanted->print(format)) files.push_back(std::move(file));
  return files;
}

}  // namespace romas
