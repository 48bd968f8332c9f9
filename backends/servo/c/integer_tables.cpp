#include "backends/servo/c/integer_tables.h"

#include <algorithm>

#include "backends/servo/packets/packets.h"
#include "ir/servo/frame.h"
#include "support/text/text.h"

namespace romas {

std::vector<ScaleRows> scale_rows(const ServoTable& table) {
  std::vector<ScaleRows> all = {{"position", {}}, {"velocity", {}},       {"current", {}},
                                {"effort", {}},   {"joint_position", {}}, {"joint_velocity", {}}};
  for (const ServoEntry& entry : table.entries) {
    all[0].rows.push_back(&entry.position);
    all[1].rows.push_back(&entry.velocity);
    all[2].rows.push_back(&entry.current);
    all[3].rows.push_back(&entry.effort);
  }
  for (const IntegerScale& scale : table.joint_position) all[4].rows.push_back(&scale);
  for (const IntegerScale& scale : table.joint_velocity) all[5].rows.push_back(&scale);
  return all;
}

std::vector<ScaleRows> frame_scale_rows(const ServoTable& table) {
  if (std::none_of(table.entries.begin(), table.entries.end(),
                   [](const ServoEntry& entry) { return has_frame(*entry.plan.device); }))
    return {};
  std::vector<ScaleRows> all = {{"kp", {}}, {"kd", {}}, {"joint_effort", {}}};
  for (const ServoEntry& entry : table.entries) {
    all[0].rows.push_back(&entry.kp);
    all[1].rows.push_back(&entry.kd);
    all[2].rows.push_back(&entry.joint_effort);
  }
  return all;
}

namespace {

// Real numbers are their four bytes, where a register has an address and no name.
bool is_in_tables(const ServoRegister& target) {
  return target.size <= 4 && (target.encoding != ServoEncoding::real || target.key.empty());
}

}  // namespace

std::vector<TableWrite> table_writes(const ServoTable& table) {
  std::vector<TableWrite> all;
  for (std::size_t i = 0; i < table.entries.size(); ++i)
    for (ServoStep& step : write_sequence(table.entries[i].plan)) {
      const ServoRegister& target = *step.setting.target;
      if (step.kind == ServoStep::Kind::write && is_in_tables(target)) all.push_back({i, std::move(step)});
    }
  return all;
}

void report_unsaid_writes(ServoFormatContext& context, std::string_view format) {
  for (const ServoEntry& entry : context.table.entries) {
    std::vector<std::string_view> names;
    for (const ServoStep& step : write_sequence(entry.plan)) {
      const ServoRegister& target = *step.setting.target;
      if (step.kind == ServoStep::Kind::write && !is_in_tables(target)) names.push_back(target.name);
    }
    if (names.empty()) continue;
    const Joint& joint = context.model.joints[entry.plan.joint];
    context.diagnostics.report(
        Rule::feature_dropped, joint.servo->range.valid() ? joint.servo->range : joint.name_range,
        concat("the tables of the format ", format, " hold whole numbers: settings of the servo of joint '",
               joint.name, "' are not among their writes: ", join(names, ", ")));
  }
}

std::uint32_t register_address(const ServoRegister& reg, const PlannedServo& plan) {
  return reg.address + static_cast<std::uint32_t>(reg.stride * (plan.id % kPca9685Channels));
}

static_assert(static_cast<int>(ServoEncoding::not_negative) == 0 &&
                  static_cast<int>(ServoEncoding::twos_complement) == 1 &&
                  static_cast<int>(ServoEncoding::sign_magnitude) == 2,
              "the macros of servos.h.in and romas_servo_image.h.in, and docs/servo-image.md");

IntegerRegister integer_register(const PlannedServo& plan, KnownRegister name) {
  const ServoRegister* reg = plan.device->find(name);
  if (reg == nullptr || reg->encoding == ServoEncoding::real || reg->size > 4) return {};
  const bool is_magnitude = reg->writable && reg->is_fastest_at_zero(plan.mode);
  const bool has_sign_bit = reg->encoding == ServoEncoding::sign_magnitude;
  return {register_address(*reg, plan), reg->subindex, reg->size,
          is_magnitude ? kMagnitude : static_cast<std::uint8_t>(reg->encoding),
          has_sign_bit ? reg->sign_bit : std::uint8_t{0}};
}

int bound_in(const ServoRegister& target) {
  if (target.encoding == ServoEncoding::real) return 0;
  return target.known == KnownRegister::min_position   ? 1
         : target.known == KnownRegister::max_position ? 2
                                                       : 0;
}

std::size_t mapped_joint(const ServoTable& table, const ServoEntry& entry) {
  const auto found =
      std::find(table.joints.begin(), table.joints.end(), entry.plan.conversion.terms.front().joint);
  return static_cast<std::size_t>(found - table.joints.begin());
}

}  // namespace romas
