#include "passes/kernel/algebra/factored_matrix.h"
#include "passes/kernel/bodies/articulated_bodies.h"
#include "passes/kernel/bodies/composite_bodies.h"
#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/bodies/newton_euler.h"

namespace romas::lowering {

DynamicsPlan make_plan(const DynamicsModel& model, const Choices& choices) {
  DynamicsPlan plan{model, choices};
  reframe(plan.model, choices);
  regroup(plan.model, choices);
  return plan;
}

Kernel lower_inverse_dynamics(const DynamicsPlan& plan, Dynamics kind, bool as_made) {
  constexpr std::array<const char*, 3> kNames = {"inverse_dynamics", "bias_torque", "gravity_torque"};
  KernelBuilder builder(kNames[static_cast<std::size_t>(kind)]);
  const Variables variables(builder, plan.model, kind != Dynamics::gravity, kind == Dynamics::inverse);
  const SymbolicTree tree(variables, plan.model, plan.choices);
  builder.add_output(
      "tau", values(newton_euler(tree, variables, plan.choices, plan.model.gravity, plan.model.n_v).tau));
  return as_made ? builder.as_made() : builder.take();
}

Kernel lower_mass_matrix(const DynamicsPlan& plan, bool as_made) {
  KernelBuilder builder("mass_matrix");
  const Variables variables(builder, plan.model, false, false);
  const SymbolicTree tree(variables, plan.model, plan.choices);
  builder.add_output("M", values(composite_bodies(tree, variables, plan.model.n_v)));
  return as_made ? builder.as_made() : builder.take();
}

Kernel lower_forward_dynamics_factorised(const DynamicsPlan& mass_plan, const DynamicsPlan& bias_plan) {
  KernelBuilder builder("forward_dynamics");
  const Variables variables(builder, mass_plan.model, true, false);
  const int n_v = mass_plan.model.n_v;
  const std::uint32_t tau = builder.add_input("tau", static_cast<std::uint32_t>(n_v));
  const SymbolicTree mass_tree(variables, mass_plan.model, mass_plan.choices);
  const SymbolicTree bias_tree(variables, bias_plan.model, bias_plan.choices);
  const FactoredMatrix M(composite_bodies(mass_tree, variables, n_v), static_cast<std::size_t>(n_v));
  std::vector<Scalar> b =
      newton_euler(bias_tree, variables, bias_plan.choices, bias_plan.model.gravity, n_v).tau;
  for (std::uint32_t k = 0; k < b.size(); ++k) b[k] = Scalar(builder, builder.input(tau, k)) - b[k];
  builder.add_output("a", values(M.solve(std::move(b))));
  return builder.take();
}

Kernel lower_forward_dynamics_articulated(const DynamicsPlan& plan) {
  KernelBuilder builder("forward_dynamics");
  const Variables variables(builder, plan.model, true, false);
  const int n_v = plan.model.n_v;
  const std::uint32_t array = builder.add_input("tau", static_cast<std::uint32_t>(n_v));
  const SymbolicTree tree(variables, plan.model, plan.choices);
  std::vector<Scalar> tau;
  tau.reserve(static_cast<std::size_t>(n_v));
  for (int k = 0; k < n_v; ++k)
    tau.emplace_back(builder, builder.input(array, static_cast<std::uint32_t>(k)));
  builder.add_output("a", values(articulated_bodies(tree, variables, tau, plan.model.gravity)));
  return builder.take();
}

}  // namespace romas::lowering
