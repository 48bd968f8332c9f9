// Protects worlds: their models one by one, in the places that the world gives them, and all of them as one
// robot whose root link is the world.
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

FrontendOptions whole_world() {
  FrontendOptions options;
  options.world = true;
  return options;
}
std::string world(std::string_view inside) {
  return concat("<sdf version='1.9'><world name='cell'>", inside, "</world></sdf>");
}
std::string model_of(std::string_view name, std::string_view inside) {
  return concat("<model name='", name, "'>", inside, "</model>");
}
constexpr std::string_view kAtX = "<pose>1 0 0 0 0 0</pose>";

const Joint& joint_of(const Model& robot, std::string_view name) {
  const JointId id = robot.find_joint(name);
  EXPECT_TRUE(id) << name;
  static const Joint kNone;
  return id ? robot.joint(id) : kNone;
}

TEST(SdfWorld, isOneRobotWhereThatIsAsked) {
  Reading read(world("<gravity>0 0 -3</gravity>" +
                     model_of("table", concat("<static>true</static>", kAtX, link("top"))) +
                     model_of("arm", link("base", "<pose>0 2 0 0 0 0</pose>") + link("tip") +
                                         joint("j", "revolute", "base", "tip", kAxis))),
               whole_world());
  EXPECT_THAT(read.messages(), IsEmpty());
  ASSERT_EQ(read.result.models.size(), 1U);
  const Model& robot = read.model();
  EXPECT_EQ(robot.name, "cell");
  EXPECT_EQ(robot.gravity->at(2).value(), -3);
  EXPECT_TRUE(robot.find_link("world"));
  const Joint& table = joint_of(robot, "table::top_fixed");
  EXPECT_EQ(table.type, JointType::fixed);
  EXPECT_EQ(table.parent.name, "world");
  EXPECT_EQ(table.origin.evaluate().p, Vector3(1, 0, 0));
  const Joint& arm = joint_of(robot, "arm::base_free");
  EXPECT_EQ(arm.type, JointType::floating);
  EXPECT_EQ(arm.parent.name, "world");
  EXPECT_EQ(arm.origin.evaluate().p, Vector3(0, 2, 0));
  EXPECT_EQ(joint_of(robot, "arm::j").child.name, "arm::tip");
  EXPECT_EQ(Reading(world(model_of("m", link("a")) + model_of("n", link("a")))).result.models.size(), 2U);
}

// Frames of the world, models relative to models, joints of the world.
TEST(SdfWorld, hasFramesAndJoints) {
  const std::string text =
      concat("<sdf version='1.10'><world name='cell'><frame name='spot' attached_to='m::a'>", kAtX,
             "</frame>", "<frame name='mark'><pose>0 0 5 0 0 0</pose></frame>",
             model_of("m", concat("<pose relative_to='mark'>0 1 0 0 0 0</pose>", link("a"))),
             model_of("n", concat("<pose relative_to='spot'/>", link("b"))),
             "<joint name='weld' type='fixed'><parent>m::a</parent><child>n</child></joint>",
             "<joint name='foot' type='fixed'><parent>mark</parent><child>m</child></joint></world></sdf>");
  Reading read(text, whole_world());
  EXPECT_THAT(read.messages(), IsEmpty());
  const Model& robot = read.model();
  EXPECT_EQ(joint_of(robot, "weld").parent.name, "m::a");
  EXPECT_EQ(joint_of(robot, "weld").origin.evaluate().p, Vector3(1, 0, 0));
  EXPECT_EQ(joint_of(robot, "foot").parent.name, "world");
  EXPECT_EQ(joint_of(robot, "foot").origin.evaluate().p, Vector3(0, 1, 5));
  ASSERT_EQ(robot.frames.size(), 2U);
  EXPECT_EQ(robot.frames[0].link.name, "m::a");
  EXPECT_EQ(robot.frames[1].link.name, "world");
  EXPECT_EQ(robot.frames[1].origin.evaluate().p, Vector3(0, 0, 5));
}

// One model alone that hangs on the world stands where the frames of the world say.
TEST(SdfWorld, placesItsModels) {
  const std::string hangs = joint("j", "revolute", "world", "a", kAxis);
  Reading read(
      world(concat("<frame name='mark'><pose>0 0 5 0 0 0</pose></frame>",
                   model_of("m", concat("<pose relative_to='mark'>0 1 0 0 0 0</pose>", link("a"), hangs)))));
  EXPECT_THAT(read.messages(), IsEmpty());
  EXPECT_EQ(read.model().joints.at(0).parent.name, "world");
  EXPECT_EQ(read.model().joints.at(0).origin.evaluate().p, Vector3(0, 1, 5));
  Reading wrong(world(model_of("m", concat("<pose relative_to='none'>0 1 0 0 0 0</pose>", link("a")))));
  EXPECT_THAT(wrong.messages(),
              ElementsAre(HasSubstr(
                  "unresolved-link the frame of this pose 'none' is not a model or frame of the world")));
}

TEST(SdfWorld, tellsWhatARobotCannotSay) {
  const std::string moving = link("a") + link("b") + joint("j", "revolute", "a", "b", kAxis);
  Reading still(world(model_of("m", "<static>true</static>" + moving)), whole_world());
  EXPECT_THAT(still.messages(),
              ElementsAre(HasSubstr("feature-dropped <static> cannot stop the joints of a robot")));
  Reading child(
      concat("<sdf version='1.10'><world name='w'><frame name='f'/>", model_of("m", link("a")),
             "<joint name='j' type='fixed'><parent>m</parent><child>f</child></joint></world></sdf>"),
      whole_world());
  EXPECT_THAT(child.messages(), ElementsAre(HasSubstr("the child of joint 'j' is fixed to the world")));
}

// A model in a static model does not move either.
TEST(SdfWorld, staticModelsHoldTheirModels) {
  Reading read(world(model_of("m", "<static>1</static>" + link("a") + model_of("n", link("b")))),
               whole_world());
  EXPECT_THAT(read.messages(), IsEmpty());
  EXPECT_EQ(joint_of(read.model(), "m::n::b_fixed").type, JointType::fixed);
}

// Frames that libsdformat refuses are told once, whether or not the world is one robot, and not again where
// models stand relative to them.
TEST(SdfWorld, tellsFaultyFrames) {
  const auto frame = [](std::string_view name, std::string_view attached_to, std::string_view inside = {}) {
    return concat("<frame name='", name, "'",
                  attached_to.empty() ? "" : concat(" attached_to='", attached_to, "'"), ">", inside,
                  "</frame>\n");
  };
  const struct {
    std::string frames, message;
  } kFaults[] = {
      {frame("f", "nothing"),
       "1:68 unresolved-link the frame 'nothing' is not a model or frame of the world"},
      {frame("f", "me::b"), "1:68 unresolved-link the frame 'me::b' is not a model or frame of the world"},
      {frame("f", "", "<pose relative_to='nowhere'/>"),
       "1:74 unresolved-link the frame of this pose 'nowhere' is not a model or frame of the world"},
      {frame("f", "f"), "1:52 kinematic-cycle 'f' is attached to itself"},
      {frame("f", "g") + frame("g", "f"), "1:52 kinematic-cycle 'f' is attached to itself"},
      {frame("f", "", "<pose relative_to='g'/>") + frame("g", "", "<pose relative_to='f'/>"),
       "1:52 kinematic-cycle the pose of 'f' is given relative to itself"},
      {frame("f", "", "<pose>x 0 0 0 0 0</pose>"), "1:61 bad-number 'x' is not a number"},
  };
  for (const auto& [frames, message] : kFaults) {
    const std::string text = world(frames + model_of("me", concat("<pose relative_to='f'/>", link("a"))) +
                                   model_of("n", link("a")));
    EXPECT_THAT(Reading(text).messages(), ElementsAre(message)) << text;
    EXPECT_THAT(Reading(text, whole_world()).messages(), ElementsAre(message)) << text;
  }
  Reading twice(world(frame("f", "") + frame("f", "") + model_of("m", link("a"))));
  EXPECT_THAT(twice.messages(), ElementsAre(HasSubstr("2:14 duplicate-name frame 'f' is defined twice")));
  Reading reserved(world(frame("world", "") + model_of("m", link("a"))));
  EXPECT_THAT(reserved.messages(),
              ElementsAre(HasSubstr("1:52 duplicate-name frame 'world' has the name of the world")));
  Reading nameless(world("<frame/>" + model_of("m", link("a"))));
  EXPECT_THAT(nameless.messages(), ElementsAre(HasSubstr("missing-attribute")));
  // libsdformat takes it.
  EXPECT_THAT(Reading(world(frame("m", "") + model_of("m", link("a")))).messages(), IsEmpty());
}

// Models that stand relative to each other in a circle; and a fault inside of a model is told once.
TEST(SdfWorld, tellsFaultyPlacesOfModels) {
  const auto at = [](std::string_view frame) {
    return concat("<pose relative_to='", frame, "'/>", link("a"));
  };
  const std::string circle = world(model_of("m", at("n")) + model_of("n", at("m")));
  EXPECT_THAT(Reading(circle).messages(), ElementsAre(HasSubstr("kinematic-cycle the pose of 'm'")));
  EXPECT_THAT(Reading(circle, whole_world()).messages(),
              ElementsAre(HasSubstr("kinematic-cycle the pose of 'm'")));
  const std::string inner = "<frame name='f' attached_to='none'/>" + link("b");
  const std::string inside = world(model_of("m", at("n")) + model_of("n", inner));
  EXPECT_THAT(Reading(inside).messages(), ElementsAre(HasSubstr("unresolved-link the frame 'none'")));
  EXPECT_THAT(Reading(inside, whole_world()).messages(),
              ElementsAre(HasSubstr("unresolved-link the frame 'none'")));
}

}  // namespace
}  // namespace romas
