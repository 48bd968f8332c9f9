#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::ModelMaker;
using test::slugs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Three joints in a row, all from -1 to 2.
ModelMaker chain() {
  ModelMaker maker;
  for (const char* name : {"a", "b", "c", "d"}) maker.link(name);
  maker.joint("j1", JointType::revolute, "a", "b");
  maker.joint("j2", JointType::revolute, "b", "c");
  maker.joint("j3", JointType::revolute, "c", "d");
  return maker;
}

TEST(CheckMimic, aSoundFollowerPasses) {
  auto maker = chain();
  maker.model().joints[1].mimic = maker.mimic("j1");
  EXPECT_THAT(slugs(check_mimic, maker), IsEmpty());
}

TEST(CheckMimic, anUnknownLeaderIsNotItsBusiness) {
  auto maker = chain();
  maker.model().joints[1].mimic = maker.mimic("j9");
  EXPECT_THAT(slugs(check_mimic, maker), IsEmpty());
}

TEST(CheckMimic, aFixedLeader) {
  auto maker = chain();
  maker.model().joints[0].type = JointType::fixed;
  maker.model().joints[1].mimic = maker.mimic("j1");
  EXPECT_THAT(slugs(check_mimic, maker), ElementsAre("mimic-fixed"));
}

TEST(CheckMimic, circles) {
  auto maker = chain();
  Model& model = maker.model();
  model.joints[1].mimic = maker.mimic("j2");
  auto found = findings(check_mimic, model);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "joint 'j2' mimics itself");
  model.joints[1].mimic = maker.mimic("j3");
  model.joints[2].mimic = maker.mimic("j2");
  model.joints[0].mimic = maker.mimic("j2");  // leads into the circle, and is not part of it
  found = findings(check_mimic, model);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].rule, Rule::mimic_cycle);
  EXPECT_EQ(found[0].message, "joints mimic each other in a circle: 'j2' -> 'j3' -> 'j2'");
  EXPECT_EQ(found[1].rule, Rule::mimic_chain);
}

TEST(CheckMimic, chains) {
  auto maker = chain();
  maker.model().joints[1].mimic = maker.mimic("j1");
  maker.model().joints[2].mimic = maker.mimic("j2");
  EXPECT_THAT(slugs(check_mimic, maker), ElementsAre("mimic-chain"));
}

TEST(CheckMimic, ranges) {
  auto maker = chain();
  Joint& follower = maker.model().joints[1];
  follower.mimic = maker.mimic("j1", -1, 1);  // 2 .. -1
  EXPECT_THAT(slugs(check_mimic, maker), IsEmpty());
  follower.mimic = maker.mimic("j1", 1.0001);  // within rounding of the limits
  EXPECT_THAT(slugs(check_mimic, maker), IsEmpty());
  follower.mimic = maker.mimic("j1", -1);  // 1 .. -2
  const auto found = findings(check_mimic, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "joint 'j2' follows 'j1' to -2 to 1 rad, beyond its own limits -1 to 2 rad");
}

TEST(CheckMimic, leadersWithoutLimits) {
  auto maker = chain();
  maker.model().joints[1].mimic = maker.mimic("j1");
  maker.model().joints[0].limit.reset();  // what is missing is said elsewhere
  EXPECT_THAT(slugs(check_mimic, maker), IsEmpty());
  maker.model().joints[0].type = JointType::continuous;
  EXPECT_THAT(slugs(check_mimic, maker), ElementsAre("mimic-range"));
  maker.model().joints[1].type = JointType::continuous;
  EXPECT_THAT(slugs(check_mimic, maker), IsEmpty());
}

}  // namespace
}  // namespace romas
