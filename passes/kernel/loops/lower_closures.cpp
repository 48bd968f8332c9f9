// The Jacobian of the loops' constraint, its rate, and the dynamics with the loops closed.
#include "passes/kernel/algebra/factored_matrix.h"
#include "passes/kernel/bodies/composite_bodies.h"
#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/newton_euler.h"
#include "passes/kernel/loops/closures.h"

namespace romas::lowering {

namespace {

// The rate of the constraint (q, v).
Kernel constraint_rate(const DynamicsModel& model, const Kernel& constraint) {
  KernelBuilder builder("constraint_rate");
  const Differentiator differentiator(builder, constraint);
  const std::uint32_t v = builder.add_input("v", static_cast<std::uint32_t>(model.n_v));
  builder.add_output("rate", rate_along(builder, model, differentiator, v));
  return builder.take();
}

// The output of a kernel, computed from values of this builder.
std::vector<Scalar> computed(KernelBuilder& builder, const Kernel& kernel,
                             const std::vector<std::vector<Value>>& inputs) {
  return scalars(builder, rebuilt_output(builder, kernel, inputs));
}

}  // namespace

std::vector<Value> rate_along(KernelBuilder& builder, const DynamicsModel& model,
                              const Differentiator& differentiator, std::uint32_t v) {
  return differentiator.rates(combined(builder, input_directions(builder, model, 0), elements_of(builder, v)),
                              0);
}

Kernel lower_constraint_jacobian(const DynamicsModel& model, const Kernel& constraint) {
  Kernel kernel = differentiated(constraint, model, {"q"}, "constraint_jacobian");
  kernel.outputs.front().name = "J";
  return kernel;
}

Kernel lower_constraint_bias(const DynamicsModel& model, const Kernel& constraint) {
  KernelBuilder builder("constraint_bias");
  const Kernel rate = constraint_rate(model, constraint);
  const Differentiator differentiator(builder, rate);
  builder.add_output("bias", rate_along(builder, model, differentiator, 1));
  return builder.take();
}

Kernel lower_constrained_forward_dynamics(const DynamicsPlan& mass_plan, const DynamicsPlan& bias_plan,
                                          const DynamicsModel& model, const Kernel& constraint) {
  KernelBuilder builder("constrained_forward_dynamics");
  const Variables variables(builder, model, true, false);
  const auto n = static_cast<std::size_t>(model.n_v);
  const std::size_t rows = constraint.outputs.front().elements.size();
  const std::vector<Value> q = elements_of(builder, 0), v = elements_of(builder, 1);
  const std::vector<Value> tau =
      elements_of(builder, builder.add_input("tau", static_cast<std::uint32_t>(n)));
  const std::vector<Value> factors = elements_of(builder, builder.add_input("stabilization", 2));

  const SymbolicTree mass_tree(variables, mass_plan.model, mass_plan.choices);
  const SymbolicTree bias_tree(variables, bias_plan.model, bias_plan.choices);
  const FactoredMatrix M(composite_bodies(mass_tree, variables, model.n_v), n);
  std::vector<Scalar> b =
      newton_euler(bias_tree, variables, bias_plan.choices, bias_plan.model.gravity, model.n_v).tau;
  for (std::size_t k = 0; k < n; ++k) b[k] = Scalar(builder, tau[k]) - b[k];
  const std::vector<Scalar> free = M.eliminated(std::move(b));

  const std::vector<Scalar> J = computed(builder, lower_constraint_jacobian(model, constraint), {q});
  std::vector<std::vector<Scalar>> Z;  // by row of J: half of M⁻¹ Jᵀ
  for (std::size_t r = 0; r < rows; ++r)
    Z.push_back(M.eliminated({J.begin() + static_cast<std::ptrdiff_t>(r * n),
                              J.begin() + static_cast<std::ptrdiff_t>((r + 1) * n)}));
  std::vector<Scalar> A(rows * rows);  // J M⁻¹ Jᵀ
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c <= r; ++c) A[r * rows + c] = A[c * rows + r] = M.product(Z[r], Z[c]);

  const std::vector<Scalar> c = computed(builder, constraint, {q});
  const std::vector<Scalar> rate = computed(builder, constraint_rate(model, constraint), {q, v});
  const std::vector<Scalar> bias = computed(builder, lower_constraint_bias(model, constraint), {q, v});
  std::vector<Scalar> lambda;
  for (std::size_t r = 0; r < rows; ++r)
    lambda.push_back(-(M.product(Z[r], free) + bias[r] + Scalar(builder, factors[0]) * rate[r] +
                       Scalar(builder, factors[1]) * c[r]));
  lambda = FactoredMatrix(std::move(A), rows).solve(std::move(lambda));

  std::vector<Scalar> a = free;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t k = 0; k < n; ++k) a[k] += Z[r][k] * lambda[r];
  builder.add_output("a", values(M.substituted(std::move(a))));
  builder.add_output("force", values(lambda));
  return builder.take();
}

}  // namespace romas::lowering
