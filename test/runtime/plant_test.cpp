// The simulated robot conserves energy without damping and friction, and loses energy with them.
#include <gtest/gtest.h>

#include <romas/plant.hpp>

#include "test/runtime/test_robots.h"

namespace romas {
namespace {

using test::RandomNumbers;
using test::TwoLink;

// Energy of a data-driven robot.
template <class Model>
double energy(const Model& model, reference::Data<Model>& data, const double* q, const double* v) {
  return reference::kinetic_energy(model, data, q, v) + reference::potential_energy(model, data, q);
}

// Largest change of the energy over a simulation, relative to the largest kinetic energy.
template <class Robot, class Model>
double energy_drift(const Robot& robot, const Model& model, reference::Data<Model>& data,
                    Integrator integrator, double step, double duration) {
  PlantOptions<Robot> options(robot);
  options.without_losses();
  options.integrator = integrator;
  options.longest_step = step;
  Plant<Robot> plant(robot, options);
  RandomNumbers random(6);
  double q[Robot::n_q], v[Robot::n_v], tau[Robot::n_v] = {};
  neutral_position(robot, q);
  for (double& rate : v) rate = random.uniform(-1, 1);
  integrate_position(robot, q, v, 0.5, q);
  plant.set_state(q, v);
  const double start = energy(model, data, q, v);
  double drift = 0, kinetic = 0;
  for (int k = 0; k < static_cast<int>(duration / step); ++k) {
    EXPECT_TRUE(plant.step(tau, step));
    kinetic = std::max(kinetic, reference::kinetic_energy(model, data, plant.q(), plant.v()));
    drift = std::max(drift, std::fabs(energy(model, data, plant.q(), plant.v()) - start));
  }
  return drift / kinetic;
}

TEST(Plant, armKeepsItsEnergy) {
  test::Arm arm;
  EXPECT_LT(energy_drift(arm.robot(), *arm.model, *arm.data, Integrator::runge_kutta_4, 5e-4, 1.0), 1e-8);
  const double coarse =
      energy_drift(arm.robot(), *arm.model, *arm.data, Integrator::semi_implicit_euler, 4e-4, 1.0);
  const double fine =
      energy_drift(arm.robot(), *arm.model, *arm.data, Integrator::semi_implicit_euler, 1e-4, 1.0);
  EXPECT_LT(coarse, 0.05);
  EXPECT_LT(fine, coarse / 3);  // first order
}

// A tree with a floating base, a ball joint, a universal, a planar and a screw joint.
TEST(Plant, treeWithQuaternionsKeepsItsEnergy) {
  test::TestRobot tree;
  RandomNumbers random(8);
  tree.model->set_floating_base(true);
  tree.model->add_link(test::random_link(random, test::JointType::fixed, -1));
  for (const auto type : {test::JointType::ball, test::JointType::universal, test::JointType::planar,
                          test::JointType::screw, test::JointType::revolute})
    tree.model->add_link(test::random_link(random, type, tree.model->n_links() / 2));
  ASSERT_TRUE(tree.model->finish());
  using Robot = reference::Robot<5, 7 + 4 + 2 + 3 + 1 + 1, 6 + 3 + 2 + 3 + 1 + 1, test::TestModel>;
  const Robot robot(*tree.model, *tree.data);
  ASSERT_TRUE(robot.matches());
  const double coarse = energy_drift(robot, *tree.model, *tree.data, Integrator::runge_kutta_4, 4e-4, 0.4);
  const double fine = energy_drift(robot, *tree.model, *tree.data, Integrator::runge_kutta_4, 1e-4, 0.4);
  EXPECT_LT(fine, 1e-5);
  EXPECT_LT(fine, coarse / 3 + 1e-12);
}

double two_link_energy(const double* q, const double* v) {
  double M[4];
  TwoLink::mass_matrix(q, M);
  const double kinetic = 0.5 * (M[0] * v[0] * v[0] + 2 * M[1] * v[0] * v[1] + M[3] * v[1] * v[1]);
  const double upper = -TwoLink::kMass1 * TwoLink::kCom1 * std::cos(q[0]);
  const double lower =
      -TwoLink::kMass2 * (TwoLink::kLength1 * std::cos(q[0]) + TwoLink::kCom2 * std::cos(q[0] + q[1]));
  return kinetic + TwoLink::kGravity * (upper + lower);
}

TEST(Plant, frictionTakesEnergyUntilTheArmHangsStill) {
  for (const auto integrator : {Integrator::semi_implicit_euler, Integrator::runge_kutta_4}) {
    PlantOptions<TwoLink> options;
    options.integrator = integrator;
    options.longest_step = integrator == Integrator::runge_kutta_4 ? 1e-4 : 1e-3;
    options.friction_width = 0.01;
    Plant<TwoLink> plant(TwoLink{}, options);
    const double q[2] = {1.2, -0.7}, v[2] = {1, 2}, tau[2] = {0, 0};
    plant.set_state(q, v);
    double last = two_link_energy(q, v);
    for (int k = 0; k < 4000; ++k) {
      ASSERT_TRUE(plant.step(tau, 0.01));
      const double now = two_link_energy(plant.q(), plant.v());
      EXPECT_LE(now, last + 1e-3) << k;
      last = now;
    }
    EXPECT_NEAR(plant.time(), 40, 1e-9);
    // Dry friction may hold it a little beside the vertical.
    EXPECT_NEAR(plant.q()[0], 0, 0.03);
    EXPECT_NEAR(plant.v()[0], 0, 1e-2);
  }
}

TEST(Plant, stopsHoldAgainstTheMotor) {
  Plant<TwoLink> plant;
  const double tau[2] = {0, 30};
  for (int k = 0; k < 3000; ++k) ASSERT_TRUE(plant.step(tau, 1e-3));
  EXPECT_NEAR(plant.q()[1], 2.5, 2e-3);
  EXPECT_NEAR(plant.v()[1], 0, 1e-3);
}

TEST(Plant, stiffDampingStaysStable) {
  Plant<TwoLink> plant;
  plant.options().damping[0] = 1e6, plant.options().damping[1] = 1e-3;
  plant.options().friction[0] = 1e5;
  const double q[2] = {0, 0}, v[2] = {5, 5}, tau[2] = {10, 0};
  plant.set_state(q, v);
  for (int k = 0; k < 1000; ++k) {
    ASSERT_TRUE(plant.step(tau, 1e-3));
    ASSERT_LE(std::fabs(plant.v()[0]), 5);
  }
  EXPECT_NEAR(plant.q()[0], 0, 0.02);
}

TEST(Plant, refusesWhatIsNoNumber) {
  Plant<TwoLink> plant;
  const double q[2] = {0.1, 0.2}, v[2] = {0, 0}, tau[2] = {NAN, 0};
  plant.set_state(q, v);
  EXPECT_FALSE(plant.step(tau, 1e-3));
  EXPECT_EQ(plant.q()[0], 0.1);
  EXPECT_EQ(plant.v()[0], 0);
}

}  // namespace
}  // namespace romas
