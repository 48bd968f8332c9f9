// Protects the leaders of followers: chains are followed to their end, and the search ends in cycles, too.
#include "ir/analysis/tree/mimic.h"

#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas {
namespace {

// Three joints below one base: 'j0', 'j1' and 'j2'.
test::ModelMaker three_joints() {
  test::ModelMaker maker;
  maker.link("base", 1, 0.1, 0.1, 0.1);
  for (const char* name : {"0", "1", "2"}) {
    maker.link(concat("link_", name), 1, 0.1, 0.1, 0.1);
    maker.joint(concat("j", name), JointType::revolute, "base", concat("link_", name));
  }
  return maker;
}

TEST(ResolveMimic, aJointThatFollowsNothingLeadsItself) {
  auto maker = three_joints();
  const MimicRelation relation = resolve_mimic(maker.done(), JointId(1));
  EXPECT_EQ(relation.leader, JointId(1));
  EXPECT_EQ(relation.multiplier, 1);
  EXPECT_EQ(relation.offset, 0);
}

TEST(ResolveMimic, walksChainsToTheirEnd) {
  auto maker = three_joints();
  maker.model().joints[1].mimic = maker.mimic("j0", 2, 0.5);
  maker.model().joints[2].mimic = maker.mimic("j1", 3, 1);
  const MimicRelation relation = resolve_mimic(maker.done(), JointId(2));  // 3 (2 q + 0.5) + 1
  EXPECT_EQ(relation.leader, JointId(0));
  EXPECT_EQ(relation.multiplier, 6);
  EXPECT_EQ(relation.offset, 2.5);
}

TEST(ResolveMimic, withoutNumbersAFollowerDoesAsItsLeader) {
  auto maker = three_joints();
  maker.model().joints[1].mimic = maker.mimic("j0");
  maker.model().joints[1].mimic->multiplier.reset();
  maker.model().joints[1].mimic->offset.reset();
  const MimicRelation relation = resolve_mimic(maker.done(), JointId(1));
  EXPECT_EQ(relation.leader, JointId(0));
  EXPECT_EQ(relation.multiplier, 1);
  EXPECT_EQ(relation.offset, 0);
}

TEST(ResolveMimic, stopsWhereALeaderIsUnknown) {
  auto maker = three_joints();
  maker.model().joints[1].mimic = maker.mimic("nobody", 2, 0.5);
  maker.model().joints[2].mimic = maker.mimic("j1", 3, 1);
  const MimicRelation relation = resolve_mimic(maker.done(), JointId(2));
  EXPECT_EQ(relation.leader, JointId(1));
  EXPECT_EQ(relation.multiplier, 3);
  EXPECT_EQ(relation.offset, 1);
}

TEST(ResolveMimic, endsInCircles) {
  auto maker = three_joints();
  maker.model().joints[0].mimic = maker.mimic("j1");
  maker.model().joints[1].mimic = maker.mimic("j0");
  maker.model().joints[2].mimic = maker.mimic("j0");
  EXPECT_NE(resolve_mimic(maker.done(), JointId(2)).leader, JointId(2));
}

TEST(Gravity, isThatOfTheModelOrOfTheEarth) {
  Model model;
  EXPECT_EQ(model.gravity_or_default(), Vector3(0, 0, -9.81));
  model.gravity = Number3{Number(1), Number(2), Number(-3)};
  EXPECT_EQ(model.gravity_or_default(), Vector3(1, 2, -3));
}

}  // namespace
}  // namespace romas
