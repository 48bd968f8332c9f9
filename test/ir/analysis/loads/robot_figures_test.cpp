// Figures of arms that have formulas: reach, manipulability, singular postures, payload and torques.
#include "ir/analysis/loads/robot_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "ir/analysis/motion/chain_ends.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::ModelMaker;

constexpr double kUpper = 0.5, kFore = 0.3;  // m
constexpr double kHalfTurn = std::numbers::pi;

// Two links in the plane x-z, which turn about -y, so that angles count upwards from x. The upper arm has 2
// kg in its middle, the forearm 1 kg in its end; the tip is at the end of the forearm.
ModelMaker planar_arm(double lower = -kHalfTurn, double upper = kHalfTurn) {
  ModelMaker maker("planar");
  maker.link("base");
  maker.link("upper_arm", 2, 0.01, 0.01, 0.01).inertial->origin = ModelMaker::at(kUpper / 2, 0, 0);
  maker.link("forearm", 1, 0.01, 0.01, 0.01).inertial->origin = ModelMaker::at(kFore, 0, 0);
  maker.link("tip");
  Joint& shoulder = maker.joint("shoulder", JointType::revolute, "base", "upper_arm");
  shoulder.axis = maker.axis(0, -1, 0);
  shoulder.limit = maker.limit(-kHalfTurn, kHalfTurn, 100, 3);
  Joint& elbow = maker.joint("elbow", JointType::revolute, "upper_arm", "forearm");
  elbow.axis = maker.axis(0, -1, 0);
  elbow.limit = maker.limit(lower, upper, 20, 3);
  elbow.origin = ModelMaker::at(kUpper, 0, 0);
  maker.joint("end", JointType::fixed, "forearm", "tip").origin = ModelMaker::at(kFore, 0, 0);
  maker.done();
  return maker;
}

// Beside the arm a posture: both joints.
MotionEllipsoid ellipsoid_at(const RobotFigures& figures, double shoulder, double elbow) {
  const LimbFigures& limb = figures.limbs.front();
  LinkMotion motion(figures.dynamics, limb.chain, 1, {{0.3, 1.1}, {0.2, -0.7}});
  return motion.ellipsoid({shoulder, elbow});
}

TEST(RobotFigures, PlanarArmReachesTheSumAndTheDifferenceOfItsLinks) {
  ModelMaker maker = planar_arm();
  const RobotFigures figures = measure_robot(maker.model(), {});
  ASSERT_EQ(figures.limbs.size(), 1U);
  const LimbFigures& limb = figures.limbs.front();
  EXPECT_EQ(maker.model().link(limb.chain.link).name, "tip");
  ASSERT_TRUE(limb.reach);
  EXPECT_NEAR(limb.reach->farthest.value, kUpper + kFore, 1e-9);
  EXPECT_NEAR(limb.reach->farthest.q[1], 0, 1e-4);
  // The shoulder does not matter for distances from it, and stays at zero.
  EXPECT_EQ(limb.reach->farthest.q[0], 0);
  EXPECT_EQ(limb.reach->nearest.q[0], 0);
  EXPECT_NEAR(limb.reach->nearest.value, kUpper - kFore, 1e-9);
  EXPECT_NEAR(std::abs(limb.reach->nearest.q[1]), kHalfTurn, 1e-4);
  EXPECT_FALSE(limb.reach->upright);
  EXPECT_NEAR(limb.reach->box.max().x(), kUpper + kFore, 1e-9);
  EXPECT_NEAR(limb.reach->box.min().z(), -kUpper - kFore, 1e-9);
  EXPECT_NEAR(limb.reach->box.sizes().y(), 0, 1e-12);
}

TEST(RobotFigures, LimitsOfTheElbowBoundTheReach) {
  ModelMaker maker = planar_arm(0.5, 2);
  const RobotFigures figures = measure_robot(maker.model(), {});
  const auto distance = [](double elbow) {
    return std::sqrt(kUpper * kUpper + kFore * kFore + 2 * kUpper * kFore * std::cos(elbow));
  };
  EXPECT_NEAR(figures.limbs.front().reach->farthest.value, distance(0.5), 1e-9);
  EXPECT_NEAR(figures.limbs.front().reach->nearest.value, distance(2), 1e-9);
  EXPECT_TRUE(figures.limbs.front().singular.empty());
}

// l1 l2 |sin q2|, wherever the shoulder is.
TEST(RobotFigures, PlanarArmHasTheManipulabilityOfItsFormula) {
  ModelMaker maker = planar_arm();
  const RobotFigures figures = measure_robot(maker.model(), {});
  const LimbFigures& limb = figures.limbs.front();
  EXPECT_FALSE(limb.counts_turns);
  EXPECT_EQ(limb.directions, 2);
  for (const double shoulder : {-1.0, 0.4})
    for (const double elbow : {-2.0, 0.3, 1.2})
      EXPECT_NEAR(ellipsoid_at(figures, shoulder, elbow).volume, kUpper * kFore * std::abs(std::sin(elbow)),
                  1e-9);
  EXPECT_NEAR(limb.best.value, kUpper * kFore, 1e-9);
  EXPECT_NEAR(std::abs(limb.best.q[1]), kHalfTurn / 2, 1e-4);
}

TEST(RobotFigures, PlanarArmIsSingularWhereItIsStraightOrFolded) {
  ModelMaker maker = planar_arm();
  const RobotFigures figures = measure_robot(maker.model(), {});
  const std::vector<SingularPostures>& singular = figures.limbs.front().singular;
  ASSERT_EQ(singular.size(), 2U);
  std::vector<double> elbows;
  for (const SingularPostures& group : singular) {
    EXPECT_THAT(group.variables, testing::ElementsAre(1));
    EXPECT_EQ(group.lost, 1);
    elbows.push_back(std::abs(group.q[1]));
    // The lost direction is the one along the arm.
    const Vector3 along(std::cos(group.q[0]), 0, std::sin(group.q[0]));
    EXPECT_NEAR(std::abs(group.shift.dot(along)), 1, 1e-4);
    EXPECT_THAT(group.idle, testing::ElementsAre(0, 1));
  }
  EXPECT_THAT(elbows, testing::UnorderedElementsAre(testing::DoubleNear(0, 1e-3),
                                                    testing::DoubleNear(kHalfTurn, 1e-3)));
}

// Horizontal: the shoulder holds 2 kg at 0.25 m and 1 kg at 0.8 m, the elbow 1 kg at 0.3 m.
TEST(RobotFigures, PayloadIsThatOfTheLevers) {
  ModelMaker maker = planar_arm();
  FigureOptions options;
  options.gravity = {0, 0, -10};
  const RobotFigures figures = measure_robot(maker.model(), options);
  ASSERT_TRUE(figures.loads);
  const LimbFigures& limb = figures.limbs.front();
  // The elbow: (20 N m - 3 N m) / 3 m²/s²; the shoulder: (100 - 13) / 8 is more.
  EXPECT_NEAR(limb.postures.front().payload->mass, 17.0 / 3, 1e-9);
  EXPECT_EQ(maker.model().joint(figures.dynamics.joints[*limb.postures.front().payload->joint].joint).name,
            "elbow");
  EXPECT_NEAR(limb.least->value, 17.0 / 3, 1e-6);
  EXPECT_NEAR(figures.efforts[0].worst->value, 13, 0.02);
  EXPECT_NEAR(figures.efforts[1].worst->value, 3, 0.02);
  EXPECT_NEAR(figures.static_efforts.front()[0], -13, 1e-9);
}

// With the arm lying flat and g = 10 m/s^2, the shoulder holds 2 kg at 0.25 m and 1 kg at 0.8 m, the elbow
// 1 kg at 0.3 m, and the payload of 17/3 kg has levers of 0.8 m and 0.3 m.
TEST(RobotFigures, StretchedOutTheLeversAreLongest) {
  ModelMaker maker = planar_arm();
  FigureOptions options;
  options.gravity = Vector3(0, 0, -10);
  const RobotFigures figures = measure_robot(maker.model(), options);
  const LimbFigures& limb = figures.limbs.front();
  EXPECT_NEAR(limb.reach->stretched.value, kUpper + kFore, 1e-9);
  ASSERT_TRUE(limb.stretched);
  EXPECT_NEAR(limb.stretched->payload.mass, 17.0 / 3, 1e-6);
  ASSERT_EQ(limb.stretched->joints.size(), 2U);
  const StretchedLoads::JointLoad &shoulder = limb.stretched->joints[0], &elbow = limb.stretched->joints[1];
  EXPECT_NEAR(std::abs(shoulder.empty), 13, 1e-6);
  EXPECT_NEAR(std::abs(elbow.empty), 3, 1e-6);
  EXPECT_NEAR(std::abs(shoulder.loaded), 13 + 17.0 / 3 * 8, 1e-5);
  EXPECT_NEAR(std::abs(elbow.loaded), 20, 1e-5);
}

// An elbow that does not open: the forearm hangs back, and the arm reaches farthest level where the line from
// shoulder to tip is.
TEST(RobotFigures, ABentArmIsStretchedWhereItsTipIsLevel) {
  ModelMaker maker = planar_arm(kHalfTurn / 2, kHalfTurn / 2 + 0.5);
  const RobotFigures figures = measure_robot(maker.model(), {});
  const LimbFigures& limb = figures.limbs.front();
  EXPECT_NEAR(limb.reach->stretched.value, std::hypot(kUpper, kFore), 1e-6);
  EXPECT_NEAR(std::abs(std::remainder(limb.reach->stretched.q[0] + std::atan2(kFore, kUpper), kHalfTurn)), 0,
              1e-3);
}

TEST(RobotFigures, AJointThatDoesNotHoldTheArmLeavesNoPayload) {
  ModelMaker maker = planar_arm();
  maker.model().joints[0].limit->effort = 5;
  const RobotFigures figures = measure_robot(maker.model(), {});
  const LimbPosture& zero = figures.limbs.front().postures.front();
  EXPECT_EQ(zero.payload->mass, 0);
  EXPECT_TRUE(zero.payload->overloaded);
}

TEST(RobotFigures, WithoutEffortLimitsThePayloadIsUnlimited) {
  ModelMaker maker = planar_arm();
  for (Joint& joint : maker.model().joints)
    if (joint.limit) joint.limit->effort.reset();
  const RobotFigures figures = measure_robot(maker.model(), {});
  EXPECT_TRUE(std::isinf(figures.limbs.front().least_payload.mass));
  EXPECT_FALSE(figures.limbs.front().least_payload.joint);
}

TEST(RobotFigures, LinksWithoutGravityWeighNothing) {
  ModelMaker maker = planar_arm();
  Gazebo gazebo;
  gazebo.link = maker.model().find_link("forearm");
  gazebo.values.push_back({GazeboProperty::gravity, false, {}});
  maker.model().gazebos.push_back(gazebo);
  const RobotFigures figures = measure_robot(maker.model(), {});
  EXPECT_NEAR(figures.efforts[1].worst->value, 0, 1e-9);
}

TEST(RobotFigures, IsTheSameInEveryRun) {
  ModelMaker maker = planar_arm();
  const RobotFigures first = measure_robot(maker.model(), {}), second = measure_robot(maker.model(), {});
  EXPECT_EQ(first.limbs.front().reach->farthest.q, second.limbs.front().reach->farthest.q);
  EXPECT_EQ(first.limbs.front().reach->cloud, second.limbs.front().reach->cloud);
}

TEST(TravelRanges, SayHowEachVariableMoves) {
  ModelMaker maker("ranges");
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) maker.link(name);
  maker.joint("limited", JointType::revolute, "a", "b").limit = maker.limit(-1, 2, 1, 1);
  maker.joint("around", JointType::continuous, "b", "c");
  maker.joint("blocked", JointType::revolute, "c", "d").limit = maker.limit(0.3, 0.3, 1, 1);
  maker.joint("rail", JointType::prismatic, "d", "e").limit.reset();
  maker.joint("ball", JointType::ball, "e", "f");
  const Model& model = maker.done();
  const DynamicsModel dynamics = make_dynamics_model(model, KinematicTree(model), {});
  const std::vector<VariableRange> ranges = travel_ranges(model, dynamics);
  EXPECT_EQ(ranges[0].travel, Travel::limits);
  EXPECT_EQ(ranges[1].travel, Travel::whole_turn);
  EXPECT_EQ(ranges[2].travel, Travel::held);
  EXPECT_EQ(ranges[3].travel, Travel::held);
  EXPECT_EQ(ranges[4].travel, Travel::held);
  EXPECT_THAT(nearest_to_zero(dynamics, ranges), testing::ElementsAre(0, 0, 0.3, 0, 0, 0, 0, 1));
  EXPECT_THAT(middle_of_travel(dynamics, ranges), testing::ElementsAre(0.5, 0, 0.3, 0, 0, 0, 0, 1));
}

std::vector<std::string> names_of_ends(const Model& model) {
  const KinematicTree tree(model);
  std::vector<std::string> names;
  for (const LinkId end : chain_ends(model, tree, make_dynamics_model(model, tree, {})))
    names.push_back(model.link(end).name);
  return names;
}

// An arm of three joints with two fingers, the second of which follows the first; beside it a wheel.
TEST(ChainEnds, AGripperIsNoChainOfItsOwn) {
  ModelMaker maker("arm");
  for (const char* name : {"base", "one", "two", "three", "flange", "left", "right", "wheel"})
    maker.link(name);
  maker.joint("j1", JointType::revolute, "base", "one");
  maker.joint("j2", JointType::revolute, "one", "two");
  maker.joint("j3", JointType::revolute, "two", "three");
  maker.joint("mount", JointType::fixed, "three", "flange");
  maker.joint("f1", JointType::prismatic, "flange", "left");
  maker.joint("f2", JointType::prismatic, "flange", "right").mimic = maker.mimic("f1");
  maker.joint("w", JointType::continuous, "base", "wheel");
  EXPECT_THAT(names_of_ends(maker.done()), testing::ElementsAre("flange"));
}

// Three joints carry the forearm, and two variables all that hangs on it: the wrist is still one of the
// arm's.
TEST(ChainEnds, AWristIsNoPartOfTheGripper) {
  ModelMaker maker("arm");
  for (const char* name : {"base", "one", "two", "forearm", "hand", "left", "right"}) maker.link(name);
  maker.joint("j1", JointType::revolute, "base", "one");
  maker.joint("j2", JointType::revolute, "one", "two");
  maker.joint("j3", JointType::revolute, "two", "forearm");
  maker.joint("wrist", JointType::revolute, "forearm", "hand");
  maker.joint("f1", JointType::prismatic, "hand", "left");
  maker.joint("f2", JointType::prismatic, "hand", "right").mimic = maker.mimic("f1");
  EXPECT_THAT(names_of_ends(maker.done()), testing::ElementsAre("hand"));
}

TEST(ChainEnds, KnowsTheNamesOfEnds) {
  for (const char* name : {"foot", "FL_foot", "foot_fl", "lf_foot_link", "LFFOOT", "fingertip", "tool0",
                           "gripper_tcp", "ee_link", "EndEffector", "left-toe", "feet"})
    EXPECT_TRUE(is_end_name(name)) << name;
  for (const char* name :
       {"", "cover", "knee", "see", "tools", "base_footprint", "toolbox", "tipper", "_", "0"})
    EXPECT_FALSE(is_end_name(name)) << name;
}

// A foot before a cover that has more joints in front of it, and stands behind it.
TEST(ChainEnds, AFootComesBeforeACover) {
  ModelMaker maker("leg");
  for (const char* name : {"trunk", "thigh", "calf", "foot", "cover", "screw"}) maker.link(name);
  maker.joint("hip", JointType::revolute, "trunk", "thigh");
  maker.joint("knee", JointType::revolute, "thigh", "calf");
  maker.joint("f", JointType::fixed, "calf", "foot");
  maker.joint("c", JointType::fixed, "calf", "cover");
  maker.joint("s", JointType::fixed, "cover", "screw");
  const Model& model = maker.done();
  EXPECT_THAT(names_of_ends(model), testing::ElementsAre("foot"));
  const KinematicTree tree(model);
  const DynamicsModel dynamics = make_dynamics_model(model, tree, {});
  std::vector<std::string> others;
  for (const LinkId other : other_ends(tree, dynamics, model.find_link("foot")))
    others.push_back(model.link(other).name);
  EXPECT_THAT(others, testing::ElementsAre("screw"));
}

TEST(ChainEnds, LimbsOfATrunkEachHaveOne) {
  ModelMaker maker("biped");
  for (const char* name : {"trunk", "a1", "a2", "b1", "b2"}) maker.link(name);
  maker.joint("ja1", JointType::revolute, "trunk", "a1");
  maker.joint("ja2", JointType::revolute, "a1", "a2");
  maker.joint("jb1", JointType::revolute, "trunk", "b1");
  maker.joint("jb2", JointType::revolute, "b1", "b2");
  EXPECT_THAT(names_of_ends(maker.done()), testing::ElementsAre("a2", "b2"));
}

}  // namespace
}  // namespace romas
