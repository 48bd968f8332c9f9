#include "passes/kernel/lowering/lower_robot.h"

#include <algorithm>
#include <array>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/applied_forces.h"
#include "passes/kernel/bodies/base_parameters.h"
#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/forces_in_dynamics.h"
#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/bodies/massless_links.h"
#include "passes/kernel/ik/tips.h"
#include "passes/kernel/loops/close_loops.h"
#include "passes/kernel/loops/planar_loops.h"
#include "passes/kernel/search/choose.h"
#include "support/text/text.h"

namespace romas {

namespace {

using lowering::Dynamics;

std::size_t operations(const Kernel& kernel) { return count_operations(simplified(kernel)).total(); }

Kernel smaller(Kernel one, Kernel other) {
  return operations(other) < operations(one) ? std::move(other) : std::move(one);
}

// Axes of revolute joints turn each other; of balls and free bodies the rules of calculus find more that
// cancels.
Kernel pose_hessian(const DynamicsModel& model, const Placement& placement, std::string name) {
  const Kernel jacobian = lowering::lower_jacobian(model, placement, "jacobian");
  Kernel by_rule = differentiated(jacobian, model, {"q"}, name);
  by_rule.outputs.front().name = "H";
  return smaller(lowering::lower_pose_hessian(model, placement, std::move(name)), std::move(by_rule));
}

class RobotLowering {
 public:
  RobotLowering(const Model& model, const KinematicTree& tree, CodeModel& code, DiagnosticEngine& diagnostics,
                const TakeKernel& take)
      : model_(model),
        tree_(tree),
        code_(code),
        dynamics_(code.dynamics),
        diagnostics_(diagnostics),
        take_(take) {}

  bool run() {
    lower_places();
    plans_ = plans();
    if (!find_forces()) return false;
    if (wants(KernelKind::rnea))
      take("inverse_dynamics", counted_.torque(plans_.inverse_dynamics, Dynamics::inverse));
    if (wants(KernelKind::gravity))
      take("gravity_torque", counted_.torque(plans_.gravity, Dynamics::gravity));
    if (wants(KernelKind::bias)) take("bias_torque", counted_.torque(plans_.bias, Dynamics::bias));
    if (wants(KernelKind::crba)) take("mass_matrix", lower_mass_matrix(plans_.mass_matrix));
    if (wants(KernelKind::loops) && !lower_loops()) return false;
    if (wants(KernelKind::independent) && !lower_independent()) return false;
    if (!applied_forces_.outputs.empty()) take("applied_forces", applied_forces_);
    if (!lower_with_inverse()) return false;
    if (wants(KernelKind::com)) take("center_of_mass", lowering::lower_center_of_mass(dynamics_));
    if (wants(KernelKind::energy)) take("energy", lowering::lower_energy(dynamics_));
    if (wants(KernelKind::coriolis)) lower_coriolis();
    if (wants(KernelKind::centroidal)) {
      take("center_of_mass_jacobian", lowering::lower_center_of_mass_jacobian(dynamics_));
      take("centroidal_momentum", lowering::lower_centroidal_momentum(dynamics_));
    }
    if (wants_any({KernelKind::regressor, KernelKind::identification})) lower_regressors();
    return !wants(KernelKind::ik) || add_inverse_kinematics(model_, code_, diagnostics_);
  }

 private:
  bool wants(KernelKind kind) const { return code_.options.wants(kind); }
  bool wants_any(std::initializer_list<KernelKind> kinds) const {
    return std::any_of(kinds.begin(), kinds.end(), [&](KernelKind kind) { return wants(kind); });
  }
  void take(std::string_view name, Kernel kernel) {
    const KernelFunction& function = kernel_function(name);
    for (const DerivativeRequest& request : code_.options.derivatives)
      if (request.function == name) take_derivative(function, kernel, request.input);
    take_(function, std::move(kernel), Subject::robot, -1);
  }
  void take_derivative(const KernelFunction& of, const Kernel& kernel, const std::string& input) {
    const DerivedFunction& derived = code_.derived_functions.emplace_back(of, input);
    take_(derived.function, differentiated(kernel, dynamics_, {input}, derived.name), Subject::robot, -1);
  }

  lowering::Plans plans() {
    // Upper bound of the bodies for which frames are searched; beyond it the search takes seconds.
    constexpr std::size_t kMostSearched = 128;
    const bool search = code_.options.optimization >= 2 && dynamics_.bodies.size() <= kMostSearched;
    if (code_.options.optimization >= 2 && !search)
      code_.remarks.push_back(
          concat("frames: the source's; only up to ", kMostSearched, " bodies are searched"));
    const auto effort = search ? lowering::SearchEffort::thorough : lowering::SearchEffort::none;
    const bool forces =
        wants_any({KernelKind::rnea, KernelKind::gravity, KernelKind::bias, KernelKind::crba, KernelKind::fd,
                   KernelKind::rnea_derivatives, KernelKind::fd_derivatives, KernelKind::minv,
                   KernelKind::coriolis, KernelKind::loops, KernelKind::forces});
    return forces ? lowering::choose_plans(dynamics_, effort) : lowering::Plans();
  }

  // Functions of links and frames.
  void lower_places() {
    if (wants(KernelKind::fk))
      take("forward_kinematics",
           lowering::lower_poses(dynamics_, dynamics_.links, "forward_kinematics", "poses"));
    using Lower = Kernel (*)(const DynamicsModel&, const Placement&, std::string);
    constexpr std::array<std::pair<std::string_view, Lower>, 6> kPlaceFunctions = {{
        {"link_pose", lowering::lower_pose},
        {"jacobian", lowering::lower_jacobian},
        {"link_velocity", lowering::lower_velocity},
        {"link_acceleration", lowering::lower_acceleration},
        {"jacobian_dot", lowering::lower_jacobian_dot},
        {"pose_hessian", pose_hessian},
    }};
    for (const auto& [name, lower_place] : kPlaceFunctions) {
      const Lower lower = lower_place;
      const KernelFunction& function = kernel_function(name);
      if (!wants(function.kind) || !code_.options.one_by_one) continue;
      const auto all = [&](Subject subject, const std::vector<Placement>& placements) {
        for (std::size_t k = 0; k < placements.size(); ++k)
          take_(function, lower(dynamics_, placements[k], concat(function.name_for(subject), "_", k)),
                subject, static_cast<int>(k));
      };
      all(Subject::link, dynamics_.links);
      all(Subject::frame, dynamics_.frames);
    }
  }

  // False where they are asked for and there are none.
  bool lower_loops() {
    constraint_ = lowering::close_loops(model_, code_, diagnostics_);
    if (constraint_.outputs.empty()) {
      if (!code_.options.names(KernelKind::loops)) return true;
      diagnostics_.report(
          Rule::no_loop, model_.name_range,
          concat("robot '", model_.name, "' has no joint that closes a loop; there is no constraint"));
      return false;
    }
    take("constraint", constraint_);
    take("constraint_jacobian", lowering::lower_constraint_jacobian(dynamics_, constraint_));
    take("constraint_bias", lowering::lower_constraint_bias(dynamics_, constraint_));
    return true;
  }

  // False where they are asked for and have no closed form.
  bool lower_independent() {
    std::string reason;
    auto found = lowering::find_planar_loops(model_, dynamics_, code_.options.driven, reason);
    const auto positions =
        found ? lowering::lower_dependent_positions(model_, dynamics_, *found, reason) : std::nullopt;
    if (!positions) {
      if (code_.options.names(KernelKind::independent) || !code_.options.driven.empty()) {
        diagnostics_.report(Rule::no_loop, model_.name_range,
                            concat("the joints of robot '", model_.name,
                                   "' do not follow from others in closed form: ", reason));
        return false;
      }
      if (!dynamics_.closures.empty())
        code_.remarks.push_back(concat("independent joints: no closed form, since ", reason));
      return true;
    }
    lowering::choose_branches(model_, dynamics_, *positions, found->facts);
    code_.planar_loops = found->facts;
    code_.remarks.push_back(concat("independent joints: ", found->facts.dependents.size(), " of ",
                                   dynamics_.n_v,
                                   " velocity variables follow from the others in closed form, in planes to ",
                                   lowering::kPlanarTolerance));
    take("dependent_positions", *positions);
    take("independent_jacobian", lowering::lower_independent_jacobian(dynamics_, *found));
    take("independent_bias", lowering::lower_independent_bias(dynamics_, *found));
    return true;
  }

  // Those of the description. False where they are asked for and there are none.
  bool find_forces() {
    if (code_.forces.empty()) {
      if (!code_.options.names(KernelKind::forces)) return true;
      diagnostics_.report(
          Rule::no_force, model_.name_range,
          concat("robot '", model_.name,
                 "' has no spring, damper, thruster or wing; there are no forces of the description"));
      return false;
    }
    Kernel applied = lowering::lower_applied_forces(dynamics_, code_.forces);
    if (code_.options.described_forces) counted_ = lowering::ForcesInDynamics(applied);
    if (wants(KernelKind::forces)) applied_forces_ = std::move(applied);
    return true;
  }

  // Lowers the functions that need the inverse of the mass matrix, and derivatives. Returns false if one of
  // them was asked for by name and does not exist, which is reported.
  bool lower_with_inverse() {
    constexpr std::array kInverse = {KernelKind::fd, KernelKind::fd_derivatives, KernelKind::minv};
    const bool loops = !constraint_.outputs.empty(), forces = !applied_forces_.outputs.empty();
    const bool inverse = loops || forces || std::any_of(kInverse.begin(), kInverse.end(), [&](KernelKind k) {
                           return wants(k);
                         });
    const Kernel mass_matrix = inverse ? lower_mass_matrix(plans_.mass_matrix) : Kernel();
    const std::string singular =
        inverse ? lowering::massless_links(model_, tree_, dynamics_, mass_matrix) : std::string();
    if (!singular.empty()) {
      const bool named =
          std::any_of(kInverse.begin(), kInverse.end(), [&](KernelKind k) { return code_.options.names(k); });
      diagnostics_.report(
          named ? Rule::singular_mass_matrix : Rule::forward_dynamics_omitted, model_.name_range,
          concat("the mass matrix is singular: the joints of ", singular, " move no inertia; ",
                 named ? missing_without_inverse() : left_out_without_inverse()));
      if (named) return false;
    }
    const bool regular = singular.empty();
    if ((wants(KernelKind::fd) || forces) && regular) {
      Kernel forward_dynamics = lower_forward_dynamics(operations(mass_matrix));
      if (forces)
        take("forward_dynamics_with_forces",
             lowering::lower_forward_dynamics_with_forces(forward_dynamics, applied_forces_));
      if (wants(KernelKind::fd)) take("forward_dynamics", counted_.acceleration(std::move(forward_dynamics)));
    }
    if (loops && regular) lower_constrained_forward_dynamics();
    if (wants_any({KernelKind::rnea_derivatives, KernelKind::fd_derivatives})) {
      Kernel derivatives = inverse_dynamics_derivatives();
      if (wants(KernelKind::fd_derivatives) && regular) {
        // The frames of the derivatives share more with the mass matrix if that is in them too.
        const auto lowered = [&](const lowering::DynamicsPlan& plan) {
          return counted_.acceleration(lower_forward_dynamics_derivatives(plan, plans_.bias, derivatives));
        };
        take("forward_dynamics_derivatives",
             smaller(lowered(plans_.mass_matrix), lowered(plans_.inverse_dynamics)));
      }
      if (wants(KernelKind::rnea_derivatives)) take("inverse_dynamics_derivatives", std::move(derivatives));
    }
    if (wants(KernelKind::minv) && regular)
      take("mass_matrix_inverse", lower_mass_matrix_inverse(plans_.mass_matrix));
    return true;
  }

  // With the mass matrix and the bias in frames of their own, or in common ones.
  void lower_constrained_forward_dynamics() {
    const auto lowered = [&](const lowering::DynamicsPlan& mass_plan) {
      return counted_.acceleration(
          lowering::lower_constrained_forward_dynamics(mass_plan, plans_.bias, dynamics_, constraint_));
    };
    take("constrained_forward_dynamics",
         smaller(lowered(plans_.mass_matrix), lowered(plans_.inverse_dynamics)));
  }

  std::string left_out_without_inverse() const {
    std::vector<std::string_view> functions;
    if (wants(KernelKind::fd)) functions.emplace_back("forward_dynamics");
    if (!constraint_.outputs.empty()) functions.emplace_back("constrained_forward_dynamics");
    if (!applied_forces_.outputs.empty()) functions.emplace_back("forward_dynamics_with_forces");
    if (functions.empty()) functions.emplace_back("forward_dynamics");
    return concat(join(functions, " and "), functions.size() == 1 ? " is left out" : " are left out");
  }

  // Says which function that was asked for by name does not exist, for a singular mass matrix.
  std::string missing_without_inverse() const {
    const std::string_view missing = code_.options.names(KernelKind::fd) ? "forward dynamics does not exist"
                                     : code_.options.names(KernelKind::fd_derivatives)
                                         ? "forward dynamics has no derivatives, since it does not exist"
                                         : "the matrix has no inverse";
    return concat(missing, "; give these links an inertia, or make their joints fixed");
  }

  // `least`: operations of the mass matrix.
  Kernel lower_forward_dynamics(std::size_t least) {
    const bool followers =
        std::any_of(dynamics_.bodies.begin(), dynamics_.bodies.end(),
                    [](const Body& body) { return body.multiplier != 1 || body.offset != 0; });
    Kernel articulated = followers ? Kernel() : lower_forward_dynamics_articulated(plans_.bias);
    const std::size_t other = operations(articulated);
    // In long chains, the mass matrix alone takes more operations than articulated bodies.
    if (!followers && least > 2 * other) {
      code_.remarks.push_back(concat("forward dynamics: articulated bodies, ", other,
                                     " operations; the mass matrix alone: ", least));
      return articulated;
    }
    Kernel factorised = lower_forward_dynamics_factorised(plans_.mass_matrix, plans_.bias);
    const std::size_t count = operations(factorised);
    if (followers) {
      code_.remarks.push_back(concat("forward dynamics: factorised mass matrix, ", count,
                                     " operations; articulated bodies know no followers"));
      return factorised;
    }
    code_.remarks.push_back(other < count ? concat("forward dynamics: articulated bodies, ", other,
                                                   " operations; factorised mass matrix: ", count)
                                          : concat("forward dynamics: factorised mass matrix, ", count,
                                                   " operations; articulated bodies: ", other));
    return other < count ? articulated : factorised;
  }

  // The recursion pays where many joints follow each other; between few, the rules of calculus find more that
  // cancels.
  Kernel inverse_dynamics_derivatives() {
    constexpr std::string_view kName = "inverse_dynamics_derivatives";
    const Kernel tau = lower_inverse_dynamics(plans_.inverse_dynamics, Dynamics::inverse);
    Kernel by_rule = differentiated(tau, dynamics_, {"q", "v"}, std::string(kName));
    Kernel recursion = smaller(lower_inverse_dynamics_derivatives(plans_.inverse_dynamics),
                               lower_inverse_dynamics_derivatives(plans_.mass_matrix));
    const std::size_t rule = operations(by_rule);
    const std::size_t count = operations(recursion);
    code_.remarks.push_back(count < rule ? concat("derivatives of inverse dynamics: recursion, ", count,
                                                  " operations; differentiated: ", rule)
                                         : concat("derivatives of inverse dynamics: differentiated, ", rule,
                                                  " operations; recursion: ", count));
    return counted_.torque_derivatives(count < rule ? std::move(recursion) : std::move(by_rule), dynamics_);
  }

  void lower_coriolis() {
    take("coriolis_matrix",
         smaller(lower_coriolis_matrix(plans_.inverse_dynamics), lower_coriolis_matrix(plans_.mass_matrix)));
  }

  void lower_regressors() {
    Kernel regressor = lowering::lower_regressor(dynamics_);
    code_.inertial_parameters = lowering::inertial_parameters(dynamics_);
    if (wants(KernelKind::identification)) {
      const lowering::BaseParameters base = lowering::find_base_parameters(regressor, dynamics_);
      code_.base_parameters = lowering::formulas(base, model_, dynamics_);
      code_.remarks.push_back(concat("identification: ", base.columns.size(), " of ",
                                     code_.inertial_parameters.size(),
                                     " inertial parameters, or sums of them, can be told from torques"));
      take("base_regressor", lowering::lower_base_regressor(regressor, base));
      take("base_parameters", lowering::lower_base_parameters(base));
    }
    if (wants(KernelKind::regressor)) take("regressor", std::move(regressor));
  }

  const Model& model_;
  const KinematicTree& tree_;
  CodeModel& code_;
  const DynamicsModel& dynamics_;
  DiagnosticEngine& diagnostics_;
  const TakeKernel& take_;
  lowering::Plans plans_;
  Kernel constraint_, applied_forces_;  // of loops; of the description: without outputs where none are wanted
  lowering::ForcesInDynamics counted_;  // by all dynamics
};

}  // namespace

bool lower_robot(const Model& model, const KinematicTree& tree, CodeModel& code,
                 DiagnosticEngine& diagnostics, const TakeKernel& take) {
  return RobotLowering(model, tree, code, diagnostics, take).run();
}

}  // namespace romas
