// Generate/Compile Code through requests.
#include <poll.h>

#include <cmath>

#include "support/text/text.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas::test {
namespace {

using nlohmann::json;

const char* const kPendulum = R"(<robot name="pendulum"><link name="base"/>
  <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/>
    <inertia ixx="0.09" ixy="0" ixz="0" iyy="0.09" iyz="0" izz="0.001"/></inertial></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="20" velocity="3"/></joint></robot>
)";

class Builds : public testing::Test {
 protected:
  static studio::WorkspaceSettings settings(const std::string& file, bool read_only = false) {
    studio::WorkspaceSettings settings;
    settings.inputs = {file};
    settings.read_only = read_only;
    return settings;
  }
  json wish(const std::string& folder = "project") const {
    return {{"revision", 1},
            {"name", "pendulum"},
            {"folder", folder_.path(folder)},
            {"control", "computed-torque"},
            {"precision", "double"}};
  }
  // Waits for the end of the job behind a target.
  static json finished(Studio& studio, const std::string& target) {
    json answer = json_of(studio.get(target));
    while (answer["state"] == "running") {
      pollfd wait{studio.workspace().project().descriptor(), POLLIN, 0};
      EXPECT_EQ(::poll(&wait, 1, 300'000), 1);
      studio.workspace().project().proceed();
      answer = json_of(studio.get(target));
    }
    return answer;
  }
  static studio::Response remove(Studio& studio, const std::string& target) {
    return studio.answer(Studio::request("DELETE", target));
  }

  Folder folder_;
  std::string file_ = folder_.write("pendulum.urdf", kPendulum);
};

TEST_F(Builds, AProjectIsWrittenBuiltAndRun) {
  Studio studio(settings(file_));
  EXPECT_EQ(json_of(studio.get("/api/build"))["state"], "none");
  EXPECT_EQ(code_of(studio.post("/api/run", json::object())), "no-program");

  const auto started = studio.post("/api/build", wish());
  ASSERT_EQ(started.status, 200) << started.body;
  EXPECT_EQ(json_of(started)["state"], "running");
  EXPECT_EQ(json_of(started)["command"],
            concat("romasc ", file_, " --name=pendulum --emit=controller --control=computed-torque -o ",
                   folder_.path("project"), " --build"));
  EXPECT_EQ(code_of(studio.post("/api/build", wish("other"))), "busy");

  const json built = finished(studio, "/api/build");
  ASSERT_EQ(built["state"], "done") << built;
  EXPECT_EQ(built["program"], folder_.path("project/build/controller"));
  EXPECT_GT(built["bytes"], 10'000);
  EXPECT_FALSE(built["lines"].empty());
  const std::size_t lines = built["lines"].size();
  const json rest = json_of(studio.get(concat("/api/build?from=", lines - 1)));
  EXPECT_EQ(rest["lines"].size(), 1);
  EXPECT_EQ(rest["first_line"], lines - 1);

  ASSERT_EQ(studio.post("/api/run", {{"target", "0.5"}}).status, 200);
  const json run = finished(studio, "/api/run");
  ASSERT_EQ(run["state"], "done") << run;
  const json log = json_of(studio.get("/api/run/log"));
  ASSERT_GT(log["time"].size(), 100);
  EXPECT_EQ(log["q"].size(), log["time"].size());
  EXPECT_EQ(log["q"].front(), json({0.0}));
  EXPECT_NEAR(log["q"].back()[0].get<double>(), 0.5, 1e-3);
  EXPECT_EQ(log["target"].back(), json({0.5}));
  // The poses of the links then: the base does not move, the rod is turned about y.
  const json& poses = log["target_poses"];
  ASSERT_EQ(poses.size(), 24);
  EXPECT_EQ(poses[0], 1.0);
  EXPECT_NEAR(poses[12].get<double>(), std::cos(0.5), 1e-6);
  EXPECT_NEAR(poses[14].get<double>(), std::sin(0.5), 1e-6);

  // Existing files are replaced only if the page asks for it.
  EXPECT_EQ(code_of(studio.post("/api/build", wish())), "exists");
  json again = wish();
  again["replace"] = true;
  EXPECT_EQ(studio.post("/api/build", again).status, 200);
  EXPECT_EQ(remove(studio, "/api/build").status, 200);
  EXPECT_EQ(finished(studio, "/api/build")["state"], "cancelled");
  EXPECT_EQ(code_of(studio.post("/api/run", json::object())), "no-program");
}

// The pose that is shown has a number for a follower, and the program has none.
TEST_F(Builds, AFollowerBeforeItsLeaderIsNoVariableOfTheTarget) {
  const auto rod = [](const char* name) {
    return concat("<link name='", name, "'><inertial><origin xyz='0 0 -0.1'/><mass value='1'/>",
                  "<inertia ixx='0.09' ixy='0' ixz='0' iyy='0.09' iyz='0' izz='0.001'/></inertial></link>");
  };
  const auto joint = [](const char* name, const char* child, const char* more) {
    return concat("<joint name='", name, "' type='revolute'><parent link='base'/><child link='", child,
                  "'/><axis xyz='0 0 1'/><limit lower='-2' upper='2' effort='20' velocity='3'/>", more,
                  "</joint>");
  };
  folder_.write("twins.urdf", concat("<robot name='twins'><link name='base'/>", rod("a"), rod("b"),
                                     joint("follower", "a", "<mimic joint='leader' multiplier='-1'/>"),
                                     joint("leader", "b", ""), "</robot>"));
  Studio studio(settings(folder_.path("twins.urdf")));
  ASSERT_EQ(studio.post("/api/build", wish()).status, 200);
  const json built = finished(studio, "/api/build");
  ASSERT_EQ(built["state"], "done") << built;
  EXPECT_EQ(code_of(studio.post("/api/run", {{"target", "0.5"}})), "bad-request");
  EXPECT_EQ(code_of(studio.post("/api/run", {{"target", "1,2,3"}})), "bad-request");
  ASSERT_EQ(studio.post("/api/run", {{"target", "-0.4,0.4"}}).status, 200);
  const json run = finished(studio, "/api/run");
  ASSERT_EQ(run["state"], "done") << run;
  EXPECT_EQ(json_of(studio.get("/api/run/log"))["target"].back()[1], 0.4);
}

TEST_F(Builds, WishesThatCannotBeFulfilledAreRefused) {
  Studio studio(settings(file_));
  const auto refusal = [&](const char* key, const json& value) {
    json changed = wish();
    changed[key] = value;
    const auto response = studio.post("/api/build", changed);
    EXPECT_GE(response.status, 400) << key;
    return json_of(response)["error"]["message"].get<std::string>();
  };
  EXPECT_NE(refusal("name", "two words").find("an identifier as the robot's name, such as two_words"),
            std::string::npos);
  EXPECT_NE(refusal("control", "magic").find("must be one of pd, pid"), std::string::npos);
  EXPECT_NE(refusal("precision", "half").find("double or float"), std::string::npos);
  EXPECT_NE(refusal("gravity", "0,0").find("three numbers"), std::string::npos);
  EXPECT_NE(refusal("folder", "/etc/romas").find("outside"), std::string::npos);
  EXPECT_NE(refusal("folder", folder_.path("../elsewhere")).find("outside"), std::string::npos);
  EXPECT_NE(refusal("revision", 7).find("changed"), std::string::npos);
  EXPECT_EQ(studio.post("/api/run", {{"target", "x"}}).status, 400);
  EXPECT_EQ(studio.get("/api/build?from=x").status, 400);
  EXPECT_EQ(code_of(studio.get("/api/run/log")), "no-log");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("project")));
}

TEST_F(Builds, FindingsThatPreventCodeAreInTheRefusal) {
  folder_.write("still.urdf", kArm);
  Studio studio(settings(folder_.path("still.urdf")));
  const auto response = studio.post("/api/build", wish());
  EXPECT_EQ(code_of(response), "refused");
  EXPECT_FALSE(json_of(response)["error"]["diagnostics"].empty()) << response.body;
  EXPECT_FALSE(std::filesystem::exists(folder_.path("project")));
}

TEST_F(Builds, NothingIsMadeOrRunReadOnly) {
  Studio studio(settings(file_, true));
  EXPECT_EQ(code_of(studio.post("/api/build", wish())), "read-only");
  EXPECT_EQ(code_of(studio.post("/api/run", json::object())), "read-only");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("project")));
}

TEST_F(Builds, TheWorstPoseOfAJoint) {
  Studio studio(settings(file_));
  const auto ask = [&](const json& body) { return studio.post("/api/worst_pose", body); };
  const auto answer = ask({{"revision", 1}, {"robot", 0}, {"joint", 0}});
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_NEAR(json_of(answer)["effort"].get<double>(), 0.5 * 9.80665, 0.01);  // the rod lies down
  EXPECT_NEAR(std::abs(json_of(answer)["q"][0].get<double>()), 1.5708, 0.05);
  EXPECT_EQ(code_of(ask({{"revision", 1}, {"robot", 0}, {"joint", 1}})), "no-joint");
  EXPECT_EQ(code_of(ask({{"revision", 2}, {"robot", 0}, {"joint", 0}})), "stale");
  EXPECT_EQ(ask({{"revision", 1}, {"robot", 0}}).status, 400);
}

TEST(RomascCommand, NamesWhatTheDocumentNeedsAndQuotesIt) {
  driver::CompileRequest request;
  request.input.frontend.libraries = {"my blocks"};
  request.input.frontend.definitions = {{"l1", "400"}};
  request.input.frontend.default_limit = SlideLimit{-0.5, 0.5, {}, {}};
  studio::ControllerWish wish{0, "arm", "/tmp/it's", "pd", "float", Vector3(0, 0, -1.62)};
  EXPECT_EQ(studio::romasc_command("a.xml", request, wish),
            "romasc a.xml -L 'my blocks' -D l1=400 --default-limit=-0.5:0.5 --name=arm --emit=controller "
            "--control=pd -o '/tmp/it'\\''s' --precision=float --gravity=0,0,-1.62 --build");
}

}  // namespace
}  // namespace romas::test
