// The stage by its steps: checks, the dynamics model, lowering, and the passes on each kernel.
#include "passes/kernel/make_code_model.h"

#include <algorithm>
#include <cmath>

#include "ir/analysis/overflow.h"
#include "ir/entity.h"
#include "passes/kernel/choose.h"
#include "passes/kernel/lower.h"
#include "passes/kernel/massless_links.h"
#include "passes/kernel/simplify.h"
#include "support/c_names.h"
#include "support/text.h"

namespace romas {

namespace {

constexpr std::array kKernelPasses = {
    KernelPassInfo{"simplify-kernel", simplified, 1,
                   "takes common factors out of sums, folds, merges equal values, drops dead ones"},
    KernelPassInfo{"fuse-operations", with_fused_operations, 1,
                   "multiplications used by one sum alone become part of it"},
    KernelPassInfo{"schedule-kernel", scheduled, 2, "orders operations so that few values wait in registers"},
};

class Stage {
 public:
  Stage(const Model& model, const CodeOptions& options, CodeModelContext& context)
      : model_(model), context_(context), tree_(model) {
    code_.options = options;
  }

  std::optional<CodeModel> run() {
    if (!check_joints()) return {};
    DynamicsOptions options;
    options.floating_base = code_.options.floating_base;
    options.independent_mimics = code_.options.independent_mimics;
    options.armature = code_.options.armature;
    options.snap_tolerance = code_.options.snap_tolerance;
    options.gravity = code_.options.gravity.value_or(model_.gravity_or_default());
    if (!check_numbers(options.gravity)) return {};
    code_.dynamics = make_dynamics_model(model_, tree_, options);
    if (code_.options.name.empty()) code_.options.name = make_namespace(model_.name);
    if (!check_size() || !lower() || !sound_ || overflows_) return {};
    return std::move(code_);
  }

 private:
  bool wants(KernelKind kind) const { return code_.options.wants(kind); }

  // Checks types and variables of the joints: mimic joints and their leaders must have one variable. A fixed
  // joint follows nothing, whatever it says.
  bool check_joints() {
    bool good = true;
    bool moving = code_.options.floating_base;
    for (const JointId id : tree_.joint_order()) {
      const Joint& joint = model_.joint(id);
      moving = moving || dof(joint.type) > 0;
      if (joint.type == JointType::foreign) {
        context_.diagnostics.report(
            Rule::kernel_joint, joint.type_range,
            concat("joint '", joint.name, "' has the foreign type '", joint.foreign_type,
                   "'; its motion is not known, so there is no code for it"));
        good = false;
      }
      if (moves(joint.type) && joint.mimic && joint.mimic->joint.id && !code_.options.independent_mimics &&
          (dof(joint.type) != 1 || dof(model_.joint(joint.mimic->joint.id).type) != 1)) {
        context_.diagnostics.report(
            Rule::kernel_joint, joint.mimic->range,
            concat("joint '", joint.name, "' follows '", joint.mimic->joint.name,
                   "', and one of them does not move by a single variable; --mimic=independent moves both"));
        good = false;
      }
    }
    for (const LoopJoint& loop : model_.loop_joints)
      context_.diagnostics.report(
          Rule::loop_opened, loop.range,
          concat("loop joint '", loop.name,
                 "' is not part of the generated code, which is that of the open tree"));
    for (const ForceElement& force : model_.force_elements)
      context_.diagnostics.report(
          Rule::feature_dropped, force.range,
          concat("the force of '", force.name, "' is not part of the generated code"));
    report_armature_left_out();
    if (!moving)
      context_.diagnostics.report(
          Rule::no_movable_joint, model_.name_range,
          concat("robot '", model_.name,
                 "' has no joint that moves; there is nothing to compute (--floating-base moves it)"));
    return good && moving;
  }

  // One report for all joints: either all of them count or none.
  void report_armature_left_out() {
    const bool asked = wants(KernelKind::rnea) || wants(KernelKind::crba) || wants(KernelKind::fd) ||
                       wants(KernelKind::energy);
    if (code_.options.armature || !asked) return;
    const Joint* first = nullptr;
    std::size_t others = 0;
    for (const JointId id : tree_.joint_order()) {
      const Joint& joint = model_.joint(id);
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
    const std::string more = others == 0   ? std::string()
                             : others == 1 ? std::string(" and of another joint")
                                           : concat(" and of ", others, " others");
    context_.diagnostics.report(Rule::feature_dropped, place_or_name(first->dynamics->range, *first),
                                concat("the armature of joint '", first->name, "'", more,
                                       " is not part of the generated code; --armature counts it"));
  }

  // This check does not rely on passes that ran before.
  bool check_numbers(const Vector3& gravity) const {
    const std::vector<Overflow> overflows = find_overflows(model_, tree_, gravity);
    for (const Overflow& overflow : overflows)
      context_.diagnostics.report(Rule::value_overflow, overflow.place, overflow.message);
    return overflows.empty();
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

  // Limits the size of straight-line code. The operations of each kind of function are estimated from the
  // bodies' distances from the ground.
  bool check_size() const {
    const DynamicsModel& dynamics = code_.dynamics;
    std::vector<double> depth;
    std::array<double, kKernelKindCount> operations{};
    const auto of = [&](KernelKind kind) -> double& { return operations[static_cast<std::size_t>(kind)]; };
    for (const Body& body : dynamics.bodies) {
      depth.push_back(1 + (body.parent < 0 ? 0 : depth[static_cast<std::size_t>(body.parent)]));
      for (const KernelKind kind :
           {KernelKind::rnea, KernelKind::bias, KernelKind::gravity, KernelKind::com, KernelKind::energy})
        of(kind) += 150;
      const double freedoms = motion_dof(body.motion);
      of(KernelKind::crba) += 30 * freedoms * depth.back();
      of(KernelKind::fd) += freedoms * (30 * depth.back() + freedoms * depth.back() * depth.back());
    }
    for (const auto* placements : {&dynamics.links, &dynamics.frames})
      for (const Placement& placement : *placements) {
        const double far = 1 + (placement.body < 0 ? 0 : depth[static_cast<std::size_t>(placement.body)]);
        of(KernelKind::fk) += code_.options.one_by_one ? 40 * far : 40;
        of(KernelKind::jacobian) += 60 * far + 6 * dynamics.n_v;
      }
    of(KernelKind::crba) += static_cast<double>(dynamics.n_v) * dynamics.n_v;
    bool good = true;
    for (int k = 0; k < kKernelKindCount; ++k) {
      const auto kind = static_cast<KernelKind>(k);
      if (!wants(kind) || of(kind) <= code_.options.most_operations) continue;
      context_.diagnostics.report(
          Rule::kernel_size, model_.name_range,
          concat("robot '", model_.name, "' is too large for straight-line code: '", kernel_kind_name(kind),
                 "' would take some ", static_cast<long long>(of(kind)),
                 " operations; choose others with --kernels, or raise --max-operations"));
      good = false;
    }
    return good;
  }

  bool lower() {
    using lowering::Dynamics;
    const DynamicsModel& dynamics = code_.dynamics;
    lower_kinematics();
    // Upper bound of the bodies for which frames are searched; beyond it the search takes seconds.
    constexpr std::size_t kMostSearched = 128;
    const bool search = code_.options.optimization >= 2 && dynamics.bodies.size() <= kMostSearched;
    if (code_.options.optimization >= 2 && !search)
      code_.remarks.push_back(
          concat("frames: the source's; only up to ", kMostSearched, " bodies are searched"));
    const auto effort = search ? lowering::SearchEffort::thorough : lowering::SearchEffort::none;
    const bool forces = wants(KernelKind::rnea) || wants(KernelKind::gravity) || wants(KernelKind::bias) ||
                        wants(KernelKind::crba) || wants(KernelKind::fd);
    const lowering::Plans plans = forces ? lowering::choose_plans(dynamics, effort) : lowering::Plans();
    if (wants(KernelKind::rnea))
      add(KernelKind::rnea, lower_inverse_dynamics(plans.inverse_dynamics, Dynamics::inverse));
    if (wants(KernelKind::gravity))
      add(KernelKind::gravity, lower_inverse_dynamics(plans.gravity, Dynamics::gravity));
    if (wants(KernelKind::bias)) add(KernelKind::bias, lower_inverse_dynamics(plans.bias, Dynamics::bias));
    if (wants(KernelKind::crba)) add(KernelKind::crba, lower_mass_matrix(plans.mass_matrix));
    if (wants(KernelKind::fd) && !lower_forward_dynamics(plans)) return false;
    if (wants(KernelKind::com)) add(KernelKind::com, lowering::lower_center_of_mass(dynamics));
    if (wants(KernelKind::energy)) add(KernelKind::energy, lowering::lower_energy(dynamics));
    return true;
  }

  void lower_kinematics() {
    const DynamicsModel& dynamics = code_.dynamics;
    const auto one = [&](KernelKind kind, CodeKernel::Subject subject,
                         const std::vector<Placement>& placements) {
      const std::string_view what = subject == CodeKernel::Subject::link ? "link" : "frame";
      for (std::size_t k = 0; k < placements.size(); ++k) {
        const std::string name = concat(what, kind == KernelKind::fk ? "_pose_" : "_jacobian_", k);
        add(kind,
            kind == KernelKind::fk ? lowering::lower_pose(dynamics, placements[k], name)
                                   : lowering::lower_jacobian(dynamics, placements[k], name),
            subject, static_cast<int>(k));
      }
    };
    for (const KernelKind kind : {KernelKind::fk, KernelKind::jacobian}) {
      if (!wants(kind)) continue;
      if (kind == KernelKind::fk)
        add(kind, lowering::lower_poses(dynamics, dynamics.links, "forward_kinematics", "poses"));
      if (!code_.options.one_by_one) continue;
      one(kind, CodeKernel::Subject::link, dynamics.links);
      one(kind, CodeKernel::Subject::frame, dynamics.frames);
    }
  }

  bool lower_forward_dynamics(const lowering::Plans& plans) {
    const Kernel mass_matrix = lower_mass_matrix(plans.mass_matrix);
    const std::string singular = lowering::massless_links(model_, tree_, code_.dynamics, mass_matrix);
    if (!singular.empty()) {
      const bool named = code_.options.names(KernelKind::fd);
      context_.diagnostics.report(
          named ? Rule::singular_mass_matrix : Rule::forward_dynamics_omitted, model_.name_range,
          concat("the mass matrix is singular: the joints of ", singular, " move no inertia; ",
                 named ? "forward dynamics does not exist" : "forward_dynamics is left out"));
      return !named;
    }
    const bool followers =
        std::any_of(code_.dynamics.bodies.begin(), code_.dynamics.bodies.end(),
                    [](const Body& body) { return body.multiplier != 1 || body.offset != 0; });
    Kernel articulated = followers ? Kernel() : lower_forward_dynamics_articulated(plans.bias);
    const std::size_t other = count_operations(simplified(articulated)).total();
    // In long chains, the mass matrix alone takes more operations than articulated bodies.
    if (const std::size_t least = count_operations(mass_matrix).total(); !followers && least > 2 * other) {
      code_.remarks.push_back(concat("forward dynamics: articulated bodies, ", other,
                                     " operations; the mass matrix alone: ", least));
      add(KernelKind::fd, std::move(articulated));
      return true;
    }
    Kernel factorised = lower_forward_dynamics_factorised(plans.mass_matrix, plans.bias);
    const std::size_t count = count_operations(simplified(factorised)).total();
    if (followers) {
      code_.remarks.push_back(concat("forward dynamics: factorised mass matrix, ", count,
                                     " operations; articulated bodies know no followers"));
      add(KernelKind::fd, std::move(factorised));
      return true;
    }
    code_.remarks.push_back(other < count ? concat("forward dynamics: articulated bodies, ", other,
                                                   " operations; factorised mass matrix: ", count)
                                          : concat("forward dynamics: factorised mass matrix, ", count,
                                                   " operations; articulated bodies: ", other));
    add(KernelKind::fd, std::move(other < count ? articulated : factorised));
    return true;
  }

  // Runs the kernel passes of the level and keeps the result.
  void add(KernelKind kind, Kernel kernel, CodeKernel::Subject subject = CodeKernel::Subject::robot,
           int index = -1) {
    if (!check_constants(kernel)) return;
    std::string statistics = concat(kernel.name, ": lowered ", counts_text(kernel));
    check("lowering", kernel);
    for (const KernelPassInfo& pass : kKernelPasses) {
      if (pass.level > code_.options.optimization) continue;
      kernel = pass.run(kernel);
      check(pass.name, kernel);
      statistics += concat(", ", pass.name, " ", counts_text(kernel));
      if (context_.print_after_all || std::find(context_.print_after.begin(), context_.print_after.end(),
                                                pass.name) != context_.print_after.end())
        context_.output(concat("// after ", pass.name, ":\n", print_kernel(kernel)));
    }
    if (context_.statistics && subject == CodeKernel::Subject::robot) context_.output(statistics + "\n");
    code_.kernels.push_back({kind, subject, index, std::move(kernel)});
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
