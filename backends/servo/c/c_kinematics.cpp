#include "backends/servo/c/c_kinematics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "backends/code/enumerators.h"
#include "backends/servo/c/c_macros.h"
#include "backends/servo/c/fixed_c.h"
#include "backends/servo/c/templates.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kMostEnds = 8;    // upper bound of the functions: firmware rarely has room for more
constexpr int kLeastBits = 18;          // 4 micrometres
constexpr std::size_t kSamples = 4000;  // of the measurement
constexpr double kFarAngle = 2 * 3.14159265358979;  // rad: of joints without limits
constexpr double kFarLength = 10;                   // m

constexpr std::string_view kDeclaration = R"(
#define @MACRO@ @BITS@U
void @NAME@_pose_@LINK@(const int32_t *q, int32_t *out);
)";

constexpr std::string_view kDefinition = R"(
void @NAME@_pose_@LINK@(const int32_t *q, int32_t *out)
{
@STATEMENTS@
}
)";

// A deterministic pseudorandom sequence, so that a robot's header always states the same error.
class Sequence {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_ = 20260101;
};

struct Deviation {
  double position = 0, rotation = 0;
};

Deviation measure(const Kernel& kernel, const FixedKernel& fixed, const std::vector<FixedInput>& inputs) {
  Deviation worst;
  Sequence chance;
  std::vector<double> q(inputs.size());
  std::vector<std::int32_t> whole(inputs.size());
  for (std::size_t sample = 0; sample < kSamples; ++sample) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const double at = sample == 0 ? std::clamp(0.0, inputs[i].lower, inputs[i].upper)
                                    : inputs[i].lower + chance.next() * (inputs[i].upper - inputs[i].lower);
      whole[i] = static_cast<std::int32_t>(std::llround(std::ldexp(at, kAngleBits)));
      q[i] = std::ldexp(static_cast<double>(whole[i]), -kAngleBits);
    }
    const std::vector<double> exact = evaluate_kernel(kernel, {q});
    const std::vector<std::int32_t> result = fixed.evaluate(whole);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double error = std::abs(std::ldexp(static_cast<double>(result[i]), -fixed.bits) - exact[i]);
      double& largest = i % 4 == 3 ? worst.position : worst.rotation;
      largest = std::max(largest, error);
    }
  }
  return worst;
}

class KinematicsMaker {
 public:
  explicit KinematicsMaker(const ServoFormatContext& context)
      : context_(context), code_(*context.code), dynamics_(code_.dynamics) {}

  CKinematics run() {
    CKinematics result;
    result.overview = fill_servo_template("kinematics_note.h.in", {{"SAMPLES", concat(kSamples)}});
    const std::vector<std::size_t> ends = chain_ends();
    if (ends.empty() || ends.size() > kMostEnds) {
      result.overview =
          concat(" *\n * No forward kinematics: the robot has ", ends.size(),
                 " links at the ends of its chains; functions are made for 1 to ", kMostEnds, ".\n");
      return result;
    }
    std::vector<std::string> names;
    for (const LinkId link : dynamics_.link_order) names.push_back(context_.model.link(link).name);
    const std::vector<std::string> identifiers = codegen::enumerators(names);
    const std::vector<FixedInput> inputs = input_ranges();
    for (const std::size_t place : ends) add(result, place, identifiers[place], inputs);
    if (!result.definitions.empty())
      result.definitions =
          "\n" + print_fixed_helpers(context_.table.name, result.definitions) + result.definitions;
    return result;
  }

 private:
  // Moving leaf links, by index in link_order.
  std::vector<std::size_t> chain_ends() const {
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < dynamics_.link_order.size(); ++i) {
      if (dynamics_.links[i].body < 0) continue;
      const bool carries =
          std::any_of(context_.model.joints.begin(), context_.model.joints.end(),
                      [&](const Joint& joint) { return joint.parent.id == dynamics_.link_order[i]; });
      if (!carries) ends.push_back(i);
    }
    return ends;
  }

  std::vector<FixedInput> input_ranges() const {
    std::vector<FixedInput> inputs(static_cast<std::size_t>(dynamics_.n_q));
    for (const JointVariables& joint : dynamics_.joints) {
      const double far =
          context_.model.joint(joint.joint).type == JointType::prismatic ? kFarLength : kFarAngle;
      inputs[static_cast<std::size_t>(joint.q)] = {std::isfinite(joint.lower) ? joint.lower : -far,
                                                   std::isfinite(joint.upper) ? joint.upper : far};
    }
    return inputs;
  }

  // Names of links that differ only in case would give the same macro.
  static std::string free_macro(std::string base, const std::vector<std::string>& taken) {
    base = upper_case(base);
    std::string macro = base + "_BITS";
    for (int k = 2; std::find(taken.begin(), taken.end(), macro) != taken.end(); ++k)
      macro = concat(base, "_", k, "_BITS");
    return macro;
  }

  void add(CKinematics& result, std::size_t place, const std::string& identifier,
           const std::vector<FixedInput>& inputs) {
    const auto found = std::find_if(code_.kernels.begin(), code_.kernels.end(), [&](const CodeKernel& k) {
      return k.function->kind == KernelKind::fk && k.subject == Subject::link &&
             k.index == static_cast<int>(place);
    });
    if (found == code_.kernels.end()) return;
    std::string why_not;
    const auto fixed = make_fixed_kernel(found->kernel, inputs, kLeastBits, why_not);
    if (!fixed) {
      result.overview += concat(" *   ", identifier, ": none, ", why_not, "\n");
      return;
    }
    const Deviation worst = measure(found->kernel, *fixed, inputs);
    const std::string& name = context_.table.name;
    const std::string macro = free_macro(concat(name, "_POSE_", identifier), result.macros);
    result.macros.push_back(macro);
    result.overview += concat(" *   ", identifier, ": position ", short_number(worst.position * 1e6),
                              " um, rotation ", short_number(worst.rotation), "\n");
    const TemplateValues values = {{"NAME", name},
                                   {"LINK", identifier},
                                   {"MACRO", macro},
                                   {"BITS", concat(fixed->bits)},
                                   {"STATEMENTS", print_fixed_body(*fixed, name)}};
    result.declarations += fill_template(kDeclaration, values);
    result.definitions += fill_template(kDefinition, values);
  }

  const ServoFormatContext& context_;
  const CodeModel& code_;
  const DynamicsModel& dynamics_;
};

}  // namespace

CKinematics make_c_kinematics(const ServoFormatContext& context) {
  if (context.code == nullptr) {
    CKinematics none;
    none.overview = concat(" *\n * No forward kinematics: ", c_comment(context.no_code), ".\n");
    return none;
  }
  return KinematicsMaker(context).run();
}

}  // namespace romas
