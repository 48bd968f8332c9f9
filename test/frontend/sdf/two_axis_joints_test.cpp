// Protects joints of two axes: they become two joints and a massless link, in the same places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/analysis/motion/kinematics.h"
#include "test/sdf_helpers.h"

namespace romas {
namespace {

using namespace test::sdf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string axes(std::string_view first, std::string_view second) {
  return concat("<axis><xyz>", first, "</xyz></axis><axis2><xyz>", second, "</xyz></axis2>");
}

TEST(SdfTwoAxisJoints, becomeTwoJoints) {
  Reading read(model(link("a") + link("b", "<pose>1 0 0 0 0 0</pose>") +
                     joint("j", "revolute2", "a", "b", "<pose>0 1 0 0 0 0</pose>" + axes("0 0 1", "0 1 0"))));
  EXPECT_THAT(read.messages(), IsEmpty());
  const Model& robot = read.model();
  ASSERT_EQ(robot.joints.size(), 2U);
  const Joint& first = robot.joints[0];
  const Joint& second = robot.joints[1];
  EXPECT_EQ(first.name, "j_axis1");
  EXPECT_EQ(first.parent.name, "a");
  EXPECT_EQ(first.child.name, "j_axis1_link");
  EXPECT_EQ(first.origin.evaluate().p, Vector3(1, 1, 0));
  EXPECT_EQ(first.axis_or_default(), Vector3(0, 0, 1));
  EXPECT_EQ(second.name, "j");
  EXPECT_EQ(second.parent.name, "j_axis1_link");
  EXPECT_EQ(second.child.name, "b");
  EXPECT_TRUE(second.origin.evaluate().is_identity());
  EXPECT_EQ(second.axis_or_default(), Vector3(0, 1, 0));
  EXPECT_FALSE(robot.link(robot.find_link("j_axis1_link")).inertial);
}

// Values of each axis stay with it.
TEST(SdfTwoAxisJoints, keepTheirLimits) {
  Reading read(model(link("a") + link("b") +
                     joint("j", "universal", "a", "b",
                           "<axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>"
                           "<axis2><xyz>0 1 0</xyz><limit><lower>-2</lower><upper>2</upper></limit>"
                           "<dynamics><damping>3</damping></dynamics></axis2>")));
  EXPECT_THAT(read.messages(), IsEmpty());
  ASSERT_EQ(read.model().joints.size(), 2U);
  EXPECT_EQ(read.model().joints[0].limit->upper->value(), 1);
  EXPECT_EQ(read.model().joints[1].limit->upper->value(), 2);
  EXPECT_FALSE(read.model().joints[0].dynamics);
  EXPECT_EQ(read.model().joints[1].dynamics->damping.at(0).value(), 3);
}

// The model's own universal joint is one joint.
TEST(SdfTwoAxisJoints, thatAreUniversalStayOne) {
  const auto count = [](const std::string& inside, std::string_view version = "1.9") {
    return Reading(model(link("a") + link("b") + joint("j", "universal", "a", "b", inside), version))
        .model()
        .joints.size();
  };
  EXPECT_EQ(count(axes("1 0 0", "0 1 0")), 1U);
  EXPECT_EQ(count(axes("1 0 0", "0 1 0"), "1.4"), 2U);  // in the frame of the model
  EXPECT_EQ(count(axes("0 1 0", "1 0 0")), 2U);
  EXPECT_EQ(count("<axis><xyz expressed_in='a'>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>"), 2U);
  const auto limited = [&](const std::string& limit) {
    return count(
        concat("<axis><xyz>1 0 0</xyz><limit>", limit, "</limit></axis><axis2><xyz>0 1 0</xyz></axis2>"));
  };
  EXPECT_EQ(limited("<lower>-1e16</lower><upper>inf</upper><effort>-1</effort>"), 1U);
  EXPECT_EQ(limited("<lower>-1</lower>"), 2U);
  EXPECT_EQ(limited("<effort>5</effort>"), 2U);
}

TEST(SdfTwoAxisJoints, areFollowedByAxis) {
  const auto leader = [](const std::string& axis) {
    Reading read(model(link("a") + link("b") + link("c") +
                           joint("j", "universal", "a", "b", axes("1 0 0", "0 1 0")) +
                           joint("k", "revolute", "b", "c",
                                 concat("<axis><xyz>0 0 1</xyz><mimic joint='j'", axis,
                                        "><multiplier>2</multiplier></mimic></axis>")),
                       "1.11"));
    EXPECT_THAT(read.messages(), IsEmpty());
    return read.model().joints.back().mimic->joint.name;
  };
  EXPECT_EQ(leader(""), "j_axis1");
  EXPECT_EQ(leader(" axis='axis'"), "j_axis1");
  EXPECT_EQ(leader(" axis='axis2'"), "j");
}

// Names that are taken; frames and joints that name the joint mean its child.
TEST(SdfTwoAxisJoints, keepTheirNamesAndFrames) {
  Reading read(model(link("a") + link("b") + link("j_axis1") +
                     joint("j", "revolute2", "a", "b", axes("0 0 1", "0 1 0")) +
                     joint("k", "fixed", "j", "j_axis1") + "<frame name='f' attached_to='j'/>"));
  EXPECT_THAT(read.messages(), IsEmpty());
  EXPECT_EQ(read.model().joints[0].name, "j_axis1_1");
  EXPECT_EQ(read.model().joints[2].parent.name, "b");
  EXPECT_EQ(read.model().frames.at(0).link.name, "b");
}

// If the joint closes a loop, its second joint does, so that both axes are there.
TEST(SdfTwoAxisJoints, closeLoops) {
  Reading read(model(link("a") + link("b") + joint("h", "revolute", "a", "b", kAxis) +
                     joint("j", "revolute2", "a", "b", axes("0 0 1", "0 1 0"))));
  EXPECT_THAT(read.messages(), IsEmpty());
  EXPECT_EQ(read.model().joints.size(), 2U);
  ASSERT_EQ(read.model().loop_joints.size(), 1U);
  EXPECT_EQ(read.model().loop_joints[0].link1.link.name, "j_axis1_link");
  EXPECT_EQ(read.model().loop_joints[0].link2.link.name, "b");
}

TEST(SdfTwoAxisJoints, withoutAnAxisAreTold) {
  Reading read(
      model(link("a") + link("b") + joint("j", "revolute2", "a", "b", "<axis><xyz>1 0 0</xyz></axis>")));
  EXPECT_THAT(read.messages(), ElementsAre(HasSubstr("the revolute2 joint 'j' has no <axis2>")));
}

}  // namespace
}  // namespace romas
