// Every controller brings an arm to its target and holds it there, on a two-link arm and on one with seven
// axes.
#include <gtest/gtest.h>

#include <functional>
#include <romas/controllers.hpp>
#include <romas/gains.hpp>
#include <romas/hardware.hpp>
#include <romas/trajectory.hpp>

#include "test/runtime/test_robots.h"

namespace romas {
namespace {

using test::ArmRobot;
using test::TwoLink;

constexpr double kPeriod = 1e-3;

// Follows a quintic from where the robot stands to `to` in `duration`, then holds for `hold` seconds. Returns
// the largest distance from the trajectory on the way, and the position error at the end.
struct Outcome {
  double largest = 0, last = 0, speed = 0;
};
template <class Robot, class Torque>
Outcome follow(const Robot& robot, SimulatedHardware<Robot>& hardware, const double* to, double duration,
               double hold, Torque&& torque) {
  JointState<Robot> state;
  JointTarget<Robot> target;
  double one[Robot::n_v], tau[Robot::n_v];
  for (double& limit : one) limit = 1e3;
  EXPECT_TRUE(hardware.start() && hardware.read(state.q, state.v));
  const JointTrajectory<Robot::n_v> trajectory(state.q, to, one, one, duration);
  const Limits<Robot> limits(robot);
  Outcome outcome;
  for (int k = 0; k < static_cast<int>((duration + hold) / kPeriod); ++k) {
    EXPECT_TRUE(hardware.read(state.q, state.v));
    trajectory.at(k * kPeriod, target.q, target.v, target.a);
    torque(state, target, tau);
    limit_torque(limits, tau);
    EXPECT_TRUE(hardware.write(tau, kPeriod));
    outcome.last = outcome.speed = 0;
    for (int i = 0; i < Robot::n_v; ++i) {
      outcome.last = std::max(outcome.last, std::fabs(target.q[i] - state.q[i]));
      outcome.speed = std::max(outcome.speed, std::fabs(state.v[i]));
    }
    outcome.largest = std::max(outcome.largest, outcome.last);
  }
  hardware.stop();
  return outcome;
}

template <class Robot>
PlantOptions<Robot> frictionless(const Robot& robot) {
  PlantOptions<Robot> options(robot);
  options.without_losses();
  return options;
}

template <class Robot>
struct Setup {
  explicit Setup(const Robot& made) : robot(made) {
    neutral_position(robot, start);
    limit_position(Limits<Robot>(robot), start);
    for (int i = 0; i < Robot::n_q; ++i) goal[i] = start[i] + (i % 2 == 0 ? 0.6 : -0.5);
    limit_position(Limits<Robot>(robot), goal);
  }
  // Without friction: what is left is the controller's own error.
  Outcome run(
      double duration, double hold,
      const std::function<void(const JointState<Robot>&, const JointTarget<Robot>&, double*)>& torque) const {
    SimulatedHardware<Robot> hardware(robot, frictionless(robot));
    return follow(robot, hardware, goal, duration, hold, torque);
  }
  Robot robot;
  double start[Robot::n_q] = {}, goal[Robot::n_q] = {};
};

template <class Robot>
void test_computed_torque(const Setup<Robot>& setup) {
  SCOPED_TRACE("computed torque");
  const Robot& robot = setup.robot;
  ComputedTorque<Robot> controller{robot};
  for (int i = 0; i < Robot::n_v; ++i) controller.kp[i] = 400, controller.kd[i] = 40;
  const Outcome outcome = setup.run(2, 0.5, [&](const auto& state, const auto& target, double* tau) {
    controller.torque(state, target, tau);
  });
  EXPECT_LT(outcome.largest, 2e-3);  // the plant's first-order integration
  EXPECT_LT(outcome.last, 1e-6);
}

template <class Robot>
void test_pd_with_gravity(const Setup<Robot>& setup) {
  SCOPED_TRACE("PD with gravity");
  const Robot& robot = setup.robot;
  PdGravity<Robot> controller{robot};
  gains_from_inertia(robot, setup.start, 20.0, 1.0, controller.kp, controller.kd);
  const Outcome outcome = setup.run(2, 3, [&](const auto& state, const auto& target, double* tau) {
    controller.torque(state, target, tau);
  });
  EXPECT_LT(outcome.last, 1e-4);
  EXPECT_LT(outcome.speed, 1e-3);
}

template <class Robot>
void test_pid(const Setup<Robot>& setup) {
  SCOPED_TRACE("PID");
  const Robot& robot = setup.robot;
  JointPid<Robot> controller{robot};
  gains_from_inertia(robot, setup.start, 20.0, 1.0, controller.kp, controller.kd);
  for (int i = 0; i < Robot::n_v; ++i)
    controller.ki[i] = 4 * controller.kp[i], controller.integral_limit[i] = controller.limits.effort[i];
  const Outcome outcome = setup.run(2, 8, [&](const auto& state, const auto& target, double* tau) {
    controller.torque(state, target, kPeriod, tau);
  });
  EXPECT_LT(outcome.last, 1e-3);
  EXPECT_LT(outcome.speed, 1e-2);
}

// The error that gravity makes is left.
template <class Robot>
void test_pd(const Setup<Robot>& setup) {
  SCOPED_TRACE("PD leaves the error that gravity makes");
  const Robot& robot = setup.robot;
  JointPd<Robot> controller{robot};
  gains_from_inertia(robot, setup.start, 20.0, 1.0, controller.kp, controller.kd);
  JointState<Robot> end;
  const Outcome outcome = setup.run(2, 4, [&](const auto& state, const auto& target, double* tau) {
    controller.torque(state, target, tau);
    end = state;
  });
  EXPECT_LT(outcome.speed, 1e-2);
  EXPECT_GT(outcome.last, 1e-3);
  double gravity[Robot::n_v];
  robot.gravity_torque(end.q, gravity);
  for (int i = 0; i < Robot::n_v; ++i)
    EXPECT_NEAR(controller.kp[i] * (setup.goal[i] - end.q[i]), gravity[i],
                0.02 + 0.02 * std::fabs(gravity[i]))
        << i;
}

template <class Robot>
void test_joint_impedance(const Setup<Robot>& setup) {
  SCOPED_TRACE("joint impedance");
  const Robot& robot = setup.robot;
  JointImpedance<Robot> controller{robot};
  for (int i = 0; i < Robot::n_v; ++i) controller.stiffness[i] = 20;
  controller.damping_ratio = 0.7;
  Outcome outcome = setup.run(2, 2, [&](const auto& state, const auto& target, double* tau) {
    controller.torque(state, target, tau);
  });
  EXPECT_LT(outcome.last, 1e-3);
  // Pushed at its last joint by 0.5 N m, it yields by 0.5 / 20 rad.
  SimulatedHardware<Robot> hardware(robot, frictionless(robot));
  JointState<Robot> end;
  follow(robot, hardware, setup.goal, 1, 5, [&](const auto& state, const auto& target, double* tau) {
    controller.torque(state, target, tau);
    tau[Robot::n_v - 1] += 0.5;
    end = state;
  });
  EXPECT_NEAR(end.q[Robot::n_q - 1] - setup.goal[Robot::n_q - 1], 0.025, 1e-3);
}

template <class Robot>
void test_controllers(const Robot& robot) {
  const Setup<Robot> setup(robot);
  test_computed_torque(setup);
  test_pd_with_gravity(setup);
  test_pid(setup);
  test_pd(setup);
  test_joint_impedance(setup);
}

TEST(Controllers, twoLinkArm) { test_controllers(TwoLink{}); }
TEST(Controllers, sevenAxisArm) {
  test::Arm arm;
  test_controllers(arm.robot());
}

TEST(Controllers, cartesianImpedanceReachesAndYields) {
  test::Arm arm;
  const ArmRobot robot = arm.robot();
  CartesianImpedance<ArmRobot, test::kHand> controller{robot};
  controller.set_stiffness(400, 40, 4, 0.02);
  SimulatedHardware<ArmRobot> hardware(robot, frictionless(robot));
  double q[7] = {0.2, 0.5, -0.3, -1.4, 0.2, 1.5, 0.3}, still[7] = {};
  hardware.plant().set_state(q, still);
  LinkTarget<> target;
  robot.link_pose<test::kHand>(q, target.pose);
  const double push[3] = {5, -3, 4};  // N
  target.pose[3] -= 0.10, target.pose[7] -= 0.08, target.pose[11] += 0.05;
  for (int i = 0; i < 7; ++i)
    controller.posture[i] = q[i], controller.posture_stiffness[i] = 1, controller.posture_damping[i] = 1;
  JointState<ArmRobot> state;
  double tau[7], pose[12], error[6], J[42];
  for (int k = 0; k < 16000; ++k) {
    ASSERT_TRUE(hardware.read(state.q, state.v));
    controller.torque(state, target, tau);
    if (k >= 8000) {
      robot.jacobian<test::kHand>(state.q, J);
      for (int i = 0; i < 7; ++i)
        for (int row = 0; row < 3; ++row) tau[i] += J[row * 7 + i] * push[row];
    }
    ASSERT_TRUE(hardware.write(tau, kPeriod));
    if (k != 7999) continue;
    robot.link_pose<test::kHand>(state.q, pose);
    pose_difference(pose, target.pose, error);
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(error[i], 0, 2e-3) << i;
  }
  // Pushed, the hand gives way as a spring does.
  robot.link_pose<test::kHand>(state.q, pose);
  pose_difference(pose, target.pose, error);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(error[i], -push[i] / 400, 2e-3) << i;
}

TEST(JointPid, integralDoesNotWindUp) {
  // The elbow's target is so far behind what its motor can lift that the motor is at its limit for long.
  const auto run = [](double limit, bool conditional) {
    JointPid<TwoLink> controller;
    for (int i = 0; i < 2; ++i)
      controller.kp[i] = 40, controller.ki[i] = 60, controller.kd[i] = 6,
      controller.integral_limit[i] = limit;
    controller.limits.effort[0] = conditional ? 6 : INFINITY;
    JointState<TwoLink> state;
    JointTarget<TwoLink> target;
    target.q[0] = 2;
    double tau[2];
    for (int k = 0; k < 5000; ++k) controller.torque(state, target, kPeriod, tau);
    return controller.integral[0];
  };
  EXPECT_NEAR(run(1e9, false), 60 * 2 * 5, 1);
  EXPECT_EQ(run(25, false), 25);
  EXPECT_LE(run(1e9, true), 1);
  JointPid<TwoLink> controller;
  controller.integral[1] = 4;
  controller.reset();
  EXPECT_EQ(controller.integral[1], 0);
}

TEST(FrictionCompensation, coastsWhereFrictionWouldStopTheArm) {
  const FrictionCompensation<TwoLink> compensation;
  const auto speed_after = [&](bool compensated) {
    PlantOptions<TwoLink> options;
    options.friction_width = compensation.width;
    Plant<TwoLink> plant(TwoLink{}, options);
    const double q[2] = {0, 0.3}, v[2] = {0.2, 0.5};
    plant.set_state(q, v);
    for (int k = 0; k < 3000; ++k) {
      double tau[2];
      // Gravity and velocity terms are taken away, so that only friction is left.
      TwoLink::bias_torque(plant.q(), plant.v(), tau);
      if (compensated) compensation.add(plant.v(), tau);
      EXPECT_TRUE(plant.step(tau, kPeriod));
    }
    return plant.v()[1];
  };
  EXPECT_NEAR(speed_after(true), 0.5, 1e-9);
  EXPECT_NEAR(speed_after(false), 0, 0.02);
}

// The error of an orientation is the rotation vector, also near half a turn.
TEST(PoseDifference, isTheRotationVector) {
  test::RandomNumbers random(12);
  for (int round = 0; round < 200; ++round) {
    const auto R = test::rotation(random.uniform(-3, 3), random.uniform(-1.5, 1.5), random.uniform(-3, 3));
    reference::Vec3<double> axis{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    axis = 1 / std::sqrt(dot(axis, axis)) * axis;
    const double angle = round % 4 == 0 ? 3.1415926 : round % 4 == 1 ? 1e-9 : random.uniform(0, 3.1);
    const auto turned = spatial::rotation_about(axis, std::sin(angle), std::cos(angle)) * R;
    double from[12], to[12], error[6];
    for (int row = 0; row < 3; ++row) {
      for (int k = 0; k < 3; ++k) from[4 * row + k] = R(row, k), to[4 * row + k] = turned(row, k);
      from[4 * row + 3] = row, to[4 * row + 3] = 3 * row + 1;
    }
    pose_difference(from, to, error);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(error[i], 2 * i + 1);
      EXPECT_NEAR(error[3 + i], angle * axis[i], 1e-8) << round;
    }
  }
}

}  // namespace
}  // namespace romas
