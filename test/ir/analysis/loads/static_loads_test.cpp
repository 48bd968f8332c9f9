// The gravity load of each joint is the derivative of potential energy by its variable.
#include "ir/analysis/loads/static_loads.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ir/analysis/mass/gravity_load.h"
#include "ir/analysis/motion/kinematics.h"
#include "test/random_robot.h"

namespace romas {
namespace {

const Vector3 kGravity(1, -2, -9);

std::vector<double> loads_at(const Model& model, const KinematicTree& tree, const std::vector<double>& q) {
  return gravity_loads(model, tree, link_poses(model, tree, q), kGravity);
}

double energy(const Model& model, const KinematicTree& tree, const std::vector<double>& q) {
  const auto poses = link_poses(model, tree, q);
  double sum = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (!model.links[i].inertial) continue;
    const SpatialInertia body = model.links[i].inertial->spatial();
    sum -= body.mass * kGravity.dot(poses[i] * body.com);
  }
  return sum;
}

std::vector<double> random_position(const Model& model, const KinematicTree& tree, std::mt19937_64& random) {
  std::vector<double> q = neutral_position(model, tree);
  for (double& value : q) value += static_cast<double>(random() >> 11U) * 0x1p-52 - 1;
  return q;
}

bool is_weighed(JointType type) {
  return type == JointType::revolute || type == JointType::continuous || type == JointType::prismatic ||
         type == JointType::screw;
}

TEST(StaticLoads, areDerivativesOfPotentialEnergy) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    test::RandomRobot robot(seed, {12, 0.2, false});
    const Model& model = robot.model();
    const KinematicTree tree(model);
    std::mt19937_64 random(seed);
    const std::vector<double> q = random_position(model, tree, random);
    const std::vector<double> loads = loads_at(model, tree, q);
    ASSERT_EQ(loads.size(), model.joints.size());
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      SCOPED_TRACE(concat("seed ", seed, ", ", model.joints[i].name));
      if (!is_weighed(model.joints[i].type)) {
        EXPECT_TRUE(std::isnan(loads[i]));
        continue;
      }
      constexpr double kStep = 1e-5;
      std::vector<double> before = q;
      std::vector<double> behind = q;
      before[static_cast<std::size_t>(tree.q_index(JointId(i)))] -= kStep;
      behind[static_cast<std::size_t>(tree.q_index(JointId(i)))] += kStep;
      const double slope = (energy(model, tree, behind) - energy(model, tree, before)) / (2 * kStep);
      EXPECT_NEAR(loads[i], -slope, 1e-6 * (1 + std::abs(slope)));
      ++checked;
    }
  }
  EXPECT_GT(checked, 100U);
}

// The search for the worst pose computes the same load by another way.
TEST(StaticLoads, agreeWithTheSearch) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::RandomRobot robot(seed, {10, 0.2, false});
    const Model& model = robot.model();
    const KinematicTree tree(model);
    DynamicsOptions options;
    options.gravity = kGravity;
    const DynamicsModel dynamics = make_dynamics_model(model, tree, options);
    const std::vector<PositionRange> ranges = position_ranges(model, dynamics);
    GravitySearch search(dynamics, ranges);
    const std::vector<double> neutral = neutral_position(model, tree);
    const std::vector<double> loads = loads_at(model, tree, neutral);
    for (std::size_t body = 0; body < dynamics.bodies.size(); ++body) {
      const JointId joint = dynamics.bodies[body].joint;
      if (!is_weighed(model.joint(joint).type)) continue;
      const double expected = search.load(body, std::vector<double>(ranges.size(), 0.0));
      EXPECT_NEAR(loads[joint.index()], expected, 1e-9 * (1 + std::abs(expected))) << seed;
    }
  }
}

TEST(StaticLoads, areUnknownWhereLoopsOrSpringsShareThem) {
  test::RandomRobot robot(1, {12, 0.2, true});
  Model model = robot.model();
  ASSERT_FALSE(model.loop_joints.empty());
  ASSERT_FALSE(model.force_elements.empty());
  const KinematicTree tree(model);
  const std::vector<double> q = neutral_position(model, tree);
  const auto known = [&] {
    std::size_t count = 0;
    for (const double load : loads_at(model, tree, q)) count += std::isnan(load) ? 0 : 1;
    return count;
  };
  EXPECT_EQ(known(), 0U);
  model.loop_joints.clear();
  EXPECT_EQ(known(), 0U);
  model.force_elements.clear();
  EXPECT_GT(known(), 0U);
}

TEST(StaticLoads, leaveOutLinksOnWhichGravityDoesNotAct) {
  test::ModelMaker maker = test::two_links();
  Model& model = maker.model();
  model.links[1].inertial->origin = test::ModelMaker::at(1, 0, 0);
  const KinematicTree tree(maker.done());
  EXPECT_NE(loads_at(model, tree, {0.5}).at(0), 0);
  Gazebo gazebo;
  gazebo.link = LinkId(1);
  gazebo.values.push_back({GazeboProperty::gravity, false});
  model.gazebos.push_back(gazebo);
  EXPECT_EQ(loads_at(model, tree, {0.5}).at(0), 0);
}

TEST(StaticLoads, areUnknownWithoutAnAxis) {
  test::ModelMaker maker = test::two_links();
  maker.model().joints[0].axis = maker.axis(0, 0, 0);
  const KinematicTree tree(maker.done());
  EXPECT_TRUE(std::isnan(loads_at(maker.model(), tree, {0.5}).at(0)));
}

}  // namespace
}  // namespace romas
