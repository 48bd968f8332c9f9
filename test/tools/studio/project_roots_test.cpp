// `roots` of .romas.yaml: a xacro file is opened as the robots that romasc makes of it.
#include "driver/project/project_file.h"
#include "support/text/text.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas::test {
namespace {

using nlohmann::json;

constexpr const char* kArmOfArguments = R"XML(<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="prefix" default="plain_"/>
  <xacro:arg name="kind" default="continuous"/>
  <link name="$(arg prefix)base"/><link name="$(arg prefix)tip"/>
  <joint name="turn" type="$(arg kind)">
    <parent link="$(arg prefix)base"/><child link="$(arg prefix)tip"/><axis xyz="0 3 0"/>
  </joint>
</robot>
)XML";

class StudioProjectRoots : public testing::Test {
 protected:
  StudioProjectRoots() {
    begin(
        "roots:\n"
        "  - {file: arm.urdf.xacro, name: left, args: {prefix: left_}}\n"
        "  - {file: arm.urdf.xacro, args: {prefix: right_}}\n"
        "  - {file: single.urdf.xacro, args: {prefix: single_}}\n");
  }

  // With the roots that a project file says.
  void begin(const std::string& project_file) {
    for (const char* name : {"arm.urdf.xacro", "single.urdf.xacro", "other.urdf.xacro"})
      folder_.write(name, kArmOfArguments);
    std::string problem;
    const auto project = driver::read_project_file(folder_.write(".romas.yaml", project_file), problem);
    ASSERT_TRUE(project) << problem;
    studio::WorkspaceSettings settings;
    settings.roots = {folder_.path()};
    settings.project_roots = driver::ProjectRoots(project->roots);
    settings.inputs = {"left"};
    studio_.emplace(std::move(settings));
  }
  json open(const std::string& path) {
    return json_of(
        studio_->post("/api/open", {{"path", path}, {"revision", studio_->workspace().revision()}}));
  }
  static std::string first_link(const json& scene) { return scene["model"]["links"][0]["name"]; }

  Folder folder_;
  std::optional<Studio> studio_;
};

TEST_F(StudioProjectRoots, AnInputIsOpenWithItsArguments) {
  const json scene = json_of(studio_->get("/api/scene"));
  EXPECT_EQ(first_link(scene), "left_base") << scene;
  EXPECT_EQ(scene["file"], "left");
  EXPECT_EQ(first_link(open("left")), "left_base") << "read again by the name that the scene says";
}

TEST_F(StudioProjectRoots, AFileOfOneRootIsThatRoot) {
  const json scene = open(folder_.path("single.urdf.xacro"));
  EXPECT_EQ(first_link(scene), "single_base") << scene;
  EXPECT_EQ(scene["file"], folder_.path("single.urdf.xacro") + " prefix:=single_");
  EXPECT_EQ(first_link(open(scene["file"])), "single_base");
}

TEST_F(StudioProjectRoots, AFileThatIsNoRootHasItsDefaults) {
  EXPECT_EQ(first_link(open(folder_.path("other.urdf.xacro"))), "plain_base");
}

TEST_F(StudioProjectRoots, AFolderOffersEachRootOfAFile) {
  const json entries = json_of(studio_->get("/api/folder"))["entries"];
  std::map<std::string, std::string> offered;
  for (const json& entry : entries) offered.emplace(entry["name"], entry["path"]);
  const std::string arm = folder_.path("arm.urdf.xacro");
  EXPECT_EQ(offered,
            (std::map<std::string, std::string>{{"arm.urdf.xacro: left", "left"},
                                                {"arm.urdf.xacro prefix:=right_", arm + " prefix:=right_"},
                                                {"other.urdf.xacro", folder_.path("other.urdf.xacro")},
                                                {"single.urdf.xacro", folder_.path("single.urdf.xacro")}}));
  EXPECT_EQ(first_link(open(offered["arm.urdf.xacro prefix:=right_"])), "right_base");
  EXPECT_EQ(first_link(open(offered["arm.urdf.xacro: left"])), "left_base");
}

TEST_F(StudioProjectRoots, ARootOutsideOfTheFoldersIsRefused) {
  Folder elsewhere;
  elsewhere.write("far.urdf.xacro", kArmOfArguments);
  begin(concat("roots: [{file: arm.urdf.xacro, name: left, args: {prefix: left_}},\n  {file: ",
               elsewhere.path("far.urdf.xacro"), ", name: far}]\n"));
  const auto refused = studio_->post("/api/open", {{"path", "far"}, {"revision", 1}});
  EXPECT_EQ(refused.status, 403) << refused.body;
  EXPECT_EQ(code_of(refused), "outside");
}

TEST_F(StudioProjectRoots, TwoRootsOfAFileAreCompared) {
  const auto answer = studio_->post(
      "/api/compare", {{"revision", 1}, {"path", folder_.path("arm.urdf.xacro") + " prefix:=right_"}});
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_NE(answer.body.find("right_base"), std::string::npos) << answer.body;
}

// As `romasc --fix` of the file, which fixes what all of its roots want.
TEST_F(StudioProjectRoots, FixesAreThoseOfAllRootsOfTheFile) {
  const auto fixed = studio_->post("/api/fix", {{"revision", 1}, {"apply", true}});
  ASSERT_EQ(fixed.status, 200) << fixed.body;
  EXPECT_TRUE(json_of(fixed)["applied"]) << fixed.body;
  const std::string text = folder_.read("arm.urdf.xacro");
  EXPECT_NE(text.find(R"(<axis xyz="0 1 0"/>)"), std::string::npos) << text;
  // A fixed joint has no axis: of these roots only one wants the fix.
  begin(
      "roots:\n  - {file: arm.urdf.xacro, name: left}\n"
      "  - {file: arm.urdf.xacro, name: stiff, args: {kind: fixed}}\n");
  const auto kept = studio_->post("/api/fix", {{"revision", 1}, {"apply", true}});
  EXPECT_FALSE(json_of(kept)["applied"]) << kept.body;
  EXPECT_EQ(folder_.read("arm.urdf.xacro"), kArmOfArguments);
}

}  // namespace
}  // namespace romas::test
