// Signs of what a robot stands on.
#include "ir/analysis/loads/ground_support.h"

#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas {
namespace {

using test::ModelMaker;

bool stands(ModelMaker& maker) {
  const Model& model = maker.done();
  return stands_on_root(model, KinematicTree(model));
}

ModelMaker arm(const std::string& root) {
  ModelMaker maker;
  for (const std::string& link : {root, std::string("upper"), std::string("fore")}) maker.link(link);
  maker.joint("shoulder", JointType::revolute, root, "upper");
  maker.joint("elbow", JointType::revolute, "upper", "fore");
  return maker;
}

// A body with wheels that hang on `carrier`.
void add_wheels(ModelMaker& maker, const std::string& carrier) {
  for (const std::string side : {"left", "right"}) {
    maker.link(side);
    maker.joint("roll_" + side, JointType::continuous, carrier, side);
  }
}

TEST(StandsOnRoot, anArm) {
  auto maker = arm("base");
  EXPECT_TRUE(stands(maker));
  // A link fixed to the root is a part of it.
  maker.link("plate");
  maker.joint("screws", JointType::fixed, "base", "plate");
  EXPECT_TRUE(stands(maker));
}

TEST(StandsOnRoot, notATrunkWithLimbs) {
  auto maker = arm("trunk");
  maker.link("leg");
  maker.joint("hip", JointType::revolute, "trunk", "leg");
  EXPECT_FALSE(stands(maker));
}

TEST(StandsOnRoot, limbsOnTheGround) {
  auto maker = arm("world");
  maker.link("leg");
  maker.joint("hip", JointType::revolute, "world", "leg");
  EXPECT_TRUE(stands(maker));
}

TEST(StandsOnRoot, anArmOnWheels) {
  auto maker = arm("cart");
  add_wheels(maker, "cart");
  EXPECT_TRUE(stands(maker));
}

TEST(StandsOnRoot, notATorsoAboveWheels) {
  auto maker = arm("torso");
  add_wheels(maker, "fore");
  EXPECT_FALSE(stands(maker));
}

// A sensor that spins on the arm is no wheel.
TEST(StandsOnRoot, oneWheelIsNone) {
  auto maker = arm("base");
  maker.link("lidar");
  maker.joint("spin", JointType::continuous, "fore", "lidar");
  EXPECT_TRUE(stands(maker));
}

TEST(StandsOnRoot, notWhereTheBaseFloats) {
  for (const JointType type : {JointType::floating, JointType::planar}) {
    auto maker = arm("base");
    maker.link("world");
    maker.joint("air", type, "world", "base");
    EXPECT_FALSE(stands(maker));
  }
}

}  // namespace
}  // namespace romas
