// Protects how ids and places print: by number and name in our own messages, by number in failed tests.
#include "ir/model/labels.h"

#include <gtest/gtest.h>

#include "ir/model/place_words.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using ::testing::PrintToString;

Model robot() {
  test::ModelMaker maker;
  maker.link("base");
  maker.link("arm");
  maker.joint("elbow", JointType::revolute, "base", "arm");
  maker.done();
  Model model = maker.model();
  model.name = "r";
  model.transmissions.resize(1);
  return model;
}

TEST(Labels, haveNumberAndName) {
  const Model model = robot();
  EXPECT_EQ(label(model, JointId(0)), "joint 0 'elbow'");
  EXPECT_EQ(label(model, model.find_link("arm")), "link 1 'arm'");
  EXPECT_EQ(label(model, EntityKind::robot, 0), "robot 'r'");
}

TEST(Labels, ofWhatHasNoNameOrDoesNotExistHaveTheNumber) {
  const Model model = robot();
  EXPECT_EQ(label(model, EntityKind::transmission, 0), "transmission 0");
  EXPECT_EQ(label(model, MaterialId(7)), "material 7");
  EXPECT_EQ(label(model, BlockId()), "no block");
}

TEST(Labels, ofPlacesArePaths) {
  const Model model = robot();
  EXPECT_EQ(label(model, Place{}), "robot 'r'");
  EXPECT_EQ(label(model, Place{EntityKind::link, Slot::inertial, 0, 1, 0}), "link 1 'arm'.inertial");
  EXPECT_EQ(label(model, Place{EntityKind::link, Slot::visual_origin, 0, 1, 2}),
            "link 1 'arm'.visual_origin[2]");
  EXPECT_EQ(label(model, Place{EntityKind::transmission, Slot::joint_role, 4, 0, 3}),
            "transmission 0.joint_role[3][4]");
}

TEST(Labels, areWhatFailedTestsShow) {
  EXPECT_EQ(PrintToString(LinkId(2)), "link 2");
  EXPECT_EQ(PrintToString(JointId()), "no joint");
  EXPECT_EQ(PrintToString(MaterialId(1)), "material 1");
  EXPECT_EQ(PrintToString(BlockId(0)), "block 0");
  EXPECT_EQ(PrintToString(Place{EntityKind::link, Slot::visual, 0, 1, 2}), "link 1.visual[2]");
}

TEST(Labels, slotsAreFoundByTheirWords) {
  EXPECT_EQ(parse_slot("visual_origin"), Slot::visual_origin);
  EXPECT_EQ(parse_slot(""), std::nullopt);
  EXPECT_EQ(to_string(static_cast<Slot>(255)), "");
  for (const std::string_view word : slot_words()) EXPECT_EQ(to_string(*parse_slot(word)), word);
  EXPECT_EQ(slot_words().back(), "com");
}

}  // namespace
}  // namespace romas
