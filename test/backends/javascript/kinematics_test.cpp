// Modules of --emit=js, run by Node: random robots with all types of joints and with followers, against
// ir/analysis/kinematics.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "backends/target.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/mimic.h"
#include "passes/kernel/lowering/make_code_model.h"
#include "test/passes/kernel/random_tree.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string module_of(const Model& model) {
  DiagnosticEngine diagnostics;
  CodeModelContext code_context{diagnostics};
  TargetOptions options;
  options.banner = "test";
  const auto code = make_code_model(model, *js_kernels(CodeOptions(), options), code_context);
  if (!code) {
    ADD_FAILURE() << diagnostics.sorted().front().message;
    return {};
  }
  TargetContext context{diagnostics, options};
  context.inputs.kernels = &*code;
  return emit_js(model, context);
}

// Every third joint of one variable follows an earlier one, which may follow, too.
void add_followers(Model& model, test::RandomTree& random) {
  JointId earlier;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (position_count(model.joints[i].type) != 1) continue;
    if (earlier && random.below(3) == 0) {
      JointMimic mimic;
      mimic.joint.name = model.joint(earlier).name;
      mimic.multiplier = Number(random.number(-2, 2));
      mimic.offset = Number(random.number(-0.5, 0.5));
      model.joints[i].mimic = mimic;
    }
    earlier = JointId(i);
  }
  model.rebuild_index();
}

// Positions with unit quaternions, in which followers have something of their own that does not count.
std::vector<double> random_positions(const Model& model, const KinematicTree& tree,
                                     test::RandomTree& random) {
  std::vector<double> q = random.values(tree.q_size(), 2);
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const JointType type = model.joints[i].type;
    if (type != JointType::ball && type != JointType::floating) continue;
    double* x =
        &q[static_cast<std::size_t>(tree.q_index(JointId(i))) + (type == JointType::floating ? 3U : 0U)];
    const double length = std::hypot(std::hypot(x[0], x[1]), std::hypot(x[2], x[3]));
    for (int k = 0; k < 4; ++k) x[k] /= length;
  }
  return q;
}

std::vector<double> expected_poses(const Model& model, const KinematicTree& tree, std::vector<double> q) {
  const std::vector<double> asked = q;
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    if (const auto relation = followed_by(model, JointId(i)))
      q[static_cast<std::size_t>(tree.q_index(JointId(i)))] =
          relation->multiplier * asked[static_cast<std::size_t>(tree.q_index(relation->leader))] +
          relation->offset;
  std::vector<double> poses;
  for (const RigidTransform& X : link_poses(model, tree, q))
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) poses.push_back(X.R(row, column));
      poses.push_back(X.p[row]);
    }
  return poses;
}

json case_of(const Model& model, test::RandomTree& random) {
  const KinematicTree tree(model);
  const std::vector<double> q = random_positions(model, tree, random);
  json row = {{"module", module_of(model)}, {"poses", expected_poses(model, tree, q)}};
  for (const Link& link : model.links) row["links"].push_back(link.name);
  row["joints"] = json::object();
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const int at = tree.q_index(JointId(i));
    if (at < 0) continue;
    const auto first = q.begin() + at;
    row["joints"][model.joints[i].name] =
        std::vector<double>(first, first + position_count(model.joints[i].type));
  }
  return row;
}

constexpr const char* kCheck = R"(
import { readFileSync, writeFileSync } from "node:fs";
let worst = 0;
const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const [index, { module, poses, links, joints }] of cases.entries()) {
  const file = `${process.argv[2]}.${index}.mjs`;
  writeFileSync(file, module);
  const robot = await import(file);
  const q = new Float64Array(robot.n_q);
  robot.joint_names.forEach((name, joint) => q.set(joints[name], robot.q_index[joint]));
  const asked = q.slice();
  const found = new Float64Array(12 * links.length);
  robot.link_poses(q, found);
  if (q.some((value, k) => value !== asked[k])) throw new Error("q has changed");
  robot.link_names.forEach((name, row) => {
    for (let k = 0; k < 12; ++k) {
      const error = Math.abs(found[12 * row + k] - poses[12 * links.indexOf(name) + k]);
      if (!(error <= worst)) worst = error;
    }
  });
}
console.log(worst);
if (!(worst < 1e-9)) process.exit(1);
)";

TEST(JavascriptKinematics, AgreeForAllTypesOfJoints) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): a test has one thread
  if (std::system("node --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "node is not there";
  std::string name = (fs::temp_directory_path() / "romas-js-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  json cases;
  std::set<JointType> types;
  std::size_t followers = 0;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    test::RandomTree random(seed);
    // The last ones are printed in several functions.
    Model model = random.make(seed < 10 ? 12 : 90);
    add_followers(model, random);
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      types.insert(model.joints[i].type);
      followers += followed_by(model, JointId(i)) ? 1 : 0;
    }
    cases.push_back(case_of(model, random));
  }
  EXPECT_EQ(types.size(), 9U);  // all but those of foreign formats
  EXPECT_GT(followers, 20U);
  EXPECT_NE(std::string(cases.back()["module"]).find("forward_kinematics_2("), std::string::npos);
  std::ofstream(folder / "cases.json") << cases;
  std::ofstream(folder / "check.mjs") << kCheck;
  const std::string command =
      concat("node '", (folder / "check.mjs").string(), "' '", (folder / "cases.json").string(), "'");
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  EXPECT_EQ(std::system(command.c_str()), 0);
  fs::remove_all(folder);
}

TEST(JavascriptKinematics, NamesStayWithinTheirTexts) {
  test::RandomTree random(3);
  Model model = random.make(3, true);
  model.name = "</script><script>alert(1)</script>\n*/ \xff";
  for (Link& link : model.links) link.name = concat("<!--", link.name, "\"\\\xe2\x80\xa8");
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    model.joints[i].parent.name = model.links[0].name;
    model.joints[i].child.name = model.links[i + 1].name;
  }
  model.rebuild_index();
  const std::string module = module_of(model);
  EXPECT_EQ(module.find('<'), std::string::npos) << module;
  for (const char c : module) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F)) << static_cast<int>(c);
  EXPECT_NE(module.find(R"("\u{00003c}!--link0\u{000022}\u{00005c}\u{002028}")"), std::string::npos)
      << module;
}

}  // namespace
}  // namespace romas
