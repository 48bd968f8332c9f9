// Whole robots put together by requests: the example, and whatever chance makes.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>

#include "driver/several/compare.h"
#include "test/driver/driver_helpers.h"
#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using test::json_of;
using test::Workshop;
using ::testing::Contains;

// The twelve steps of the manual as far as saving, on the Blocks of the example, by requests alone.
TEST(StudioAssembly, rebuildsTheSixAxisArm) {
  const test::Folder folder;
  const std::string example = test::source_path("examples/six-axis/six-axis.assembly.xml");
  studio::WorkspaceSettings settings;
  settings.roots = {folder.path()};
  settings.request.input.frontend.libraries = {test::source_path("examples/six-axis/arm.block.xml")};
  test::Studio studio(settings);
  const auto post = [&](const std::string& target, json body) {
    body["revision"] = studio.workspace().revision();
    const auto response = studio.post(target, body);
    EXPECT_EQ(response.status, 200) << body << response.body;
    return json_of(response);
  };
  post("/api/assembly", {{"action", "new"}});
  const auto index_of = [&](const std::string& id) {
    const json answer = json_of(studio.get("/api/blocks"));
    for (const json& block : answer["blocks"])
      if (block["id"] == id) {
        EXPECT_EQ(block["usable"], true) << block;
        return block["index"].get<int>();
      }
    return -1;
  };
  struct Step {
    std::string id;
    int parent_contact;
    std::string parent_axis, child_axis;
    double offset;
  };
  post("/api/assembly", {{"action", "append"}, {"block", index_of("006")}});
  int parent = 0;
  for (const Step& step : std::vector<Step>{{"007", 0, "x", "x", 0},
                                            {"010", 1, "z", "z", 0},
                                            {"011", 1, "x", "x", 90},
                                            {"012", 1, "x", "x", 0},
                                            {"013", 1, "z", "z", 0},
                                            {"020", 1, "y", "x", 0}}) {
    const int block = index_of(step.id);
    // Step 1 and 2 of the manual: what is free is offered.
    const json question = {{"part", parent}, {"block", block}};
    const json states = post("/api/joining", question);
    for (const json& contact : states["contacts"])
      EXPECT_EQ(contact["state"] == "free", contact["contact"] == step.parent_contact);
    json both = question;
    both["parent_contact"] = step.parent_contact;
    both["child_contact"] = 0;
    // Step 3 and 4: the pair is among the sixteen, the type among the possible ones.
    const json choices = post("/api/joining", both);
    EXPECT_THAT(choices["types"], Contains("revolute"));
    json joined = {{"action", "append"},
                   {"block", block},
                   {"parent", parent},
                   {"parent_contact", step.parent_contact},
                   {"child_contact", 0},
                   {"parent_matched_axis", step.parent_axis},
                   {"child_matched_axis", step.child_axis},
                   {"joint_type", "revolute"},
                   {"offset", step.offset}};
    parent = post("/api/assembly", joined)["assembly"]["selected"];
  }
  const json saved = post("/api/save", {{"path", folder.path("six-axis.assembly.xml")}});
  EXPECT_EQ(saved["assembly"]["saved"], true);
  EXPECT_EQ(saved["file"], folder.path("six-axis.assembly.xml"));
  const auto emitted = test::compile_text(example, {}, test::emitting({"assembly"}));
  EXPECT_EQ(folder.read("six-axis.assembly.xml"), emitted.files.at(0).text);
  driver::CompileRequest request = settings.request;
  driver::Comparison comparison;
  std::string error;
  ASSERT_TRUE(
      driver::compare({folder.path("six-axis.assembly.xml"), example}, request, {}, 1, comparison, error))
      << error;
  EXPECT_EQ(comparison.not_comparable, "");
  for (const ModelDifference& difference : comparison.found.differences)
    ADD_FAILURE() << message_of(difference);
}

// Whatever is done in whatever order: the open assembly never has an error, and undoing all of it gives the
// text of the beginning.
TEST(StudioAssembly, staysSoundUnderRandomActions) {
  std::map<std::string, int> done, refused;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    const auto axis = [&] { return std::vector<std::string>{"x", "-x", "y", "-y", "z", "-z"}[random() % 6]; };
    Workshop shop;
    shop.act({{"action", "new"}});
    shop.act({{"action", "append"}, {"block", test::kBase}});
    for (int i = 0; i < 3; ++i) shop.act(Workshop::joined(test::kArmBlock, i, i == 0 ? 0 : 1));
    // The texts that undo and redo must bring back.
    std::vector<std::string> texts = {shop.text()};
    std::size_t present = 0;
    const json scene_then = shop.scene();
    for (int i = 0; i < 100; ++i) {
      const int parts = static_cast<int>(shop.scene()["assembly"]["parts"].size());
      json body = Workshop::joined(
          below(5) % 4, below(10) == 0 ? parts : below(std::max(1, parts)), below(3), below(4) / 3,
          std::vector<std::string>{"revolute", "revolute", "fixed", "prismatic"}[random() % 4]);
      body["action"] =
          std::vector<std::string>{"append", "append", "append", "append", "change", "replace",
                                   "copy",   "move",   "move",   "remove", "undo",   "redo"}[random() % 12];
      if (below(3) == 0) body["parent_matched_axis"] = axis();
      if (below(3) == 0) body["child_matched_axis"] = axis();
      // Not the base, under which all would go: undo of that is the beginning.
      body["part"] = body["action"] == "remove" ? std::max(3, parts - 1) : below(std::max(2, parts));
      if (body["action"] == "undo" && present == 0) continue;
      if (body["action"] == "change" && below(2) == 0)
        body = {{"action", "change"}, {"part", body["part"]}, {"turn", 1}};
      const std::string text = shop.text();
      const auto response = shop.act(body);
      const std::string action = body["action"];
      if (response.status == 200) {
        ++done[action];
        if (action == "undo") {
          --present;
        } else if (action == "redo") {
          ++present;
        } else {
          texts.resize(++present);
          texts.push_back(shop.text());
        }
        ASSERT_EQ(shop.text(), texts.at(present)) << body;
      } else {
        ++refused[action];
        ASSERT_THAT(response.status, ::testing::AnyOf(400, 409)) << body << response.body;
        ASSERT_EQ(shop.text(), text);
      }
      const json scene = shop.scene();
      ASSERT_EQ(scene["status"], "ok") << body << scene["diagnostics"];
      ASSERT_EQ(scene["stale"], false);
    }
    while (present > 0) {
      ASSERT_EQ(shop.act({{"action", "undo"}}).status, 200);
      ASSERT_EQ(shop.text(), texts.at(--present));
    }
    json now = shop.scene();
    for (const char* key : {"model", "links", "shapes", "joints", "diagnostics"})
      EXPECT_EQ(now[key], scene_then[key]) << key;
  }
  // Each of them was possible, and most were refused once, too.
  for (const char* action : {"append", "change", "copy", "move", "remove", "undo", "redo"}) {
    EXPECT_GT(done[action], 0) << action;
  }
}

}  // namespace
}  // namespace romas
