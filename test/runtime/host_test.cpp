// Features for hosts alone: the timed loop, and conversions from and to Eigen.
#include <gtest/gtest.h>

#include <romas/eigen.hpp>
#include <romas/loop.hpp>
#include <unsupported/Eigen/AutoDiff>

#include "test/runtime/test_robots.h"

namespace romas {
namespace {

using test::TwoLink;

TEST(DurationStatistics, areThoseOfTheSeries) {
  DurationStatistics statistics;
  for (const double x : {3.0, 1.0, 4.0, 1.0, 5.0}) statistics.add(x);
  EXPECT_EQ(statistics.count(), 5);
  EXPECT_EQ(statistics.largest(), 5);
  EXPECT_EQ(statistics.smallest(), 1);
  EXPECT_DOUBLE_EQ(statistics.mean(), 2.8);
  EXPECT_NEAR(statistics.deviation(), std::sqrt(3.2), 1e-12);
}

TEST(Loop, callsEveryCycleInOrder) {
  std::int64_t next = 0;
  const LoopStatistics statistics =
      run_loop(1e-3, 20, Pace::real_time, [&](std::int64_t k) { return k == next++; });
  EXPECT_EQ(next, 20);
  EXPECT_EQ(statistics.work.count(), 20);
  EXPECT_EQ(statistics.lateness.count(), 20);
  EXPECT_GE(statistics.lateness.smallest(), 0);
}

TEST(Loop, endsWhenTheCycleSaysSo) {
  const LoopStatistics statistics = run_loop(1.0, -1, Pace::unpaced, [](std::int64_t k) { return k < 4; });
  EXPECT_EQ(statistics.work.count(), 5);
  EXPECT_EQ(statistics.lateness.count(), 0);
}

TEST(Loop, countsOverruns) {
  const LoopStatistics statistics = run_loop(1e-4, 3, Pace::real_time, [](std::int64_t) {
    return std::this_thread::sleep_for(std::chrono::milliseconds(1)), true;
  });
  EXPECT_EQ(statistics.overruns, 3);
  EXPECT_GE(statistics.work.smallest(), 1e-3);
}

TEST(EigenRobot, givesWhatTheFunctionsGive) {
  using Arm = EigenRobot<TwoLink>;
  const Eigen::Vector2d q(0.3, -0.8), v(1, 2), a(-1, 0.5);
  double wanted[12];
  TwoLink::inverse_dynamics(q.data(), v.data(), a.data(), wanted);
  const Eigen::Vector2d tau = Arm::inverse_dynamics(q, v, a);
  EXPECT_EQ(tau, Eigen::Vector2d(wanted[0], wanted[1]));
  EXPECT_TRUE(Arm::forward_dynamics(q, v, tau).isApprox(a, 1e-12));
  EXPECT_TRUE((Arm::mass_matrix(q) * a + Arm::bias_torque(q, v)).isApprox(tau, 1e-12));
  EXPECT_TRUE(Arm::gravity_torque(q).isApprox(Arm::bias_torque(q, Eigen::Vector2d::Zero()), 1e-15));
  TwoLink::link_pose<TwoLink::Link::lower>(q.data(), wanted);
  const Eigen::Isometry3d X = Arm::link_pose<TwoLink::Link::lower>(q);
  EXPECT_EQ(X(0, 2), wanted[2]);
  EXPECT_EQ(X.translation(), Eigen::Vector3d(wanted[3], wanted[7], wanted[11]));
  TwoLink::jacobian<TwoLink::Link::lower>(q.data(), wanted);
  const auto J = Arm::jacobian<TwoLink::Link::lower>(q);
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 2; ++column) EXPECT_EQ(J(row, column), wanted[2 * row + column]);
  // Parts of larger vectors, and expressions.
  const Eigen::Vector4d both(0.3, -0.8, 1, 2);
  EXPECT_EQ(Arm::bias_torque(both.head<2>(), both.tail<2>()), Arm::bias_torque(q, v));
  EXPECT_EQ(Arm::gravity_torque(q + Eigen::Vector2d::Zero()), Arm::gravity_torque(q));
}

// Eigen's type for automatic differentiation goes through as any scalar.
TEST(AutoDiff, derivativesAreThoseOfDifferences) {
  using Scalar = Eigen::AutoDiffScalar<Eigen::Vector2d>;
  const double q[2] = {0.3, -0.8}, v[2] = {1, 2}, step = 1e-6;
  const Scalar at[2] = {Scalar(q[0], 2, 0), Scalar(q[1], 2, 1)}, rate[2] = {Scalar(v[0]), Scalar(v[1])};
  Scalar tau[2];
  TwoLink::bias_torque(at, rate, tau);
  for (int k = 0; k < 2; ++k) {
    double after[2] = {q[0], q[1]}, before[2] = {q[0], q[1]}, tau_after[2], tau_before[2];
    after[k] += step, before[k] -= step;
    TwoLink::bias_torque(after, v, tau_after);
    TwoLink::bias_torque(before, v, tau_before);
    for (int i = 0; i < 2; ++i)
      EXPECT_NEAR(tau[i].derivatives()[k], (tau_after[i] - tau_before[i]) / (2 * step), 1e-7) << i << k;
  }
}

}  // namespace
}  // namespace romas
