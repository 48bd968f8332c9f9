// The stage by its steps: checks, the dynamics model, lowering, and the passes on each kernel.
#include "passes/kernel/make_code_model.h"

#include <algorithm>
#include <cmath>

#include "ir/entity.h"
#include "passes/kernel/close_loops.h"
#include "passes/kernel/code_checks.h"
#include "passes/kernel/lanes.h"
#include "passes/kernel/lower_robot.h"
#include "passes/kernel/planar_loops.h"
#include "passes/kernel/reassociate.h"
#include "passes/kernel/simplify.h"
#include "support/c_names.h"
#include "support/text.h"

namespace romas {

namespace {

constexpr std::array kKernelPasses = {
    KernelPassInfo{"simplify-kernel", simplified, 1,
                   "takes common factors out of sums, folds, merges equal values, drops dead ones"},
    KernelPassInfo{"reassociate-kernel", reassociated, 2,
                   "puts sums and products together in an order that shares parts", nullptr, true},
    KernelPassInfo{"balance-kernel", balanced, 2,
                   "puts sums and products together in an order in which little waits", nullptr, true},
    KernelPassInfo{"pack-limbs", nullptr, 2,
                   "computes equal limbs side by side, beside the plain kernel, for vector registers",
                   with_limbs_in_lanes},
    KernelPassInfo{
        "pack-columns", nullptr, 2,
        "computes rows and columns of matrices side by side, where that saves more than equal limbs",
        with_columns_in_lanes},
    KernelPassInfo{"fuse-operations", with_fused_operations, 1,
                   "multiplications used by one sum alone become part of it"},
    KernelPassInfo{"schedule-kernel", scheduled, 2, "orders operations so that few values wait in registers"},
};

constexpr auto kMostHiding = static_cast<int>(std::count_if(
    kKernelPasses.begin(), kKernelPasses.end(), [](const auto& pass) { return pass.may_hide_lanes; }));

class Stage {
 public:
  Stage(const Model& model, const CodeOptions& options, CodeModelContext& context)
      : model_(model), context_(context), tree_(model) {
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
    const auto take = [&](const KernelFunction& function, Kernel kernel, Subject subject, int index) {
      add(function, std::move(kernel), subject, index);
    };
    if (!lower_robot(model_, tree_, code_, context_.diagnostics, take)) return {};
    for (ClosedFormIk& ik : code_.inverse_kinematics)
      for (Kernel* kernel : {&ik.kernel, &ik.swivel_of}) {
        std::optional<Kernel> none;
        if (check_constants(*kernel)) *kernel = improved(*kernel, false, none);
      }
    if (!sound_ || overflows_) return {};
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
    std::optional<Kernel> variant;
    kernel = improved(kernel, subject == Subject::robot, variant);
    code_.kernels.push_back({&function, subject, index, std::move(kernel), std::move(variant)});
  }

  // What the kernel passes of the level make of a function.
  struct Improved {
    Kernel kernel;
    std::optional<Kernel> variant;
    std::string printed;  // by --print-after
    std::string statistics;
    double instructions() const { return count_instructions(variant ? *variant : kernel); }
  };

  // of_robot: a function of the whole robot, which may have a variant and of which statistics tell. Where
  // passes hide what a variant computes together, they are left out, the last one first, and the function
  // that takes the fewest instructions is taken.
  Improved improved_by(const Kernel& kernel, bool of_robot) {
    // Of very long functions the other variants would take seconds.
    constexpr std::size_t kMostNodes = 100'000;
    int hiding = kMostHiding;
    Improved best = run_passes(kernel, of_robot, hiding);
    while (of_robot && hiding > 0 && kernel.nodes.size() <= kMostNodes) {
      Improved other = run_passes(kernel, of_robot, --hiding);
      if (other.variant && other.instructions() < best.instructions()) best = std::move(other);
    }
    return best;
  }

  Kernel improved(const Kernel& kernel, bool of_robot, std::optional<Kernel>& variant) {
    check("lowering", kernel);
    Improved best = improved_by(kernel, of_robot);
    if (!best.printed.empty()) context_.output(best.printed);
    if (context_.statistics && of_robot) context_.output(best.statistics + "\n");
    variant = std::move(best.variant);
    return std::move(best.kernel);
  }

  // hiding: how many passes run that may hide lanes.
  Improved run_passes(Kernel kernel, bool of_robot, int hiding) {
    Improved result{std::move(kernel), {}, {}, {}};
    result.statistics = concat(result.kernel.name, ": lowered ", counts_text(result.kernel));
    for (const KernelPassInfo& pass : kKernelPasses) {
      if (pass.level > code_.options.optimization || (pass.may_hide_lanes && --hiding < 0)) continue;
      if (pass.variant != nullptr) {
        std::optional<Kernel> found;
        if (of_robot) found = pass.variant(result.kernel, code_.dynamics);
        if (!found || (result.variant && !is_clearly_shorter(*found, *result.variant))) continue;
        result.variant = std::move(found);
      }
      if (pass.run != nullptr) result.kernel = pass.run(result.kernel);
      note(pass.name, pass.variant != nullptr ? *result.variant : result.kernel, result);
    }
    return result;
  }

  // Checks what a pass made, counts it, and prints it where that is asked for.
  void note(std::string_view pass, const Kernel& made, Improved& result) {
    check(pass, made);
    result.statistics += concat(", ", pass, " ", counts_text(made));
    const std::vector<std::string>& wanted = context_.print_after;
    if (context_.print_after_all || std::find(wanted.begin(), wanted.end(), pass) != wanted.end())
      result.printed += concat("// after ", pass, ":\n", print_kernel(made));
  }

  static bool is_clearly_shorter(const Kernel& kernel, const Kernel& other) {
    constexpr double kClearly = 0.95;
    return count_instructions(kernel) < kClearly * count_instructions(other);
  }

  static std::string counts_text(const Kernel& kernel) {
    const OpCounts counts = count_operations(kernel);
    return concat(counts.total(), " (", counts.multiplications(), " mul + ", counts.additions(), " add)");
  }

  void check(std::string_view pass, const Kernel& kernel) {
    if (!context_.verify_each || !sound_) return;
    const std::string fault = verify_kernel(kernel);
    if (fault.empty()) return;
    context_.output(
        concat("internal error: ", pass, " left a broken kernel '", kernel.name, "'\n  ", fault, "\n"));
    sound_ = false;
  }

  const Model& model_;
  CodeModelContext& context_;
  KinematicTree tree_;
  CodeModel code_;
  bool sound_ = true;
  bool overflows_ = false;
};

}  // namespace

std::optional<CodeModel> make_code_model(const Model& model, const CodeOptions& options,
                                         CodeModelContext& context) {
  std::optional<CodeModel> code = Stage(model, options, context).run();
  if (code && context.statistics)
    for (const std::string& remark : code->remarks) context.output(remark + "\n");
  return code;
}

std::span<const KernelPassInfo> all_kernel_passes() { return kKernelPasses; }

const KernelPassInfo* find_kernel_pass(std::string_view name) {
  const auto* found = std::find_if(kKernelPasses.begin(), kKernelPasses.end(),
                                   [&](const auto& info) { return info.name == name; });
  return found == kKernelPasses.end() ? nullptr : found;
}

}  // namespace romas
