// Robots that are the same robot in other variables have the same dynamics: a free base as six joints, and
// joints that follow others as a map of their leaders.
#include <gtest/gtest.h>

#include "passes/kernel/bodies/lower.h"
#include "test/passes/kernel/random_case.h"

namespace romas {
namespace {

using lowering::Choices;
using lowering::Dynamics;
using test::expect_near;
using test::random_choices;
using test::RandomCase;
using test::times;
using test::Values;

// --- a free base as six joints -----------------------------------------------------------------------------

// world -x-> -y-> -z-> -yaw-> -pitch-> -roll-> link0, in front of the others.
Model on_virtual_joints(Model model) {
  std::vector<Joint> joints;
  for (int k = 0; k < 6; ++k) {
    Joint joint;
    joint.name = concat("virtual", k);
    joint.type = k < 3 ? JointType::prismatic : JointType::continuous;
    joint.parent.name = concat("part", k);
    joint.child.name = k == 5 ? "link0" : concat("part", k + 1);
    const Vector3 axis = Vector3::Unit(k < 3 ? k : 5 - k);
    joint.axis = JointAxis{{axis.x(), axis.y(), axis.z()}, {}, {}};
    joints.push_back(joint);
    Link link;
    link.name = concat("part", k);
    model.links.push_back(link);
  }
  joints.insert(joints.end(), model.joints.begin(), model.joints.end());
  model.joints = joints;
  model.rebuild_index();
  return model;
}

// The same robot on a free base and on virtual joints, in the same position.
struct TwoBases {
  explicit TwoBases(std::uint32_t seed)
      : free(seed, 5, true, true),
        model(on_virtual_joints(free.model)),
        tree(model),
        fixed(make_dynamics_model(model, tree, RandomCase::options(false, RandomCase::has_armature(seed)))),
        q_fixed(free.random.values(6, 1)) {
    R_WB = rotation_about(Vector3::UnitZ(), q_fixed[3]) * rotation_about(Vector3::UnitY(), q_fixed[4]) *
           rotation_about(Vector3::UnitX(), q_fixed[5]);
    const Matrix3& R = R_WB;
    const double w = std::sqrt(1 + R.trace()) / 2;
    const Values base = {q_fixed[0],
                         q_fixed[1],
                         q_fixed[2],
                         (R(2, 1) - R(1, 2)) / (4 * w),
                         (R(0, 2) - R(2, 0)) / (4 * w),
                         (R(1, 0) - R(0, 1)) / (4 * w),
                         w};
    std::copy(base.begin(), base.end(), free.q.begin());
    q_fixed.insert(q_fixed.end(), free.q.begin() + 7, free.q.end());
    Placement link0;
    for (std::size_t k = 0; k < fixed.link_order.size(); ++k)
      if (model.link(fixed.link_order[k]).name == "link0") link0 = fixed.links[k];
    J = evaluate_kernel(lowering::lower_jacobian(fixed, link0, "j"), {q_fixed});
  }

  std::size_t n() const { return free.v.size(); }
  // T maps the rates of all joints of `fixed` to the velocities of `free`: of the base in its own axes, of
  // the others as they are.
  double T(std::size_t r, std::size_t k) const {
    if (r >= 6) return r == k ? 1.0 : 0.0;
    if (k >= 6) return 0.0;
    double x = 0;
    for (std::size_t m = 0; m < 3; ++m)
      x += R_WB(static_cast<int>(m), static_cast<int>(r % 3)) * J[(r / 3 * 3 + m) * n() + k];
    return x;
  }

  RandomCase free;
  Model model;
  KinematicTree tree;
  DynamicsModel fixed;
  Values q_fixed;
  Matrix3 R_WB;  // of the base
  Values J;      // 6 x n, of the base by the joints of `fixed`; axes of {W}
};

TEST(EquivalentRobots, floatingBaseIsSixJoints) {
  for (std::uint32_t seed = 400; seed < 420; ++seed) {
    const TwoBases c(seed);
    const std::size_t n = c.n();
    ASSERT_EQ(c.fixed.n_v, c.free.dynamics.n_v);
    const auto plan_free = lowering::make_plan(c.free.dynamics, Choices(c.free.dynamics.bodies.size()));
    const auto plan_fixed = lowering::make_plan(c.fixed, Choices(c.fixed.bodies.size()));

    // Torques of gravity, which need no rates: tau_fixed = Tᵀ tau_free.
    const Values tau = evaluate_kernel(lower_inverse_dynamics(plan_free, Dynamics::gravity), {c.free.q});
    Values wanted_tau(n);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t r = 0; r < n; ++r) wanted_tau[k] += c.T(r, k) * tau[r];
    expect_near(evaluate_kernel(lower_inverse_dynamics(plan_fixed, Dynamics::gravity), {c.q_fixed}),
                wanted_tau, 1e-10, concat("gravity, seed ", seed));

    // Mass matrices: M_fixed = Tᵀ M_free T.
    const Values M = evaluate_kernel(lower_mass_matrix(plan_free), {c.free.q});
    Values wanted_M(n * n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t r = 0; r < n; ++r)
          for (std::size_t s = 0; s < n; ++s) wanted_M[i * n + j] += c.T(r, i) * M[r * n + s] * c.T(s, j);
    expect_near(evaluate_kernel(lower_mass_matrix(plan_fixed), {c.q_fixed}), wanted_M, 1e-10,
                concat("M, seed ", seed));
  }
}

// --- followers as a map of their leaders -------------------------------------------------------------------

// Makes every third of the joints with one variable follow the first one, or the follower before it.
Model with_followers(Model model, test::RandomTree& random) {
  JointId leader;
  int count = 0;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    if (dof(model.joints[k].type) != 1) continue;
    if (!leader) {
      leader = JointId(k);
    } else if (++count % 3 == 1) {
      JointMimic mimic;
      mimic.joint.name = model.joint(leader).name;
      mimic.multiplier = Number(random.number(-2, 2));
      mimic.offset = Number(random.number(-1, 1));
      model.joints[k].mimic = mimic;
      leader = JointId(k);
    }
  }
  model.rebuild_index();
  return model;
}

// The same robot with the variables of its leaders, and with one variable a joint: q_full = G q + offset.
struct LeadersAndAll {
  LeadersAndAll(const Model& model, const KinematicTree& tree) {
    DynamicsOptions options = RandomCase::options(false);
    coupled = make_dynamics_model(model, tree, options);
    options.independent_mimics = true;
    full = make_dynamics_model(model, tree, options);
    rows = static_cast<std::size_t>(full.n_v);
    columns = static_cast<std::size_t>(coupled.n_v);
    G.resize(rows * columns);
    for (std::size_t k = 0; k < full.bodies.size(); ++k)
      G[row(k) * columns + static_cast<std::size_t>(coupled.bodies[k].v)] = coupled.bodies[k].multiplier;
  }
  std::size_t row(std::size_t body) const { return static_cast<std::size_t>(full.bodies[body].v); }
  Values position(const Values& q) const {
    Values result(rows);
    for (std::size_t k = 0; k < full.bodies.size(); ++k) {
      const Body& body = coupled.bodies[k];
      result[row(k)] = body.multiplier * q[static_cast<std::size_t>(body.q)] + body.offset;
    }
    return result;
  }
  // G x.
  Values up(const Values& x) const {
    Values result(rows);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t k = 0; k < columns; ++k) result[r] += G[r * columns + k] * x[k];
    return result;
  }
  // Gᵀ x.
  Values down(const Values& x) const {
    Values result(columns);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t k = 0; k < columns; ++k) result[k] += G[r * columns + k] * x[r];
    return result;
  }

  DynamicsModel coupled, full;
  std::size_t rows = 0, columns = 0;
  Values G;  // rows x columns
};

// tau = Gᵀ tau_full, M = Gᵀ M_full G.
TEST(EquivalentRobots, followersAreAMapOfTheirLeaders) {
  for (std::uint32_t seed = 600; seed < 630; ++seed) {
    RandomCase c(seed, 7, true, false);
    const Model model = with_followers(c.model, c.random);
    const KinematicTree tree(model);
    const LeadersAndAll robot(model, tree);
    const DynamicsModel& coupled = robot.coupled;
    ASSERT_EQ(coupled.bodies.size(), robot.full.bodies.size());
    const Values q = c.random.values(coupled.n_q, 2);
    const Values v = c.random.values(coupled.n_v, 2);
    const Values a = c.random.values(coupled.n_v, 4);
    const Values q_full = robot.position(q);
    const auto plan = lowering::make_plan(coupled, random_choices(c.random, coupled.bodies.size()));
    const auto plan_full = lowering::make_plan(robot.full, Choices(robot.full.bodies.size()));
    const std::string what = concat("seed ", seed);

    const Values tau = evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::inverse), {q, v, a});
    const Values tau_full = evaluate_kernel(lower_inverse_dynamics(plan_full, Dynamics::inverse),
                                            {q_full, robot.up(v), robot.up(a)});
    expect_near(tau, robot.down(tau_full), 1e-11, what + " tau");

    const Values M = evaluate_kernel(lower_mass_matrix(plan), {q});
    const Values M_full = evaluate_kernel(lower_mass_matrix(plan_full), {q_full});
    Values column(robot.columns);
    for (std::size_t k = 0; k < robot.columns; ++k) {
      Values unit(robot.columns);
      unit[k] = 1;
      for (std::size_t r = 0; r < robot.columns; ++r) column[r] = M[r * robot.columns + k];
      expect_near(column, robot.down(times(M_full, robot.up(unit))), 1e-11, what + " M");
    }
    expect_near(evaluate_kernel(lower_forward_dynamics_factorised(plan, plan), {q, v, tau}), a, 1e-7,
                what + " qdd");
  }
}

}  // namespace
}  // namespace romas
