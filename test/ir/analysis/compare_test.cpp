#include "ir/analysis/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/random_robot.h"

namespace romas {
namespace {

using test::ModelMaker;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> messages(const Model& a, const Model& b) {
  std::vector<std::string> result;
  for (const ModelDifference& difference : compare_models(a, b)) result.push_back(difference.message);
  return result;
}

// What the comparison says after a change of 'a' made from three links in a row.
template <class Change>
std::vector<std::string> after(Change change) {
  ModelMaker maker;
  for (const char* name : {"base", "arm", "hand"}) maker.link(name, 2, 0.02, 0.02, 0.02);
  maker.joint("shoulder", JointType::revolute, "base", "arm").origin = ModelMaker::at(0, 0, 1);
  maker.joint("elbow", JointType::revolute, "arm", "hand").origin = ModelMaker::at(1, 0, 0);
  maker.done();
  Model changed = maker.model();
  change(changed);
  changed.rebuild_index();
  return messages(maker.model(), changed);
}

TEST(CompareModels, theSameRobotHasNoDifference) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    test::RandomRobot robot(seed);
    EXPECT_THAT(messages(robot.model(), robot.model()), IsEmpty());
  }
}

TEST(CompareModels, howThingsAreWrittenDoesNotMatter) {
  EXPECT_THAT(after([](Model& model) {
                model.joints[0].origin = TransformExpr(model.joints[0].origin.evaluate());
                model.joints[0].axis->xyz = {0, 0, 2};
                std::swap(model.links[0], model.links[2]);
                std::swap(model.joints[0], model.joints[1]);
              }),
              IsEmpty());
}

TEST(CompareModels, eachDifferenceIsNamedOnce) {
  EXPECT_THAT(after([](Model& model) { model.name = "other"; }),
              ElementsAre("the robot is called 'robot' in the first and 'other' in the second"));
  EXPECT_THAT(after([](Model& model) { model.joints[0].type = JointType::continuous; }),
              ElementsAre("joint 'shoulder' is revolute in the first and continuous in the second"));
  EXPECT_THAT(after([](Model& model) {
                model.joints[0].axis->xyz = {0, 1, 0};
              }),
              ElementsAre("the axis of joint 'shoulder' is 0 0 1 in the first and 0 1 0 in the second"));
  EXPECT_THAT(after([](Model& model) { model.joints[0].limit->lower = -2; }),
              ElementsAre("the lower limit of joint 'shoulder' is -1 in the first and -2 in the second"));
  EXPECT_THAT(
      after([](Model& model) { model.joints[0].limit->effort.reset(); }),
      ElementsAre("the effort limit of joint 'shoulder' is 10 in the first and absent in the second"));
  EXPECT_THAT(after([](Model& model) {
                model.joints[0].dynamics = JointDynamics{{0.5}, {}, {}};
              }),
              ElementsAre("the damping of joint 'shoulder' is 0 in the first and 0.5 in the second"));
  EXPECT_THAT(
      after([](Model& model) {
        model.joints[1].mimic = JointMimic{{"shoulder", {}, {}}, Number(2), {}, {}};
      }),
      ElementsAre("joint 'elbow' follows nothing in the first and follows 2 * 'shoulder' + 0 in the second"));
}

TEST(CompareModels, aLinkOutOfPlaceDoesNotAccuseTheRest) {
  // The mass is that of the whole: it tells that more than a frame moved.
  EXPECT_THAT(after([](Model& model) { model.joints[0].origin = ModelMaker::at(0, 0, 1.5); }),
              ElementsAre("the poses of link 'arm' are 0.5 m and 0 rad apart at the zero position",
                          "the centre of mass of the whole robot is 0.3333333333333333 0 0.6666666666666666 "
                          "m in the first and 0.3333333333333333 0 "
                          "1 m in the second"));
}

TEST(CompareModels, masses) {
  const auto found = after([](Model& model) { model.links[1].inertial->mass = 4; });
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], "the mass of link 'arm' is 2 kg in the first and 4 kg in the second");
  EXPECT_EQ(found[1], "the whole robot has 6 kg in the first and 8 kg in the second");
  EXPECT_THAT(
      after([](Model& model) { model.links[1].inertial->inertia.ixx = 0.04; }),
      ElementsAre(
          "the inertia tensors of link 'arm' differ by 0.02 kg m², the largest entry being 0.04 kg m²"));
}

TEST(CompareModels, differentTrees) {
  const auto found = after([](Model& model) { model.links[2].name = model.joints[1].child.name = "hands"; });
  EXPECT_THAT(found,
              ElementsAre("the second has no link 'hand'; the nearest name there is 'hands'",
                          "the first has no link 'hands'; the nearest name there is 'hand'",
                          "the child of joint 'elbow' is 'hand' in the first and 'hands' in the second"));
}

TEST(CompareModels, lumpedLinksAreFound) {
  auto maker = test::two_links(JointType::fixed);
  Model lumped = maker.model();
  test::run_pass(lump_fixed_joints, lumped);
  const auto found = messages(maker.model(), lumped);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0], "the second has no link 'arm'; it is a frame of link 'base' there");
  EXPECT_EQ(found[1], "the second has no joint 'shoulder'");
  EXPECT_THAT(found[2], HasSubstr("the mass of link 'base'"));  // and no word about the whole
}

TEST(CompareModels, theToleranceIsRelative) {
  const auto differ = [](double change, double tolerance) {
    auto maker = test::two_links();
    maker.model().joints[0].origin = ModelMaker::at(1000, 0, 0);
    Model far = maker.model();
    far.joints[0].origin = ModelMaker::at(1000 * (1 + change), 0, 0);
    return !compare_models(maker.model(), far, {tolerance}).empty();
  };
  EXPECT_FALSE(differ(1e-12, 1e-9));
  EXPECT_TRUE(differ(1e-7, 1e-9));
  EXPECT_FALSE(differ(1e-7, 1e-6));
}

}  // namespace
}  // namespace romas
