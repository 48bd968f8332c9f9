// check-axes and check-joints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/text/text.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::slugs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The findings of check-axes about a revolute joint with this axis.
std::vector<Diagnostic> axis_findings(double x, double y, double z) {
  auto maker = test::two_links();
  maker.model().joints[0].axis = maker.axis(x, y, z);
  return findings(check_axes, maker.model());
}
std::vector<std::string> axis_slugs(double x, double y, double z) {
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : axis_findings(x, y, z))
    result.emplace_back(rule_info(diagnostic.rule).slug);
  return result;
}

TEST(CheckAxes, unitAxesPass) {
  EXPECT_THAT(axis_slugs(0, 0, -1), IsEmpty());
  EXPECT_THAT(axis_slugs(0.6, 0.8, 0), IsEmpty());
  EXPECT_THAT(axis_slugs(0.707107, 0.707107, 0), IsEmpty());  // six digits
}

TEST(CheckAxes, faults) {
  EXPECT_THAT(axis_slugs(0, 0, 0), ElementsAre("axis-zero"));
  EXPECT_THAT(axis_slugs(0, 0, 2), ElementsAre("axis-not-unit"));
  EXPECT_THAT(axis_slugs(0.707, 0.707, 0), ElementsAre("axis-not-unit"));
  EXPECT_THAT(axis_slugs(1e300, 0, 1e300), ElementsAre("axis-not-unit"));
  EXPECT_THAT(axis_slugs(1, 0, 3e-17), ElementsAre("axis-near-cardinal"));
  EXPECT_THAT(axis_slugs(-3.67e-6, -1, 0), ElementsAre("axis-near-cardinal"));
  EXPECT_THAT(axis_slugs(1, 0, 1e-3 / 2), IsEmpty());  // meant
}

TEST(CheckAxes, fixesAreExact) {
  const auto replacement = [](const std::vector<Diagnostic>& found) {
    return found.at(0).fixes.at(0).replacement;
  };
  EXPECT_EQ(replacement(axis_findings(0, 0, -2)), "0 0 -1");
  EXPECT_EQ(replacement(axis_findings(3, 4, 0)), "0.6 0.8 0");
  EXPECT_EQ(replacement(axis_findings(1e-12, -1, 0)), "0 -1 0");
}

TEST(CheckAxes, onlyJointsThatHaveAnAxis) {
  for (const JointType type :
       {JointType::fixed, JointType::floating, JointType::ball, JointType::universal}) {
    auto maker = test::two_links(type);
    EXPECT_THAT(slugs(check_axes, maker), IsEmpty());
    maker.model().joints[0].axis = maker.axis(0, 0, 0);
    EXPECT_THAT(slugs(check_axes, maker), IsEmpty());
  }
  auto maker = test::two_links();
  maker.model().joints[0].axis.reset();
  EXPECT_THAT(slugs(check_axes, maker), ElementsAre("axis-missing"));
}

// The findings of check-joints about a joint of this type with these limits.
std::vector<std::string> limit_slugs(JointType type, double lower, double upper, double effort = 1,
                                     double velocity = 1) {
  auto maker = test::two_links(type);
  maker.model().joints[0].limit = maker.limit(lower, upper, effort, velocity);
  return slugs(check_joints, maker);
}

TEST(CheckJoints, soundLimitsPass) {
  EXPECT_THAT(limit_slugs(JointType::revolute, -1, 1), IsEmpty());
  EXPECT_THAT(limit_slugs(JointType::revolute, -12.57, 12.57), IsEmpty());  // two turns
  EXPECT_THAT(limit_slugs(JointType::prismatic, 0, 100), IsEmpty());
  EXPECT_THAT(limit_slugs(JointType::revolute, -1e9, 1e9), IsEmpty());  // "no limit"
}

TEST(CheckJoints, bounds) {
  EXPECT_THAT(limit_slugs(JointType::revolute, 1, -1), ElementsAre("limit-inverted"));
  EXPECT_THAT(limit_slugs(JointType::prismatic, 0, 0), ElementsAre("limit-empty"));
  EXPECT_THAT(limit_slugs(JointType::revolute, 0.1, 1), ElementsAre("zero-outside-limits"));
  EXPECT_THAT(limit_slugs(JointType::revolute, -90, 180), ElementsAre("limit-degrees"));
  EXPECT_THAT(limit_slugs(JointType::continuous, -1, 1), ElementsAre("continuous-bounds"));
}

TEST(CheckJoints, magnitudes) {
  EXPECT_THAT(limit_slugs(JointType::revolute, -1, 1, 0, 1), ElementsAre("effort-zero"));
  EXPECT_THAT(limit_slugs(JointType::revolute, -1, 1, 1, 0), ElementsAre("velocity-zero"));
  EXPECT_THAT(limit_slugs(JointType::revolute, -1, 1, 0, 0), ElementsAre("effort-zero", "limits-unset"));
  EXPECT_THAT(limit_slugs(JointType::revolute, -1, 1, -10, 1), ElementsAre("limit-negative"));
  EXPECT_THAT(limit_slugs(JointType::revolute, -1, 1, 1, -1), ElementsAre("limit-negative"));
}

// A generator that writes 0 writes it everywhere, and a follower moves as its leader does.
TEST(CheckJoints, velocityLimitsOfZero) {
  test::ModelMaker maker;
  for (const char* link : {"base", "upper", "fore", "hand"}) maker.link(link);
  maker.joint("shoulder", JointType::revolute, "base", "upper").limit->velocity = 0;
  maker.joint("elbow", JointType::revolute, "upper", "fore").limit->velocity = 0;
  Joint& wrist = maker.joint("wrist", JointType::revolute, "fore", "hand");
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("velocity-zero", "velocity-zero"));
  wrist.limit->velocity = 0;
  wrist.limit->effort = 20;  // no placeholder
  const auto found = findings(check_joints, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].range, SourceRange(maker.model().joints[0].limit->range));
  EXPECT_EQ(
      found[0].message,
      "the velocity limit of joint 'shoulder', like that of all 3 joints, is 0: some tools hold the joint "
      "still, others take it as no limit");
  maker.model().joints[0].limit->velocity = 1;
  maker.model().joints[1].limit->velocity = 1;
  maker.model().joints[2].mimic = maker.mimic("elbow");
  EXPECT_THAT(slugs(check_joints, maker), IsEmpty());
}

TEST(CheckJoints, missingLimits) {
  auto maker = test::two_links();
  Joint& joint = maker.model().joints[0];
  joint.limit->effort.reset();
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("limit-missing"));
  EXPECT_EQ(findings(check_joints, maker.model())[0].range, SourceRange(joint.limit->range));
  joint.limit.reset();
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("limit-missing"));
  joint.type = JointType::continuous;
  EXPECT_THAT(slugs(check_joints, maker), IsEmpty());
}

TEST(CheckJoints, boundsLeftOutCountAsZero) {
  auto maker = test::two_links();
  JointLimit& limit = *maker.model().joints[0].limit;
  limit.lower.reset();
  EXPECT_THAT(slugs(check_joints, maker), IsEmpty());
  limit.upper = -1;  // never an error: other readers take a missing bound for none
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("limit-empty"));
  limit.upper.reset();
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("limit-empty"));
}

TEST(CheckJoints, softLimits) {
  auto maker = test::two_links();
  Joint& joint = maker.model().joints[0];
  joint.safety_controller =
      JointSafetyController{Number(-0.9), Number(1.9), {}, Number(10), maker.next_range()};
  EXPECT_THAT(slugs(check_joints, maker), IsEmpty());
  joint.safety_controller->soft_upper_limit = 2.5;
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("soft-limit-outside"));
  // Beyond both hard limits, but nearly there: the author means something by it.
  joint.safety_controller->soft_lower_limit = -1.5;
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("soft-limit-outside", "soft-limit-outside"));
  // Twice as far apart: switched off.
  joint.safety_controller->soft_lower_limit = -10;
  joint.safety_controller->soft_upper_limit = 10;
  EXPECT_THAT(slugs(check_joints, maker), IsEmpty());
}

TEST(CheckJoints, dynamics) {
  auto maker = test::two_links();
  Joint& joint = maker.model().joints[0];
  joint.dynamics = JointDynamics{{Number(0.1)}, {Number(0)}, {Number(0)}, maker.next_range()};
  EXPECT_THAT(slugs(check_joints, maker), IsEmpty());
  joint.dynamics->damping = {Number(-0.1)};
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("dynamics-negative"));
  joint.dynamics->damping = {Number(0.1)};
  joint.dynamics->armature = {Number(-0.1)};
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("dynamics-negative"));
}

TEST(CheckJoints, fixedJointsWithMotionData) {
  auto maker = test::two_links(JointType::fixed);
  EXPECT_THAT(slugs(check_joints, maker), IsEmpty());
  maker.model().joints[0].axis = maker.axis(0, 0, 0);
  maker.model().joints[0].limit = maker.limit(1, -1, -1, 0);
  const auto found = findings(check_joints, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "fixed joint 'shoulder' has an axis, a limit, which has no effect there");
}

TEST(CheckJoints, placeholders) {
  test::ModelMaker maker;
  for (int i = 0; i < 4; ++i) maker.link(concat("l", i));
  for (int i = 0; i < 3; ++i)
    maker.joint(concat("j", i), JointType::revolute, concat("l", i), concat("l", i + 1)).limit =
        maker.limit(-1, 1, 100, 1);
  EXPECT_THAT(slugs(check_joints, maker), ElementsAre("limit-placeholder"));
  maker.model().joints[2].limit->effort = 50;
  EXPECT_THAT(slugs(check_joints, maker), IsEmpty());
}

}  // namespace
}  // namespace romas
