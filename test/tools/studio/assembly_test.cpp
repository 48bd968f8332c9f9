// Putting Blocks together by requests: every action, what is offered and what is refused.
#include <gmock/gmock.h>

#include <map>
#include <random>
#include <set>

#include "driver/several/compare.h"
#include "test/driver/driver_helpers.h"
#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using test::code_of;
using test::json_of;
using test::Workshop;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> rules_of(const studio::Response& response) {
  std::vector<std::string> rules;
  const json answer = json_of(response);
  for (const json& diagnostic : answer["error"]["diagnostics"])
    if (diagnostic["severity"] == "error") rules.push_back(diagnostic["id"]);
  return rules;
}

TEST(StudioAssembly, beginsEmptyAndWithABase) {
  Workshop shop;
  EXPECT_EQ(code_of(shop.act(Workshop::joined(test::kArmBlock, 0, 0))), "no-assembly");
  const json empty = json_of(shop.act({{"action", "new"}}));
  EXPECT_EQ(empty["status"], "ok");
  EXPECT_TRUE(empty["model"].is_null());
  EXPECT_THAT(empty["diagnostics"], IsEmpty());
  EXPECT_THAT(empty["assembly"]["parts"], IsEmpty());
  EXPECT_EQ(empty["assembly"]["saved"], false);
  EXPECT_EQ(empty["assembly"]["path"], "");
  const auto refused = shop.act({{"action", "append"}, {"block", test::kArmBlock}});
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(code_of(refused), "refused");
  EXPECT_THAT(rules_of(refused), ElementsAre("RM1813"));
  const json scene = json_of(shop.act({{"action", "append"}, {"block", test::kBase}}));
  EXPECT_EQ(scene["status"], "ok");
  ASSERT_THAT(scene["assembly"]["parts"], SizeIs(1));
  EXPECT_EQ(scene["assembly"]["selected"], 0);
  EXPECT_EQ(scene["assembly"]["undo"], "join Base_0");
  EXPECT_EQ(scene["model"]["links"][0]["name"], "Base_0");
}

TEST(StudioAssembly, saysHowItsPartsHang) {
  Workshop shop;
  shop.build();
  const json assembly = shop.scene()["assembly"];
  ASSERT_THAT(assembly["parts"], SizeIs(4));
  const json& arm = assembly["parts"][2];
  EXPECT_EQ(arm["parent"], 1);
  EXPECT_EQ(arm["block"], static_cast<int>(test::kArmBlock));
  EXPECT_EQ(arm["link"], 2);
  EXPECT_EQ(arm["joint"], 1);
  EXPECT_EQ(arm["joint_type"], "revolute");
  EXPECT_TRUE(arm["offset"].is_null());
  ASSERT_THAT(arm["contacts"], SizeIs(3));
  EXPECT_EQ(arm["contacts"][0]["used_by"], 2);
  EXPECT_EQ(arm["contacts"][1]["used_by"], 3);
  EXPECT_EQ(arm["contacts"][2]["used_by"], -1);
  EXPECT_EQ(arm["contacts"][2]["kind"], "joint");
  EXPECT_THAT(arm["contacts"][0]["pose"], ElementsAre(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0));
  EXPECT_THAT(arm["contacts"][1]["pose"], ElementsAre(0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.2));
  EXPECT_THAT(arm["contacts"][1]["zero_axis"], ElementsAre(0, 1, 0));
}

// An action that the rules forbid is refused even if it is sent, and nothing has changed.
TEST(StudioAssembly, refusesWhatTheRulesForbid) {
  Workshop shop;
  shop.build();
  struct Forbidden {
    json action;
    std::string rule;
  };
  json parallel = Workshop::joined(test::kArmBlock, 1, 2);
  parallel["parent_matched_axis"] = "y";
  json offset = Workshop::joined(test::kArmBlock, 0, 1, 0, "fixed");
  offset["parent_matched_axis"] = "y";
  json sound = offset;
  offset["offset"] = 5;
  const std::vector<Forbidden> forbidden = {
      {{{"action", "append"}, {"block", test::kBase}}, "RM1812"},
      {Workshop::joined(test::kBase, 1, 2), "RM1813"},
      {Workshop::joined(test::kHand, 1, 2), "RM1815"},
      {Workshop::joined(test::kArmBlock, 3, 1), "RM1816"},
      {Workshop::joined(test::kArmBlock, 2, 9), "RM1817"},
      {Workshop::joined(test::kArmBlock, 2, -1), "RM1817"},
      {Workshop::joined(test::kArmBlock, 0, 0), "RM1818"},
      {Workshop::joined(test::kRail, 1, 2), "RM1819"},
      {Workshop::joined(test::kArmBlock, 1, 2, 0, "fixed"), "RM1820"},
      {parallel, "RM1821"},
      {offset, "RM1822"},
      {Workshop::joined(test::kArmBlock, 77, 0), "RM1811"},
      {Workshop::joined(test::kArmBlock, -5, 0), "RM1811"},
      {{{"action", "move"}, {"part", 1}, {"parent", 2}, {"parent_contact", 2}}, "RM1811"},
      {{{"action", "copy"}, {"part", 1}, {"parent", 1}, {"parent_contact", 2}}, "RM1815"},
      {{{"action", "replace"}, {"part", 1}, {"block", test::kRail}}, "RM1817"},
      {{{"action", "replace"}, {"part", 0}, {"block", test::kArmBlock}}, "RM1813"},
      {{{"action", "change"}, {"part", 1}, {"joint_type", "fixed"}}, "RM1820"},
  };
  const std::string text = shop.text();
  const auto revision = shop.studio.workspace().revision();
  const json before = shop.scene();
  for (const Forbidden& each : forbidden) {
    const auto response = shop.act(each.action);
    EXPECT_EQ(response.status, 409) << each.action;
    EXPECT_EQ(code_of(response), "refused") << each.action;
    EXPECT_THAT(rules_of(response), Contains(each.rule)) << each.action;
    EXPECT_NE(json_of(response)["error"]["message"], "");
  }
  EXPECT_EQ(shop.text(), text);
  EXPECT_EQ(shop.studio.workspace().revision(), revision);
  EXPECT_EQ(shop.scene(), before);
  // The same with what is allowed.
  EXPECT_EQ(shop.act(sound).status, 200);
}

TEST(StudioAssembly, refusesWhatIsNoAction) {
  Workshop shop;
  shop.build();
  json no_contact = Workshop::joined(test::kArmBlock, 1, 2);
  no_contact.erase("parent_contact");
  json no_axis = Workshop::joined(test::kArmBlock, 1, 2);
  no_axis["parent_matched_axis"] = "w";
  json no_offset = Workshop::joined(test::kArmBlock, 1, 2);
  no_offset["offset"] = "5";
  for (const json& body :
       {json{}, json{{"action", 1}}, json{{"action", "explode"}}, json{{"action", "append"}, {"block", 99}},
        json{{"action", "append"}, {"block", -1}}, no_contact, no_axis, no_offset, json{{"action", "remove"}},
        json{{"action", "remove"}, {"part", 4}}, json{{"action", "remove"}, {"part", -1}},
        json{{"action", "change"}, {"part", 1}, {"offset", "90"}},
        json{{"action", "change"}, {"part", 1}, {"joint_type", "screw"}},
        json{{"action", "replace"}, {"part", 1}}, json{{"action", "move"}, {"part", 1}},
        json{{"action", "default_limit"}, {"lower", 1}},
        json{{"action", "default_limit"}, {"lower", 1}, {"upper", 0}},
        json{{"action", "default_limit"}, {"lower", 0}, {"upper", 1}, {"effort", 5}},
        json{{"action", "default_limit"}, {"lower", 0}, {"upper", 1}, {"effort", 5}, {"velocity", -1}}}) {
    const auto response = shop.act(body);
    EXPECT_EQ(response.status, 400) << body << response.body;
  }
  EXPECT_EQ(code_of(shop.act({{"action", "change"}, {"part", 0}, {"offset", 1}})), "is-base");
  EXPECT_EQ(code_of(shop.act({{"action", "copy"}, {"part", 0}, {"parent", 1}, {"parent_contact", 2}})),
            "is-base");
  EXPECT_EQ(code_of(shop.studio.post("/api/assembly", {{"action", "undo"}, {"revision", 0}})), "stale");
  EXPECT_EQ(shop.studio.post("/api/assembly", {{"action", "undo"}}).status, 400);
}

TEST(StudioAssembly, changesConnections) {
  Workshop shop;
  shop.build();
  const json turned = json_of(shop.act({{"action", "change"}, {"part", 1}, {"turn", 1}, {"offset", 12.5}}));
  const json& part = turned["assembly"]["parts"][1];
  EXPECT_EQ(part["parent_matched_axis"], "y");
  EXPECT_EQ(part["child_matched_axis"], "x");
  EXPECT_EQ(part["offset"], 12.5);
  EXPECT_EQ(turned["assembly"]["undo"], "change Arm_1");
  EXPECT_EQ(turned["assembly"]["selected"], 1);
  const json slid = json_of(shop.act({{"action", "change"}, {"part", 1}, {"joint_type", "prismatic"}}));
  EXPECT_TRUE(slid["assembly"]["parts"][1]["offset"].is_null()) << "degrees are no metres";
  const json cleared =
      json_of(shop.act({{"action", "change"}, {"part", 1}, {"joint_type", "revolute"}, {"offset", nullptr}}));
  EXPECT_TRUE(cleared["assembly"]["parts"][1]["offset"].is_null());
  const json moved = json_of(shop.act({{"action", "change"}, {"part", 3}, {"parent_contact", 2}}));
  EXPECT_EQ(moved["assembly"]["parts"][3]["parent_contact"], 2);
}

TEST(StudioAssembly, copiesMovesReplacesAndRemoves) {
  Workshop shop;
  shop.build();
  // The tool goes to the end of a longer arm.
  json scene = json_of(shop.act({{"action", "move"}, {"part", 3}, {"parent", 2}, {"parent_contact", 2}}));
  EXPECT_EQ(scene["assembly"]["parts"][3]["parent_contact"], 2);
  scene = json_of(shop.act({{"action", "remove"}, {"part", 3}}));
  ASSERT_THAT(scene["assembly"]["parts"], SizeIs(3));
  EXPECT_EQ(scene["assembly"]["selected"], 2);
  scene = json_of(shop.act({{"action", "copy"}, {"part", 1}, {"parent", 2}, {"parent_contact", 2}}));
  ASSERT_THAT(scene["assembly"]["parts"], SizeIs(5));
  EXPECT_EQ(scene["assembly"]["parts"][4]["parent"], 3);
  EXPECT_EQ(scene["assembly"]["selected"], 3);
  scene = json_of(shop.act({{"action", "replace"}, {"part", 4}, {"block", test::kHand}}));
  EXPECT_EQ(scene["model"]["links"][4]["name"], "Hand_4");
  // A part before the tool: the tool stays the last.
  scene = json_of(shop.act(Workshop::joined(test::kArmBlock, 1, 2)));
  EXPECT_EQ(scene["model"]["links"][5]["name"], "Hand_5");
  EXPECT_EQ(scene["assembly"]["selected"], 4);
  scene = json_of(shop.act({{"action", "remove"}, {"part", 0}}));
  EXPECT_TRUE(scene["model"].is_null());
  EXPECT_THAT(scene["assembly"]["parts"], IsEmpty());
}

TEST(StudioAssembly, undoesAndDoesAgain) {
  Workshop shop;
  shop.build();
  std::vector<std::string> texts = {shop.text()};
  std::vector<std::string> labels;
  // NOLINTNEXTLINE(readability-container-size-empty): a text in JSON is not empty when it is ""
  for (json label = shop.scene()["assembly"]["undo"]; label != "";) {
    labels.push_back(label);
    const json scene = json_of(shop.act({{"action", "undo"}}));
    EXPECT_EQ(scene["assembly"]["redo"], label);
    label = scene["assembly"]["undo"];
    texts.push_back(shop.text());
  }
  EXPECT_THAT(labels, ElementsAre("join Hand_3", "join Arm_2", "join Arm_1", "join Base_0"));
  EXPECT_EQ(code_of(shop.act({{"action", "undo"}})), "nothing-to-undo");
  for (std::size_t i = labels.size(); i-- > 0;) {
    EXPECT_EQ(json_of(shop.act({{"action", "redo"}}))["assembly"]["undo"], labels[i]);
    EXPECT_EQ(shop.text(), texts[i]);
  }
  EXPECT_EQ(code_of(shop.act({{"action", "redo"}})), "nothing-to-redo");
  // A new action forgets what was undone.
  shop.act({{"action", "undo"}});
  shop.act({{"action", "remove"}, {"part", 2}});
  EXPECT_EQ(shop.scene()["assembly"]["redo"], "");
}

TEST(StudioAssembly, hasOneLimitForAllPrismaticJoints) {
  Workshop shop;
  shop.build();
  shop.act({{"action", "change"}, {"part", 1}, {"joint_type", "prismatic"}});
  EXPECT_TRUE(shop.scene()["assembly"]["default_limit"].is_null());
  EXPECT_THAT(shop.scene()["diagnostics"].dump(), ::testing::HasSubstr("RM1205"));
  const json scene = json_of(shop.act({{"action", "default_limit"}, {"lower", -0.1}, {"upper", 0.25}}));
  EXPECT_THAT(scene["assembly"]["default_limit"], ElementsAre(-0.1, 0.25));
  EXPECT_EQ(scene["model"]["joints"][0]["limit"]["upper"], 0.25);
  EXPECT_EQ(scene["assembly"]["undo"], "limit");
  EXPECT_TRUE(json_of(shop.act({{"action", "undo"}}))["assembly"]["default_limit"].is_null());
  shop.act({{"action", "redo"}});
  const json loaded = json_of(shop.act(
      {{"action", "default_limit"}, {"lower", 0}, {"upper", 0.5}, {"effort", 40}, {"velocity", 0.2}}));
  EXPECT_THAT(loaded["assembly"]["default_limit"], ElementsAre(0, 0.5, 40, 0.2));
  EXPECT_EQ(loaded["model"]["joints"][0]["limit"]["effort"], 40);
  EXPECT_EQ(loaded["model"]["joints"][0]["limit"]["velocity"], 0.2);
  EXPECT_TRUE(json_of(shop.act({{"action", "default_limit"}}))["assembly"]["default_limit"].is_null());
}

// Whoever makes warnings errors can still begin: an assembly has its tool at the end alone.
TEST(StudioAssembly, isNotRefusedForBeingUnfinished) {
  const test::Folder folder;
  studio::WorkspaceSettings settings;
  settings.roots = {folder.path()};
  settings.request.input.frontend.libraries = {folder.write("parts.block.xml", test::kBlocks)};
  ASSERT_FALSE(settings.request.severities.apply("error=tool-missing"));
  test::Studio studio(settings);
  EXPECT_EQ(studio.post("/api/assembly", {{"action", "new"}, {"revision", 0}}).status, 200);
  const auto base = studio.post("/api/assembly", {{"action", "append"}, {"block", 0}, {"revision", 1}});
  EXPECT_EQ(base.status, 200) << base.body;
}

}  // namespace
}  // namespace romas
