// Protects the reading of joints of SDF: axes in any frame, limits, mimics, screws, joints that close loops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/sdf_helpers.h"

namespace romas {
namespace {

using namespace test::sdf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(SdfJoints, readsTheSecondAxisOfUniversalJoints) {
  const auto dynamics = [](const std::string& first, const std::string& second) {
    Reading read(model(
        link("a") + link("b") +
        joint("j", "universal", "a", "b",
              "<axis><xyz>1 0 0</xyz>" + first + "</axis><axis2><xyz>0 1 0</xyz>" + second + "</axis2>")));
    EXPECT_THAT(read.messages(), IsEmpty());
    std::vector<double> damping;
    if (const auto& own = read.model().joints.at(0).dynamics)
      for (const Number& value : own->damping) damping.push_back(value.value());
    return damping;
  };
  const std::string one = "<dynamics><damping>1</damping></dynamics>";
  const std::string two = "<dynamics><damping>2</damping></dynamics>";
  EXPECT_THAT(dynamics(one, two), ElementsAre(1, 2));
  EXPECT_THAT(dynamics({}, two), ElementsAre(0, 2));
  EXPECT_THAT(dynamics(one, {}), ElementsAre(1, 0));
  EXPECT_THAT(dynamics({}, {}), IsEmpty());
}

TEST(SdfJoints, limitsThatAreNone) {
  const auto limited = [](std::string_view limit) {
    Reading read(model(
        link("a") + link("b") +
        joint("j", "revolute", "a", "b", concat("<axis><xyz>0 0 1</xyz><limit>", limit, "</limit></axis>"))));
    EXPECT_THAT(read.messages(), IsEmpty()) << limit;
    return read.model().joints.at(0);
  };
  EXPECT_EQ(limited("<lower>-inf</lower><upper>inf</upper>").type, JointType::continuous);
  EXPECT_EQ(limited("<lower>-1e16</lower><upper>1e+16</upper>").type, JointType::continuous);
  const Joint one_sided = limited("<lower>-1</lower>");
  EXPECT_EQ(one_sided.type, JointType::revolute);
  EXPECT_EQ(one_sided.limit->upper->value(), 1e16);
  const Joint weak = limited("<lower>-1</lower><upper>1</upper><effort>-1</effort><velocity>inf</velocity>");
  EXPECT_FALSE(weak.limit->effort || weak.limit->velocity);
}

TEST(SdfJoints, axesInOtherFrames) {
  const std::string turned = link("a") + link("b", "<pose>0 0 0 0 0 1.5707963267948966</pose>");
  const auto axis = [](Reading& read) {
    const Vector3 direction = read.model().joints.at(0).axis_or_default();
    return std::vector<double>{direction.x(), direction.y(), direction.z()};
  };
  Reading own(model(turned + joint("j", "revolute", "a", "b", "<axis><xyz>1 0 0</xyz></axis>")));
  EXPECT_THAT(axis(own), ElementsAre(1, 0, 0));
  Reading named(
      model(turned + joint("j", "revolute", "a", "b", "<axis><xyz expressed_in='a'>1 0 0</xyz></axis>")));
  EXPECT_THAT(axis(named), ElementsAre(0, -1, 0));
  Reading old(model(turned + joint("j", "revolute", "a", "b", "<axis><xyz>1 0 0</xyz></axis>"), "1.4"));
  EXPECT_THAT(axis(old), ElementsAre(0, -1, 0));
  Reading flag(
      model(turned + joint("j", "revolute", "a", "b",
                           "<axis><xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>"),
            "1.6"));
  EXPECT_THAT(axis(flag), ElementsAre(0, -1, 0));
  Reading absent(model(turned + joint("j", "revolute", "a", "b", "<axis/>")));
  EXPECT_THAT(axis(absent), ElementsAre(0, 0, 1));
}

TEST(SdfJoints, jointsThatCloseLoops) {
  Reading read(model(link("a") + link("b") + link("c") + joint("ab", "revolute", "a", "b", kAxis) +
                     joint("bc", "revolute", "b", "c", kAxis) + joint("ca", "revolute", "c", "a", kAxis) +
                     joint("ac", "ball", "a", "c")));
  EXPECT_THAT(read.messages(), IsEmpty());
  EXPECT_EQ(read.model().joints.size(), 2U);
  ASSERT_EQ(read.model().loop_joints.size(), 2U);
  EXPECT_EQ(read.model().loop_joints[0].name, "ca");
  EXPECT_EQ(read.model().loop_joints[0].link2.link.name, "a");
  EXPECT_EQ(read.model().loop_joints[1].type, JointType::ball);
}

// The model has no more than names, attachments and an axis for them: everything else that the file says of
// them is reported.
TEST(SdfJoints, whatJointsThatCloseLoopsCannotKeep) {
  const std::string base = link("a") + link("b") + joint("ab", "revolute", "a", "b", kAxis);
  const auto lost_of = [&](const std::string& inner) {
    Reading read(model(base + joint("loop", "revolute", "b", "a", inner)));
    EXPECT_EQ(read.model().loop_joints.size(), 1U);
    return read.messages();
  };
  const auto about = [](std::string_view element) {
    return ElementsAre(
        HasSubstr(concat("<", element, "> of joint 'loop', which closes a loop, has no place in the model")));
  };
  EXPECT_THAT(lost_of(std::string(kAxis)), IsEmpty());
  EXPECT_THAT(lost_of("<axis><xyz>0 0 1</xyz><limit/></axis>"), IsEmpty());
  EXPECT_THAT(lost_of(std::string(kAxis) + "<sensor name='s' type='force_torque'/>"), about("sensor"));
  EXPECT_THAT(
      lost_of(std::string(kAxis) + "<physics><ode><provide_feedback>1</provide_feedback></ode></physics>"),
      about("physics"));
  EXPECT_THAT(lost_of(std::string(kAxis) + "<axis2><xyz>0 1 0</xyz></axis2>"), about("axis2"));
  EXPECT_THAT(lost_of(std::string(kAxis) + "<screw_thread_pitch>1</screw_thread_pitch>"),
              about("screw_thread_pitch"));
  EXPECT_THAT(lost_of("<axis><xyz>0 0 1</xyz><limit><lower>-1</lower></limit></axis>"), about("limit"));
  EXPECT_THAT(lost_of("<axis><xyz>0 0 1</xyz><dynamics><damping>1</damping></dynamics></axis>"),
              about("dynamics"));
  EXPECT_THAT(lost_of("<axis><xyz>0 0 1</xyz><mimic joint='ab'/></axis>"), about("mimic"));
}

TEST(SdfJoints, mimicWithAReference) {
  const std::string mimic =
      "<axis><xyz>0 0 1</xyz><mimic "
      "joint='j'><multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference></mimic></axis>";
  Reading read(model(link("a") + link("b") + link("c") + joint("j", "revolute", "a", "b", kAxis) +
                         joint("k", "revolute", "b", "c", mimic),
                     "1.11"));
  const JointMimic& follower = *read.model().joints.at(1).mimic;
  EXPECT_EQ(follower.joint.name, "j");
  EXPECT_DOUBLE_EQ(follower.offset->value(), 0.5 - 2 * 0.1);
}

TEST(SdfJoints, screwPitches) {
  Reading turns(model(
      link("a") + link("b") +
          joint("s", "screw", "a", "b", concat(kAxis, "<screw_thread_pitch>0.002</screw_thread_pitch>")),
      "1.10"));
  EXPECT_EQ(turns.model().joints.at(0).screw_pitch->value(), 0.002);
  Reading radians(
      model(link("a") + link("b") +
            joint("s", "screw", "a", "b", concat(kAxis, "<thread_pitch>-3141.592653589793</thread_pitch>"))));
  EXPECT_DOUBLE_EQ(radians.model().joints.at(0).screw_pitch->value(), 0.002);
}

}  // namespace
}  // namespace romas
