// The load that the search finds is the derivative of potential energy, no random pose gives a much larger
// one, and the upper bound holds.
#include "ir/analysis/mass/gravity_load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "ir/analysis/motion/kinematics.h"
#include "test/load_robot.h"
#include "test/model_helpers.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using test::ModelMaker;

constexpr double kPi = std::numbers::pi;
constexpr double kGravity = 9.81;

// A model with its tree and search.
struct Case {
  explicit Case(Model& from, const Vector3& gravity = Vector3(0, 0, -kGravity))
      : model(from),
        tree(from),
        dynamics(make_dynamics_model(from, tree, options(gravity))),
        ranges(position_ranges(from, dynamics)),
        search(dynamics, ranges) {}
  static DynamicsOptions options(const Vector3& gravity) {
    DynamicsOptions made;
    made.gravity = gravity;
    return made;
  }
  std::size_t body_of(std::string_view joint) const {
    for (std::size_t b = 0; b < dynamics.bodies.size(); ++b)
      if (model.joint(dynamics.bodies[b].joint).name == joint) return b;
    return dynamics.bodies.size();
  }
  // Positions of the tree's variables for those of the dynamics, followers included.
  std::vector<double> tree_positions(const std::vector<double>& q) const {
    std::vector<double> all = neutral_position(model, tree);
    for (const Body& body : dynamics.bodies) {
      const JointType type = model.joint(body.joint).type;
      if (dof(type) != 1) continue;
      all[static_cast<std::size_t>(tree.q_index(body.joint))] =
          body.multiplier * q[static_cast<std::size_t>(body.q)] + body.offset;
    }
    return all;
  }
  double energy(const std::vector<double>& q) const {
    const auto poses = link_poses(model, tree, tree_positions(q));
    double sum = 0;
    for (std::size_t i = 0; i < model.links.size(); ++i)
      if (model.links[i].inertial) {
        const SpatialInertia body = model.links[i].inertial->spatial();
        sum -= body.mass * dynamics.gravity.dot(poses[i] * body.com);
      }
    return sum;
  }

  Model& model;
  KinematicTree tree;
  DynamicsModel dynamics;
  std::vector<PositionRange> ranges;
  GravitySearch search;
};

bool is_simple(JointType type) {
  return type == JointType::revolute || type == JointType::continuous || type == JointType::prismatic ||
         type == JointType::screw;
}

// Limits of all sizes, and followers.
void decorate(Model& model, std::mt19937_64& random) {
  const auto uniform = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(random() >> 11U) * 0x1p-53;
  };
  std::string leader;
  for (Joint& joint : model.joints) {
    if (!is_simple(joint.type)) continue;
    if (joint.type == JointType::screw || joint.limit) {
      JointLimit limit;
      limit.lower = uniform(-2, 0.5), limit.upper = limit.lower->value() + uniform(0, 3);
      joint.limit = limit;
    }
    if (!leader.empty() && uniform(0, 1) < 0.2)
      joint.mimic = JointMimic{{leader, {}, {}}, Number(uniform(-2, 2)), Number(uniform(-1, 1)), {}};
    if (!joint.mimic) leader = joint.name;
  }
  model.rebuild_index();
}

TEST(GravityLoad, aHorizontalArmIsTheWorst) {
  ModelMaker maker;
  maker.link("base");
  maker.link("upper", 2, 0.1, 0.1, 0.1).inertial->origin = ModelMaker::at(0, 0, 0.5);
  maker.link("lower", 1, 0.1, 0.1, 0.1).inertial->origin = ModelMaker::at(0, 0, 0.3);
  maker.joint("shoulder", JointType::revolute, "base", "upper").axis = maker.axis(0, 1, 0);
  maker.model().joints[0].limit = maker.limit(-2, 2, 10, 1);
  maker.joint("elbow", JointType::revolute, "upper", "lower").axis = maker.axis(0, 1, 0);
  maker.model().joints[1].origin = ModelMaker::at(0, 0, 1);
  maker.model().joints[1].limit = maker.limit(-1, 1, 10, 1);
  Case arm(maker.done());
  const double most = kGravity * (2 * 0.5 + 1 * 1.3);
  EXPECT_NEAR(arm.search.bound(0), most, 1e-9);
  const auto worst = arm.search.worst(0);
  ASSERT_TRUE(worst);
  EXPECT_NEAR(worst->effort, most, 1e-3 * most);
  EXPECT_EQ(std::abs(worst->q[0]), 1.57);  // from the upright
  EXPECT_EQ(worst->q[1], 0);
  const auto elbow = arm.search.worst(1);
  ASSERT_TRUE(elbow);
  EXPECT_NEAR(elbow->effort, kGravity * 0.3, 3e-3);
  EXPECT_NEAR(std::abs(elbow->q[0] + elbow->q[1]), kPi / 2, 0.05);  // the two together lay the forearm down
}

TEST(GravityLoad, limitsAreKept) {
  ModelMaker maker;
  maker.link("base");
  maker.link("arm", 2, 0.1, 0.1, 0.1).inertial->origin = ModelMaker::at(0, 0, 0.5);
  maker.joint("shoulder", JointType::revolute, "base", "arm").axis = maker.axis(0, 1, 0);
  maker.model().joints[0].limit = maker.limit(-0.1, 0.2, 10, 1);
  Case arm(maker.done());
  const auto worst = arm.search.worst(0);
  ASSERT_TRUE(worst);
  EXPECT_EQ(worst->q[0], 0.2);
  EXPECT_NEAR(worst->effort, kGravity * std::sin(0.2), 1e-12);
}

TEST(GravityLoad, aLiftCarriesAllItsWeightWhereItStandsUpright) {
  ModelMaker maker;
  maker.link("base");
  maker.link("arm", 1, 0.1, 0.1, 0.1);
  maker.link("slide", 3, 0.1, 0.1, 0.1);
  maker.joint("tilt", JointType::revolute, "base", "arm").axis = maker.axis(1, 0, 0);
  maker.model().joints[0].limit = maker.limit(0.5, 2, 10, 1);
  maker.joint("lift", JointType::prismatic, "arm", "slide").axis = maker.axis(0, 0, 1);
  maker.model().joints[1].limit = maker.limit(0, 0.4, 10, 1);
  Case arm(maker.done());
  const auto worst = arm.search.worst(arm.body_of("lift"));
  ASSERT_TRUE(worst);
  EXPECT_NEAR(worst->effort, 3 * kGravity * std::cos(0.5), 1e-9);
  EXPECT_EQ(worst->q[0], 0.5);
  // The position of the slide does not matter to itself, but to the joint below.
  EXPECT_EQ(worst->q[1], 0);
  const auto tilt = arm.search.worst(arm.body_of("tilt"));
  ASSERT_TRUE(tilt);
  EXPECT_NEAR(tilt->effort, 3 * kGravity * 0.4, 2e-2);
  EXPECT_EQ(tilt->q[1], 0.4);
}

TEST(GravityLoad, boundsThatAreLeftOutCountAsZero) {
  ModelMaker maker;
  maker.link("base");
  maker.link("arm", 2, 0.1, 0.1, 0.1).inertial->origin = ModelMaker::at(0, 0, 0.5);
  maker.joint("shoulder", JointType::revolute, "base", "arm").axis = maker.axis(0, 1, 0);
  maker.model().joints[0].limit->lower.reset();
  maker.model().joints[0].limit->upper = 0.3;
  Case arm(maker.done());
  EXPECT_EQ(arm.ranges[0].lower, 0);
  EXPECT_EQ(arm.ranges[0].upper, 0.3);
}

TEST(GravityLoad, hugeNumbersGiveNoLoad) {
  ModelMaker maker;
  maker.link("base");
  maker.link("arm", 1e300, 0.1, 0.1, 0.1).inertial->origin = ModelMaker::at(0, 1e300, 0.5);
  maker.joint("shoulder", JointType::revolute, "base", "arm").axis = maker.axis(0, 1, 0);
  Case arm(maker.done());
  EXPECT_FALSE(arm.search.worst(0));
}

// The properties hold for trees of every kind of joint, with followers.
TEST(GravityLoad, holdsOnRandomRobots) {
  std::size_t joints = 0;
  std::size_t close = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    test::RandomRobot robot(seed, {8, 0.2, false});
    decorate(robot.model(), random);
    Case made(robot.model(), Vector3(1, -2, -9));
    const auto pose = [&] {
      std::vector<double> q(made.ranges.size());
      for (std::size_t k = 0; k < q.size(); ++k)
        q[k] = made.ranges[k].lower +
               (made.ranges[k].upper - made.ranges[k].lower) * static_cast<double>(random() >> 11U) * 0x1p-53;
      return q;
    };
    for (std::size_t body = 0; body < made.dynamics.bodies.size(); ++body) {
      const Joint& joint = made.model.joint(made.dynamics.bodies[body].joint);
      if (!is_simple(joint.type) || !made.search.has_own_variable(body)) continue;
      ++joints;
      SCOPED_TRACE(joint.name);
      const auto worst = made.search.worst(body);
      ASSERT_TRUE(worst);
      for (std::size_t k = 0; k < made.ranges.size(); ++k) {
        EXPECT_GE(worst->q[k], made.ranges[k].lower);
        EXPECT_LE(worst->q[k], made.ranges[k].upper);
      }
      EXPECT_LE(worst->effort, made.search.bound(body) * (1 + 1e-9));
      // The derivative of the energy, which knows nothing of this code.
      const auto variable = static_cast<std::size_t>(made.dynamics.bodies[body].q);
      std::vector<double> q = worst->q;
      constexpr double kStep = 1e-5;
      q[variable] += kStep;
      const double above = made.energy(q);
      q[variable] -= 2 * kStep;
      EXPECT_NEAR(worst->effort, std::abs(above - made.energy(q)) / (2 * kStep), 1e-5 * (1 + worst->effort));
      double random_most = 0;
      for (int trial = 0; trial < 300; ++trial)
        random_most = std::max(random_most, std::abs(made.search.load(body, pose())));
      EXPECT_GE(worst->effort, 0.97 * random_most);
      close += worst->effort >= random_most * (1 - 2e-3) ? 1 : 0;
    }
  }
  EXPECT_GT(joints, 100U);
  EXPECT_GE(close, joints * 98 / 100);
}

TEST(GravityLoad, noRandomPoseOfRealRobotsAsksForMore) {
  ROMAS_NEEDS_CORPUS();
  std::mt19937_64 random(7);
  std::size_t joints = 0;
  test::for_each_corpus_robot([&](const Model& read) {
    Model model = read;
    if (!KinematicTree(model).is_tree() ||
        std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
          return joint.type == JointType::foreign || (joint.mimic && !is_simple(joint.type));
        }))
      return;
    Case made(model);
    constexpr std::size_t kMostBodies = 12;
    for (std::size_t body = 0; body < std::min(kMostBodies, made.dynamics.bodies.size()); ++body) {
      const Joint& joint = model.joint(made.dynamics.bodies[body].joint);
      if (!is_simple(joint.type) || !made.search.has_own_variable(body)) continue;
      SCOPED_TRACE(joint.name);
      ++joints;
      const auto worst = made.search.worst(body);
      ASSERT_TRUE(worst);
      for (int trial = 0; trial < 100; ++trial) {
        std::vector<double> q(made.ranges.size());
        for (std::size_t k = 0; k < q.size(); ++k)
          q[k] = made.ranges[k].lower + (made.ranges[k].upper - made.ranges[k].lower) *
                                            static_cast<double>(random() >> 11U) * 0x1p-53;
        EXPECT_LE(std::abs(made.search.load(body, q)), worst->effort * 1.002 + 1e-9);
      }
    }
  });
  EXPECT_GT(joints, 200U);
}

}  // namespace
}  // namespace romas
