#include <gtest/gtest.h>

#include <romas/trajectory.hpp>

#include "test/runtime/random_numbers.h"

namespace romas {
namespace {

template <class Motion>
void expect_consistent(const Motion& motion, double tolerance) {
  const double h = 1e-5;
  for (int k = 1; k < 200; ++k) {
    const double t = motion.duration() * k / 200.0;
    const auto before = motion.at(t - h), now = motion.at(t), after = motion.at(t + h);
    EXPECT_NEAR((after.position - before.position) / (2 * h), now.velocity, tolerance) << t;
  }
}

TEST(Quintic, meetsItsEndsAndIsTheIntegralOfItsDerivatives) {
  const MotionSample<> start{1, 0.5, -2}, end{-2, 1, 3};
  const Quintic<> motion(start, end, 1.7);
  const auto first = motion.at(0), last = motion.at(1.7);
  EXPECT_DOUBLE_EQ(first.position, 1);
  EXPECT_DOUBLE_EQ(first.velocity, 0.5);
  EXPECT_DOUBLE_EQ(first.acceleration, -2);
  EXPECT_NEAR(last.position, -2, 1e-14);
  EXPECT_NEAR(last.velocity, 1, 1e-13);
  EXPECT_NEAR(last.acceleration, 3, 1e-13);
  expect_consistent(motion, 1e-8);
  const double h = 1e-5;
  for (int k = 1; k < 100; ++k) {
    const double t = 0.017 * k;
    EXPECT_NEAR((motion.at(t + h).velocity - motion.at(t - h).velocity) / (2 * h), motion.at(t).acceleration,
                1e-6);
  }
  EXPECT_EQ(motion.at(-1).position, 1);
  EXPECT_EQ(motion.at(-1).velocity, 0);
  EXPECT_EQ(motion.at(5).position, -2);
  EXPECT_EQ(motion.at(5).velocity, 0);
}

TEST(Quintic, shortestDurationReachesOneLimitAndNoMore) {
  test::RandomNumbers random(2);
  for (int round = 0; round < 50; ++round) {
    const double distance = random.uniform(-4, 4), v = random.uniform(0.2, 3), a = random.uniform(0.2, 6);
    const auto motion =
        Quintic<>::rest_to_rest(0.3, 0.3 + distance, Quintic<>::shortest_duration(distance, v, a));
    double fastest = 0, hardest = 0;
    for (int k = 0; k <= 4000; ++k) {
      const auto sample = motion.at(motion.duration() * k / 4000.0);
      fastest = std::max(fastest, std::fabs(sample.velocity)),
      hardest = std::max(hardest, std::fabs(sample.acceleration));
    }
    EXPECT_LE(fastest, v * 1.000001);
    EXPECT_LE(hardest, a * 1.000001);
    EXPECT_TRUE(fastest > 0.9999 * v || hardest > 0.9999 * a);
  }
}

TEST(Trapezoid, keepsItsLimitsAndArrives) {
  test::RandomNumbers random(3);
  for (int round = 0; round < 50; ++round) {
    const double to = random.uniform(-4, 4), v = random.uniform(0.2, 3), a = random.uniform(0.2, 6);
    const Trapezoid<> shortest(1, to, v, a);
    EXPECT_NEAR(shortest.duration(), Trapezoid<>::shortest_duration(to - 1, v, a), 1e-12);
    const Trapezoid<> longer(1, to, v, a, 3 * shortest.duration());
    EXPECT_NEAR(longer.duration(), 3 * shortest.duration(), 1e-12);
    for (const Trapezoid<>& motion : {shortest, longer}) {
      expect_consistent(motion, 1e-4 * (1 + a));
      EXPECT_NEAR(motion.at(motion.duration() - 1e-9).position, to, 1e-7);
      EXPECT_NEAR(motion.at(motion.duration()).position, to, 1e-15);
      for (int k = 0; k <= 100; ++k) {
        const auto sample = motion.at(motion.duration() * k / 100.0);
        EXPECT_LE(std::fabs(sample.velocity), v * (1 + 1e-7));
        EXPECT_LE(std::fabs(sample.acceleration), a);
        EXPECT_GE(sample.position, std::min(1.0, to) - 1e-9);
        EXPECT_LE(sample.position, std::max(1.0, to) + 1e-9);
      }
    }
  }
  const Trapezoid<> nowhere(2, 2, 1, 1);
  EXPECT_EQ(nowhere.duration(), 0);
  EXPECT_EQ(nowhere.at(0.5).position, 2);
}

template <class Motion>
void expect_synchronised() {
  const double from[3] = {0, 1, -1}, to[3] = {2, 1, -1.1}, v[3] = {1, 1, 1}, a[3] = {2, 2, 2};
  const JointTrajectory<3, Motion> trajectory(from, to, v, a);
  EXPECT_NEAR(trajectory.duration(), Motion::shortest_duration(2, 1, 2), 1e-12);
  double q[3], qd[3], qdd[3];
  trajectory.at(0, q, qd, qdd);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(q[i], from[i]);
  // Both joints that move are half way at half time.
  trajectory.at(trajectory.duration() / 2, q, qd, qdd);
  EXPECT_NEAR(q[0], 1, 1e-12);
  EXPECT_NEAR(q[1], 1, 1e-12);
  EXPECT_NEAR(q[2], -1.05, 1e-12);
  EXPECT_LT(qd[2], 0);
  trajectory.at(trajectory.duration() + 1, q, qd, qdd);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(q[i], to[i]);
    EXPECT_EQ(qd[i], 0);
  }
  const JointTrajectory<3, Motion> slow(from, to, v, a, 60.0);
  EXPECT_EQ(slow.duration(), 60);
  const JointTrajectory<3, Motion> none(from, from, v, a);
  none.at(0.1, q, qd, qdd);
  EXPECT_EQ(q[2], -1);
}

TEST(JointTrajectory, jointsStartAndArriveTogether) {
  expect_synchronised<Quintic<>>();
  expect_synchronised<Trapezoid<>>();
}

}  // namespace
}  // namespace romas
