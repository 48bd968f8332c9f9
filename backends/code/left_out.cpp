#include "backends/code/left_out.h"

#include <algorithm>
#include <vector>

#include "ir/analysis/motion/safety_bounds.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/model/entity.h"
#include "support/names/c_names.h"
#include "support/names/romanize.h"
#include "support/text/text.h"

namespace romas::codegen {

namespace {

// Whether the bounds of a joint's leader keep the joint within its own.
bool is_kept_by_leader(const Model& model, JointId id, const SafetyBounds& own) {
  const MimicRelation mimic = resolve_mimic(model, id);
  if (mimic.leader == id || mimic.multiplier == 0) return mimic.leader != id;
  const std::optional<SafetyBounds> leader = safety_bounds(model.joint(mimic.leader));
  if (!leader) return false;
  if (own.k_position == 0) return true;
  double lower = (own.soft_lower - mimic.offset) / mimic.multiplier;
  double upper = (own.soft_upper - mimic.offset) / mimic.multiplier;
  if (lower > upper) std::swap(lower, upper);
  constexpr double kRounding = 1e-9;  // rad or m
  return leader->k_position > 0 && leader->k_position <= own.k_position &&
         leader->soft_lower >= lower - kRounding && leader->soft_upper <= upper + kRounding;
}

// One report for all joints: nothing is to be done about a single one.
void report(const std::vector<const Joint*>& joints, SourceRange first, std::string_view what,
            std::string_view rest, DiagnosticEngine& diagnostics) {
  if (joints.empty()) return;
  const std::size_t others = joints.size() - 1;
  diagnostics.report(Rule::feature_dropped, place_or_name(first, *joints.front()),
                     concat("the ", what, " of joint '", joints.front()->name, "'",
                            others == 0   ? std::string()
                            : others == 1 ? std::string(" and of another joint")
                                          : concat(" and of ", others, " others"),
                            rest));
}

// Force elements of types that the model lacks, and moments of propellors, are foreign content.
void report_unknown_forces(const Model& model, std::string_view code_name, DiagnosticEngine& diagnostics) {
  for (const Extension& extension : model.extensions) {
    if (extension.kind == Extension::Kind::element && extension.name.ends_with("force_element"))
      diagnostics.report(Rule::feature_dropped, extension.range,
                         concat("a force element that is kept as written is not part of ", code_name));
    if (extension.kind == Extension::Kind::attribute && extension.name == "scale_factor_moment")
      diagnostics.report(Rule::feature_dropped, extension.range,
                         concat("the moment of propellor '", model.force_elements[extension.owner.index].name,
                                "' is not part of ", code_name));
  }
}

}  // namespace

void report_left_out(const Model& model, const CodeModel& code, SafetyUse use, std::string_view code_name,
                     DiagnosticEngine& diagnostics) {
  std::vector<const Joint*> safe, calibrated, idle;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    if (dof(joint.type) == 0) continue;
    if (joint.calibration) calibrated.push_back(&joint);
    if (use == SafetyUse::applied && has_idle_soft_limits(joint)) idle.push_back(&joint);
    const std::optional<SafetyBounds> bounds = safety_bounds(joint);
    if (!bounds) continue;
    const bool has_variables = std::ranges::find(code.dynamics.joints, JointId(i), &JointVariables::joint) !=
                               code.dynamics.joints.end();
    if (use == SafetyUse::applied && (has_variables || is_kept_by_leader(model, JointId(i), *bounds)))
      continue;
    safe.push_back(&joint);
  }
  if (!safe.empty())
    report(safe, safe.front()->safety_controller->range, "safety controller",
           use == SafetyUse::applied
               ? concat(" has no effect in ", code_name,
                        ", because the joint follows another one, whose own safety controller allows more")
               : concat(" is not part of ", code_name),
           diagnostics);
  if (!idle.empty())
    report(idle, idle.front()->safety_controller->range, "soft limits",
           concat(" bound nothing in ", code_name, ", because its positions have no order"), diagnostics);
  if (!calibrated.empty())
    report(calibrated, calibrated.front()->calibration->range, "calibration",
           concat(" is not part of ", code_name), diagnostics);
  report_unknown_forces(model, code_name, diagnostics);
}

void report_unwritten_name(const Model& model, std::string_view name, DiagnosticEngine& diagnostics) {
  if (!has_other_letters(model.name) || name != make_namespace(model.name)) return;
  diagnostics.report(Rule::name_unwritten, name_place(model),
                     concat("generated code cannot write the letters of the robot's name '", model.name,
                            "' and calls it '", name, "'; choose a name with --name"));
}

}  // namespace romas::codegen
