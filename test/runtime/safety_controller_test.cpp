#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <romas/independent_joints.hpp>
#include <romas/plant.hpp>
#include <romas/safety_controller.hpp>

#include "test/runtime/test_robots.h"

namespace romas {
namespace {

// A wheel of one joint, without friction and gravity, with the gains of a description.
struct Wheel {
  static constexpr int n_joints = 1, n_q = 1, n_v = 1, n_links = 2;
  static constexpr std::array<int, 1> q_index{0}, v_index{0};
  static constexpr std::array<std::string_view, 1> joint_names{"wheel"};
  static constexpr std::array<std::string_view, 2> link_names{"base", "wheel"};
  static constexpr std::array<JointLimits, 1> limits{{{-1, 1, 30, 2}}};
  static constexpr std::array<JointSafety, 1> safety{{{-0.5, 0.5, 20, 10}}};
  static constexpr std::array<double, 1> joint_damping{0}, joint_friction{0};
  enum class Link : int { base, wheel };
  static constexpr double kInertia = 0.012;

  template <class S>
  static void mass_matrix(const S*, S* M) {
    M[0] = S(kInertia);
  }
  template <class S>
  static void bias_torque(const S*, const S*, S* tau) {
    tau[0] = S(0);
  }
  template <class S>
  static void forward_dynamics(const S*, const S*, const S* tau, S* a) {
    a[0] = tau[0] / S(kInertia);
  }
};

double clipped(double x, double most) { return std::max(-most, std::min(most, x)); }

TEST(SafetyController, followsItsFormulas) {
  const SafetyController<Wheel> safety;
  test::RandomNumbers random(3);
  for (int round = 0; round < 1000; ++round) {
    const double q = random.uniform(-1.2, 1.2), v = random.uniform(-4, 4);
    const double slowest = clipped(-20 * (q - -0.5), 2), fastest = clipped(-20 * (q - 0.5), 2);
    double low, high;
    safety.velocity_bounds(0, &q, low, high);
    EXPECT_DOUBLE_EQ(low, slowest);
    EXPECT_DOUBLE_EQ(high, fastest);
    safety.torque_bounds(0, &q, &v, low, high);
    EXPECT_DOUBLE_EQ(low, clipped(-10 * (v - slowest), 30));
    EXPECT_DOUBLE_EQ(high, clipped(-10 * (v - fastest), 30));
    double tau = random.uniform(-50, 50);
    const double wanted = std::max(low, std::min(high, tau));
    const bool cut = wanted != tau;
    EXPECT_EQ(safety.limit_torque(&q, &v, &tau), cut);
    EXPECT_EQ(tau, wanted);
    double velocity = v;
    safety.limit_velocity(&q, &velocity);
    EXPECT_EQ(velocity, std::max(slowest, std::min(fastest, v)));
  }
}

TEST(SafetyController, whatIsNotANumberMovesNothing) {
  const SafetyController<Wheel> safety;
  const double q = 0.1, v = 0, none = NAN;
  double tau = NAN;
  EXPECT_TRUE(safety.limit_torque(&q, &v, &tau));
  EXPECT_EQ(tau, 0);
  tau = 5;
  EXPECT_TRUE(safety.limit_torque(&q, &none, &tau));
  EXPECT_EQ(tau, 0);
  tau = 5;
  safety.limit_torque(&none, &v, &tau);  // brakes
  EXPECT_EQ(tau, 0);
  double velocity = 1;
  safety.limit_velocity(&none, &velocity);
  EXPECT_EQ(velocity, 0);
}

// The joint runs into a soft limit under full command, from each side and at every speed that it may have.
template <class Robot>
double farthest(double command, double start, double speed) {
  PlantOptions<Robot> options;
  options.stops = false;
  Plant<Robot> plant(Robot{}, options);
  plant.set_state(&start, &speed);
  const SafetyController<Robot> safety;
  double most = 0;
  for (int cycle = 0; cycle < 5000; ++cycle) {
    double tau = command;
    safety.limit_torque(plant.q(), plant.v(), &tau);
    EXPECT_TRUE(plant.step(&tau, 1e-3));
    most = std::max(most, command > 0 ? plant.q()[0] : -plant.q()[0]);
  }
  EXPECT_NEAR(plant.v()[0], 0, 1e-6);
  return most;
}

struct WithoutSafety : Wheel {
  static constexpr std::array<JointSafety, 1> safety{
      {{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0, 0}}};
};

TEST(SafetyController, stopsAJointInsideItsHardLimit) {
  for (const double command : {30.0, -30.0, 300.0, 1.0})
    for (const double speed : {-2.0, 0.0, 2.0}) {
      const double most = farthest<Wheel>(command, 0, speed);
      EXPECT_LT(most, 0.51) << command;
      EXPECT_GT(most, 0.49) << command;
    }
  PlantOptions<WithoutSafety> options;
  options.stops = false;
  Plant<WithoutSafety> plant(WithoutSafety{}, options);
  const SafetyController<WithoutSafety> none;
  for (int cycle = 0; cycle < 1000; ++cycle) {
    double tau = 30;
    none.limit_torque(plant.q(), plant.v(), &tau);
    plant.step(&tau, 1e-3);
  }
  EXPECT_GT(plant.q()[0], 1);
}

TEST(SafetyController, robotsWithoutOneKeepTheirLimits) {
  static_assert(!has_safety<test::TwoLink>);
  const SafetyController<test::TwoLink> safety;
  const double q[2] = {2.99, 0}, v[2] = {7, 0};
  double tau[2] = {61, -29};
  EXPECT_TRUE(safety.limit_torque(q, v, tau));
  EXPECT_EQ(tau[0], 60);
  EXPECT_EQ(tau[1], -29);
  double velocity[2] = {9, -7};
  EXPECT_TRUE(safety.limit_velocity(q, velocity));
  EXPECT_EQ(velocity[0], 8);
  EXPECT_EQ(velocity[1], -7);
}

// A floating base has no motors; a ball joint has velocity limits alone; a velocity limit of 0 is not known.
struct Flying {
  [[maybe_unused]] static constexpr int n_joints = 2, n_q = 12, n_v = 10, n_links = 3;
  static constexpr std::array<int, 2> q_index{7, 11}, v_index{6, 9};
  static constexpr std::array<JointLimits, 2> limits{{{-1, 1, 5, 2}, {-0.5, 0.5, 7, 0}}};
  static constexpr std::array<JointSafety, 2> safety{{{0, 0, 1, 4}, {-0.25, 0.25, 2, 3}}};
};

TEST(SafetyController, jointsOfSeveralVariables) {
  const SafetyController<Flying> safety;
  double q[12] = {}, v[10] = {}, tau[10];
  q[6] = q[10] = 1, q[11] = 0.5, v[6] = 1.5;
  for (double& torque : tau) torque = 100;
  EXPECT_TRUE(safety.limit_torque(q, v, tau));
  const double wanted[10] = {0, 0, 0, 0, 0, 0, 2, 5, 5, -1.5};
  for (int i = 0; i < 10; ++i) EXPECT_DOUBLE_EQ(tau[i], wanted[i]) << i;
}

}  // namespace
}  // namespace romas
