// The worst pose of a joint is one that its model allows, carries the load that it says, and no random pose
// carries more. Loads of a pose come from another computation (ir/analysis/loads/static_loads.h).
#include "ir/analysis/loads/worst_pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ir/analysis/loads/static_loads.h"
#include "ir/analysis/motion/kinematics.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using test::ModelMaker;

double load_of(const Model& model, const KinematicTree& tree, const std::vector<double>& q, JointId joint) {
  return gravity_loads(model, tree, link_poses(model, tree, q), model.gravity_or_default())[joint.index()];
}

double uniform(std::mt19937_64& random, double from, double to) {
  return from + (to - from) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

// Limits for all joints with a load.
void limit(Model& model, std::mt19937_64& random) {
  for (Joint& joint : model.joints) {
    if (!carries_load(joint.type)) continue;
    JointLimit limit;
    limit.lower = uniform(random, -2, 0.5);
    limit.upper = limit.lower->value() + uniform(random, 0, 3);
    joint.limit = limit;
  }
}

TEST(WorstPose, CarriesItsLoadAndNoRandomPoseMore) {
  std::mt19937_64 random(1);
  int joints = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomRobot robot(seed, {8, 0.2, false});
    Model& model = robot.model();
    limit(model, random);
    const KinematicTree tree(model);
    if (!has_gravity_loads(model, tree)) continue;
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      const JointId joint(i);
      const auto worst = worst_pose(model, tree, joint);
      if (!worst) continue;
      ++joints;
      ASSERT_EQ(worst->q.size(), static_cast<std::size_t>(tree.q_size()));
      EXPECT_NEAR(std::abs(load_of(model, tree, worst->q, joint)), worst->effort, 1e-9 * (1 + worst->effort));
      for (int trial = 0; trial < 50; ++trial) {
        std::vector<double> q = neutral_position(model, tree);
        for (const JointId other : tree.joint_order()) {
          const Joint& row = model.joint(other);
          if (!carries_load(row.type)) continue;
          const double lower = row.type == JointType::continuous ? -3.1 : row.limit->lower->value();
          const double upper = row.type == JointType::continuous ? 3.1 : row.limit->upper->value();
          q[static_cast<std::size_t>(tree.q_index(other))] = uniform(random, lower, upper);
        }
        EXPECT_LE(std::abs(load_of(model, tree, q, joint)), 1.02 * worst->effort + 1e-9);
      }
    }
  }
  EXPECT_GT(joints, 40);
}

TEST(WorstPose, FollowersStandWhereTheyFollowTo) {
  ModelMaker maker;
  maker.link("base");
  maker.link("upper", 2, 0.1, 0.1, 0.1).inertial->origin = ModelMaker::at(0, 0, 0.5);
  maker.link("lower", 1, 0.1, 0.1, 0.1).inertial->origin = ModelMaker::at(0, 0, 0.3);
  maker.link("finger", 0.1, 0.1, 0.1, 0.1);
  maker.joint("shoulder", JointType::revolute, "base", "upper").axis = maker.axis(0, 1, 0);
  maker.model().joints[0].limit = maker.limit(-2, 2, 10, 1);
  maker.joint("elbow", JointType::revolute, "upper", "lower").axis = maker.axis(0, 1, 0);
  maker.model().joints[1].limit = maker.limit(-2, 2, 10, 1);
  maker.joint("finger", JointType::revolute, "base", "finger").axis = maker.axis(0, 1, 0);
  maker.model().joints[2].mimic = JointMimic{{"elbow", {}, {}}, Number(2), Number(0.5), {}};
  const Model& model = maker.done();
  const KinematicTree tree(model);
  const auto worst = worst_pose(model, tree, JointId(0));
  ASSERT_TRUE(worst);
  const auto at = [&](std::size_t joint) {
    return worst->q[static_cast<std::size_t>(tree.q_index(JointId(joint)))];
  };
  EXPECT_NEAR(at(2), 2 * at(1) + 0.5, 1e-12);
}

TEST(WorstPose, IsNotSaidWhereLoadsDoNotFollow) {
  ModelMaker maker;
  maker.link("base");
  maker.link("ball", 1, 0.1, 0.1, 0.1);
  maker.joint("ball", JointType::ball, "base", "ball");
  const Model& model = maker.done();
  const KinematicTree tree(model);
  EXPECT_TRUE(has_gravity_loads(model, tree));
  EXPECT_FALSE(worst_pose(model, tree, JointId(0)));

  ModelMaker two;
  two.link("a");
  two.link("b");
  two.link("c", 1, 0.1, 0.1, 0.1);
  two.joint("j", JointType::revolute, "b", "c").axis = two.axis(0, 1, 0);
  const Model& forest = two.done();
  EXPECT_FALSE(has_gravity_loads(forest, KinematicTree(forest)));
  EXPECT_FALSE(worst_pose(forest, KinematicTree(forest), JointId(0)));
}

}  // namespace
}  // namespace romas
