#include <gtest/gtest.h>

#include <romas/limits.hpp>

#include "test/runtime/test_robots.h"

namespace romas {
namespace {

using test::TwoLink;

TEST(Limits, torquesAreCutAndSaidToBe) {
  const Limits<TwoLink> limits;
  double tau[2] = {59, -30};
  EXPECT_FALSE(limit_torque(limits, tau));
  EXPECT_EQ(tau[0], 59);
  tau[0] = 61, tau[1] = -31;
  EXPECT_TRUE(limit_torque(limits, tau));
  EXPECT_EQ(tau[0], 60);
  EXPECT_EQ(tau[1], -30);
  tau[0] = NAN, tau[1] = INFINITY;
  EXPECT_TRUE(limit_torque(limits, tau));
  EXPECT_EQ(tau[0], 0);
  EXPECT_EQ(tau[1], 30);
}

TEST(Limits, velocitiesKeepTheirDirection) {
  const Limits<TwoLink> limits;
  double v[2] = {4, -16};
  EXPECT_TRUE(limit_velocity(limits, v));
  EXPECT_DOUBLE_EQ(v[0], 2);
  EXPECT_DOUBLE_EQ(v[1], -8);
  EXPECT_FALSE(limit_velocity(limits, v));
  v[0] = NAN, v[1] = 1;
  EXPECT_TRUE(limit_velocity(limits, v));
  EXPECT_EQ(v[0], 0);
  EXPECT_EQ(v[1], 0);
}

TEST(Limits, positionsAndBraking) {
  const Limits<TwoLink> limits;
  double q[2] = {3.5, -9};
  EXPECT_TRUE(limit_position(limits, q));
  EXPECT_EQ(q[0], 3);
  EXPECT_EQ(q[1], -2.5);
  EXPECT_FALSE(limit_position(limits, q));
  double v[2] = {1, 1};  // into the stop, and away from one
  EXPECT_TRUE(slow_down_at_stops(limits, q, 10.0, v));
  EXPECT_EQ(v[0], 0);
  EXPECT_EQ(v[1], 1);
  q[0] = 2.95, v[0] = 5;
  slow_down_at_stops(limits, q, 10.0, v);
  EXPECT_NEAR(v[0], 1, 1e-12);  // sqrt(2 10 0.05)
}

// A floating base has no motors, and quaternions no limits.
struct Flying {
  [[maybe_unused]] static constexpr int n_joints = 2, n_q = 12, n_v = 10, n_links = 3;
  static constexpr std::array<int, 2> q_index{7, 11}, v_index{6, 9};
  static constexpr std::array<JointLimits, 2> limits{{{-1, 1, 5, 2}, {-0.5, 0.5, 7, 3}}};
};

TEST(Limits, floatingBaseAndBallJoint) {
  const Limits<Flying> limits;
  double tau[10];
  for (double& torque : tau) torque = 100;
  EXPECT_TRUE(limit_torque(limits, tau));
  const double wanted[10] = {0, 0, 0, 0, 0, 0, 5, 5, 5, 7};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(tau[i], wanted[i]) << i;
  double q[12];
  for (double& position : q) position = 3;
  EXPECT_TRUE(limit_position(limits, q));
  for (int i = 0; i < 11; ++i) EXPECT_EQ(q[i], 3) << i;
  EXPECT_EQ(q[11], 0.5);
}

TEST(Positions, differenceUndoesIntegration) {
  test::RandomNumbers random(4);
  for (int round = 0; round < 100; ++round) {
    double q0[12], q1[12], v[10], back[10];
    neutral_position(Flying{}, q0);
    for (double& rate : v) rate = random.uniform(-1.5, 1.5);
    integrate_position(Flying{}, q0, v, 1.0, q0);
    for (double& rate : v) rate = random.uniform(-1, 1);
    if (round == 0)
      for (double& rate : v) rate *= 1e-9;
    integrate_position(Flying{}, q0, v, 1.0, q1);
    position_difference(Flying{}, q0, q1, back);
    for (int i = 0; i < 10; ++i) EXPECT_NEAR(back[i], v[i], 1e-14) << round << " " << i;
    EXPECT_NEAR(q1[3] * q1[3] + q1[4] * q1[4] + q1[5] * q1[5] + q1[6] * q1[6], 1, 1e-15);
    // The same orientation by the other quaternion.
    for (int i = 3; i < 11; ++i) q1[i] = -q1[i];
    position_difference(Flying{}, q0, q1, back);
    for (int i = 0; i < 10; ++i) EXPECT_NEAR(back[i], v[i], 1e-14) << round << " " << i;
  }
}

}  // namespace
}  // namespace romas
