// Keyframes of MJCF as positions of the Model's joints.
#include "ir/analysis/motion/keyframes.h"

#include <gtest/gtest.h>

#include <memory>

#include "test/random_robot.h"

namespace romas {
namespace {

// A free base with a slide, a hinge whose zero is 0.5, and a ball.
Model robot_with(const std::vector<std::vector<std::pair<std::string, std::string>>>& keys) {
  test::ModelMaker maker("robot");
  for (const char* name : {"world", "base", "a", "b", "c"}) maker.link(name);
  maker.joint("free", JointType::floating, "world", "base").origin = maker.at(1, 0, 0, 0, 0, 0);
  maker.joint("slide", JointType::prismatic, "base", "a");
  maker.joint("hinge", JointType::revolute, "base", "b");
  maker.joint("ball", JointType::ball, "b", "c");
  Model& model = maker.model();
  model.layout.format = "mjcf";
  Extension reference;
  reference.owner = {EntityKind::joint, Slot::self, 0, 2, 0};
  reference.kind = Extension::Kind::attribute;
  reference.name = "ref";
  reference.text = "0.5";
  model.extensions.push_back(reference);
  for (const auto& attributes : keys) {
    Extension key;
    key.name = "key";
    key.tree = std::make_shared<const ForeignElement>(ForeignElement{"key", attributes, {}, {}});
    model.extensions.push_back(key);
  }
  return maker.done();
}

std::vector<Keyframe> keyframes_of(const Model& model) { return keyframes_of(model, KinematicTree(model)); }

TEST(Keyframes, sayWhereJointsAreInTheModel) {
  const Model model = robot_with({{{"name", "home"}, {"qpos", "1 2 3 0 2 0 0 0.1 0.75 0 0 0 3"}}});
  const std::vector<Keyframe> read = keyframes_of(model);
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].name, "home");
  ASSERT_TRUE(read[0].positions);
  // The pose of the base, from where it is drawn, and quaternions x y z w of any length.
  EXPECT_EQ(*read[0].positions, (std::vector<double>{0, 2, 3, 1, 0, 0, 0, 0.1, 0.25, 0, 0, 1, 0}));
}

TEST(Keyframes, sayNothingWhereTheirNumbersAreNotThoseOfTheJoints) {
  const Model model = robot_with({{{"qvel", "1"}},
                                  {{"qpos", ""}},
                                  {{"qpos", "1 2 3"}},
                                  {{"qpos", "1 2 3 1 0 0 0 0.1 0.75 1 0 0 0 9"}},
                                  {{"qpos", "1 2 3 1 0 0 0 0.1 much 1 0 0 0"}}});
  const std::vector<Keyframe> read = keyframes_of(model);
  ASSERT_EQ(read.size(), 5U);
  for (const Keyframe& keyframe : read) EXPECT_FALSE(keyframe.positions) << keyframe.extension;
}

TEST(Keyframes, areThoseOfMjcf) {
  Model model = robot_with({{{"qpos", "1 2 3 1 0 0 0 0.1 0.75 1 0 0 0"}}});
  EXPECT_EQ(reference_of(model, JointId(2)), 0.5);
  EXPECT_EQ(reference_of(model, JointId(1)), 0);
  model.layout.format = "urdf";
  EXPECT_TRUE(keyframes_of(model).empty());
  EXPECT_EQ(reference_of(model, JointId(2)), 0);
}

// A body that MuJoCo is told to put somewhere has no numbers in qpos.
TEST(Keyframes, doNotCountWhatIsMovedFromOutside) {
  Model model = robot_with({{{"qpos", "0.1 0.75 1 0 0 0"}}});
  EXPECT_FALSE(keyframes_of(model)[0].positions);
  Extension mocap;
  mocap.owner = {EntityKind::link, Slot::self, 0, 1, 0};
  mocap.kind = Extension::Kind::attribute;
  mocap.name = "mocap";
  mocap.text = "true";
  model.extensions.push_back(mocap);
  ASSERT_TRUE(keyframes_of(model)[0].positions);
  EXPECT_EQ(keyframes_of(model)[0].positions->at(7), 0.1);
}

}  // namespace
}  // namespace romas
