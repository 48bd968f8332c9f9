#include "passes/kernel/lowering/code_checks.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ir/analysis/loads/airfoil.h"
#include "ir/analysis/mass/overflow.h"
#include "ir/analysis/tree/attached_elements.h"
#include "ir/model/entity.h"
#include "passes/kernel/loops/closures.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Behind the name of a joint.
std::string and_of_others(std::size_t others) {
  if (others == 0) return {};
  return others == 1 ? std::string(" and of another joint") : concat(" and of ", others, " others");
}

// One report for all joints: either all of them count or none.
void report_armature_left_out(const Model& model, const KinematicTree& tree, const CodeOptions& options,
                              DiagnosticEngine& diagnostics) {
  constexpr std::array kAffected = {KernelKind::rnea,   KernelKind::crba,           KernelKind::fd,
                                    KernelKind::energy, KernelKind::fd_derivatives, KernelKind::minv};
  const bool asked =
      std::any_of(kAffected.begin(), kAffected.end(), [&](KernelKind kind) { return options.wants(kind); });
  if (options.armature || !asked) return;
  const Joint* first = nullptr;
  std::size_t others = 0;
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    if (dof(joint.type) == 0 || !joint.dynamics) continue;
    const std::vector<Number>& armature = joint.dynamics->armature;
    if (std::all_of(armature.begin(), armature.end(), [](const Number& n) { return n.value() == 0; }))
      continue;
    if (first == nullptr)
      first = &joint;
    else
      ++others;
  }
  if (first == nullptr) return;
  diagnostics.report(Rule::feature_dropped, place_or_name(first->dynamics->range, *first),
                     concat("the armature of joint '", first->name, "'", and_of_others(others),
                            " is not part of the generated code; --armature includes it"));
}

// Forces that no function counts.
void report_forces_left_out(const Model& model, const CodeOptions& options, const WingProfiles& wings,
                            DiagnosticEngine& diagnostics) {
  const bool functions = options.wants(KernelKind::forces);
  for (std::size_t i = 0; i < model.force_elements.size(); ++i) {
    const ForceElement& force = model.force_elements[i];
    const bool is_wing = std::holds_alternative<Wing>(force.force);
    // The dynamics count only forces that have no input.
    const bool has_input = std::holds_alternative<Thrust>(force.force);
    const bool asked = functions || (options.described_forces && !has_input);
    if (asked && (!is_wing || wings[i].airfoil)) continue;
    const std::string why = asked       ? concat("; ", wings[i].why_not)
                            : has_input ? std::string()
                                        : "; --forces=description includes it";
    DiagnosticBuilder report =
        diagnostics.report(Rule::feature_dropped, force.range,
                           concat("the force of '", force.name, "' is not part of the generated code", why));
    if (asked && wings[i].seen.valid()) report.note(wings[i].seen, wings[i].what);
  }
}

// One report for all springs of joints: either all of them count or none.
void report_joint_springs_left_out(const Model& model, const CodeOptions& options,
                                   DiagnosticEngine& diagnostics) {
  if (options.wants(KernelKind::forces) || options.described_forces) return;
  const AttachedElements attached(model);
  const Joint* first = nullptr;
  std::size_t others = 0;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const JointId id(i);
    const Joint& joint = model.joint(id);
    const GazeboValue* stiffness = attached.property(model, id, GazeboProperty::spring_stiffness);
    const Number* value = stiffness == nullptr ? nullptr : std::get_if<Number>(&stiffness->value);
    if (dof(joint.type) != 1 || value == nullptr || value->value() == 0) continue;
    if (first == nullptr)
      first = &joint;
    else
      ++others;
  }
  if (first == nullptr) return;
  diagnostics.report(Rule::feature_dropped, name_place(*first),
                     concat("the spring of joint '", first->name, "'", and_of_others(others),
                            " is not part of the generated code; --forces=description includes it"));
}

// Estimates the operations of the functions of loops: the residuals, by each variable on the way; then as
// many solutions with the mass matrix.
double loop_operations(const DynamicsModel& dynamics, const std::vector<double>& depth,
                       double forward_dynamics) {
  const auto rows = static_cast<double>(lowering::forbidden_motions(dynamics).size());
  if (rows == 0) return 0;
  double residuals = 0;
  for (const Closure& closure : dynamics.closures)
    for (const Placement* place : {&closure.first, &closure.second}) {
      const double far = place->body < 0 ? 0 : depth[static_cast<std::size_t>(place->body)];
      residuals += 6 * 40 * far * (1 + far);
    }
  return 4 * residuals + forward_dynamics + rows * (rows + 2) * dynamics.n_v + rows * rows * rows / 3;
}

// Estimates the operations of each kind of function, roughly, from the bodies' distances from the ground.
std::vector<double> estimated_operations(const DynamicsModel& dynamics, const CodeOptions& options) {
  std::vector<double> depth;
  std::vector<double> operations(kKernelKindCount);
  const auto of = [&](KernelKind kind) -> double& { return operations[static_cast<std::size_t>(kind)]; };
  for (const Body& body : dynamics.bodies) {
    depth.push_back(1 + (body.parent < 0 ? 0 : depth[static_cast<std::size_t>(body.parent)]));
    for (const KernelKind kind :
         {KernelKind::rnea, KernelKind::bias, KernelKind::gravity, KernelKind::com, KernelKind::energy})
      of(kind) += 150;
    const double freedoms = motion_dof(body.motion);
    of(KernelKind::crba) += 30 * freedoms * depth.back();
    for (const KernelKind kind : {KernelKind::rnea_derivatives, KernelKind::coriolis, KernelKind::centroidal})
      of(kind) += 200 + 120 * freedoms * depth.back();
    for (const KernelKind kind : {KernelKind::regressor, KernelKind::identification})
      of(kind) += 300 * freedoms * depth.back();
    of(KernelKind::fd) += freedoms * (30 * depth.back() + freedoms * depth.back() * depth.back());
  }
  for (const auto* placements : {&dynamics.links, &dynamics.frames})
    for (const Placement& placement : *placements) {
      const double far = 1 + (placement.body < 0 ? 0 : depth[static_cast<std::size_t>(placement.body)]);
      of(KernelKind::fk) += options.one_by_one ? 40 * far : 40;
      of(KernelKind::jacobian) += 60 * far + 6 * dynamics.n_v;
      of(KernelKind::motion) += 300 * far + 6 * dynamics.n_v;
      of(KernelKind::hessian) += 60 * far + 18 * far * far + 6.0 * dynamics.n_v * dynamics.n_v;
    }
  of(KernelKind::crba) += static_cast<double>(dynamics.n_v) * dynamics.n_v;
  // Solving takes as many steps for each of n_v columns.
  const double n = dynamics.n_v;
  of(KernelKind::minv) += of(KernelKind::fd) + n * n * n / 3;
  of(KernelKind::rnea_derivatives) += 2 * n * n;
  of(KernelKind::fd_derivatives) += of(KernelKind::rnea_derivatives) + of(KernelKind::minv) + 4 * n * n * n;
  of(KernelKind::forces) += of(KernelKind::fd) + 4 * of(KernelKind::bias);
  of(KernelKind::independent) += 200.0 * n * static_cast<double>(dynamics.closures.size());
  of(KernelKind::loops) += loop_operations(dynamics, depth, of(KernelKind::fd));
  // Once more for each direction of an input.
  std::vector<double> times(kKernelKindCount, 1);
  for (const DerivativeRequest& request : options.derivatives)
    times[static_cast<std::size_t>(kernel_function(request.function).kind)] += n;
  for (std::size_t kind = 0; kind < operations.size(); ++kind) operations[kind] *= times[kind];
  return operations;
}

}  // namespace

void report_loops_left_open(const Model& model, const CodeOptions& options, std::string_view why,
                            DiagnosticEngine& diagnostics) {
  const bool asked = options.wants(KernelKind::loops);
  for (const LoopJoint& loop : model.loop_joints) {
    if (asked && lowering::can_close(loop.type)) continue;
    const std::string reason = asked
                                   ? concat("; a ", to_string(loop.type), " joint cannot close a loop there")
                               : why.empty() ? std::string()
                                             : concat("; ", why);
    diagnostics.report(Rule::loop_opened, loop.range,
                       concat("loop joint '", loop.name,
                              "' is not part of the generated code, which computes the open tree", reason));
  }
}

bool check_joints(const Model& model, const KinematicTree& tree, const CodeOptions& options,
                  const WingProfiles& wings, DiagnosticEngine& diagnostics) {
  bool good = true;
  bool moving = options.floating_base;
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    moving = moving || dof(joint.type) > 0;
    if (joint.type == JointType::foreign) {
      diagnostics.report(Rule::kernel_joint, joint.type_range,
                         concat("joint '", joint.name, "' has the foreign type '", joint.foreign_type,
                                "'; its motion is not known, so there is no code for it"));
      good = false;
    }
    if (moves(joint.type) && joint.mimic && joint.mimic->joint.id && !options.independent_mimics &&
        (dof(joint.type) != 1 || dof(model.joint(joint.mimic->joint.id).type) != 1)) {
      diagnostics.report(
          Rule::kernel_joint, joint.mimic->range,
          concat("joint '", joint.name, "' follows '", joint.mimic->joint.name,
                 "', but one of them does not move by a single variable; --mimic=independent moves both"));
      good = false;
    }
  }
  report_forces_left_out(model, options, wings, diagnostics);
  report_joint_springs_left_out(model, options, diagnostics);
  report_armature_left_out(model, tree, options, diagnostics);
  if (!moving)
    diagnostics.report(
        Rule::no_movable_joint, model.name_range,
        concat("robot '", model.name,
               "' has no joint that moves; there is nothing to compute (--floating-base moves it)"));
  return good && moving;
}

bool check_numbers(const Model& model, const KinematicTree& tree, const Vector3& gravity,
                   DiagnosticEngine& diagnostics) {
  const std::vector<Overflow> overflows = find_overflows(model, tree, gravity);
  for (const Overflow& overflow : overflows)
    diagnostics.report(Rule::value_overflow, overflow.place, overflow.message);
  return overflows.empty();
}

bool check_size(const Model& model, const DynamicsModel& dynamics, const CodeOptions& options,
                DiagnosticEngine& diagnostics) {
  const std::vector<double> operations = estimated_operations(dynamics, options);
  bool good = true;
  for (int k = 0; k < kKernelKindCount; ++k) {
    const auto kind = static_cast<KernelKind>(k);
    if (!options.wants(kind) || operations[static_cast<std::size_t>(kind)] <= options.most_operations)
      continue;
    diagnostics.report(
        Rule::kernel_size, model.name_range,
        concat("robot '", model.name, "' is too large for straight-line code: '", kernel_kind_name(kind),
               "' would take some ", static_cast<long long>(operations[static_cast<std::size_t>(kind)]),
               " operations; choose others with --kernels, or raise --max-operations"));
    good = false;
  }
  return good;
}

}  // namespace romas
