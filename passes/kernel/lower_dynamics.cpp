#include "passes/kernel/articulated_bodies.h"
#include "passes/kernel/composite_bodies.h"
#include "passes/kernel/lower.h"
#include "passes/kernel/newton_euler.h"

namespace romas::lowering {

namespace {

std::vector<Value> values(const std::vector<Scalar>& scalars) {
  std::vector<Value> result;
  result.reserve(scalars.size());
  for (const Scalar& scalar : scalars) result.push_back(scalar.value());
  return result;
}

// Solves M x = b for a symmetric positive definite M whose structural zeros are constants: M = Lᵀ D L,
// eliminated from the last variable to the first, which causes no fill-in between branches of a tree
// (Featherstone 2008, section 6.5). The reciprocals of D are computed once, so that a row of L takes no
// division.
std::vector<Scalar> solve_from_leaves(std::vector<Scalar> M, std::vector<Scalar> b) {
  const std::size_t n = b.size();
  std::vector<Scalar> inverse(n);
  std::vector<Scalar> L(n * n);
  for (std::size_t k = n; k-- > 0;) {
    inverse[k] = M[k * n + k].like(1) / M[k * n + k];
    for (std::size_t i = 0; i < k; ++i) L[k * n + i] = M[k * n + i] * inverse[k];
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j <= i; ++j) M[i * n + j] -= L[k * n + i] * M[k * n + j];
    for (std::size_t i = 0; i < k; ++i) b[i] -= L[k * n + i] * b[k];
  }
  for (std::size_t k = 0; k < n; ++k) {
    b[k] = b[k] * inverse[k];
    for (std::size_t i = 0; i < k; ++i) b[k] -= L[k * n + i] * b[i];
  }
  return b;
}

}  // namespace

DynamicsPlan make_plan(const DynamicsModel& model, const Choices& choices) {
  DynamicsPlan plan{model, choices};
  reframe(plan.model, choices);
  regroup(plan.model, choices);
  return plan;
}

Kernel lower_inverse_dynamics(const DynamicsPlan& plan, Dynamics kind) {
  constexpr std::array<const char*, 3> kNames = {"inverse_dynamics", "bias_torque", "gravity_torque"};
  KernelBuilder builder(kNames[static_cast<std::size_t>(kind)]);
  const Variables variables(builder, plan.model, kind != Dynamics::gravity, kind == Dynamics::inverse);
  const SymbolicTree tree(variables, plan.model, plan.choices);
  builder.add_output("tau",
                     values(newton_euler(tree, variables, plan.choices, plan.model.gravity, plan.model.n_v)));
  return builder.take();
}

Kernel lower_mass_matrix(const DynamicsPlan& plan) {
  KernelBuilder builder("mass_matrix");
  const Variables variables(builder, plan.model, false, false);
  const SymbolicTree tree(variables, plan.model, plan.choices);
  builder.add_output("M", values(composite_bodies(tree, variables, plan.model.n_v)));
  return builder.take();
}

Kernel lower_forward_dynamics_factorised(const DynamicsPlan& mass_plan, const DynamicsPlan& bias_plan) {
  KernelBuilder builder("forward_dynamics");
  const Variables variables(builder, mass_plan.model, true, false);
  const int n_v = mass_plan.model.n_v;
  const std::uint32_t tau = builder.add_input("tau", static_cast<std::uint32_t>(n_v));
  const SymbolicTree mass_tree(variables, mass_plan.model, mass_plan.choices);
  const SymbolicTree bias_tree(variables, bias_plan.model, bias_plan.choices);
  const std::vector<Scalar> M = composite_bodies(mass_tree, variables, n_v);
  std::vector<Scalar> b = newton_euler(bias_tree, variables, bias_plan.choices, bias_plan.model.gravity, n_v);
  for (std::uint32_t k = 0; k < b.size(); ++k) b[k] = Scalar(builder, builder.input(tau, k)) - b[k];
  builder.add_output("a", values(solve_from_leaves(M, b)));
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
