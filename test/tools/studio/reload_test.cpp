// An open robot follows its files.
#include <gmock/gmock.h>

#include "test/tools/studio/studio_helpers.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Folder;
using test::json_of;
using test::Studio;

const char* const kWithMesh = R"(<robot name="arm"><link name="base"><visual><geometry>
  <mesh filename="meshes/base.stl"/></geometry></visual></link></robot>)";
const char* const kTriangle =
    "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    "endsolid t\n";

class StudioReload : public ::testing::Test {
 protected:
  void open(const std::string& name, const std::string& text) {
    settings_.inputs = {folder_.write(name, text)};
    studio_.emplace(settings_);
  }
  // Does the server's work when the watch is readable, and returns the scene.
  json scene_after_change() {
    studio_->follow_files();
    return json_of(studio_->get("/api/scene"));
  }

  Folder folder_;
  studio::WorkspaceSettings settings_;
  std::optional<Studio> studio_;
};

TEST_F(StudioReload, followsTheOpenFile) {
  open("arm.urdf", test::kArm);
  EXPECT_EQ(scene_after_change()["revision"], 1);
  folder_.write("arm.urdf", "<robot name='other'><link name='x'/></robot>");
  const json scene = scene_after_change();
  EXPECT_EQ(scene["revision"], 2);
  EXPECT_EQ(scene["model"]["name"], "other");
  folder_.write("beside.urdf", test::kArm);
  EXPECT_EQ(scene_after_change()["revision"], 2);
}

TEST_F(StudioReload, keepsThePictureOfABrokenOrVanishedFile) {
  open("arm.urdf", test::kArm);
  const json before = json_of(studio_->get("/api/scene"));
  folder_.write("arm.urdf", "<robot name=");
  json scene = scene_after_change();
  EXPECT_EQ(scene["status"], "errors");
  EXPECT_EQ(scene["stale"], true);
  EXPECT_EQ(scene["model"], before["model"]);
  fs::remove(folder_.path("arm.urdf"));
  scene = scene_after_change();
  EXPECT_EQ(scene["status"], "unreadable");
  EXPECT_EQ(scene["model"], before["model"]);
  EXPECT_FALSE(scene["diagnostics"].empty());
  folder_.write("arm.urdf.swp", test::kArm);
  fs::rename(folder_.path("arm.urdf.swp"), folder_.path("arm.urdf"));
  scene = scene_after_change();
  EXPECT_EQ(scene["status"], "ok");
  EXPECT_EQ(scene["stale"], false);
  EXPECT_EQ(scene["revision"], 4);
}

TEST_F(StudioReload, awaitsAFileThatIsNotThere) {
  const std::string path = folder_.path("later/arm.urdf");
  settings_.inputs = {path};
  studio_.emplace(settings_);
  EXPECT_EQ(scene_after_change()["status"], "unreadable");
  folder_.write("later/arm.urdf", test::kArm);
  EXPECT_EQ(scene_after_change()["status"], "ok");
}

TEST_F(StudioReload, followsMeshes) {
  open("arm.urdf", kWithMesh);
  json scene = json_of(studio_->get("/api/scene"));
  EXPECT_EQ(scene["meshes"][0]["found"], false);
  folder_.write("meshes/base.stl", kTriangle);
  scene = scene_after_change();
  EXPECT_EQ(scene["meshes"][0]["found"], true);
  EXPECT_EQ(scene["links"][0]["bounds"]["max"][0], 1);
  const std::string stamp = scene["meshes"][0]["stamp"];
  std::string larger = kTriangle;
  larger.replace(larger.find("vertex 1"), 8, "vertex 7");
  folder_.write("meshes/base.stl", larger);
  scene = scene_after_change();
  EXPECT_EQ(scene["links"][0]["bounds"]["max"][0], 7);
  EXPECT_NE(scene["meshes"][0]["stamp"], stamp);
  EXPECT_EQ(scene["meshes"][0]["id"], 0);
  fs::remove(folder_.path("meshes/base.stl"));
  scene = scene_after_change();
  EXPECT_EQ(scene["meshes"][0]["found"], false);
  EXPECT_EQ(scene["status"], "ok");
}

TEST_F(StudioReload, followsLibrariesAndImports) {
  settings_.request.input.frontend.libraries = {folder_.path("blocks")};
  fs::create_directory(folder_.path("blocks"));
  folder_.write("part.romas", "robot part { link a; }\n");
  open("whole.romas", "import \"part.romas\";\nrobot whole { link b; }\n");
  EXPECT_EQ(json_of(studio_->get("/api/scene"))["revision"], 1);
  folder_.write("part.romas", "robot part { link a; link c; joint j : fixed a -> c; }\n");
  EXPECT_EQ(scene_after_change()["revision"], 2);
  folder_.write("blocks/new.block.xml", "<Blocks/>");
  EXPECT_EQ(scene_after_change()["revision"], 3);
}

TEST_F(StudioReload, leavesFilesAloneThatAreNoLongerOpen) {
  open("arm.urdf", test::kArm);
  const std::string other = folder_.write("other.urdf", test::kArm);
  EXPECT_EQ(studio_->post("/api/open", {{"path", other}, {"revision", 1}}).status, 200);
  EXPECT_EQ(scene_after_change()["revision"], 2);
  folder_.write("arm.urdf", test::kBroken);
  EXPECT_EQ(scene_after_change()["revision"], 2);
  folder_.write("other.urdf", test::kBroken);
  EXPECT_EQ(scene_after_change()["revision"], 3);
}

// The open robot can be asked for while another file is read.
TEST_F(StudioReload, answersWhileItReads) {
  open("arm.urdf", test::kArm);
  const std::string other = folder_.write("other.urdf", "<robot name='other'><link name='x'/></robot>");
  const json body = {{"path", other}, {"revision", 1}};
  const auto begun = studio_->api().begin(Studio::request("POST", "/api/open", body.dump()), {});
  ASSERT_TRUE(begun.later);
  EXPECT_EQ(json_of(studio_->get("/api/scene"))["robots"][0], "arm");
  // The open file may be followed meanwhile.
  folder_.write("arm.urdf", "<robot name='again'><link name='x'/></robot>");
  EXPECT_EQ(scene_after_change()["robots"][0], "again");
  begun.later->work();
  EXPECT_EQ(json_of(begun.later->finish())["robots"][0], "other");
  EXPECT_EQ(json_of(studio_->get("/api/scene"))["revision"], 3);
}

TEST_F(StudioReload, doesNotReplaceWhatWasOpenedMeanwhile) {
  open("arm.urdf", test::kArm);
  const std::string other = folder_.write("other.urdf", "<robot name='other'><link name='x'/></robot>");
  folder_.write("arm.urdf", "<robot name='again'><link name='x'/></robot>");
  const auto slow = studio_->api().follow_files();
  ASSERT_TRUE(slow);
  const json body = {{"path", other}, {"revision", 1}};
  const auto opening = studio_->api().begin(Studio::request("POST", "/api/open", body.dump()), {});
  EXPECT_EQ(studio_->post("/api/open", body).status, 200);
  slow->work();
  slow->finish();
  opening.later->work();
  EXPECT_EQ(opening.later->finish().status, 409);
  EXPECT_EQ(json_of(studio_->get("/api/scene"))["robots"][0], "other");
  EXPECT_EQ(json_of(studio_->get("/api/scene"))["revision"], 2);
  // The changes that the slow requests took from the watch are not lost.
  EXPECT_TRUE(studio_->api().is_outdated());
  EXPECT_EQ(scene_after_change()["revision"], 3);
  EXPECT_FALSE(studio_->api().is_outdated());
}

}  // namespace
}  // namespace romas
