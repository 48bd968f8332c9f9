// Dynamics that count the forces of a description, against dynamics without them and these forces apart, and
// their derivatives against differences.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "passes/kernel/lowering/lower_robot.h"
#include "test/passes/kernel/random_case.h"

namespace romas {
namespace {

using test::expect_near;
using test::moved;
using test::sum;
using test::Values;

Values minus(Values a, const Values& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

// Springs, thrusters, wings, springs and losses of joints, at random.
DescribedForces random_forces(test::RandomTree& random, const DynamicsModel& dynamics) {
  const auto number = [&] { return random.number(-1, 1); };
  const auto place = [&] {
    Placement result =
        dynamics.links[static_cast<std::size_t>(random.below(static_cast<int>(dynamics.links.size())))];
    result.X_BF = result.X_BF * RigidTransform{rotation_from_rpy(Vector3(number(), number(), number())),
                                               Vector3(number(), number(), number())};
    return result;
  };
  DescribedForces forces;
  for (int k = 0; k < 2; ++k)
    forces.springs.push_back(
        {place(), place(), random.number(0, 1), random.number(0, 50), random.number(0, 5)});
  for (int k = 0; k < 2; ++k)
    forces.thrusters.push_back({"t", place(), Vector3(number(), number(), number()), 0, 1});
  forces.wings.push_back({place(), random.number(0.1, 1), random.number(0.1, 1),
                          named_profile({.profile = "NACA 2412"}).airfoil.value(), 0.2});
  for (const Body& body : dynamics.bodies) {
    if (motion_dof(body.motion) != 1) continue;
    forces.joint_springs.push_back(
        {body.q, body.v, body.multiplier, body.offset, random.number(0, 9), number()});
  }
  for (int v = 0; v < dynamics.n_v; ++v)
    forces.joint_losses.push_back({v, random.number(0, 2), v % 2 == 0 ? random.number(0, 1) : 0});
  return forces;
}

// The functions of one robot by name.
class Functions {
 public:
  Functions(const test::RandomCase& c, const DescribedForces& forces, bool counted) {
    code_.options.described_forces = counted;
    code_.options.one_by_one = false;
    code_.options.optimization = 1;
    code_.options.kernels = {KernelKind::rnea,
                             KernelKind::gravity,
                             KernelKind::bias,
                             KernelKind::crba,
                             KernelKind::fd,
                             KernelKind::forces,
                             KernelKind::minv,
                             KernelKind::coriolis,
                             KernelKind::rnea_derivatives,
                             KernelKind::energy,
                             KernelKind::fd_derivatives};
    code_.dynamics = c.dynamics;
    code_.forces = forces;
    DiagnosticEngine diagnostics;
    const TakeKernel take = [&](const KernelFunction& function, Kernel kernel, Subject, int) {
      EXPECT_EQ(verify_kernel(kernel), "") << function.name;
      kernels_.emplace(function.name, std::move(kernel));
    };
    EXPECT_TRUE(lower_robot(c.model, c.tree, code_, diagnostics, take));
  }
  bool has(const std::string& name) const { return kernels_.count(name) != 0; }
  Values operator()(const std::string& name, const std::vector<Values>& inputs) const {
    return evaluate_kernel(kernels_.at(name), inputs);
  }

 private:
  CodeModel code_;
  std::map<std::string, Kernel, std::less<>> kernels_;
};

struct ForcesInDynamics : testing::TestWithParam<int> {
  ForcesInDynamics()
      : seed(static_cast<std::uint32_t>(GetParam())),
        c(seed, 2 + static_cast<int>(seed % 5), seed % 4 == 0, seed % 2 == 0) {
    if (seed % 3 == 0) c.follow();
    forces = random_forces(c.random, c.dynamics);
    tau = c.random.values(c.dynamics.n_v, 3);
    still = Values(static_cast<std::size_t>(c.dynamics.n_v), 0);
  }
  std::uint32_t seed;
  test::RandomCase c;
  DescribedForces forces;
  Values tau, still;
  const Values u = {1.5, -0.75}, none = {0, 0};
};

TEST_P(ForcesInDynamics, areThoseThatStandApart) {
  const Functions apart(c, forces, false), counted(c, forces, true);
  const Values F = apart("applied_forces", {c.q, c.v, none});
  const auto expect = [&](const std::string& name, const std::vector<Values>& inputs, const Values& wanted) {
    expect_near(counted(name, inputs), wanted, 1e-9, name);
  };
  expect("inverse_dynamics", {c.q, c.v, c.a}, minus(apart("inverse_dynamics", {c.q, c.v, c.a}), F));
  expect("bias_torque", {c.q, c.v}, minus(apart("bias_torque", {c.q, c.v}), F));
  expect("gravity_torque", {c.q},
         minus(apart("gravity_torque", {c.q}), apart("applied_forces", {c.q, still, none})));
  expect("applied_forces", {c.q, c.v, u}, apart("applied_forces", {c.q, c.v, u}));
  for (const char* name : {"mass_matrix", "mass_matrix_inverse"})
    if (apart.has(name)) expect(name, {c.q}, apart(name, {c.q}));
  for (const char* name : {"coriolis_matrix", "energy"}) expect(name, {c.q, c.v}, apart(name, {c.q, c.v}));
  ASSERT_EQ(counted.has("forward_dynamics"), apart.has("forward_dynamics"));
  if (!apart.has("forward_dynamics")) return;
  expect("forward_dynamics", {c.q, c.v, tau}, apart("forward_dynamics", {c.q, c.v, sum(tau, F)}));
  expect("forward_dynamics_with_forces", {c.q, c.v, tau, u},
         apart("forward_dynamics_with_forces", {c.q, c.v, tau, u}));
  expect("forward_dynamics_with_forces", {c.q, c.v, tau, none}, counted("forward_dynamics", {c.q, c.v, tau}));
}

// The loss of one joint, by its formula.
TEST_P(ForcesInDynamics, haveTheLossesOfJoints) {
  DescribedForces without = forces;
  without.joint_losses.clear();
  const Functions lossless(c, without, false), lossy(c, forces, false);
  Values wanted = lossless("applied_forces", {c.q, c.v, u});
  for (const JointLoss& loss : forces.joint_losses) {
    const double v = c.v[static_cast<std::size_t>(loss.v)];
    wanted[static_cast<std::size_t>(loss.v)] -=
        loss.damping * v + loss.friction * v / std::sqrt(v * v + 1e-4);
  }
  expect_near(lossy("applied_forces", {c.q, c.v, u}), wanted, 1e-9, "losses");
}

// Columns of a derivative against central differences.
TEST_P(ForcesInDynamics, haveDerivatives) {
  const Functions counted(c, forces, true);
  const auto n = static_cast<std::size_t>(c.dynamics.n_v);
  constexpr double kStep = 1e-6;
  const auto check = [&](const std::string& function, const Values& last) {
    const std::string name = function + "_derivatives";
    if (!counted.has(name)) return;
    const Values found = counted(name, {c.q, c.v, last});  // all outputs, one behind the other
    for (std::size_t k = 0; k < n; ++k) {
      Values step(n, 0);
      step[k] = 1;
      Values v_up = c.v, v_down = c.v;
      v_up[k] += kStep, v_down[k] -= kStep;
      const Values by_q = minus(counted(function, {moved(c.dynamics, c.q, step, kStep), c.v, last}),
                                counted(function, {moved(c.dynamics, c.q, step, -kStep), c.v, last}));
      const Values by_v = minus(counted(function, {c.q, v_up, last}), counted(function, {c.q, v_down, last}));
      Values wanted_q, wanted_v, columns_q, columns_v;
      for (std::size_t r = 0; r < n; ++r) {
        wanted_q.push_back(by_q[r] / (2 * kStep));
        wanted_v.push_back(by_v[r] / (2 * kStep));
        columns_q.push_back(found[r * n + k]);
        columns_v.push_back(found[n * n + r * n + k]);
      }
      expect_near(columns_q, wanted_q, 2e-5, name + " by q");
      expect_near(columns_v, wanted_v, 2e-5, name + " by v");
    }
  };
  check("inverse_dynamics", c.a);
  check("forward_dynamics", tau);
}

INSTANTIATE_TEST_SUITE_P(Random, ForcesInDynamics, testing::Range(0, 24));

}  // namespace
}  // namespace romas
