// The project of --emit=controller is complete: it builds from its own files alone, and its own tests pass.
#include "backends/controller/controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "backends/controller/model_data.h"
#include "support/text/text.h"
#include "test/folders.h"
#include "test/model_helpers.h"
#include "test/runtime/two_link.h"

namespace romas {
namespace {

// NOLINTNEXTLINE(concurrency-mt-unsafe): of one thread
int shell(const std::string& command) { return std::system(command.c_str()); }

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

std::string read(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// The arm of test/runtime/two_link.h as a description: the same numbers.
Model two_link_model() {
  using test::TwoLink;
  test::ModelMaker maker("two-link \"arm\"");
  maker.link("base");
  maker.link("upper", TwoLink::kMass1, 0.001, TwoLink::kInertia1, 0.001).inertial->origin =
      test::ModelMaker::at(0, 0, -TwoLink::kCom1);
  maker.link("lower", TwoLink::kMass2, 0.001, TwoLink::kInertia2, 0.001).inertial->origin =
      test::ModelMaker::at(0, 0, -TwoLink::kCom2);
  for (int i = 0; i < 2; ++i) {
    Joint& joint = maker.joint(i == 0 ? "shoulder" : "elbow", JointType::revolute, i == 0 ? "base" : "upper",
                               i == 0 ? "upper" : "lower");
    joint.axis = maker.axis(0, 1, 0);
    if (i == 1) joint.origin = test::ModelMaker::at(0, 0, -TwoLink::kLength1);
    joint.dynamics = JointDynamics{{Number(TwoLink::joint_damping[static_cast<std::size_t>(i)])}, {}, {}};
  }
  return std::move(maker.done());
}

// The functions of that arm, as a header that --emit=cpp might have written.
ControllerRequest two_link_request(ControlKind kind) {
  ControllerRequest request;
  request.control = kind;
  request.robot_namespace = "two_link";
  request.header_name = "two_link.hpp";
  request.header =
      read(test::source_path("test/runtime/two_link.h")) +
      "\nnamespace two_link {\nstruct Robot : romas::test::TwoLink {};\n}  // namespace two_link\n";
  request.tip = "lower";
  return request;
}

std::vector<OutputFile> project(ControlKind kind) {
  return emit_controller(two_link_model(), two_link_request(kind));
}

TEST(Controller, hasTheFilesOfAProject) {
  for (const std::string& name : control_kind_names()) {
    const auto kind = parse_control_kind(name);
    ASSERT_TRUE(kind);
    EXPECT_EQ(to_string(*kind), name);
    std::set<std::string> paths;
    for (const OutputFile& file : project(*kind)) {
      EXPECT_TRUE(paths.insert(file.path).second) << file.path;
      EXPECT_FALSE(file.text.empty()) << file.path;
      if (file.path.starts_with("runtime/")) continue;
      EXPECT_THAT(file.text, Not(testing::ContainsRegex("@[A-Z_]+@"))) << file.path;
    }
    for (const char* path :
         {"CMakeLists.txt", "README.md", "model/two_link.hpp", "src/controller.hpp", "src/hardware.hpp",
          "src/main.cpp", "src/motion.hpp", "src/robot.hpp", "test/loop_converges.cpp",
          "test/model_agrees.cpp", "test/model_data.hpp", "runtime/romas/controllers.hpp",
          "runtime/romas/generated.hpp", "runtime/romas/simd.hpp"})
      EXPECT_THAT(paths, Contains(path));
    EXPECT_THAT(paths, Not(Contains("runtime/romas/eigen.hpp")));
  }
  EXPECT_FALSE(parse_control_kind("magic"));
}

TEST(Controller, bringsTheRuntimeAsItIs) {
  std::size_t headers = 0;
  for (const OutputFile& file : project(ControlKind::pd)) {
    if (!file.path.starts_with("runtime/")) continue;
    EXPECT_EQ(file.text, read(test::source_path(file.path))) << file.path;
    ++headers;
  }
  EXPECT_GE(headers, 15U);
}

TEST(Controller, readmeListsTheJoints) {
  std::string readme;
  for (const OutputFile& file : project(ControlKind::cartesian))
    if (file.path == "README.md") readme = file.text;
  EXPECT_THAT(readme, HasSubstr("# Controller of two-link \"arm\""));
  EXPECT_THAT(readme, HasSubstr("| elbow | revolute | -1 | 2 | 10 | 4 | 0.1 | – |"));
  EXPECT_THAT(readme, HasSubstr("--target 0.3,0.3 "));
  EXPECT_THAT(readme, HasSubstr("Cartesian impedance"));
}

TEST(Controller, unpleasantNamesStayInTheirPlace) {
  Model model = two_link_model();
  model.name = "a\nb\\\"c|*/";
  model.links[1].name = "x\"\\\n";
  model.rebuild_index();
  for (const OutputFile& file : emit_controller(model, two_link_request(ControlKind::pd))) {
    if (file.path == "test/model_data.hpp") {
      EXPECT_THAT(file.text, HasSubstr("// a b/\"c|* / as data"));
      EXPECT_THAT(file.text, HasSubstr(R"("x\"\\\012",)"));
    }
    if (file.path != "src/main.cpp") continue;
    EXPECT_THAT(file.text, HasSubstr(R"("controller: moves a b\\\"c|*/ to)"));
  }
}

TEST(Controller, tipIsTheEndOfTheLongestChain) {
  test::ModelMaker maker;
  for (const char* name : {"base", "a", "b", "c", "flange", "camera"}) maker.link(name);
  maker.joint("j1", JointType::revolute, "base", "a");
  maker.joint("j2", JointType::revolute, "a", "b");
  maker.joint("jf", JointType::fixed, "b", "flange");
  maker.joint("j3", JointType::revolute, "base", "c");
  maker.joint("jc", JointType::fixed, "c", "camera");
  EXPECT_EQ(maker.done().link(default_tip(maker.model())).name, "flange");
}

TEST(Controller, mimicJointsFollowInTheData) {
  test::ModelMaker maker;
  for (const char* name : {"base", "a", "b", "c"}) maker.link(name, 1, 0.1, 0.1, 0.1);
  maker.joint("j1", JointType::revolute, "base", "a");
  maker.joint("j2", JointType::revolute, "base", "b").mimic = maker.mimic("j1", 2, 0.5);
  maker.joint("j3", JointType::revolute, "base", "c").mimic = maker.mimic("j2", 3, 1);
  ControllerRequest request;
  EXPECT_THAT(model_data_values(maker.done(), request),
              Contains(Pair("LINK_ROWS", HasSubstr("1, 6, 2.5},  // c"))));  // 3 (2 q + 0.5) + 1
  request.independent_mimics = true;
  EXPECT_THAT(model_data_values(maker.model(), request),
              Contains(Pair("LINK_ROWS", HasSubstr("-1, 1, 0},  // c"))));
}

// Configures, builds and tests a project in a folder of its own.
void build_and_test(ControlKind kind) {
  const auto folder =
      std::filesystem::temp_directory_path() /
      concat("romas-controller-", to_string(kind), "-", static_cast<std::int64_t>(::getpid()));
  std::filesystem::remove_all(folder);
  for (const OutputFile& file : project(kind)) {
    std::filesystem::create_directories((folder / file.path).parent_path());
    std::ofstream(folder / file.path) << file.text;
  }
  const std::string at = folder.string();
  const std::string command =
      concat("{ cmake -G Ninja -S ", at, " -B ", at, "/build -DCMAKE_CXX_FLAGS=-Werror && cmake --build ", at,
             "/build -j 2 && ctest --test-dir ", at, "/build --output-on-failure; } > ", at, "/log 2>&1");
  EXPECT_EQ(shell(command), 0) << read(folder / "log");
  const std::string run = concat(at, "/build/controller --fast --target 0.5,-0.4 --duration 3 --log ", at,
                                 "/motion.csv > ", at, "/log 2>&1");
  EXPECT_EQ(shell(run), 0) << read(folder / "log");
  const std::string log = read(folder / "motion.csv");
  EXPECT_TRUE(
      log.starts_with("time,q.shoulder,q.elbow,v.shoulder,v.elbow,target.shoulder,target.elbow,torque."
                      "shoulder,torque.elbow\n0,0,0,0,0,0,0,"))
      << log.substr(0, 200);
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 3001);
  EXPECT_THAT(read(folder / "log"), HasSubstr("3000 cycles; one takes "));
  EXPECT_NE(shell(concat(at, "/build/controller --target 1 2> ", at, "/log")), 0);
  EXPECT_THAT(read(folder / "log"), HasSubstr("--target takes 2 numbers"));
  std::filesystem::remove_all(folder);
}

// NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
bool full() { return std::getenv("ROMAS_TEST_FULL") != nullptr; }

TEST(ControllerProject, cartesianImpedanceBuildsAndConverges) { build_and_test(ControlKind::cartesian); }
TEST(ControllerProject, everyOtherControlBuildsAndConverges) {
  if (!full()) GTEST_SKIP() << "takes long: ROMAS_TEST_FULL=1 runs it";
  for (const ControlKind kind : {ControlKind::pd, ControlKind::pid, ControlKind::gravity,
                                 ControlKind::computed_torque, ControlKind::impedance}) {
    SCOPED_TRACE(to_string(kind));
    build_and_test(kind);
  }
}

}  // namespace
}  // namespace romas
