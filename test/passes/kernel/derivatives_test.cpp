// Derivatives of dynamics on random trees of all joint types: recursions against differentiated kernels,
// those against differences, and what holds between matrices.
#include <gtest/gtest.h>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/lower.h"
#include "test/passes/kernel/random_case.h"

namespace romas {
namespace {

using lowering::Dynamics;
using test::expect_near;
using test::moved;
using test::part;
using test::sum;
using test::times;
using test::Values;

// Every fourth robot has a free base, every third has followers.
struct DerivativeCase : test::RandomCase {
  explicit DerivativeCase(std::uint32_t seed, int links = 6)
      : RandomCase(seed, links, seed % 2 == 0, seed % 4 == 0), what(concat("seed ", seed)), n(0) {
    if (seed % 3 == 0) follow();
    n = v.size();
    plan = lowering::make_plan(dynamics, test::random_choices(random, dynamics.bodies.size()));
  }
  std::string what;
  std::size_t n;
  lowering::DynamicsPlan plan;
};

// Central differences of a kernel's outputs along the direction dq of q, or of another input.
Values difference(const Kernel& kernel, const DynamicsModel& model, const std::vector<Values>& inputs,
                  std::size_t which, const Values& direction) {
  constexpr double kStep = 1e-6;
  const auto at = [&](double step) {
    std::vector<Values> there = inputs;
    if (which == 0)
      there[0] = moved(model, inputs[0], direction, step);
    else
      for (std::size_t k = 0; k < direction.size(); ++k) there[which][k] += step * direction[k];
    return evaluate_kernel(kernel, there);
  };
  const Values before = at(-kStep);
  Values rate = at(kStep);
  for (std::size_t k = 0; k < rate.size(); ++k) rate[k] = (rate[k] - before[k]) / (2 * kStep);
  return rate;
}

TEST(Derivatives, ofInverseDynamicsAreThoseOfTheKernel) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    DerivativeCase c(seed);
    const Kernel found = lower_inverse_dynamics_derivatives(c.plan);
    EXPECT_EQ(verify_kernel(found), "") << c.what;
    const Kernel tau = lower_inverse_dynamics(c.plan, Dynamics::inverse);
    const Kernel wanted = differentiated(tau, c.plan.model, {"q", "v"}, "derivatives");
    EXPECT_EQ(verify_kernel(wanted), "") << c.what;
    const std::vector<Values> inputs = {c.q, c.v, c.a};
    expect_near(evaluate_kernel(simplified(found), inputs), evaluate_kernel(simplified(wanted), inputs),
                1e-10, c.what);
  }
}

TEST(Derivatives, ofKernelsAreDifferences) {
  for (std::uint32_t seed = 100; seed < 130; ++seed) {
    DerivativeCase c(seed, 5);
    const Kernel tau = lower_inverse_dynamics(c.plan, Dynamics::inverse);
    const Kernel by = differentiated(tau, c.plan.model, {"q", "v", "a"}, "derivatives");
    const std::vector<Values> inputs = {c.q, c.v, c.a};
    const Values all = evaluate_kernel(by, inputs);
    for (std::size_t which = 0; which < 3; ++which) {
      const Values direction = c.random.values(c.dynamics.n_v, 1);
      expect_near(times(part(all, which, c.n * c.n), direction),
                  difference(tau, c.dynamics, inputs, which, direction), 1e-6, concat(c.what, " by ", which));
    }
    const Kernel fd = lower_forward_dynamics_factorised(c.plan, c.plan);
    const Kernel by_q = differentiated(fd, c.plan.model, {"q"}, "derivatives");
    const Values direction = c.random.values(c.dynamics.n_v, 1);
    const Values torque = evaluate_kernel(tau, inputs);
    expect_near(times(evaluate_kernel(by_q, {c.q, c.v, torque}), direction),
                difference(fd, c.dynamics, {c.q, c.v, torque}, 0, direction), 1e-4, c.what + " a");
  }
}

// Roots, quotients and choices, which the dynamics of trees have few of.
TEST(Derivatives, ofEveryOperation) {
  KernelBuilder builder("every");
  const std::uint32_t x = builder.add_input("x", 2);
  const Value a = builder.input(x, 0);
  const Value b = builder.input(x, 1);
  builder.add_output(
      "y", {builder.sqrt(builder.add(a, builder.mul(b, b))), builder.div(builder.sin(a), builder.cos(b)),
            builder.select(builder.sub(a, b), builder.mul(a, b), builder.neg(b)),
            builder.select(builder.sub(b, a), builder.mul(a, b), builder.neg(b)),
            builder.fma(a, b, builder.mul(a, a)), builder.constant(3)});
  const Kernel kernel = builder.take();
  const DynamicsModel model;
  const Kernel by = differentiated(kernel, model, {"x"}, "by_x");
  ASSERT_EQ(by.outputs.size(), 1U);
  EXPECT_EQ(by.outputs[0].name, "dy_dx");
  const Values at = {1.25, 0.75};
  const Values found = evaluate_kernel(by, {at});
  const double root = std::sqrt(1.25 + 0.5625);
  expect_near(found,
              {0.5 / root, 0.75 / root, std::cos(1.25) / std::cos(0.75),
               std::sin(1.25) * std::sin(0.75) / (std::cos(0.75) * std::cos(0.75)), 0.75, 1.25, 0, -1,
               0.75 + 2.5, 1.25, 0, 0},
              1e-15, "every operation");
}

TEST(Derivatives, ofForwardDynamicsAreThoseOfTheKernel) {
  for (std::uint32_t seed = 200; seed < 240; ++seed) {
    DerivativeCase c(seed, 5);
    const Values torque = evaluate_kernel(lower_inverse_dynamics(c.plan, Dynamics::inverse), {c.q, c.v, c.a});
    const std::vector<Values> inputs = {c.q, c.v, torque};
    const Kernel fd = lower_forward_dynamics_factorised(c.plan, c.plan);
    const Values found = evaluate_kernel(simplified(lower_forward_dynamics_derivatives(
                                             c.plan, c.plan, lower_inverse_dynamics_derivatives(c.plan))),
                                         inputs);
    const Values wanted =
        evaluate_kernel(differentiated(fd, c.plan.model, {"q", "v", "tau"}, "derivatives"), inputs);
    for (std::size_t which = 0; which < 3; ++which)
      expect_near(part(found, which, c.n * c.n), part(wanted, which, c.n * c.n), 1e-6,
                  concat(c.what, " by ", which));
  }
}

TEST(Derivatives, inverseOfTheMassMatrix) {
  for (std::uint32_t seed = 300; seed < 340; ++seed) {
    DerivativeCase c(seed);
    const Values inverse = evaluate_kernel(simplified(lower_mass_matrix_inverse(c.plan)), {c.q});
    const Values M = evaluate_kernel(lower_mass_matrix(c.plan), {c.q});
    expect_near(times(inverse, times(M, c.a)), c.a, 1e-7, c.what);
    for (std::size_t r = 0; r < c.n; ++r)
      for (std::size_t k = 0; k < r; ++k) EXPECT_EQ(inverse[r * c.n + k], inverse[k * c.n + r]) << c.what;
  }
}

// C v + g is the bias, and the power that C takes out of a motion is half of what the mass matrix gains.
TEST(Derivatives, coriolisMatrix) {
  for (std::uint32_t seed = 400; seed < 460; ++seed) {
    DerivativeCase c(seed);
    const Values C = evaluate_kernel(simplified(lower_coriolis_matrix(c.plan)), {c.q, c.v});
    const Values gravity = evaluate_kernel(lower_inverse_dynamics(c.plan, Dynamics::gravity), {c.q});
    expect_near(sum(times(C, c.v), gravity),
                evaluate_kernel(lower_inverse_dynamics(c.plan, Dynamics::bias), {c.q, c.v}), 1e-10, c.what);
    const Kernel by_q = differentiated(lower_mass_matrix(c.plan), c.plan.model, {"q"}, "by_q");
    const Values dM = evaluate_kernel(by_q, {c.q});
    Values rate(c.n * c.n);
    for (std::size_t e = 0; e < rate.size(); ++e)
      for (std::size_t k = 0; k < c.n; ++k) rate[e] += dM[e * c.n + k] * c.v[k];
    Values both(c.n * c.n);
    for (std::size_t r = 0; r < c.n; ++r)
      for (std::size_t k = 0; k < c.n; ++k) both[r * c.n + k] = C[r * c.n + k] + C[k * c.n + r];
    expect_near(both, rate, 1e-10, c.what + " dM/dt");
  }
}

TEST(Derivatives, hessianIsThatOfTheJacobian) {
  for (std::uint32_t seed = 500; seed < 560; ++seed) {
    DerivativeCase c(seed);
    const Placement& place = c.dynamics.links.back();
    const Kernel found = lowering::lower_pose_hessian(c.dynamics, place, "hessian");
    EXPECT_EQ(verify_kernel(found), "") << c.what;
    const Kernel jacobian = lowering::lower_jacobian(c.dynamics, place, "jacobian");
    const Kernel by_q = differentiated(jacobian, c.dynamics, {"q"}, "by_q");
    expect_near(evaluate_kernel(simplified(found), {c.q}), evaluate_kernel(by_q, {c.q}), 1e-11, c.what);
  }
}

}  // namespace
}  // namespace romas
