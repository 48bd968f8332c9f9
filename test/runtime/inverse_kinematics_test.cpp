// Inverse kinematics finds a position for poses that can be reached, within the joints' limits.
#include <gtest/gtest.h>

#include <romas/inverse_kinematics.hpp>

#include "test/runtime/test_robots.h"

namespace romas {
namespace {

using test::ArmRobot;

void random_within_limits(test::RandomNumbers& random, const ArmRobot& robot, double* q) {
  for (int i = 0; i < 7; ++i) {
    const JointLimits& limits = robot.limits[static_cast<std::size_t>(i)];
    q[i] =
        random.uniform(0.95 * limits.lower + 0.05 * limits.upper, 0.05 * limits.lower + 0.95 * limits.upper);
  }
}

TEST(InverseKinematics, convergesFromRandomStarts) {
  test::Arm arm;
  const ArmRobot robot = arm.robot();
  const InverseKinematics<ArmRobot, test::kHand> solver(robot);
  test::RandomNumbers random(21);
  int at_once = 0;
  for (int round = 0; round < 200; ++round) {
    double goal[7], q[7], wanted[12], reached[12], error[6];
    random_within_limits(random, robot, goal);
    random_within_limits(random, robot, q);
    robot.link_pose<test::kHand>(goal, wanted);
    const IkResult<> result = solver.solve(wanted, q);
    ASSERT_TRUE(result.converged) << round << ": " << result.position_error << " m, "
                                  << result.orientation_error << " rad";
    at_once += result.restarts == 0;
    robot.link_pose<test::kHand>(q, reached);
    pose_difference(reached, wanted, error);
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(error[i], 0, 1e-6);
    for (int i = 0; i < 7; ++i) {
      EXPECT_GE(q[i], robot.limits[static_cast<std::size_t>(i)].lower);
      EXPECT_LE(q[i], robot.limits[static_cast<std::size_t>(i)].upper);
    }
  }
  EXPECT_GE(at_once, 100);
}

TEST(InverseKinematics, nearbyPosesTakeFewSteps) {
  test::Arm arm;
  const ArmRobot robot = arm.robot();
  const InverseKinematics<ArmRobot, test::kHand> solver(robot);
  double q[7] = {0.2, 0.5, -0.3, -1.4, 0.2, 1.5, 0.3}, wanted[12];
  for (double& angle : q) angle += 0.02;
  robot.link_pose<test::kHand>(q, wanted);
  for (double& angle : q) angle -= 0.02;
  const IkResult<> result = solver.solve(wanted, q);
  EXPECT_TRUE(result.converged);
  EXPECT_LE(result.iterations, 10);
  EXPECT_EQ(result.restarts, 0);
}

TEST(InverseKinematics, comesAsNearAsItCan) {
  test::Arm arm;
  const ArmRobot robot = arm.robot();
  const InverseKinematics<ArmRobot, test::kHand> solver(robot);
  double q[7] = {0.2, 0.5, -0.3, -1.4, 0.2, 1.5, 0.3};
  const double far[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0.34};
  IkOptions<> options;
  options.position_only = true;
  options.restarts = 3;
  const IkResult<> result = solver.solve(far, q, options);
  EXPECT_FALSE(result.converged);
  double pose[12];
  robot.link_pose<test::kHand>(q, pose);
  EXPECT_GT(pose[3], 0.6);  // stretched out towards it
  EXPECT_NEAR(result.position_error, std::hypot(pose[3] - 5, pose[7], pose[11] - 0.34), 1e-9);
  for (const double angle : q) EXPECT_TRUE(std::isfinite(angle));
}

TEST(InverseKinematics, positionOfATwoLinkArm) {
  using test::TwoLink;
  const InverseKinematics<TwoLink, TwoLink::Link::lower> solver;
  IkOptions<> options;
  options.position_only = true;
  double q[2] = {0.1, 0};
  double wanted[12] = {1, 0, 0, -0.3, 0, 1, 0, 0, 0, 0, 1, -0.4};  // the elbow, 0.5 m away
  const IkResult<> result = solver.solve(wanted, q, options);
  EXPECT_TRUE(result.converged);
  EXPECT_NEAR(std::sin(q[0]), 0.6, 1e-5);
}

}  // namespace
}  // namespace romas
