#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::slugs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CheckReferences, resolvedReferencesPass) {
  auto maker = test::two_links();
  EXPECT_THAT(slugs(check_references, maker), IsEmpty());
}

TEST(CheckReferences, suggestsTheNearestName) {
  auto maker = test::two_links();
  maker.model().joints[0].parent.name = "bsae";
  const auto found = findings(check_references, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::unresolved_link);
  EXPECT_EQ(found[0].range, SourceRange(maker.model().joints[0].parent.range));
  EXPECT_EQ(found[0].message,
            "joint 'shoulder' refers to link 'bsae', which does not exist; did you mean 'base'?");
}

TEST(CheckReferences, anAbsentNameIsNotReportedAgain) {
  auto maker = test::two_links();
  maker.model().joints[0].parent = {};  // nothing was written
  EXPECT_THAT(slugs(check_references, maker), IsEmpty());
}

TEST(CheckReferences, anEmptyNameThatIsWrittenRefersToNothing) {
  auto maker = test::two_links();
  maker.model().joints[0].parent.name = "";
  EXPECT_THAT(slugs(check_references, maker), testing::ElementsAre("unresolved-link"));
}

TEST(CheckReferences, everythingThatRefersIsLookedAt) {
  auto maker = test::two_links();
  Model& model = maker.model();
  model.frames.resize(1);
  model.frames[0].link.name = "nowhere";
  model.sensors.resize(1);
  model.sensors[0].parent_link = LinkRef{"nowhere", {}, {}};
  model.sensors[0].parent_joint = JointRef{"nowhere", {}, {}};
  model.loop_joints.resize(1);
  model.loop_joints[0].link1.link.name = "base";
  model.loop_joints[0].link2.link.name = "nowhere";
  model.force_elements.resize(1);
  model.force_elements[0].force = Thrust{{"nowhere", {}, {}}, {}, Number3{0, 0, 1}, Number(1), {}};
  EXPECT_EQ(slugs(check_references, maker), std::vector<std::string>(5, "unresolved-link"));
}

// References that a format may leave out: one finding for each entity without them.
TEST(CheckReferences, whatAnEntityCannotDoWithout) {
  auto maker = test::two_links();
  Model& model = maker.model();
  model.loop_joints.resize(1);
  model.loop_joints[0].link2.link.name = "base";
  model.sensors.resize(1);
  model.force_elements.resize(3);
  model.force_elements[0].force = LinearSpringDamper{};
  model.force_elements[1].force = Wing{};
  model.force_elements[2].force = Thrust{};
  model.rebuild_index();
  std::vector<std::string> messages;
  for (const Diagnostic& finding : findings(check_references, model)) {
    EXPECT_EQ(finding.rule, Rule::missing_element);
    messages.push_back(finding.message);
  }
  EXPECT_THAT(messages,
              ElementsAre("loop joint '' needs 'link1'", "force element '' needs 'link1' and 'link2'",
                          "force element '' needs 'parent'", "force element '' needs 'parent'",
                          "sensor '' is not attached to a link or joint"));
}

TEST(CheckReferences, mimicsTransmissionsAndGazeboHaveTheirOwnRules) {
  auto maker = test::two_links();
  Model& model = maker.model();
  model.joints[0].mimic = maker.mimic("elbow");
  EXPECT_THAT(slugs(check_references, maker), ElementsAre("mimic-unresolved"));
  model.joints[0].mimic.reset();
  model.transmissions.resize(1);
  model.transmissions[0].joints.resize(1);
  model.transmissions[0].joints[0].joint.name = "elbow";
  EXPECT_THAT(slugs(check_references, maker), ElementsAre("transmission-joint"));
  model.transmissions.clear();
  model.gazebos.resize(3);
  model.gazebos[0].reference = "arm";
  model.gazebos[1].reference = "hand";  // [2] is the robot's
  EXPECT_THAT(slugs(check_references, maker), ElementsAre("gazebo-reference"));
  model.frames.resize(1);
  model.frames[0].name = "hand";  // what a link is called after lumping
  model.frames[0].link.name = "arm";
  EXPECT_THAT(slugs(check_references, maker), IsEmpty());
}

TEST(CheckReferences, suggestionsStopSoThatManyFaultsStayCheap) {
  auto maker = test::two_links();
  for (int i = 0; i < 30; ++i) maker.joint("j", JointType::fixed, "bsae", "arm");
  std::size_t suggestions = 0;
  for (const Diagnostic& diagnostic : findings(check_references, maker.model()))
    suggestions += diagnostic.message.ends_with("did you mean 'base'?") ? 1U : 0U;
  EXPECT_EQ(suggestions, 20U);
}

}  // namespace
}  // namespace romas
