// Files that change while an assembly is worked on: Blocks are read anew, and no work is lost.
#include <gmock/gmock.h>

#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using test::code_of;
using test::Workshop;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class StudioAssemblyReload : public ::testing::Test {
 protected:
  StudioAssemblyReload() { shop.build(); }
  // Does the server's work when the watch is readable. Returns true if something was read.
  bool changed() {
    const auto revision = shop.studio.workspace().revision();
    studio::Response response;
    response.later = shop.studio.api().follow_files();
    studio::Api::complete(std::move(response));
    return shop.studio.workspace().revision() != revision;
  }
  // Another mass of the arm.
  void write_blocks(const std::string& mass) {
    std::string text = test::kBlocks;
    text.replace(text.find("1.5"), 3, mass);
    shop.folder.write("lib/parts.block.xml", text);
  }

  Workshop shop;
};

TEST_F(StudioAssemblyReload, readsBlocksAnew) {
  const std::string text = shop.text();
  const auto revision = shop.studio.workspace().revision();
  write_blocks("2.5");
  ASSERT_TRUE(changed());
  EXPECT_GT(shop.studio.workspace().revision(), revision);
  EXPECT_EQ(shop.text(), text);
  EXPECT_EQ(shop.blocks()["blocks"][1]["mass"], 2.5);
  const json scene = shop.scene();
  EXPECT_EQ(scene["links"][1]["mass"], 2.5);
  EXPECT_EQ(scene["assembly"]["undo"], "join Hand_3");
}

TEST_F(StudioAssemblyReload, showsWhatABrokenBlockLeaves) {
  write_blocks("heavy");
  ASSERT_TRUE(changed());
  json scene = shop.scene();
  EXPECT_EQ(scene["status"], "errors");
  EXPECT_EQ(code_of(shop.act({{"action", "remove"}, {"part", 3}})), "errors");
  EXPECT_EQ(shop.blocks()["blocks"][1]["reason"]["code"], "faulty");
  write_blocks("3");
  ASSERT_TRUE(changed());
  scene = shop.scene();
  EXPECT_EQ(scene["status"], "ok");
  EXPECT_THAT(scene["assembly"]["parts"], SizeIs(4));
}

TEST_F(StudioAssemblyReload, keepsUnsavedWork) {
  const std::string path = shop.folder.path("arm.assembly.xml");
  shop.post("/api/save", {{"path", path}});
  EXPECT_FALSE(changed()) << "its own writing is no news";
  shop.act({{"action", "remove"}, {"part", 3}});
  const std::string mine = shop.text();
  shop.folder.write("arm.assembly.xml", "<Assembly><Part id='0' parentId='-1' blockId='b'/></Assembly>");
  changed();
  EXPECT_EQ(shop.text(), mine);
  EXPECT_EQ(code_of(shop.post("/api/save", json::object())), "exists");
}

// An action during the reading of files counts; the files are read once more then.
TEST_F(StudioAssemblyReload, isNoObstacleToWork) {
  write_blocks("2.5");
  const auto slow = shop.studio.api().follow_files();
  ASSERT_TRUE(slow);
  EXPECT_EQ(shop.act({{"action", "remove"}, {"part", 3}}).status, 200);
  slow->work();
  slow->finish();
  EXPECT_THAT(shop.scene()["assembly"]["parts"], SizeIs(3));
  EXPECT_TRUE(changed());
  EXPECT_THAT(shop.scene()["assembly"]["parts"], SizeIs(3));
  EXPECT_EQ(shop.scene()["links"][1]["mass"], 2.5);
}

TEST_F(StudioAssemblyReload, readsBlocksBeforeThereIsAPart) {
  shop.act({{"action", "new"}});
  write_blocks("7");
  ASSERT_TRUE(changed());
  EXPECT_EQ(shop.blocks()["blocks"][1]["mass"], 7);
  EXPECT_EQ(shop.scene()["status"], "ok");
}

TEST_F(StudioAssemblyReload, takesWhatAnEditorWroteWhereNothingIsUnsaved) {
  const std::string path = shop.folder.path("arm.assembly.xml");
  shop.post("/api/save", {{"path", path}});
  shop.folder.write("arm.assembly.xml",
                    "<Assembly><!-- edited --><Part id='0' parentId='-1' blockId='b'/></Assembly>");
  ASSERT_TRUE(changed());
  EXPECT_THAT(shop.text(), HasSubstr("edited"));
  EXPECT_EQ(shop.scene()["assembly"]["saved"], true);
  EXPECT_THAT(shop.scene()["assembly"]["parts"], SizeIs(1));
}

}  // namespace
}  // namespace romas
