// The Blocks that can be taken: what the list says, faulty libraries, and loading more.
#include <gmock/gmock.h>

#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using test::code_of;
using test::json_of;
using test::Workshop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// "Arm has-tool", "Base -"
std::vector<std::string> uses(const json& listing) {
  std::vector<std::string> list;
  for (const json& block : listing["blocks"]) {
    EXPECT_EQ(block["usable"], block["reason"].is_null());
    list.push_back(block["name"].get<std::string>() + " " +
                   (block["reason"].is_null() ? "-" : block["reason"]["code"].get<std::string>()));
  }
  return list;
}

std::string block_named(const std::string& name, const std::string& more = {}) {
  return "<Block id='x' name='" + name + "' " + more +
         "><contactPoints><contact pose='0;0;0' type='assembly' rotAxis='-z' zeroAxis='x'/></contactPoints>"
         "</Block>";
}

TEST(StudioBlocks, sayWhatTheyAre) {
  Workshop shop;
  const json blocks = shop.blocks();
  EXPECT_THAT(blocks["libraries"], ElementsAre(shop.library));
  EXPECT_THAT(blocks["diagnostics"], IsEmpty());
  ASSERT_THAT(blocks["blocks"], SizeIs(4));
  const json& arm = blocks["blocks"][1];
  EXPECT_EQ(arm["index"], 1);
  EXPECT_EQ(arm["id"], "a");
  EXPECT_EQ(arm["tag"], "t");
  EXPECT_EQ(arm["base"], false);
  EXPECT_EQ(arm["tool"], false);
  EXPECT_EQ(arm["mass"], 1.5);
  ASSERT_THAT(arm["contacts"], SizeIs(3));
  EXPECT_EQ(arm["contacts"][1]["kind"], "joint");
  EXPECT_THAT(arm["contacts"][1]["pose"], ElementsAre(0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.2));
  EXPECT_THAT(arm["contacts"][0]["rot_axis"], ElementsAre(0, 0, -1));
  EXPECT_TRUE(arm["shape"].is_null());
  EXPECT_EQ(arm["thumbnail"], false);
  EXPECT_TRUE(blocks["blocks"][0]["mass"].is_null());
  EXPECT_EQ(blocks["blocks"][0]["base"], true);
  EXPECT_EQ(blocks["blocks"][3]["tool"], true);
}

TEST(StudioBlocks, sayWhetherTheyCanBeTakenNow) {
  Workshop shop;
  EXPECT_THAT(uses(shop.blocks()), ElementsAre("Base -", "Arm no-base", "Rail no-base", "Hand no-base"));
  shop.act({{"action", "new"}});
  shop.act({{"action", "append"}, {"block", test::kBase}});
  EXPECT_THAT(uses(shop.blocks()), ElementsAre("Base has-base", "Arm -", "Rail -", "Hand -"));
  shop.act(Workshop::joined(test::kArmBlock, 0, 0));
  json only_joints = Workshop::joined(test::kArmBlock, 0, 1, 0, "fixed");
  only_joints["parent_matched_axis"] = "y";
  shop.act(only_joints);
  const json blocks = shop.blocks();
  EXPECT_THAT(uses(blocks), ElementsAre("Base has-base", "Arm -", "Rail no-free-contact", "Hand -"));
  EXPECT_THAT(blocks["blocks"][1]["fits"], ElementsAre(1, 2));
  EXPECT_THAT(blocks["blocks"][2]["fits"], IsEmpty());
  shop.act(Workshop::joined(test::kHand, 1, 1));
  EXPECT_THAT(uses(shop.blocks()),
              ElementsAre("Base has-base", "Arm -", "Rail no-free-contact", "Hand has-tool"));
}

TEST(StudioBlocks, areTakenSoundFromAFaultyLibrary) {
  std::string text = test::kBlocks;
  text.insert(text.find("</Blocks>"), block_named("Twin") + block_named("Bad", "\nisToolBlock='perhaps'") +
                                          "\n" + block_named("Twin") + block_named("Parallel") +
                                          block_named("Good"));
  text.replace(text.find("zeroAxis='x'", text.find("Parallel")), 12, "zeroAxis='z'");
  Workshop shop(text);
  const json blocks = shop.blocks();
  EXPECT_THAT(uses(blocks),
              ElementsAre("Base -", "Arm no-base", "Rail no-base", "Hand no-base", "Twin duplicate",
                          "Bad faulty", "Twin duplicate", "Parallel faulty", "Good no-base"));
  std::vector<std::string> rules;
  for (const json& diagnostic : blocks["diagnostics"]) rules.push_back(diagnostic["id"]);
  EXPECT_THAT(rules, ::testing::UnorderedElementsAre("RM1016", "RM1801", "RM1809"));
  // They are put together and saved all the same, and their places are those in the file.
  shop.build();
  json good = Workshop::joined(8, 0, 1, 0, "fixed");
  good["parent_matched_axis"] = "y";
  const json scene = json_of(shop.act(good));
  ASSERT_EQ(scene["status"], "ok") << scene;
  EXPECT_EQ(scene["model"]["links"][3]["name"], "Good_3");
  EXPECT_THAT(shop.text(), HasSubstr("blockName=\"Good\"")) << "the library has more of that id";
  const json& place = scene["places"]["blocks"][2];
  const std::string written = shop.folder.read("lib/parts.block.xml");
  const auto line = static_cast<std::ptrdiff_t>(place["line"].get<int>() - 1);
  EXPECT_EQ(line, std::count(written.begin(),
                             written.begin() + static_cast<std::ptrdiff_t>(written.find("Good")), '\n'));
  // A faulty one cannot be taken.
  for (const int block : {4, 5, 6, 7})
    EXPECT_EQ(shop.act(Workshop::joined(block, 1, 2)).status, 400) << block;
}

TEST(StudioBlocks, ofBrokenFilesAreNotUsed) {
  Workshop shop;
  shop.folder.write("more/a.block.xml", "<Blocks>" + block_named("Half") + "<Block id='");
  shop.folder.write("more/b.block.xml", block_named("Whole"));
  shop.folder.write("more/notes.xml", "<notes/>");
  const json blocks = json_of(shop.post("/api/load_blocks", {{"path", shop.folder.path("more")}}));
  EXPECT_THAT(uses(blocks), ElementsAre("Base -", "Arm no-base", "Rail no-base", "Hand no-base",
                                        "Half faulty", "Whole no-base"));
  shop.build();
  EXPECT_EQ(shop.scene()["status"], "ok") << shop.scene()["diagnostics"];
  EXPECT_THAT(shop.scene()["assembly"]["parts"], SizeIs(4));
}

TEST(StudioBlocks, areLoadedFromFilesAndFolders) {
  Workshop shop;
  shop.folder.write("more/b.block.xml", block_named("Whole"));
  shop.folder.write("empty/robot.urdf", test::kArm);
  const auto load = [&](const std::string& path) { return shop.post("/api/load_blocks", {{"path", path}}); };
  EXPECT_EQ(code_of(load("/etc")), "outside");
  EXPECT_EQ(code_of(load(shop.folder.path("../"))), "outside");
  EXPECT_EQ(code_of(load(shop.folder.path("none.block.xml"))), "refused");
  EXPECT_EQ(code_of(load(shop.folder.path("empty"))), "refused");
  EXPECT_EQ(shop.post("/api/load_blocks", {{"path", 1}}).status, 400);
  EXPECT_EQ(code_of(shop.studio.post("/api/load_blocks", {{"path", "/"}, {"revision", 77}})), "stale");
  EXPECT_THAT(shop.blocks()["libraries"], SizeIs(1));
  // The first Blocks begin an assembly; later ones leave it as it is.
  const json blocks = json_of(load(shop.folder.path("more/b.block.xml")));
  EXPECT_THAT(blocks["blocks"], SizeIs(5));
  EXPECT_THAT(shop.scene()["assembly"]["parts"], IsEmpty());
  shop.build();
  EXPECT_THAT(json_of(load(shop.folder.path("more/b.block.xml")))["blocks"], SizeIs(5)) << "once is enough";
  EXPECT_THAT(shop.scene()["assembly"]["parts"], SizeIs(4));
  EXPECT_EQ(shop.scene()["assembly"]["undo"], "join Hand_3");
  // A file that changed is read anew.
  shop.folder.write("more/b.block.xml", block_named("Other"));
  EXPECT_EQ(json_of(load(shop.folder.path("more/b.block.xml")))["blocks"][4]["name"], "Other");
}

TEST(StudioBlocks, ofTheAssemblysOwnFolderAreThere) {
  const test::Folder folder;
  folder.write("parts.block.xml", test::kBlocks);
  studio::WorkspaceSettings settings;
  settings.inputs = {folder.write(
      "arm.assembly.xml", "<Assembly><!-- mine --><Part id='0' parentId='-1' blockId='b'/></Assembly>")};
  test::Studio studio(settings);
  EXPECT_THAT(json_of(studio.get("/api/blocks"))["blocks"], SizeIs(4));
  const json scene = json_of(studio.get("/api/scene"));
  EXPECT_EQ(scene["assembly"]["saved"], true);
  EXPECT_EQ(scene["assembly"]["path"], settings.inputs[0]);
  json body = Workshop::joined(test::kArmBlock, 0, 0);
  body["revision"] = 1;
  const json longer = json_of(studio.post("/api/assembly", body));
  EXPECT_EQ(longer["status"], "ok");
  EXPECT_EQ(longer["assembly"]["saved"], false);
  EXPECT_EQ(longer["file"], settings.inputs[0]);
  // Undone, it is the author's text again.
  const json undone = json_of(studio.post("/api/assembly", {{"action", "undo"}, {"revision", 2}}));
  EXPECT_EQ(undone["assembly"]["saved"], true);
  EXPECT_THAT(studio.workspace().assembly()->state().text, HasSubstr("<!-- mine -->"));
}

TEST(StudioBlocks, haveMeshesByNumber) {
  const std::string cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  Workshop shop("<Blocks>" + block_named("Base", "isBaseBlock='true'").replace(0, 0, "") + "</Blocks>");
  std::string text = shop.folder.read("lib/parts.block.xml");
  text.insert(text.find("<contactPoints>"),
              "<shape pose='0;0;0.5' value='cube.obj'/><diffuse value='gone.png'/>"
              "<normal value='bumps.png'/>");
  shop.folder.write("lib/parts.block.xml", text);
  shop.folder.write("lib/cube.obj", cube);
  shop.folder.write("lib/bumps.png", "bumps");
  const json blocks = shop.blocks();
  const json& base = blocks["blocks"][0];
  const auto row = [&](const json& id) {
    for (const json& mesh : blocks["meshes"])
      if (mesh["id"] == id) return mesh;
    return json();
  };
  EXPECT_EQ(row(base["shape"]["mesh"])["found"], true);
  EXPECT_EQ(row(base["shape"]["mesh"])["format"], "obj");
  EXPECT_EQ(row(base["diffuse"])["found"], false);
  EXPECT_THAT(base["shape"]["pose"], ElementsAre(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.5));
  const std::string target = "/api/mesh/" + base["shape"]["mesh"].dump();
  EXPECT_EQ(shop.studio.get(target).body, cube);
  EXPECT_EQ(shop.studio.get("/api/mesh/" + base["diffuse"].dump()).status, 404);
  // The number stays, whatever is open.
  shop.act({{"action", "new"}});
  shop.act({{"action", "append"}, {"block", 0}});
  EXPECT_EQ(shop.blocks()["blocks"][0]["shape"]["mesh"], base["shape"]["mesh"]);
  EXPECT_EQ(shop.studio.get(target).body, cube);
  const json scene = shop.scene();
  EXPECT_NE(scene["meshes"][0]["id"], base["shape"]["mesh"]) << "no number stands for two files";
  // A normal texture is no part of a model's material, and drawn all the same.
  const json& shape = scene["shapes"][0];
  const auto drawn = std::find_if(scene["meshes"].begin(), scene["meshes"].end(),
                                  [&](const json& mesh) { return mesh["id"] == shape["normal"]; });
  ASSERT_NE(drawn, scene["meshes"].end()) << shape;
  EXPECT_THAT((*drawn)["name"].get<std::string>(), HasSubstr("bumps.png"));
  EXPECT_EQ(shop.studio.get("/api/mesh/" + shape["normal"].dump()).body, "bumps");
}

TEST(StudioBlocks, showPicturesAlone) {
  const std::string png = "\x89PNG\r\n\x1a\n and more";
  std::string text = test::kBlocks;
  const auto with_thumbnail = [&](const std::string& block, const std::string& file) {
    text.insert(text.find("<contactPoints>", text.find("name=\"" + block)),
                "<thumbnail value='" + file + "'/>");
  };
  const test::Folder outside;
  with_thumbnail("Base", "base.png");
  with_thumbnail("Arm", outside.write("secret.png", png));
  with_thumbnail("Rail", "parts.block.xml");
  with_thumbnail("Hand", "gone.png");
  Workshop shop(text);
  shop.folder.write("lib/base.png", png);
  const json blocks = shop.blocks();
  EXPECT_EQ(blocks["blocks"][0]["thumbnail"], true);
  EXPECT_EQ(blocks["blocks"][1]["thumbnail"], false);
  EXPECT_EQ(blocks["blocks"][3]["thumbnail"], false);
  const auto picture = shop.studio.get("/api/blocks/0/thumbnail");
  EXPECT_EQ(picture.status, 200);
  EXPECT_EQ(picture.body, png);
  EXPECT_EQ(picture.content_type, "image/png");
  for (const char* target : {"/api/blocks/1/thumbnail", "/api/blocks/2/thumbnail", "/api/blocks/3/thumbnail",
                             "/api/blocks/4/thumbnail", "/api/blocks/-1/thumbnail", "/api/blocks/x/thumbnail",
                             "/api/blocks/0/", "/api/blocks/0/thumbnail/x", "/api/blocks/"})
    EXPECT_EQ(shop.studio.get(target).status, 404) << target;
}

}  // namespace
}  // namespace romas
