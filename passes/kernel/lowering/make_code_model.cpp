// The stage by its steps: checks, the dynamics model, lowering, and the passes on each kernel.
#include "passes/kernel/lowering/make_code_model.h"

#include <algorithm>
#include <cmath>

#include "ir/model/entity.h"
#include "passes/kernel/lanes/equal_limbs.h"
#include "passes/kernel/loops/close_loops.h"
#include "passes/kernel/loops/planar_loops.h"
#include "passes/kernel/lowering/code_checks.h"
#include "passes/kernel/lowering/lower_robot.h"
#include "support/names/c_names.h"
#include "support/text/text.h"

namespace romas {

namespace {

class Stage {
 public:
  Stage(const Model& model, const CodeOptions& options, CodeModelContext& context)
      : model_(model),
        context_(context),
        tree_(model),
        passes_(context.pipeline.value_or(kernel_pipeline_of_level(options.optimization)), context.passes) {
    code_.options = options;
  }

  std::optional<CodeModel> run() {
    const WingProfiles wings = find_wings();
    if (!check_joints(model_, tree_, code_.options, wings, context_.diagnostics)) return {};
    DynamicsOptions options;
    options.floating_base = code_.options.floating_base;
    options.independent_mimics = code_.options.independent_mimics;
    options.armature = code_.options.armature;
    options.snap_tolerance = code_.options.snap_tolerance;
    options.gravity = code_.options.gravity.value_or(model_.gravity_or_default());
    if (!check_numbers(model_, tree_, options.gravity, context_.diagnostics)) return {};
    code_.dynamics = make_dynamics_model(model_, tree_, options);
    if (code_.options.name.empty()) code_.options.name = make_namespace(model_.name);
    add_planar_loops();
    if (!check_size(model_, code_.dynamics, code_.options, context_.diagnostics)) return {};
    // Functions of loops tell of them when they are lowered.
    if (!code_.options.wants(KernelKind::loops))
      lowering::report_unclosed_loops(model_, code_.dynamics, context_.diagnostics);
    add_forces(wings);
    code_.limbs = limbs_by_lane(code_.dynamics);
    const auto take = [&](const KernelFunction& function, Kernel kernel, Subject subject, int index) {
      add(function, std::move(kernel), subject, index);
    };
    if (!lower_robot(model_, tree_, code_, context_.diagnostics, take)) return {};
    for (ClosedFormIk& ik : code_.inverse_kinematics)
      for (Kernel* kernel : {&ik.kernel, &ik.swivel_of}) {
        if (check_constants(*kernel)) *kernel = improved(*kernel, nullptr).kernel;
      }
    passes_.print_times();
    if (!passes_.sound() || overflows_) return {};
    return std::move(code_);
  }

 private:
  // Adds the functions of loops where only planar ones are wanted and all of them are; reports those that are
  // left out.
  void add_planar_loops() {
    std::string reason;
    CodeOptions& options = code_.options;
    if (options.planar_loops_alone && !model_.loop_joints.empty()) {
      const auto found = lowering::find_planar_loops(model_, code_.dynamics, options.driven, reason);
      if (found && lowering::lower_dependent_positions(model_, code_.dynamics, *found, reason))
        options.kernels.insert(options.kernels.end(), {KernelKind::loops, KernelKind::independent});
    }
    report_loops_left_open(model_, options, reason, context_.diagnostics);
  }

  // Without functions of forces nothing has their inputs.
  void add_forces(const WingProfiles& wings) {
    const CodeOptions& options = code_.options;
    const bool asked = options.wants(KernelKind::forces);
    if (!asked && !options.described_forces) return;
    code_.forces = described_forces(model_, code_.dynamics, wings);
    if (!asked) code_.forces.thrusters.clear();
    if (options.described_forces) code_.forces.joint_losses = joint_losses(model_, code_.dynamics);
  }

  WingProfiles find_wings() const {
    if (!code_.options.wants(KernelKind::forces) && !code_.options.described_forces) return {};
    return context_.wing_profiles ? context_.wing_profiles() : named_profiles(model_);
  }

  // Constants can overflow if numbers differ by many orders of magnitude, by the reciprocal of a tiny one.
  bool check_constants(const Kernel& kernel) {
    const bool finite = std::all_of(kernel.nodes.begin(), kernel.nodes.end(), [](const Node& node) {
      return node.op != Op::constant || std::isfinite(node.constant);
    });
    if (finite || overflows_) return finite;
    overflows_ = true;
    const auto [place, smallest] = smallest_inertia();
    context_.diagnostics.report(Rule::value_overflow, place,
                                concat("'", kernel.name, "' of robot '", model_.name,
                                       "' would hold numbers beyond the range of a double: ", smallest));
    return false;
  }

  // The smallest inertia, by which accelerations are divided, and its place.
  std::pair<SourceRange, std::string> smallest_inertia() const {
    const Link* lightest = nullptr;
    const auto mass = [](const Link& link) { return std::abs(link.inertial->mass.value()); };
    for (const Link& link : model_.links)
      if (link.inertial && mass(link) > 0 && (lightest == nullptr || mass(link) < mass(*lightest)))
        lightest = &link;
    if (lightest == nullptr)
      return {name_place(model_), "its masses and moments of inertia are next to nothing"};
    return {place_or_name(lightest->inertial->mass_range, *lightest),
            concat("the mass of link '", lightest->name, "' is ", mass(*lightest), " kg")};
  }

  void add(const KernelFunction& function, Kernel kernel, Subject subject, int index) {
    if (!check_constants(kernel)) return;
    auto [improved_kernel, in_lanes] = improved(kernel, subject == Subject::robot ? &code_.limbs : nullptr);
    code_.kernels.push_back({&function, subject, index, std::move(improved_kernel), std::move(in_lanes)});
  }

  // `limbs`: of a function of the whole robot, which may have a variant.
  KernelPassRunner::Result improved(const Kernel& kernel, const LimbLanes* limbs) {
    return passes_.run(kernel, limbs, KernelPassRunner::Search::hidden_lanes);
  }

  const Model& model_;
  CodeModelContext& context_;
  KinematicTree tree_;
  KernelPassRunner passes_;
  CodeModel code_;
  bool overflows_ = false;
};

}  // namespace

std::optional<CodeModel> make_code_model(const Model& model, const CodeOptions& options,
                                         CodeModelContext& context) {
  std::optional<CodeModel> code = Stage(model, options, context).run();
  if (code && context.passes.statistics)
    for (const std::string& remark : code->remarks) context.passes.output(remark + "\n");
  return code;
}

}  // namespace romas
