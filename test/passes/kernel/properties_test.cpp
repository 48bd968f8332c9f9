// Properties that hold for every robot, on random trees of all joint types: each kernel against the others,
// and choices against no choices.
#include <gtest/gtest.h>

#include "ir/analysis/motion/kinematics.h"
#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/lower.h"
#include "test/passes/kernel/random_case.h"

namespace romas {
namespace {

using lowering::Choices;
using lowering::Dynamics;
using test::expect_near;
using test::moved;
using test::random_choices;
using test::sum;
using test::times;
using test::Values;
using Case = test::RandomCase;

TEST(KernelProperties, choicesChangeNothing) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Case c(seed, 7, seed % 2 == 0, seed % 5 == 0);
    const auto plain = lowering::make_plan(c.dynamics, Choices(c.dynamics.bodies.size()));
    const auto other = lowering::make_plan(c.dynamics, random_choices(c.random, c.dynamics.bodies.size()));
    const Values tau = evaluate_kernel(lower_inverse_dynamics(plain, Dynamics::inverse), {c.q, c.v, c.a});
    const std::string what = concat("seed ", seed);
    expect_near(
        evaluate_kernel(simplified(lower_inverse_dynamics(other, Dynamics::inverse)), {c.q, c.v, c.a}), tau,
        1e-11, what + " tau");
    expect_near(evaluate_kernel(lower_mass_matrix(other), {c.q}),
                evaluate_kernel(lower_mass_matrix(plain), {c.q}), 1e-11, what + " M");
  }
}

TEST(KernelProperties, dynamicsAgreeWithEachOther) {
  for (std::uint32_t seed = 100; seed < 160; ++seed) {
    Case c(seed, seed % 10 == 0 ? 30 : 6, seed % 2 == 0, seed % 4 == 0);
    const std::string what = concat("seed ", seed);
    const auto plan = lowering::make_plan(c.dynamics, random_choices(c.random, c.dynamics.bodies.size()));
    const Values tau = evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::inverse), {c.q, c.v, c.a});
    const Values M = evaluate_kernel(lower_mass_matrix(plan), {c.q});
    const Values bias = evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::bias), {c.q, c.v});
    expect_near(sum(times(M, c.a), bias), tau, 1e-10, what + " M a + bias");
    for (std::size_t r = 0; r < c.a.size(); ++r)
      for (std::size_t k = 0; k < c.a.size(); ++k)
        EXPECT_NEAR(M[r * c.a.size() + k], M[k * c.a.size() + r], 1e-11) << what;
    const Values still(c.v.size());
    expect_near(evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::gravity), {c.q}),
                evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::bias), {c.q, still}), 1e-11,
                what + " gravity");
    expect_near(evaluate_kernel(lower_forward_dynamics_factorised(plan, plan), {c.q, c.v, tau}), c.a, 1e-7,
                what + " factorised");
    expect_near(evaluate_kernel(lower_forward_dynamics_articulated(plan), {c.q, c.v, tau}), c.a, 1e-7,
                what + " articulated");
  }
}

// The drive of a joint resists the acceleration of its own variable alone; a follower's drive adds to its
// leader's by the square of the multiplier.
TEST(KernelProperties, armatureIsOnTheDiagonal) {
  Case c(7, 6, true, false);
  Joint& leader = c.model.joints[0];
  Joint& follower = c.model.joints[1];
  leader.type = follower.type = JointType::revolute;
  for (Joint& joint : c.model.joints) joint.dynamics.reset();
  leader.dynamics.emplace();
  follower.dynamics.emplace();
  leader.dynamics->armature = {Number(0.5)};
  follower.dynamics->armature = {Number(0.25)};
  follower.mimic.emplace();
  follower.mimic->joint.name = leader.name;
  follower.mimic->multiplier = Number(-3);
  c.model.rebuild_index();
  const KinematicTree tree(c.model);
  const DynamicsModel without = make_dynamics_model(c.model, tree, Case::options(false));
  const DynamicsModel with = make_dynamics_model(c.model, tree, Case::options(false, true));
  const auto n = static_cast<std::size_t>(with.n_v);
  const auto matrix = [&](const DynamicsModel& model) {
    const auto plan = lowering::make_plan(model, Choices(model.bodies.size()));
    return evaluate_kernel(lower_mass_matrix(plan), {Values(n, 0.3)});
  };
  Values wanted = matrix(without);
  for (const JointVariables& row : with.joints)
    if (c.model.joint(row.joint).name == leader.name)
      wanted[static_cast<std::size_t>(row.v) * (n + 1)] += 0.5 + 9 * 0.25;
  EXPECT_NE(wanted, matrix(without));
  expect_near(matrix(with), wanted, 1e-12, "M");
}

TEST(KernelProperties, jacobianIsTheRateOfThePose) {
  for (std::uint32_t seed = 200; seed < 240; ++seed) {
    Case c(seed, 6, false, seed % 3 == 0);
    const Placement tip = c.dynamics.links.back();
    const Kernel pose = simplified(lowering::lower_poses(c.dynamics, {tip}, "pose", "pose"));
    const Values J =
        evaluate_kernel(simplified(lowering::lower_jacobian(c.dynamics, tip, "jacobian")), {c.q});
    constexpr double kStep = 1e-6;
    const Values before = evaluate_kernel(pose, {moved(c.dynamics, c.q, c.v, -kStep)});
    const Values here = evaluate_kernel(pose, {c.q});
    const Values after = evaluate_kernel(pose, {moved(c.dynamics, c.q, c.v, kStep)});
    const auto rate = [&](std::size_t k) { return (after[k] - before[k]) / (2 * kStep); };
    const std::size_t n = c.v.size();
    Values twist(6);
    for (std::size_t r = 0; r < 6; ++r)
      for (std::size_t k = 0; k < n; ++k) twist[r] += J[r * n + k] * c.v[k];
    for (std::size_t r = 0; r < 3; ++r) EXPECT_NEAR(twist[r], rate(4 * r + 3), 1e-6) << seed;
    // [w]× = Ṙ Rᵀ
    const auto spin = [&](std::size_t r, std::size_t s) {
      double x = 0;
      for (std::size_t k = 0; k < 3; ++k) x += rate(4 * r + k) * here[4 * s + k];
      return x;
    };
    EXPECT_NEAR(twist[3], spin(2, 1), 1e-6) << seed;
    EXPECT_NEAR(twist[4], spin(0, 2), 1e-6) << seed;
    EXPECT_NEAR(twist[5], spin(1, 0), 1e-6) << seed;
  }
}

// Along a motion, energy changes by the power of the joints; and the centre of mass is where potential energy
// says.
TEST(KernelProperties, energyIsThePowerOfTheJoints) {
  for (std::uint32_t seed = 300; seed < 330; ++seed) {
    Case c(seed, 5, false, seed % 3 == 0);
    const auto plan = lowering::make_plan(c.dynamics, Choices(c.dynamics.bodies.size()));
    const Kernel energy = simplified(lowering::lower_energy(c.dynamics));
    constexpr double kStep = 1e-6;
    const auto total = [&](double dt) {
      Values v = c.v;
      for (std::size_t k = 0; k < v.size(); ++k) v[k] += dt * c.a[k];
      const Values e = evaluate_kernel(energy, {moved(c.dynamics, c.q, c.v, dt), v});
      return e[0] + e[1];
    };
    const Values tau = evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::inverse), {c.q, c.v, c.a});
    double power = 0;
    double size = 1;
    for (std::size_t k = 0; k < tau.size(); ++k) {
      power += tau[k] * c.v[k];
      size += std::abs(tau[k] * c.v[k]);
    }
    EXPECT_NEAR((total(kStep) - total(-kStep)) / (2 * kStep), power, 1e-5 * size) << seed;
    const Values e = evaluate_kernel(energy, {c.q, c.v});
    const Values M = evaluate_kernel(lower_mass_matrix(plan), {c.q});
    const Values Mv = times(M, c.v);
    double kinetic = 0;
    for (std::size_t k = 0; k < Mv.size(); ++k) kinetic += 0.5 * Mv[k] * c.v[k];
    EXPECT_NEAR(e[0], kinetic, 1e-10 * (1 + std::abs(kinetic))) << seed;
    const Values center = evaluate_kernel(lowering::lower_center_of_mass(c.dynamics), {c.q});
    double mass = c.dynamics.ground.mass;
    for (const Body& body : c.dynamics.bodies) mass += body.inertia.mass;
    double potential = 0;
    for (int k = 0; k < 3; ++k)
      potential -= mass * c.dynamics.gravity[k] * center[static_cast<std::size_t>(k)];
    EXPECT_NEAR(e[1], potential, 1e-9 * (1 + std::abs(potential))) << seed;
  }
}

// The same poses as straight from the description, for every joint type.
TEST(KernelProperties, posesAreTheDescriptions) {
  for (std::uint32_t seed = 500; seed < 560; ++seed) {
    Case c(seed, 8, false, false);
    const Values poses = evaluate_kernel(
        simplified(lowering::lower_poses(c.dynamics, c.dynamics.links, "fk", "poses")), {c.q});
    const std::vector<RigidTransform> wanted = link_poses(c.model, c.tree, c.q);
    for (std::size_t k = 0; k < c.dynamics.link_order.size(); ++k) {
      const RigidTransform& X = wanted[c.dynamics.link_order[k].index()];
      const Values one =
          evaluate_kernel(lowering::lower_pose(c.dynamics, c.dynamics.links[k], "pose"), {c.q});
      for (std::size_t e = 0; e < 12; ++e) {
        const double number =
            e % 4 == 3 ? X.p[static_cast<int>(e / 4)] : X.R(static_cast<int>(e / 4), static_cast<int>(e % 4));
        EXPECT_NEAR(poses[12 * k + e], number, 1e-11) << seed << " link " << k;
        EXPECT_NEAR(one[e], number, 1e-11) << seed << " link " << k;
      }
    }
  }
}

}  // namespace
}  // namespace romas
