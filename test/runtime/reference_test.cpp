// Properties that the equations of motion have for every robot, on random trees of all joint types.
#include <gtest/gtest.h>

#include "test/runtime/test_robots.h"
#include "test/runtime/vectors.h"

namespace romas {
namespace {

using test::expect_equal;
using test::largest;
using test::RandomNumbers;
using test::size;
using test::TestRobot;
using test::Vector;

class Trees : public testing::TestWithParam<int> {
 protected:
  Trees()
      : robot(test::random_tree(static_cast<std::uint64_t>(GetParam()), 3 + GetParam(), GetParam() % 2 == 1,
                                GetParam() % 3 == 2)),
        random(99) {
    EXPECT_EQ(robot.model->error(), reference::ModelError::none);
    q = test::random_position(random, *robot.model);
    v = random.vector(n_v(), -2, 2);
    a = random.vector(n_v(), -3, 3);
  }
  int n_v() const { return robot.model->n_v(); }
  Vector moved(const Vector& velocity, double dt) const {
    Vector to(q.size());
    reference::integrate_position(*robot.model, q.data(), velocity.data(), dt, to.data());
    return to;
  }
  Vector torque(const Vector& at_v, const Vector& at_a) {
    Vector tau(size(n_v()));
    reference::inverse_dynamics(*robot.model, *robot.data, q.data(), at_v.data(), at_a.data(), tau.data());
    return tau;
  }

  TestRobot robot;
  RandomNumbers random;
  Vector q, v, a;
};

TEST_P(Trees, forwardDynamicsUndoesInverseDynamics) {
  const Vector tau = torque(v, a);
  Vector back(size(n_v()));
  ASSERT_TRUE(
      reference::forward_dynamics(*robot.model, *robot.data, q.data(), v.data(), tau.data(), back.data()));
  expect_equal(back, a, 1e-9, "articulated bodies");
  ASSERT_TRUE(reference::forward_dynamics_by_mass_matrix(*robot.model, *robot.data, q.data(), v.data(),
                                                         tau.data(), back.data()));
  expect_equal(back, a, 1e-9, "mass matrix");
}

TEST_P(Trees, massMatrixIsSymmetricPositiveDefiniteAndThatOfInverseDynamics) {
  const int n = n_v();
  Vector M(size(n * n));
  reference::mass_matrix(*robot.model, *robot.data, q.data(), M.data());
  const Vector still(size(n), 0.0);
  const Vector gravity = torque(still, still);
  for (int j = 0; j < n; ++j) {
    Vector unit(size(n), 0.0), column(size(n));
    unit[size(j)] = 1;
    Vector tau = torque(still, unit);
    for (int i = 0; i < n; ++i) {
      tau[size(i)] -= gravity[size(i)];
      column[size(i)] = M[size(i * n + j)];
      EXPECT_NEAR(M[size(i * n + j)], M[size(j * n + i)], 1e-12 * largest(M));
    }
    expect_equal(column, tau, 1e-11, "column");
  }
  EXPECT_TRUE(reference::detail::factor(M.data(), n, n));
}

TEST_P(Trees, jacobianIsTheDerivativeOfForwardKinematics) {
  const double step = 1e-6;
  for (int link = 0; link < robot.model->n_links(); ++link) {
    Vector J(size(6 * n_v()));
    reference::jacobian(*robot.model, *robot.data, link, q.data(), J.data());
    for (int column = 0; column < n_v(); ++column) {
      Vector unit(size(n_v()), 0.0);
      unit[size(column)] = 1;
      double before[12], after[12], now[12];
      reference::link_pose(*robot.model, *robot.data, link, moved(unit, -step).data(), before);
      reference::link_pose(*robot.model, *robot.data, link, moved(unit, step).data(), after);
      reference::link_pose(*robot.model, *robot.data, link, q.data(), now);
      for (int row = 0; row < 3; ++row) {
        EXPECT_NEAR((after[4 * row + 3] - before[4 * row + 3]) / (2 * step), J[size(row * n_v() + column)],
                    1e-7)
            << link;
        // dR R^T = [w]x
        const int y = (row + 1) % 3, z = (row + 2) % 3;
        double turn = 0;
        for (int k = 0; k < 3; ++k)
          turn += (after[4 * z + k] - before[4 * z + k]) / (2 * step) * now[4 * y + k];
        EXPECT_NEAR(turn, J[size((row + 3) * n_v() + column)], 1e-7) << link;
      }
    }
  }
}

// Lagrange: the power of the motors is the change of the total energy.
TEST_P(Trees, powerIsTheChangeOfEnergy) {
  const Vector tau = torque(v, a);
  const double step = 1e-5;
  const auto energy = [&](double t) {
    Vector at_v(v);
    for (std::size_t i = 0; i < v.size(); ++i) at_v[i] += a[i] * t;
    Vector mean(v);  // velocity in the middle of the way
    for (std::size_t i = 0; i < v.size(); ++i) mean[i] += a[i] * t / 2;
    const Vector at_q = moved(mean, t);
    return reference::kinetic_energy(*robot.model, *robot.data, at_q.data(), at_v.data()) +
           reference::potential_energy(*robot.model, *robot.data, at_q.data());
  };
  double power = 0, scale = 1;
  for (std::size_t i = 0; i < v.size(); ++i) power += tau[i] * v[i], scale += std::fabs(tau[i] * v[i]);
  EXPECT_NEAR((energy(step) - energy(-step)) / (2 * step), power, 1e-6 * scale);
}

TEST_P(Trees, biasAndGravityArePartsOfInverseDynamics) {
  const Vector still(size(n_v()), 0.0);
  Vector bias(size(n_v())), gravity(size(n_v()));
  reference::bias_torque(*robot.model, *robot.data, q.data(), v.data(), bias.data());
  reference::gravity_torque(*robot.model, *robot.data, q.data(), gravity.data());
  expect_equal(bias, torque(v, still), 1e-14, "bias");
  expect_equal(gravity, torque(still, still), 1e-14, "gravity");
  // g(q) is the derivative of the potential energy.
  for (int i = 0; i < n_v(); ++i) {
    Vector unit(size(n_v()), 0.0);
    unit[size(i)] = 1;
    const double step = 1e-5;
    const double slope = (reference::potential_energy(*robot.model, *robot.data, moved(unit, step).data()) -
                          reference::potential_energy(*robot.model, *robot.data, moved(unit, -step).data())) /
                         (2 * step);
    EXPECT_NEAR(slope, gravity[size(i)], 1e-6 * std::max(1.0, largest(gravity)));
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Trees, testing::Range(0, 24));

// A joint of each type between the same two links moves as romasc's own kinematics says; the numbers are
// worked out by hand.
TEST(ReferenceJoints, moveAsTheyShould) {
  struct Case {
    test::JointType type;
    std::vector<double> q;
    reference::Vec3<double> axis;
    double wanted[12];
  };
  const double half = std::sqrt(0.5);
  const Case cases[] = {
      {test::JointType::revolute, {M_PI / 2}, {0, 0, 2}, {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}},
      {test::JointType::prismatic, {0.5}, {0, 3, 0}, {1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1, 0}},
      {test::JointType::screw, {M_PI / 2}, {0, 0, 1}, {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0.05}},
      {test::JointType::planar, {1, 2, M_PI / 2}, {0, 0, -1}, {0, 1, 0, 1, -1, 0, 0, -2, 0, 0, 1, 0}},
      {test::JointType::planar, {1, 2, 0}, {1, 0, 0}, {1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1, -1}},
      {test::JointType::universal, {M_PI / 2, M_PI / 2}, {1, 0, 0}, {0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0}},
      {test::JointType::ball, {0, 0, half, half}, {1, 0, 0}, {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}},
      {test::JointType::floating,
       {1, 2, 3, half, 0, 0, half},
       {1, 0, 0},
       {1, 0, 0, 1, 0, 0, -1, 2, 0, 1, 0, 3}},
  };
  for (const Case& one : cases) {
    auto robot = TestRobot();
    robot.model->add_link({});
    reference::Link<double> link;
    link.type = one.type, link.parent = 0, link.axis = one.axis, link.pitch = 0.2;
    robot.model->add_link(link);
    ASSERT_TRUE(robot.model->finish());
    ASSERT_EQ(robot.model->n_q(), static_cast<int>(one.q.size()));
    double pose[12];
    reference::link_pose(*robot.model, *robot.data, 1, one.q.data(), pose);
    for (int i = 0; i < 12; ++i)
      EXPECT_NEAR(pose[i], one.wanted[i], 1e-15) << static_cast<int>(one.type) << " " << i;
  }
}

TEST(ReferenceModel, saysWhatIsWrong) {
  using reference::ModelError;
  const auto error_of = [](const std::vector<reference::Link<double>>& links) {
    reference::Model<4, 5> model;
    for (const auto& link : links) model.add_link(link);
    const bool good = model.finish();
    EXPECT_EQ(good, model.error() == ModelError::none);
    return model.error();
  };
  reference::Link<double> root, arm;
  arm.type = test::JointType::revolute, arm.parent = 0;
  EXPECT_EQ(error_of({root, arm}), ModelError::none);
  EXPECT_EQ(error_of({}), ModelError::no_link);
  EXPECT_EQ(error_of({root, arm, arm, arm, arm}), ModelError::too_many_links);
  auto changed = arm;
  changed.type = test::JointType::floating;
  EXPECT_EQ(error_of({root, changed}), ModelError::too_many_variables);
  changed = arm, changed.parent = 2;
  EXPECT_EQ(error_of({root, arm, changed}), ModelError::parent);
  EXPECT_EQ(error_of({arm}), ModelError::parent);
  changed = arm, changed.parent = -1;
  EXPECT_EQ(error_of({changed}), ModelError::root_joint);
  changed = arm, changed.axis = {};
  EXPECT_EQ(error_of({root, changed}), ModelError::axis);
  changed.axis = {NAN, 0, 0};
  EXPECT_EQ(error_of({root, changed}), ModelError::axis);
  changed = arm, changed.mimic = 2;
  EXPECT_EQ(error_of({root, arm, changed}), ModelError::mimic);
  changed.mimic = 1;
  EXPECT_EQ(error_of({root, arm, changed}), ModelError::none);
}

TEST(ReferenceModel, masslessJointHasNoForwardDynamics) {
  TestRobot robot;
  robot.model->add_link({});
  reference::Link<double> link;
  link.type = test::JointType::revolute, link.parent = 0;
  robot.model->add_link(link);
  ASSERT_TRUE(robot.model->finish());
  const double zero = 0;
  double a = 0;
  EXPECT_FALSE(reference::forward_dynamics(*robot.model, *robot.data, &zero, &zero, &zero, &a));
  EXPECT_FALSE(
      reference::forward_dynamics_by_mass_matrix(*robot.model, *robot.data, &zero, &zero, &zero, &a));
}

// The closed form of the two-link arm, and the reference on the same numbers.
TEST(ReferenceModel, agreesWithTheTextbooksTwoLinkArm) {
  using test::TwoLink;
  TestRobot robot;
  robot.model->add_link({});
  for (int i = 0; i < 2; ++i) {
    reference::Link<double> link;
    link.type = test::JointType::revolute, link.parent = i, link.axis = {0, 1, 0};
    link.origin.p = {0, 0, i == 0 ? 0 : -TwoLink::kLength1};
    link.mass = i == 0 ? TwoLink::kMass1 : TwoLink::kMass2;
    link.com = {0, 0, i == 0 ? -TwoLink::kCom1 : -TwoLink::kCom2};
    link.inertia(1, 1) = i == 0 ? TwoLink::kInertia1 : TwoLink::kInertia2;
    robot.model->add_link(link);
  }
  ASSERT_TRUE(robot.model->finish());
  RandomNumbers random(5);
  for (int round = 0; round < 20; ++round) {
    const Vector q = random.vector(2, -3, 3), v = random.vector(2, -3, 3), a = random.vector(2, -3, 3);
    Vector tau(2), wanted(2), M(4), wanted_M(4), poses(36), wanted_poses(36), J(12), wanted_J(12);
    reference::inverse_dynamics(*robot.model, *robot.data, q.data(), v.data(), a.data(), wanted.data());
    TwoLink::inverse_dynamics(q.data(), v.data(), a.data(), tau.data());
    expect_equal(tau, wanted, 1e-13, "torque");
    reference::mass_matrix(*robot.model, *robot.data, q.data(), wanted_M.data());
    TwoLink::mass_matrix(q.data(), M.data());
    expect_equal(M, wanted_M, 1e-13, "mass matrix");
    reference::forward_kinematics(*robot.model, *robot.data, q.data(), wanted_poses.data());
    TwoLink::forward_kinematics(q.data(), poses.data());
    expect_equal(poses, wanted_poses, 1e-14, "poses");
    reference::jacobian(*robot.model, *robot.data, 2, q.data(), wanted_J.data());
    TwoLink::jacobian<TwoLink::Link::lower>(q.data(), J.data());
    expect_equal(J, wanted_J, 1e-14, "Jacobian");
    reference::forward_dynamics(*robot.model, *robot.data, q.data(), v.data(), tau.data(), wanted.data());
    TwoLink::forward_dynamics(q.data(), v.data(), tau.data(), tau.data());
    expect_equal(tau, a, 1e-12, "acceleration");
    expect_equal(wanted, a, 1e-12, "acceleration");
  }
}

}  // namespace
}  // namespace romas
