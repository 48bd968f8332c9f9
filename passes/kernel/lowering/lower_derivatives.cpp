// Kernels of the derivatives of dynamics, of the Coriolis matrix and of the inverse mass matrix.
#include <array>

#include "passes/kernel/algebra/factored_matrix.h"
#include "passes/kernel/bodies/composite_bodies.h"
#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/dynamics_derivatives.h"
#include "passes/kernel/bodies/lower.h"

namespace romas::lowering {

Kernel lower_inverse_dynamics_derivatives(const DynamicsPlan& plan) {
  KernelBuilder builder("inverse_dynamics_derivatives");
  const Variables variables(builder, plan.model, true, true);
  const SymbolicTree tree(variables, plan.model, plan.choices);
  const int n_v = plan.model.n_v;
  const NewtonEuler motion = newton_euler(tree, variables, plan.choices, plan.model.gravity, n_v);
  const DynamicsDerivatives found =
      dynamics_derivatives(tree, variables, motion, n_v, {.by_q = true, .by_v = true});
  builder.add_output("dtau_dq", values(found.by_q));
  builder.add_output("dtau_dv", values(found.by_v));
  return builder.take();
}

Kernel lower_forward_dynamics_derivatives(const DynamicsPlan& mass_plan, const DynamicsPlan& bias_plan,
                                          const Kernel& of_inverse_dynamics) {
  KernelBuilder builder("forward_dynamics_derivatives");
  const int n_v = mass_plan.model.n_v;
  const auto n = static_cast<std::size_t>(n_v);
  const Variables variables(builder, mass_plan.model, true, false);
  const std::uint32_t tau = builder.add_input("tau", static_cast<std::uint32_t>(n_v));
  const SymbolicTree mass_tree(variables, mass_plan.model, mass_plan.choices);
  const SymbolicTree bias_tree(variables, bias_plan.model, bias_plan.choices);
  const FactoredMatrix M(composite_bodies(mass_tree, variables, n_v), n);
  std::vector<Scalar> a =
      newton_euler(bias_tree, variables, bias_plan.choices, bias_plan.model.gravity, n_v).tau;
  for (std::uint32_t k = 0; k < n; ++k) a[k] = Scalar(builder, builder.input(tau, k)) - a[k];
  a = M.solve(std::move(a));
  std::vector<std::vector<Value>> inputs(2);
  for (std::uint32_t array = 0; array < 2; ++array)
    for (std::uint32_t k = 0; k < builder.kernel().inputs[array].size; ++k)
      inputs[array].push_back(builder.input(array, k));
  inputs.push_back(values(a));
  const std::vector<Value> at = rebuild(builder, of_inverse_dynamics, inputs);
  // dtau has labels, because the values before it and behind it go through different arithmetic.
  constexpr std::array kBy = {ValueLabel::Quantity::torque_by_position,
                              ValueLabel::Quantity::torque_by_velocity};
  for (std::size_t by = 0; by < kBy.size(); ++by)
    for (std::size_t e = 0; e < n * n; ++e) {
      Value element = at[of_inverse_dynamics.outputs[by].elements[e].index()];
      if (builder.node(element).op == Op::neg) element = builder.node(element).operands[0];
      builder.label(element, {kBy[by], static_cast<std::uint16_t>(e % n), static_cast<std::uint16_t>(e / n)});
    }
  // tau stays the same: M da = -dtau.
  const auto solved = [&](const OutputArray& matrix) {
    std::vector<Value> result(n * n);
    std::vector<Scalar> column(n);
    for (std::size_t c = 0; c < n; ++c) {
      for (std::size_t r = 0; r < n; ++r)
        column[r] = -Scalar(builder, at[matrix.elements[r * n + c].index()]);
      const std::vector<Scalar> x = M.solve(column);
      for (std::size_t r = 0; r < n; ++r) result[r * n + c] = x[r].value();
    }
    return result;
  };
  builder.add_output("da_dq", solved(of_inverse_dynamics.outputs[0]));
  builder.add_output("da_dv", solved(of_inverse_dynamics.outputs[1]));
  builder.add_output("da_dtau", values(M.inverse()));
  return builder.take();
}

Kernel lower_mass_matrix_inverse(const DynamicsPlan& plan) {
  KernelBuilder builder("mass_matrix_inverse");
  const Variables variables(builder, plan.model, false, false);
  const SymbolicTree tree(variables, plan.model, plan.choices);
  const FactoredMatrix M(composite_bodies(tree, variables, plan.model.n_v),
                         static_cast<std::size_t>(plan.model.n_v));
  builder.add_output("Minv", values(M.inverse()));
  return builder.take();
}

Kernel lower_coriolis_matrix(const DynamicsPlan& plan) {
  KernelBuilder builder("coriolis_matrix");
  const Variables variables(builder, plan.model, true, false);
  const SymbolicTree tree(variables, plan.model, plan.choices);
  const int n_v = plan.model.n_v;
  const NewtonEuler motion = newton_euler(tree, variables, plan.choices, plan.model.gravity, n_v);
  builder.add_output("C",
                     values(dynamics_derivatives(tree, variables, motion, n_v, {.coriolis = true}).coriolis));
  return builder.take();
}

}  // namespace romas::lowering
