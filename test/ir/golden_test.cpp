// Link poses against a reference implementation: 41 real robots at three random configurations each.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "frontend/frontend.h"
#include "ir/kinematics.h"
#include "support/text.h"
#include "test/corpus.h"

namespace romas {
namespace {

using nlohmann::json;

// The numbers agree to this, relative to the robot's size.
constexpr double kTolerance = 1e-12;

Model load(const std::filesystem::path& path) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path.string(), error);
  EXPECT_NE(file, 0U) << path;
  FrontendResult result = parse_urdf(file, context);
  EXPECT_EQ(result.models.size(), 1U) << path;
  return result.models.empty() ? Model() : std::move(result.models.front());
}

// The reference lists the variables by joint name; a continuous joint has the plain angle.
std::vector<double> position_of(const Model& model, const KinematicTree& tree, const json& golden, const json& configuration) {
  std::vector<double> q = neutral_position(model, tree);
  for (std::size_t i = 0; i < golden["joints"].size(); ++i) {
    const json& entry = golden["joints"][i];
    const auto name = (entry.is_object() ? entry["name"] : entry).get<std::string>();
    const JointId joint = model.find_joint(name);
    EXPECT_TRUE(joint) << name;
    if (joint && tree.q_index(joint) >= 0) q[static_cast<std::size_t>(tree.q_index(joint))] = configuration["q"][i].get<double>();
  }
  return q;
}

RigidTransform pose_of(const json& numbers) {
  RigidTransform X;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) X.R(row, column) = numbers[static_cast<std::size_t>(4 * row + column)].get<double>();
    X.p[row] = numbers[static_cast<std::size_t>(4 * row + 3)].get<double>();
  }
  return X;
}

}  // namespace
}  // namespace romas
