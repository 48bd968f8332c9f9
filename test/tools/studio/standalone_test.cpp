// One HTML file with a robot, through the requests: what stands in it, where it is written, and every
// refusal.
#include "tools/studio/api/standalone.h"

#include "support/bytes/base64.h"
#include "support/bytes/sha256.h"
#include "support/text/text.h"
#include "test/tools/studio/studio_helpers.h"
#include "tools/studio/scene/mesh_references.h"

namespace romas::test {
namespace {

using nlohmann::json;
using testing::Test;

constexpr const char* kRobot = R"(<robot name="arm"><link name="base"><visual><geometry>
  <mesh filename="base.obj"/></geometry></visual></link><link name="tip"/>
  <joint name="turn" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint>
</robot>
)";

class Standalone : public Test {
 protected:
  Standalone() {
    folder_.write("base.obj", "mtllib a b.mtl\nv 0 0 0\n");
    folder_.write("a b.mtl", "newmtl x\nmap_Kd -s 1 1 1 skin.png\n");
    folder_.write("skin.png", "\x89PNG");
    begin(kRobot);
  }
  void begin(const std::string& text, bool read_only = false) {
    folder_.write("arm.urdf", text);
    studio::WorkspaceSettings settings;
    settings.inputs = {folder_.path("arm.urdf")};
    settings.read_only = read_only;
    studio_.emplace(std::move(settings));
  }
  studio::Response export_to(const std::string& path, json more = json::object()) {
    more["revision"] = studio_->workspace().revision();
    more["target"] = "html";
    more["path"] = path;
    return studio_->post("/api/export", more);
  }
  std::string page() {
    const auto response = export_to(folder_.path("arm.html"), {{"replace", true}});
    EXPECT_EQ(response.status, 200) << response.body;
    return folder_.read("arm.html");
  }
  static std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t at = text.find(begin);
    if (at == std::string::npos) return {};
    return text.substr(at + begin.size(), text.find(end, at + begin.size()) - at - begin.size());
  }
  static json data_of(const std::string& html) {
    return json::parse(between(html, "id=\"romas-robot\">", "</script>"));
  }

  Folder folder_;
  std::optional<Studio> studio_;
};

TEST_F(Standalone, HasTheRobotItsFilesAndItsMotion) {
  const std::string html = page();
  const json data = data_of(html);
  EXPECT_EQ(data["format"], "romas-page");
  EXPECT_EQ(data["model"]["name"], "arm");
  EXPECT_EQ(data["scene"]["links"].size(), 2);
  EXPECT_EQ(data["poses"].size(), 24);
  EXPECT_EQ(data["licences"], "free");
  const std::string id = concat(static_cast<std::size_t>(data["scene"]["meshes"][0]["id"]));
  EXPECT_EQ(data["files"][id], base64("mtllib a b.mtl\nv 0 0 0\n"));
  EXPECT_EQ(data["files"][id + "/a b.mtl"], base64("newmtl x\nmap_Kd -s 1 1 1 skin.png\n"));
  EXPECT_EQ(data["files"][id + "/skin.png"], base64("\x89PNG"));
  EXPECT_NE(html.find("export function link_poses(q, poses)"), std::string::npos);
}

TEST_F(Standalone, HasNothingOfTheMachine) { EXPECT_EQ(page().find(folder_.path()), std::string::npos); }

TEST_F(Standalone, RunsItsOwnScriptsAndNoOthers) {
  const std::string html = page();
  const std::string policy = between(html, "Content-Security-Policy\" content=\"", "\"");
  EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'sha256-")) << policy;
  std::string rest = html;
  for (int scripts = 0; scripts < 2; ++scripts) {
    const std::string script = between(rest, "<script type=\"module\">", "</script>");
    EXPECT_NE(policy.find(base64(sha256(script))), std::string::npos) << script;
    rest = rest.substr(rest.find("<script type=\"module\">") + 1);
  }
  EXPECT_NE(policy.find(base64(sha256("p {}"))), std::string::npos);
  for (const char* never : {"unsafe", "http", "connect-src", "*"})
    EXPECT_EQ(policy.find(never), std::string::npos) << policy;
}

TEST_F(Standalone, NamesEndNoScript) {
  std::string text = kRobot;
  const std::string hostile = "&lt;/script&gt;&lt;!-- &lt;script&gt;alert(1)";
  for (const std::string name : {"arm", "tip", "turn"})
    for (std::size_t at = text.find(concat("\"", name, "\"")); at != std::string::npos;
         at = text.find(concat("\"", name, "\"")))
      text.replace(at + 1, name.size(), concat(hostile, name));
  begin(text);
  const std::string html = page();
  EXPECT_EQ(data_of(html)["model"]["name"], "</script><!-- <script>alert(1)arm");
  std::size_t ends = 0;
  for (std::size_t at = html.find("</script"); at != std::string::npos; at = html.find("</script", at + 1))
    ++ends;
  EXPECT_EQ(ends, 3);
  EXPECT_EQ(html.find("<!-- "), std::string::npos);
}

TEST_F(Standalone, IsWrittenOnlyWhereItMay) {
  EXPECT_EQ(code_of(export_to("/elsewhere/arm.html")), "outside");
  EXPECT_EQ(code_of(export_to(folder_.path("arm.txt"))), "bad-name");
  ASSERT_EQ(export_to(folder_.path("arm.html")).status, 200);
  EXPECT_EQ(code_of(export_to(folder_.path("arm.html"))), "exists");
  EXPECT_EQ(code_of(export_to(folder_.path("arm.html"), {{"robot", 7}})), "no-robot");
  begin("<robot name=\"r\"><link name=\"a\"/><link name=\"a\"/></robot>");
  EXPECT_EQ(code_of(export_to(folder_.path("other.html"))), "refused");
  begin(kRobot, true);
  EXPECT_EQ(code_of(export_to(folder_.path("other.html"))), "read-only");
  Studio empty{studio::WorkspaceSettings()};
  EXPECT_EQ(code_of(empty.post("/api/export", {{"revision", empty.workspace().revision()},
                                               {"target", "html"},
                                               {"path", folder_.path("x.html")}})),
            "nothing-open");
}

TEST_F(Standalone, AMotionThatNobodyKnowsIsRefusedWithItsFinding) {
  std::string text = kRobot;
  text.replace(text.find("continuous"), 10, "curvilinear");
  begin(text);
  const auto response = export_to(folder_.path("arm.html"));
  EXPECT_NE(response.status, 200);
  EXPECT_EQ(code_of(response), "refused");
}

TEST(MeshReferences, AreWhatThePageAsksFor) {
  using studio::mesh_references;
  using Names = std::vector<std::string>;
  EXPECT_EQ(mesh_references("v 0 0 0\nmtllib my skin.mtl\r\nmtllib my skin.mtl\n", "obj"),
            Names{"my skin.mtl"});
  EXPECT_EQ(mesh_references("map_Kd -o 1 1 1 a.png\n  map_bump b.png\nKd 1 1 1\n", "mtl"),
            (Names{"a.png", "b.png"}));
  EXPECT_EQ(mesh_references("<image><init_from> a.png </init_from></image><init_from>", "dae"),
            Names{"a.png"});
  EXPECT_EQ(mesh_references(R"({"buffers": [{"uri" : "a.bin"}, {"uri":"data:,x"}], "name": "uri"})", "gltf"),
            Names{"a.bin"});
  EXPECT_EQ(mesh_references("mtllib a.mtl\n", "stl"), Names{});
}

TEST_F(Standalone, WhatIsKeptOfARobotIsAText) {
  const auto keep = [&](const json& body) { return studio_->post("/api/view", body); };
  EXPECT_EQ(json_of(studio_->get("/api/view?robot=arm"))["text"], "");
  ASSERT_EQ(keep({{"robot", "arm"}, {"text", "{\"poses\": []}"}}).status, 200);
  EXPECT_EQ(json_of(studio_->get("/api/view?robot=arm"))["text"], "{\"poses\": []}");
  EXPECT_EQ(json_of(studio_->get("/api/view?robot=leg"))["text"], "");
  EXPECT_EQ(code_of(studio_->get("/api/view")), "bad-request");
  EXPECT_EQ(code_of(keep({{"robot", "arm"}})), "bad-request");
  EXPECT_EQ(code_of(keep({{"robot", "arm"}, {"text", std::string(200'000, 'x')}})), "large");
  EXPECT_EQ(json_of(studio_->get("/api/view?robot=arm"))["text"], "{\"poses\": []}");
  ASSERT_EQ(keep({{"robot", "arm"}, {"text", ""}}).status, 200);
  EXPECT_EQ(json_of(studio_->get("/api/view?robot=arm"))["text"], "");
}

TEST_F(Standalone, WhatIsKeptOutlivesTheProgram) {
  const auto start = [&](bool read_only) {
    studio::WorkspaceSettings settings;
    settings.preferences_file = folder_.path("settings/studio.json");
    settings.read_only = read_only;
    studio_.emplace(std::move(settings));
  };
  const auto keep = [&](const std::string& robot, const std::string& text) {
    return studio_->post("/api/view", {{"robot", robot}, {"text", text}});
  };
  start(false);
  ASSERT_EQ(keep("a \"b\"\n", "[\"</script>\", 1]").status, 200);
  start(true);
  EXPECT_EQ(json_of(studio_->get("/api/view?robot=a%20%22b%22%0A"))["text"], "[\"</script>\", 1]");
  ASSERT_EQ(keep("other", "x").status, 200);  // as long as it runs
  start(false);
  EXPECT_EQ(json_of(studio_->get("/api/view?robot=other"))["text"], "");
  for (int robot = 0; robot < 499; ++robot) ASSERT_EQ(keep(concat("r", robot), "x").status, 200) << robot;
  EXPECT_EQ(code_of(keep("one more", "x")), "full");
  EXPECT_EQ(keep("r7", "y").status, 200);
  folder_.write("settings/studio-views.json", "{ no JSON");
  start(false);
  EXPECT_EQ(json_of(studio_->get("/api/view?robot=r7"))["text"], "");
}

}  // namespace
}  // namespace romas::test
