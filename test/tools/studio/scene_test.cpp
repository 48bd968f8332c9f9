// The studio's description of a robot: links, shapes, joints, places and files.
#include <gmock/gmock.h>

#include "test/folders.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using studio::WorkspaceSettings;
using test::code_of;
using test::Folder;
using test::json_of;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const char* const kLift = R"(<robot name="lift">
  <material name="steel"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base">
    <visual><origin xyz="0 0 1"/><geometry><box size="1 2 3"/></geometry><material name="steel"/></visual>
    <collision><geometry><cylinder radius="2" length="4"/></geometry></collision>
  </link>
  <link name="arm">
    <inertial><origin xyz="0 0 0.5"/><mass value="12"/>
      <inertia ixx="13" ixy="0" ixz="0" iyy="10" iyz="0" izz="5"/></inertial>
    <visual><geometry><mesh filename="meshes/arm.stl" scale="2 2 2"/></geometry>
      <material name="painted"><texture filename="meshes/paint.png"/></material></visual>
  </link>
  <link name="slide">
    <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="5"/></inertial>
  </link>
  <link name="ball"><visual><geometry><sphere radius="0.5"/></geometry></visual></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="1 2 3"/>
    <axis xyz="0 0 2"/><limit lower="-1" upper="2" effort="10" velocity="3"/></joint>
  <joint name="push" type="prismatic"><parent link="arm"/><child link="slide"/>
    <axis xyz="1 0 0"/><limit lower="0" upper="0.5" effort="7" velocity="1"/>
    <mimic joint="turn" multiplier="0.25" offset="0.1"/></joint>
  <joint name="free" type="floating"><parent link="slide"/><child link="ball"/></joint>
</robot>
)";

// A triangle with corners (0, 0, 0), (1, 0, 0) and (0, 1, 2).
const char* const kTriangle =
    "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 2\nendloop\nendfacet\n"
    "endsolid t\n";

WorkspaceSettings opening(const std::string& file) {
  WorkspaceSettings settings;
  settings.inputs = {file};
  return settings;
}

class StudioLift : public ::testing::Test {
 protected:
  StudioLift() {
    folder.write("meshes/arm.stl", kTriangle);
    file = folder.write("lift.urdf", kLift);
  }
  Folder folder;
  std::string file;
};

TEST_F(StudioLift, hasItsLinks) {
  Studio studio(opening(file));
  const json links = json_of(studio.get("/api/scene"))["links"];
  ASSERT_THAT(links, SizeIs(4));
  EXPECT_EQ(links[0]["parent_joint"], -1);
  EXPECT_EQ(links[0]["bounds"], json::parse(R"({"min": [-0.5, -1, -0.5], "max": [0.5, 1, 2.5]})"));
  for (const char* key : {"mass", "com", "box", "ellipsoid"}) EXPECT_TRUE(links[0][key].is_null()) << key;
  EXPECT_EQ(links[1]["parent_joint"], 0);
  // The mesh is measured and scaled.
  EXPECT_EQ(links[1]["bounds"], json::parse(R"({"min": [0, 0, 0], "max": [2, 2, 4]})"));
  EXPECT_EQ(links[1]["mass"], 12);
  EXPECT_EQ(links[1]["com"], json::parse("[0, 0, 0.5]"));
  EXPECT_EQ(links[1]["possible"], true);
  // A box of 12 kg with edges 1, 2 and 3.
  EXPECT_EQ(links[1]["box"]["size"], json::parse("[1, 2, 3]"));
  EXPECT_THAT(links[1]["box"]["R"], SizeIs(9));
  EXPECT_NEAR(links[1]["ellipsoid"]["radii"][2].get<double>(), std::sqrt(5 * 9 / 12.0), 1e-12);
  EXPECT_EQ(links[2]["possible"], false);
  EXPECT_TRUE(links[2]["bounds"].is_null());
}

TEST_F(StudioLift, hasItsShapes) {
  Studio studio(opening(file));
  const json scene = json_of(studio.get("/api/scene"));
  const json& shapes = scene["shapes"];
  ASSERT_THAT(shapes, SizeIs(4));
  EXPECT_EQ(shapes[0], json::parse(R"({"link": 0, "kind": "visual", "index": 0,
      "pose": [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1], "shape": {"type": "box", "size": [1, 2, 3]},
      "color": [0.5, 0.5, 0.5, 1], "texture": null, "normal": null})"));
  EXPECT_EQ(shapes[1]["kind"], "collision");
  EXPECT_EQ(shapes[1]["shape"], json::parse(R"({"type": "cylinder", "radius": 2, "length": 4})"));
  EXPECT_TRUE(shapes[1]["color"].is_null());
  EXPECT_EQ(shapes[2]["link"], 1);
  EXPECT_EQ(shapes[2]["shape"], json::parse(R"({"type": "mesh", "mesh": 0, "scale": [2, 2, 2]})"));
  EXPECT_EQ(shapes[2]["texture"], 1);
  EXPECT_EQ(shapes[3]["shape"], json::parse(R"({"type": "sphere", "radius": 0.5})"));

  ASSERT_THAT(scene["meshes"], SizeIs(2));
  const json& mesh = scene["meshes"][0];
  EXPECT_EQ(mesh["name"], "meshes/arm.stl");
  EXPECT_EQ(mesh["format"], "stl");
  EXPECT_EQ(mesh["bytes"], std::string(kTriangle).size());
  EXPECT_EQ(mesh["found"], true);
  const json& missing = scene["meshes"][1];
  EXPECT_EQ(missing["format"], "image");
  EXPECT_EQ(missing["found"], false);
  EXPECT_THAT(missing["tried"], ElementsAre(folder.path("meshes/paint.png")));
}

TEST_F(StudioLift, hasItsJoints) {
  Studio studio(opening(file));
  const json scene = json_of(studio.get("/api/scene"));
  const json& joints = scene["joints"];
  ASSERT_THAT(joints, SizeIs(3));
  EXPECT_EQ(scene["n_q"], 9);
  EXPECT_EQ(joints[0], json::parse(R"({"q": 0, "count": 1,
      "variables": [{"kind": "angle", "lower": -1, "upper": 2, "neutral": 0}], "follows": null,
      "frame": [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3], "axis": [0, 0, 1], "effort": 10, "velocity": 3})"));
  EXPECT_EQ(joints[1]["variables"][0]["kind"], "length");
  EXPECT_EQ(joints[1]["follows"], json::parse(R"({"joint": 0, "multiplier": 0.25, "offset": 0.1})"));
  EXPECT_EQ(joints[2]["q"], 2);
  EXPECT_EQ(joints[2]["count"], 7);
  EXPECT_TRUE(joints[2]["axis"].is_null());
  EXPECT_EQ(joints[2]["variables"][6], json::parse(R"({"kind": "quaternion", "lower": null, "upper": null,
      "neutral": 1})"));
  EXPECT_EQ(scene["gravity"], json::parse("[0, 0, -9.81]"));
}

TEST_F(StudioLift, boundsAreOfCollisionsWhereNothingElseIsThereAndContinuousJointsHaveNoLimits) {
  Studio studio(opening(folder.write("wheel.urdf", R"(<robot name="w"><link name="a">
    <collision><geometry><sphere radius="2"/></geometry></collision></link><link name="b"/>
    <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="5" velocity="6"/></joint></robot>)")));
  const json scene = json_of(studio.get("/api/scene"));
  EXPECT_EQ(scene["links"][0]["bounds"], json::parse(R"({"min": [-2, -2, -2], "max": [2, 2, 2]})"));
  EXPECT_EQ(scene["joints"][0]["variables"],
            json::parse(R"([{"kind": "angle", "lower": null, "upper": null, "neutral": 0}])"));
  EXPECT_EQ(scene["joints"][0]["effort"], 5);
}

// Returns the text at a place of the scene, from the text that the scene names.
std::string text_at(const std::string& text, const json& place) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts.push_back(i + 1);
  const auto offset = [&](const char* line, const char* column) {
    return starts.at(place[line].get<std::size_t>() - 1) + place[column].get<std::size_t>() - 1;
  };
  const std::size_t begin = offset("line", "column");
  return text.substr(begin, offset("end_line", "end_column") - begin);
}

TEST_F(StudioLift, hasThePlacesOfItsLinksAndJoints) {
  Studio studio(opening(file));
  const json scene = json_of(studio.get("/api/scene"));
  const json& places = scene["places"];
  ASSERT_THAT(places["links"], SizeIs(4));
  EXPECT_EQ(scene["sources"].at(places["links"][3]["source"].get<std::size_t>())["name"], file);
  EXPECT_EQ(text_at(kLift, places["links"][3]),
            R"(<link name="ball"><visual><geometry><sphere radius="0.5"/></geometry></visual></link>)");
  EXPECT_THAT(text_at(kLift, places["joints"][0]), ::testing::StartsWith("<joint name=\"turn\""));
  EXPECT_THAT(text_at(kLift, places["joints"][2]), ::testing::EndsWith("</joint>"));
  EXPECT_THAT(places["parts"], IsEmpty());
}

TEST_F(StudioLift, saysWhatAFindingIsAbout) {
  Studio studio(opening(file));
  const json scene = json_of(studio.get("/api/scene"));
  std::size_t about_slide = 0;
  for (const json& finding : scene["diagnostics"]) {
    if (finding["rule"] == "inertia-triangle") {
      ++about_slide;
      EXPECT_EQ(finding["entities"], json::parse(R"([{"kind": "link", "index": 2}])"));
    }
  }
  EXPECT_EQ(about_slide, 1U);
}

TEST(StudioScene, hasPartsBlocksAndContacts) {
  Studio studio(opening(test::source_path("examples/six-axis/six-axis.assembly.xml")));
  const json scene = json_of(studio.get("/api/scene"));
  const json& places = scene["places"];
  ASSERT_EQ(scene["status"], "ok");
  EXPECT_THAT(places["parts"], SizeIs(scene["model"]["parts"].size()));
  ASSERT_THAT(places["blocks"], SizeIs(scene["model"]["blocks"].size()));
  const json& block = places["blocks"][0];
  EXPECT_THAT(scene["sources"].at(block["source"].get<std::size_t>())["name"].get<std::string>(),
              HasSubstr("arm.block.xml"));
  for (std::size_t i = 0; i < places["contacts"].size(); ++i)
    EXPECT_EQ(places["contacts"][i].size(), scene["model"]["blocks"][i]["contacts"].size());
  EXPECT_FALSE(scene["frames"].empty());
  for (const json& frame : scene["frames"]) EXPECT_GE(frame["link"].get<int>(), 0);
  for (const json& mesh : scene["meshes"]) EXPECT_EQ(mesh["found"], true);
}

TEST_F(StudioLift, isEmptyWithErrors) {
  Studio studio(opening(folder.write("broken.urdf", test::kBroken)));
  const json scene = json_of(studio.get("/api/scene"));
  for (const char* key : {"links", "shapes", "joints", "frames", "meshes"})
    EXPECT_THAT(scene[key], IsEmpty()) << key;
  EXPECT_EQ(scene["n_q"], 0);
  EXPECT_EQ(scene["stale"], false);
  EXPECT_THAT(scene["diagnostics"][0]["entities"], IsEmpty());
}

// While the text is broken, the robot is there as it was, and places are those of the text as it is.
TEST_F(StudioLift, isShownAsItWasWhileItsTextIsBroken) {
  Studio studio(opening(file));
  const json before = json_of(studio.get("/api/scene"));
  const std::string broken =
      "\n\n" + std::string(kLift).replace(std::string(kLift).find("\"12\""), 4, "\"x\"");
  folder.write("lift.urdf", broken);
  const json during = json_of(studio.post("/api/open", {{"path", file}, {"revision", 1}}));
  EXPECT_EQ(during["status"], "errors");
  EXPECT_EQ(during["stale"], true);
  for (const char* key : {"model", "links", "shapes", "joints", "meshes", "robots", "n_q"})
    EXPECT_EQ(during[key], before[key]) << key;
  ASSERT_FALSE(during["places"]["links"][1].is_null());
  EXPECT_THAT(text_at(broken, during["places"]["links"][1]), ::testing::StartsWith("<link name=\"arm\">"));
  bool about_arm = false;
  for (const json& finding : during["diagnostics"])
    about_arm = about_arm || (finding["severity"] == "error" &&
                              finding["entities"] == json::parse(R"([{"kind": "link", "index": 1}])"));
  EXPECT_TRUE(about_arm);

  folder.write("lift.urdf", kLift);
  const json after = json_of(studio.post("/api/open", {{"path", file}, {"revision", 2}}));
  EXPECT_EQ(after["stale"], false);
  EXPECT_EQ(after["places"], before["places"]);
  // Another file that is broken shows nothing.
  const std::string other = folder.write("other.urdf", test::kBroken);
  EXPECT_TRUE(json_of(studio.post("/api/open", {{"path", other}, {"revision", 3}}))["model"].is_null());
}

TEST_F(StudioLift, givesItsMeshes) {
  Studio studio(opening(file));
  const studio::Response mesh = studio.get("/api/mesh/0");
  EXPECT_EQ(mesh.status, 200);
  EXPECT_EQ(mesh.body, kTriangle);
  EXPECT_EQ(mesh.content_type, "application/octet-stream");
  ASSERT_EQ(mesh.etag.front(), '"');
  studio::Request again = Studio::request("GET", "/api/mesh/0");
  again.if_none_match = mesh.etag;
  EXPECT_EQ(studio.answer(again).status, 304);
  EXPECT_EQ(studio.answer(again).body, "");
  folder.write("meshes/arm.stl", std::string(kTriangle) + "\n");
  EXPECT_EQ(studio.answer(again).status, 200);
  EXPECT_EQ(code_of(studio.get("/api/mesh/1")), "no-mesh");  // it was not found
  for (const char* id : {"2", "-1", "x", "", "0x0", "99999999999999999999"})
    EXPECT_EQ(studio.get(std::string("/api/mesh/") + id).status, 404) << id;
  EXPECT_EQ(studio.post("/api/mesh/0", json::object()).status, 405);
}

TEST_F(StudioLift, givesWhatAMeshNamesBesideItself) {
  folder.write("meshes/textures/a b.png", "picture");
  folder.write("secret.txt", "secret");
  fs::create_symlink(folder.path("secret.txt"), folder.path("meshes/link.txt"));
  Studio studio(opening(file));
  const studio::Response picture = studio.get("/api/mesh/0/textures/a%20b.png");
  EXPECT_EQ(picture.body, "picture");
  EXPECT_EQ(picture.content_type, "image/png");
  EXPECT_EQ(studio.get("/api/mesh/0/../meshes/textures/a%20b.png").status, 200);
  for (const char* path : {"../secret.txt", "%2e%2e/secret.txt", "link.txt", "/etc/passwd", "%2fetc%2fpasswd",
                           "textures", "none.png", "a%00b", "%", "../lift.urdf"})
    EXPECT_EQ(code_of(studio.get(std::string("/api/mesh/0/") + path)), "no-mesh") << path;
}

TEST(StudioMeshes, ofPackagesMayNameWhatLiesInThePackage) {
  const Folder folder;
  folder.write("arms/package.xml", "<package><name>arms</name></package>");
  folder.write("arms/meshes/arm.dae", "mesh");
  folder.write("arms/textures/arm.png", "picture");
  folder.write("other.png", "other");
  const char* const robot = R"(<robot name="a"><link name="l"><visual><geometry>
    <mesh filename="package://arms/meshes/arm.dae"/></geometry></visual><visual><geometry>
    <mesh filename="package://legs/leg.dae"/></geometry></visual></link></robot>)";
  WorkspaceSettings settings = opening(folder.write("arms/urdf/arm.urdf", robot));
  settings.request.input.frontend.package_paths = {folder.path()};
  Studio studio(settings);
  EXPECT_EQ(studio.get("/api/mesh/0").body, "mesh");
  EXPECT_EQ(studio.get("/api/mesh/0/../textures/arm.png").body, "picture");
  EXPECT_EQ(studio.get("/api/mesh/0/../../other.png").status, 404);
  const json scene = json_of(studio.get("/api/scene"));
  EXPECT_THAT(scene["meshes"][1]["tried"], ::testing::Contains("'" + folder.path() + "' (--package-path)"));
}

TEST(StudioMeshes, areLookedForInOneMoreFolder) {
  const Folder folder;
  folder.write("packages/legs/package.xml", "<package><name>legs</name></package>");
  folder.write("packages/legs/leg.stl", kTriangle);
  Studio studio(opening({folder.write("leg.urdf", R"(<robot name="a"><link name="l"><visual><geometry>
    <mesh filename="package://legs/leg.stl"/></geometry></visual></link></robot>)")}));
  const auto look_in = [&](const std::string& path) {
    return studio.post("/api/package_path", {{"path", path}, {"revision", studio.workspace().revision()}});
  };
  EXPECT_EQ(json_of(studio.get("/api/scene"))["meshes"][0]["found"], false);
  for (const char* path : {"/etc", "/", "packages", ""}) EXPECT_EQ(code_of(look_in(path)), "outside") << path;
  for (const char* path : {"none", "leg.urdf"})
    EXPECT_EQ(code_of(look_in(folder.path(path))), "no-folder") << path;
  EXPECT_EQ(code_of(studio.post("/api/package_path", {{"path", folder.path()}, {"revision", 7}})), "stale");
  const json scene = json_of(look_in(folder.path("packages")));
  EXPECT_EQ(scene["meshes"][0]["found"], true);
  EXPECT_EQ(scene["revision"], 2);
  EXPECT_EQ(studio.get("/api/mesh/0").body, kTriangle);
}

// A number stands for one file as long as the program runs.
TEST_F(StudioLift, neverGivesANumberToAnotherMesh) {
  Studio studio(opening(file));
  folder.write("meshes/new.stl", kTriangle);
  std::string text = kLift;
  text.replace(text.find("<sphere radius=\"0.5\"/>"), 22, "<mesh filename=\"meshes/new.stl\"/>");
  text.replace(text.find("meshes/arm.stl"), 14, "meshes/old.stl");
  folder.write("lift.urdf", text);
  const json scene = json_of(studio.post("/api/open", {{"path", file}, {"revision", 1}}));
  std::map<std::string, int> ids;
  for (const json& mesh : scene["meshes"]) ids[mesh["name"]] = mesh["id"];
  EXPECT_EQ(ids, (std::map<std::string, int>{
                     {"meshes/old.stl", 2}, {"meshes/paint.png", 1}, {"meshes/new.stl", 3}}));
  EXPECT_EQ(studio.get("/api/mesh/0").status, 404);
  EXPECT_EQ(studio.get("/api/mesh/3").body, kTriangle);
}

}  // namespace
}  // namespace romas
