// The target of --emit=servo: one table, printed in every format that is asked for.
#include <array>
#include <cmath>
#include <cstdio>

#include "backends/servo/formats.h"
#include "support/c_names.h"
#include "support/hash.h"
#include "support/text.h"

namespace romas {

namespace {

constexpr std::array kFormats = {
#define SERVO_FORMAT(name, function, kernels, summary) ServoFormatInfo{name, function, kernels, summary},
#include "backends/servo/formats.def"
#undef SERVO_FORMAT
};

// Tables made from the same robot carry the same number.
std::uint64_t model_hash(const Model& model) { return Hash().add(print_romas(model)).value(); }

}  // namespace

std::span<const ServoFormatInfo> all_servo_formats() { return kFormats; }

const ServoFormatInfo* find_servo_format(std::string_view name) {
  for (const ServoFormatInfo& format : kFormats)
    if (format.name == name) return &format;
  return nullptr;
}

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

std::vector<ProjectFile> emit_servo(const Model& model, TargetContext& context) {
  static const ServoDeviceLibrary kNone;
  const ServoDeviceLibrary& library = context.servos == nullptr ? kNone : *context.servos;
  std::vector<std::size_t> order;
  if (context.code != nullptr)
    for (const JointVariables& joint : context.code->dynamics.joints) order.push_back(joint.joint.index());
  const std::string name =
      context.options.code_name.empty() ? make_namespace(model.name) : context.options.code_name;
  const auto table = make_servo_table(model, library, name, order, context.diagnostics);
  if (!table) return {};
  ServoFormatContext format{model,
                            *table,
                            context.code,
                            context.no_code,
                            context.diagnostics,
                            context.options.banner,
                            model_hash(model),
                            context.present};
  std::vector<ProjectFile> files;
  for (const std::string& wanted : context.options.servo_formats)
    for (ProjectFile& file : find_servo_format(wanted)->print(format)) files.push_back(std::move(file));
  return files;
}

}  // namespace romas
