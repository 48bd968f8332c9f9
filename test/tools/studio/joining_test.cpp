// The joins that romas-studio offers, and their forms.
#include <gmock/gmock.h>

#include <map>

#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using test::code_of;
using test::json_of;
using test::Workshop;
using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(StudioJoining, offersContactsAndSaysWhyNot) {
  Workshop shop;
  shop.build();
  const auto states = [&](const json& question, const char* list) {
    std::map<std::string, std::string> found;
    const json answer = json_of(shop.post("/api/joining", question));
    for (const json& each : answer[list]) {
      const std::string part = each.contains("part") ? each["part"].dump() + "." : "";
      const json& reason = each["reason"];
      found[part + each["contact"].dump()] =
          each["state"].get<std::string>() +
          (reason.is_null() ? "" : "/" + reason["code"].get<std::string>());
    }
    return found;
  };
  using Map = std::map<std::string, std::string>;
  EXPECT_EQ(states({{"block", test::kRail}}, "contacts"), (Map{{"0.0", "used/taken"},
                                                               {"0.1", "free"},
                                                               {"1.0", "used/taken"},
                                                               {"1.1", "used/taken"},
                                                               {"1.2", "no-partner/joint-with-joint"},
                                                               {"2.0", "used/taken"},
                                                               {"2.1", "used/taken"},
                                                               {"2.2", "no-partner/joint-with-joint"},
                                                               {"3.0", "used/taken"},
                                                               {"3.1", "behind-tool/behind-tool"}}));
  EXPECT_EQ(states({{"block", test::kArmBlock}, {"part", 1}}, "contacts"),
            (Map{{"1.0", "used/taken"}, {"1.1", "used/taken"}, {"1.2", "free"}}));
  EXPECT_EQ(states({{"block", test::kArmBlock}, {"part", 1}}, "child_contacts"),
            (Map{{"0", "free"}, {"1", "free"}, {"2", "free"}}));
  EXPECT_EQ(states({{"block", test::kArmBlock}, {"part", 1}, {"parent_contact", 2}}, "child_contacts"),
            (Map{{"0", "free"},
                 {"1", "joint-with-joint/joint-with-joint"},
                 {"2", "joint-with-joint/joint-with-joint"}}));
  EXPECT_EQ(states({{"block", test::kHand}, {"part", 0}}, "contacts"),
            (Map{{"0.0", "used/taken"}, {"0.1", "has-tool/has-tool"}}));
  // For each contact, people read its kind and the part that takes it.
  const json contacts = json_of(shop.post("/api/joining", {{"block", test::kRail}}))["contacts"];
  EXPECT_EQ(contacts[3]["reason"]["text"], "the contact point carries the connection of part 2");
  EXPECT_EQ(contacts[0]["kind"], "joint");
}

TEST(StudioJoining, showsFourTurnsOfSixteenPairs) {
  Workshop shop;
  shop.build();
  const json answer = json_of(
      shop.post("/api/joining",
                {{"part", 1}, {"block", test::kArmBlock}, {"parent_contact", 2}, {"child_contact", 0}}));
  EXPECT_THAT(answer["types"], ElementsAre("revolute", "prismatic"));
  ASSERT_THAT(answer["turns"], SizeIs(4));
  ASSERT_THAT(answer["matched"], SizeIs(16));
  EXPECT_THAT(answer["axis"], ElementsAre(0, 1, 0));
  EXPECT_THAT(answer["origin"], ElementsAre(0, 0.1, 0.1));
  for (int i = 0; i < 4; ++i) {
    const json& turn = answer["turns"][i];
    EXPECT_EQ(turn["quarter"], i - 1);
    EXPECT_EQ(turn["delta_degrees"], 90 * (i - 1));
    EXPECT_EQ(turn["default"], i == 1);
    // Joined so, the robot has the child there: at q = δ, since q is zero where the zeroAxes agree.
    json joined = Workshop::joined(test::kArmBlock, 1, 2);
    joined["parent_matched_axis"] = turn["parent_matched_axis"];
    joined["child_matched_axis"] = turn["child_matched_axis"];
    const json scene = json_of(shop.act(joined));
    const int part = scene["assembly"]["selected"];
    const std::size_t joint = scene["assembly"]["parts"][part]["joint"];
    const Model& model = shop.studio.workspace().document()->result.models.at(0);
    const Joint& hinge = model.joints.at(joint);
    const RigidTransform X = hinge.origin.evaluate();
    const double delta = 90.0 * (i - 1) * 3.14159265358979323846 / 180;
    const RigidTransform X_PC{X.R * rotation_about(hinge.axis_or_default(), delta), X.p};
    const auto pose = turn["pose"].get<std::vector<double>>();
    ASSERT_EQ(pose.size(), 12U);
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(pose[static_cast<std::size_t>(k)], X_PC.R(k / 3, k % 3), 1e-12);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(pose[static_cast<std::size_t>(9 + k)], X_PC.p[k], 1e-12);
    shop.act({{"action", "undo"}});
  }
  const json fixed = json_of(
      shop.post("/api/joining",
                {{"part", 0}, {"block", test::kArmBlock}, {"parent_contact", 1}, {"child_contact", 0}}));
  EXPECT_THAT(fixed["types"], ElementsAre("fixed"));
}

TEST(StudioJoining, refusesQuestionsAboutNothing) {
  Workshop shop;
  EXPECT_EQ(code_of(shop.post("/api/joining", {{"block", 0}})), "no-assembly");
  shop.build();
  for (const json& body :
       {json{}, json{{"block", 9}}, json{{"block", "0"}}, json{{"block", 0}, {"part", 4}},
        json{{"block", 0}, {"part", -2}}, json{{"block", 0}, {"part", 1}, {"parent_contact", 3}},
        json{{"block", 0}, {"parent_contact", 0}}, json{{"block", 0}, {"part", 1}, {"child_contact", 2}}})
    EXPECT_EQ(shop.post("/api/joining", body).status, 400) << body;
  EXPECT_EQ(code_of(shop.studio.post("/api/joining", {{"block", 0}, {"revision", 0}})), "stale");
}

}  // namespace
}  // namespace romas
