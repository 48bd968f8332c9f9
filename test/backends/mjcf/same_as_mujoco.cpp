// Every robot of the corpus, written as MJCF, is taken by MuJoCo with each of its links as a body, and moves
// there as an independent library of dynamics says. Random robots with joints of every type stand where our
// own kinematics puts them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "driver/stages/compile.h"
#include "ir/analysis/motion/kinematics.h"
#include "test/backends/mjcf/mujoco.h"
#include "test/corpus.h"
#include "test/driver/driver_helpers.h"
#include "test/load_robot.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using nlohmann::json;
using test::Mujoco;

// Rules for which the target "mjcf" refuses a robot, because MuJoCo does.
bool is_refusal(const Diagnostic& finding) {
  switch (finding.rule) {
    case Rule::inertial_missing:
    case Rule::inertials_absent:
    case Rule::mass_nonpositive:
    case Rule::inertia_not_positive_definite:
    case Rule::inertia_triangle:
    case Rule::target_refuses: return true;
    default: return false;
  }
}

driver::CompileRequest to_mjcf(const std::string& version) {
  driver::CompileRequest request = test::emitting({"mjcf"});
  request.emit.output_folder = "";
  request.emit.words[TargetOption::mjcf_version] = {version};
  request.emit.words[TargetOption::mesh_format] = {"stl"};
  return request;
}

std::filesystem::path folder_of_this_test() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const auto folder = std::filesystem::temp_directory_path() / (std::string("romas_mjcf_") + info->name());
  std::filesystem::remove_all(folder);
  return folder;
}

// The output of the target for a robot that the driver does not hand to it.
std::string mjcf_in_spite_of_errors(const std::filesystem::path& path) {
  const auto robot = test::load_robot(path);
  TargetOptions options;
  options.words[TargetOption::mjcf_version] = {"2"};
  options.words[TargetOption::mesh_format] = {"stl"};
  TargetContext context{robot->diagnostics, options, {}, {}};
  return emit_mjcf(robot->model(), context).front().text;
}

// Whether a robot is refused for nothing but collision meshes that MuJoCo does not read and that have no
// converted file beside them. The packages of most robots of the corpus are not there, and Mujoco makes the
// files that a text names.
bool lacks_only_meshes(const driver::CompileResult& result) {
  bool lacks = false;
  for (const Diagnostic& finding : result.report.diagnostics) {
    if (finding.severity != Severity::error) continue;
    if (finding.rule != Rule::target_refuses || !finding.message.starts_with("MuJoCo does not read ."))
      return false;
    lacks = true;
  }
  return lacks;
}

class Corpus : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Corpus, isTakenWithEveryLinkAsABody) {
  const driver::CompileRequest request = to_mjcf("2");
  const auto result = driver::compile(GetParam().string(), request, test::pipelines_of(request));
  const bool lacks_meshes = lacks_only_meshes(result);
  if (result.status != driver::CompileStatus::ok && !lacks_meshes) {
    for (const Diagnostic& finding : result.report.diagnostics) {
      const bool is_wrong = finding.severity == Severity::error && !is_refusal(finding);
      EXPECT_FALSE(is_wrong) << finding.message;
    }
    const Mujoco read(mjcf_in_spite_of_errors(GetParam()), folder_of_this_test());
    EXPECT_FALSE(read) << "MuJoCo takes what the target refuses";
    return;
  }
  if (!lacks_meshes) {
    ASSERT_EQ(result.files.size(), 1U);
  }
  const std::string text = lacks_meshes ? mjcf_in_spite_of_errors(GetParam()) : result.files.front().text;
  const Mujoco read(text, folder_of_this_test());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read.error(), "");
  std::vector<std::string> bodies = read.bodies(), links;
  const auto robot = test::load_robot(GetParam());
  for (const Link& link : robot->model().links)
    if (link.name != "world") links.push_back(link.name);
  std::sort(bodies.begin(), bodies.end());
  std::sort(links.begin(), links.end());
  EXPECT_EQ(bodies, links);
}

std::string name_of_case(const testing::TestParamInfo<std::filesystem::path>& path) {
  std::string name = path.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Urdf, Corpus, testing::ValuesIn(test::corpus_files("urdf", ".urdf")), name_of_case);
INSTANTIATE_TEST_SUITE_P(Sdf, Corpus, testing::ValuesIn(test::corpus_files("sdf", ".sdf")), name_of_case);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Corpus);

// MuJoCo 2.2 finds the principal axes of a full inertia to some 1e-8 rad. Poses are held to 1e-9.
constexpr double kDynamicsTolerance = 1e-7;

// The largest magnitude of numbers in lists and lists of lists, at least 1.
double scale_of(const json& numbers) {
  double scale = 1;
  for (const json& number : numbers)
    scale = std::max(scale, number.is_array() ? scale_of(number) : std::abs(number.get<double>()));
  return scale;
}

void expect_golden(Mujoco& state, const json& golden, const json& sample) {
  Mujoco::Values q, v, a;
  const json& joints = golden["joints"];
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto name = joints[i]["name"].get<std::string>();
    ASSERT_GE(state.joint(name), 0) << name;
    q[name] = {sample["q"][i].get<double>()};
    v[name] = {sample["qd"][i].get<double>()};
    a[name] = {sample["qdd"][i].get<double>()};
  }
  state.set(q, v, a);
  for (const auto& [link, numbers] : sample["pose"].items()) {
    if (link == "world") continue;
    const RigidTransform X = state.pose(link);
    for (Eigen::Index row = 0; row < 3; ++row) {
      for (Eigen::Index column = 0; column < 3; ++column)
        EXPECT_NEAR(X.R(row, column), numbers[static_cast<std::size_t>(4 * row + column)].get<double>(), 1e-9)
            << link;
      EXPECT_NEAR(X.p[row], numbers[static_cast<std::size_t>(4 * row + 3)].get<double>(), 1e-9) << link;
    }
  }
  const double tau_scale = scale_of(sample["tau"]), mass_scale = scale_of(sample["mass_matrix"]);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto row = joints[i]["name"].get<std::string>();
    EXPECT_NEAR(state.effort(row), sample["tau"][i].get<double>(), kDynamicsTolerance * tau_scale) << row;
    for (std::size_t j = 0; j < joints.size(); ++j)
      EXPECT_NEAR(state.mass_matrix(row, joints[j]["name"].get<std::string>()),
                  sample["mass_matrix"][i][j].get<double>(), kDynamicsTolerance * mass_scale)
          << row;
  }
}

TEST(Golden, posesMassMatricesAndEffortsAreThoseOfAnotherLibrary) {
  ROMAS_NEEDS_CORPUS();
  std::size_t robots = 0;
  for (const auto& path : test::corpus_files("golden", ".json")) {
    SCOPED_TRACE(path.filename());
    const json golden = json::parse(std::ifstream(path));
    const std::string file = golden["file"];
    const auto robot = test::corpus_folder() / (file.find('/') == std::string::npos ? "bench/" + file : file);
    const driver::CompileRequest request = to_mjcf("2");
    const auto result = driver::compile(robot.string(), request, test::pipelines_of(request));
    const bool lacks_meshes = lacks_only_meshes(result);
    if (result.status != driver::CompileStatus::ok && !lacks_meshes) continue;  // the test above says why
    Mujoco read(lacks_meshes ? mjcf_in_spite_of_errors(robot) : result.files.front().text,
                folder_of_this_test());
    ASSERT_TRUE(read) << read.error();
    read.forget_armature();  // the other library does not read Drake's rotors
    for (const json& sample : golden["samples"]) expect_golden(read, golden, sample);
    ++robots;
  }
  EXPECT_GE(robots, 25U);
}

// Random positions of a joint's <joint> elements, and the same as our kinematics takes them.
class RandomPositions {
 public:
  RandomPositions(const Model& model, const KinematicTree& tree, std::uint64_t seed)
      : model_(model), q_(neutral_position(model, tree)), random_(seed) {
    for (const JointId id : tree.joint_order())
      if (tree.q_index(id) >= 0) choose(model.joint(id), q_.data() + tree.q_index(id));
  }
  const std::vector<double>& ours() const { return q_; }
  const Mujoco::Values& theirs() const { return values_; }

 private:
  double number() { return static_cast<double>(random_() >> 11U) * 0x1p-52 - 1; }  // from -1 to 1

  void choose(const Joint& joint, double* q) {
    const auto set = [&](std::string_view suffix, double* at) {
      *at = number();
      values_[concat(joint.name, suffix)] = {*at};
    };
    const auto turn = [&](double* at) {
      Eigen::Vector4d xyzw(number(), number(), number(), number());
      xyzw.normalize();
      std::copy(xyzw.begin(), xyzw.end(), at);
      values_[joint.name] = {xyzw[3], xyzw[0], xyzw[1], xyzw[2]};
    };
    switch (joint.type) {
      case JointType::ball: return turn(q);
      case JointType::planar: set("_x", q), set("_y", q + 1), set("", q + 2); return;
      case JointType::universal: set("_x", q), set("_y", q + 1); return;
      case JointType::floating: set("_x", q), set("_y", q + 1), set("_z", q + 2); return turn(q + 3);
      case JointType::screw:
        set("", q);
        values_[joint.name + "_slide"] = {*q * joint.screw_pitch->value() / (2 * std::numbers::pi)};
        return;
      default: set("", q);
    }
  }

  const Model& model_;
  std::vector<double> q_;
  Mujoco::Values values_;
  std::mt19937_64 random_;
};

TEST(RandomRobots, standWhereOurKinematicsPutsThem) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomRobot robot(seed);
    const Model& model = robot.model();
    const KinematicTree tree(model);
    DiagnosticEngine diagnostics;
    TargetOptions options;
    options.words[TargetOption::mjcf_bound_mass] = {"0.1"};
    TargetContext context{diagnostics, options, {}, {}};
    Mujoco read(emit_mjcf(model, context).front().text, folder_of_this_test());
    ASSERT_TRUE(read) << read.error();
    const RandomPositions positions(model, tree, seed);
    read.set(positions.theirs(), {}, {});
    const auto poses = link_poses(model, tree, positions.ours());
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      const RigidTransform X = read.pose(model.links[i].name);
      EXPECT_LE((X.R - poses[i].R).cwiseAbs().maxCoeff(), 1e-9) << model.links[i].name;
      EXPECT_LE((X.p - poses[i].p).cwiseAbs().maxCoeff(), 1e-9 * 30) << model.links[i].name;
    }
  }
}

// All that the joints of a robot have, in a state.
Semantics state_of(const Model& model, const KinematicTree& tree, const std::vector<double>& q) {
  Semantics semantics;
  semantics.groups.emplace_back().name.text = "all";
  GroupState& state = semantics.states.emplace_back();
  state.name.text = "there";
  state.group.text = "all";
  for (const JointId id : tree.joint_order()) {
    if (tree.q_index(id) < 0) continue;
    const auto first = q.begin() + tree.q_index(id);
    JointValues& values = state.joints.emplace_back();
    values.joint.text = model.joint(id).name;
    values.values.assign(first, first + position_count(model.joint(id).type));
  }
  return semantics;
}

// A base that is free has the state of the virtual joint, or stands on the ground.
TEST(States, areKeyframesInWhichLinksStandWhereTheyDo) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomRobot robot(seed);
    const Model& model = robot.model();
    const KinematicTree tree(model);
    const RandomPositions positions(model, tree, seed);
    Semantics semantics = state_of(model, tree, positions.ours());
    RigidTransform X_WB;
    if (seed % 3 == 0) {
      VirtualJoint& base = semantics.virtual_joints.emplace_back();
      base.name.text = "base";
      base.type = VirtualJointType::floating;
      semantics.states.front().joints.push_back({{"base", {}}, {1, 2, 3, 0.6, 0, 0, 0.8}, {}, {}});
      X_WB = {rotation_from_quaternion(0.6, 0, 0, 0.8), {1, 2, 3}};
    }
    DiagnosticEngine diagnostics;
    TargetOptions options;
    options.floating_base = seed % 2 == 1;
    options.words[TargetOption::mjcf_bound_mass] = {"0.1"};
    TargetContext context{diagnostics, options, {}, {}};
    context.inputs.semantics = &semantics;
    Mujoco read(emit_mjcf(model, context).front().text, folder_of_this_test());
    ASSERT_TRUE(read) << read.error();
    const mjModel& m = read.model();
    ASSERT_EQ(m.nkey, 1);
    EXPECT_STREQ(mj_id2name(&m, mjOBJ_KEY, 0), "there");
    read.set({m.key_qpos, m.key_qpos + m.nq}, std::vector<double>(static_cast<std::size_t>(m.nv)));
    const auto poses = link_poses(model, tree, positions.ours());
    if (!options.floating_base) X_WB = {};
    if (options.floating_base && seed % 3 != 0) X_WB = read.pose(model.link(tree.roots().front()).name);
    EXPECT_GE(X_WB.p.z(), 0);
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      const RigidTransform X = read.pose(model.links[i].name), X_WL = X_WB * poses[i];
      EXPECT_LE((X.R - X_WL.R).cwiseAbs().maxCoeff(), 1e-9) << model.links[i].name;
      EXPECT_LE((X.p - X_WL.p).cwiseAbs().maxCoeff(), 1e-9 * 30) << model.links[i].name;
    }
  }
}

Model closed_by(JointType type) {
  test::ModelMaker maker("bars");
  for (const char* name : {"base", "left", "right"}) maker.link(name, 1, 0.1, 0.1, 0.1);
  maker.joint("to_left", JointType::continuous, "base", "left").origin = maker.at(0, 0, 1, 0.3, 0, 0.2);
  maker.joint("to_right", JointType::continuous, "base", "right").origin = maker.at(0, 0.5, 1);
  maker.done();
  // Both sides meet at one place of the base, with one orientation.
  const RigidTransform meeting = maker.at(0.2, 0.4, 1.5, 0.1, 0.2, 0.3).evaluate();
  LoopJoint loop;
  loop.name = "loop";
  loop.type = type;
  if (type == JointType::continuous) loop.axis = maker.axis(0, 1, 0);
  const auto side = [&](std::string_view link, std::size_t joint) {
    Attachment attachment;
    attachment.link = {std::string(link), maker.next_range(), {}};
    attachment.origin = TransformExpr(maker.model().joints[joint].origin.evaluate().inverse() * meeting);
    return attachment;
  };
  loop.link1 = side("left", 0);
  loop.link2 = side("right", 1);
  maker.model().loop_joints.push_back(std::move(loop));
  return maker.done();
}

// A hinge is two points of its axis: with the joints at zero both meet, and a turned link parts them.
TEST(Loops, areClosedWhereAllJointsAreZero) {
  for (const auto& [type, count] :
       {std::pair(JointType::fixed, 6), {JointType::ball, 3}, {JointType::continuous, 6}}) {
    SCOPED_TRACE(to_string(type));
    const Model model = closed_by(type);
    DiagnosticEngine diagnostics;
    TargetOptions options;
    TargetContext context{diagnostics, options, {}, {}};
    Mujoco read(emit_mjcf(model, context).front().text, folder_of_this_test());
    ASSERT_TRUE(read) << read.error();
    read.set({}, {}, {});
    EXPECT_EQ(read.equality_rows(), count);
    EXPECT_LE(read.largest_gap(), 1e-9);
    read.set({{"to_left", {0.5}}}, {}, {});
    EXPECT_GE(read.largest_gap(), 0.01);
    EXPECT_EQ(diagnostics.reported(Rule::feature_dropped), 0U);
  }
}

// Twice as many links are twice as much text: a chain is not indented without end.
TEST(LongChains, takeTextThatGrowsWithTheirLength) {
  const auto bytes = [](int links) {
    test::ModelMaker maker("chain");
    maker.link("l0");
    for (int i = 1; i < links; ++i) {
      maker.link(concat("l", i), 1, 1, 1, 1);
      maker.joint(concat("j", i), JointType::revolute, concat("l", i - 1), concat("l", i));
    }
    DiagnosticEngine diagnostics;
    TargetOptions options;
    TargetContext context{diagnostics, options, {}, {}};
    return static_cast<double>(emit_mjcf(maker.done(), context).front().text.size());
  };
  EXPECT_NEAR(bytes(4000) / bytes(2000), 2, 0.1);
}

}  // namespace
}  // namespace romas
