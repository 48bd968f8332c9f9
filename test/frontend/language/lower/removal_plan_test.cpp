// The parts that go with links and joints that are removed, and the obstacles to a removal.
#include "frontend/language/lower/removal_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas::language {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// base - shoulder - upper - elbow - hand - grip - finger, and a camera on the upper arm.
test::ModelMaker arm() {
  test::ModelMaker make("arm");
  for (const char* link : {"base", "upper", "hand", "finger", "camera"}) make.link(link);
  make.joint("shoulder", JointType::revolute, "base", "upper");
  make.joint("elbow", JointType::revolute, "upper", "hand");
  make.joint("grip", JointType::prismatic, "hand", "finger");
  make.joint("mount", JointType::fixed, "upper", "camera");
  return make;
}

class RemovalPlanTest : public testing::Test {
 protected:
  RemovalPlanTest() : model_(arm().done()) {}

  RemovalPlan plan(const std::vector<Removal>& removals) const {
    return plan_removals(model_, first_, removals);
  }
  std::vector<std::string> gone(const RemovalPlan& plan, EntityKind kind) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < entity_counts(model_)[static_cast<std::size_t>(kind)]; ++i)
      if (plan.goes(kind, i)) names.push_back(entity_name(model_, kind, i));
    return names;
  }
  std::vector<std::string> obstacles(const RemovalPlan& plan) const {
    std::vector<std::string> names;
    for (const auto& obstacle : plan.obstacles)
      names.push_back((obstacle.hangs ? "hangs " : "refers ") +
                      entity_name(model_, obstacle.kind, obstacle.index));
    return names;
  }

  Model model_;
  std::array<std::size_t, kEntityKindCount> first_{};
};

TEST_F(RemovalPlanTest, aLinkGoesWithTheJointThatItHangsOn) {
  const RemovalPlan found = plan({{EntityKind::link, "camera", false, {}}});
  EXPECT_THAT(gone(found, EntityKind::link), ElementsAre("camera"));
  EXPECT_THAT(gone(found, EntityKind::joint), ElementsAre("mount"));
  EXPECT_THAT(obstacles(found), IsEmpty());
}

TEST_F(RemovalPlanTest, whatHangsOnALinkIsAnObstacle) {
  EXPECT_THAT(obstacles(plan({{EntityKind::link, "upper", false, {}}})),
              ElementsAre("hangs elbow", "hangs mount"));
  // Links that go, too, and joints that are removed by name are none.
  EXPECT_THAT(obstacles(plan({{EntityKind::link, "upper", false, {}},
                              {EntityKind::link, "camera", false, {}},
                              {EntityKind::joint, "elbow", false, {}}})),
              IsEmpty());
}

TEST_F(RemovalPlanTest, aSubtreeIsAllBelow) {
  const RemovalPlan found = plan({{EntityKind::link, "hand", true, {}}});
  EXPECT_THAT(gone(found, EntityKind::link), ElementsAre("hand", "finger"));
  EXPECT_THAT(gone(found, EntityKind::joint), ElementsAre("elbow", "grip"));
}

TEST_F(RemovalPlanTest, aSubtreeOfACircleEnds) {
  model_.joints[0].parent.name = "finger";
  const RemovalPlan found = plan({{EntityKind::link, "hand", true, {}}});
  EXPECT_THAT(gone(found, EntityKind::link), ElementsAre("upper", "hand", "finger", "camera"));
}

TEST_F(RemovalPlanTest, theRootHandsOverToItsOnlyChild) {
  const RemovalPlan found = plan({{EntityKind::link, "base", false, {}}});
  EXPECT_THAT(gone(found, EntityKind::joint), ElementsAre("shoulder"));
  EXPECT_THAT(obstacles(found), IsEmpty());
}

TEST_F(RemovalPlanTest, referencesAreObstaclesOnceEach) {
  Sensor sensor;
  sensor.name = "eye";
  sensor.parent_link = LinkRef{"camera", {}, {}};
  sensor.parent_joint = JointRef{"mount", {}, {}};
  model_.sensors.push_back(sensor);
  EXPECT_THAT(obstacles(plan({{EntityKind::link, "camera", false, {}}})),
              ElementsAre("refers eye"));  // by its link and by its joint
  EXPECT_THAT(
      obstacles(plan({{EntityKind::link, "camera", false, {}}, {EntityKind::sensor, "eye", false, {}}})),
      IsEmpty());
  model_.joints[2].mimic = JointMimic{JointRef{"elbow", {}, {}}, {}, {}, {}};
  EXPECT_THAT(obstacles(plan({{EntityKind::joint, "elbow", false, {}}})), ElementsAre("refers grip"));
}

TEST_F(RemovalPlanTest, gazeboElementsGoWithWhatTheyAreAbout) {
  Gazebo gazebo;
  gazebo.reference = "camera";
  model_.gazebos.push_back(gazebo);
  model_.joints[3].name = "camera";  // a link and a joint of one name
  EXPECT_TRUE(plan({{EntityKind::link, "camera", false, {}}}).goes(EntityKind::gazebo, 0));
  EXPECT_FALSE(plan({{EntityKind::joint, "camera", false, {}}}).goes(EntityKind::gazebo, 0));
}

TEST_F(RemovalPlanTest, whatStoodBeforeThePartStays) {
  first_[static_cast<std::size_t>(EntityKind::link)] = 2;
  first_[static_cast<std::size_t>(EntityKind::joint)] = 1;
  model_.links[0].name = "hand";  // of the robot around, by chance of the same name
  const RemovalPlan found = plan({{EntityKind::link, "hand", true, {}}});
  EXPECT_THAT(gone(found, EntityKind::link), ElementsAre("hand", "finger"));
  EXPECT_FALSE(found.goes(EntityKind::link, 0));
}

}  // namespace
}  // namespace romas::language
