// Link poses against a reference implementation: 41 real robots at three random configurations each.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "ir/analysis/motion/kinematics.h"
#include "test/corpus.h"
#include "test/load_robot.h"

namespace romas {
namespace {

using nlohmann::json;

// The numbers agree to this, relative to the robot's size.
constexpr double kTolerance = 1e-12;

// The reference lists the variables by joint name; a continuous joint has the plain angle.
std::vector<double> position_of(const Model& model, const KinematicTree& tree, const json& golden,
                                const json& sample) {
  std::vector<double> q = neutral_position(model, tree);
  for (std::size_t i = 0; i < golden["joints"].size(); ++i) {
    const auto name = golden["joints"][i]["name"].get<std::string>();
    const JointId joint = model.find_joint(name);
    EXPECT_TRUE(joint) << name;
    if (joint && tree.q_index(joint) >= 0)
      q[static_cast<std::size_t>(tree.q_index(joint))] = sample["q"][i].get<double>();
  }
  return q;
}

RigidTransform pose_of(const json& numbers) {
  RigidTransform X;
  for (std::size_t row = 0; row < 3; ++row) {
    const auto i = static_cast<Eigen::Index>(row);
    for (std::size_t column = 0; column < 3; ++column)
      X.R(i, static_cast<Eigen::Index>(column)) = numbers[4 * row + column].get<double>();
    X.p[i] = numbers[4 * row + 3].get<double>();
  }
  return X;
}

double size_of(const json& poses) {
  double size = 1e-3;
  for (const auto& [name, numbers] : poses.items())
    size = std::max(size, pose_of(numbers).p.cwiseAbs().maxCoeff());
  return size;
}

void expect_poses(const Model& model, const KinematicTree& tree, const json& golden, const json& sample) {
  const std::vector<RigidTransform> poses = link_poses(model, tree, position_of(model, tree, golden, sample));
  const double size = size_of(sample["pose"]);
  for (const auto& [name, numbers] : sample["pose"].items()) {
    const LinkId link = model.find_link(name);
    ASSERT_TRUE(link) << name;
    const RigidTransform wanted = pose_of(numbers);
    const RigidTransform& X = poses[link.index()];
    EXPECT_LE((X.R - wanted.R).cwiseAbs().maxCoeff(), kTolerance) << name;
    EXPECT_LE((X.p - wanted.p).cwiseAbs().maxCoeff(), kTolerance * size) << name;
  }
}

TEST(Golden, linkPosesOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  std::size_t robots = 0, samples = 0;
  for (const auto& path : test::corpus_files("golden", ".json")) {
    SCOPED_TRACE(path.filename());
    const json golden = json::parse(std::ifstream(path));
    const std::string file = golden["file"].get<std::string>();
    const auto robot = test::load_robot(test::corpus_folder() /
                                        (file.find('/') == std::string::npos ? "bench/" + file : file));
    ASSERT_EQ(robot->result.models.size(), 1U);
    const Model& model = robot->model();
    const KinematicTree tree(model);
    ASSERT_TRUE(tree.is_tree());
    EXPECT_EQ(model.links.size(), golden["links"].size());
    for (const json& sample : golden["samples"]) {
      expect_poses(model, tree, golden, sample);
      ++samples;
    }
    ++robots;
  }
  EXPECT_GE(robots, 41U);
  EXPECT_GE(samples, 3 * robots);
}

}  // namespace
}  // namespace romas
