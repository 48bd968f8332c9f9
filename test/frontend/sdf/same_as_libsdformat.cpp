// Protects the frames of SDF files: libsdformat, an independent reader, finds joints, axes and centres of
// mass in the same places. The files are those of Inputs, and what libsdformat itself makes of the corpus'
// URDF.
#include <gtest/gtest.h>

#include <cmath>
#include <sdf/sdf.hh>

#include "frontend/frontend.h"
#include "ir/analysis/kinematics.h"
#include "support/text.h"
#include "test/corpus.h"
#include "test/folders.h"

namespace romas {
namespace {

constexpr double kTolerance = 1e-9;

RigidTransform to_transform(const ignition::math::Pose3d& pose) {
  RigidTransform X;
  const ignition::math::Matrix3d R(pose.Rot());
  for (int row = 0; row < 3; ++row) {
    X.p[row] = pose.Pos()[static_cast<std::size_t>(row)];
    for (int column = 0; column < 3; ++column)
      X.R(row, column) = R(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
  }
  return X;
}

void expect_same(const RigidTransform& ours, const RigidTransform& theirs, const std::string& what) {
  EXPECT_LE((ours.p - theirs.p).cwiseAbs().maxCoeff(), kTolerance) << what << " position";
  EXPECT_LE((ours.R - theirs.R).cwiseAbs().maxCoeff(), kTolerance) << what << " rotation";
}

// Poses in the frame of the model (nested models' own frames are added on the way down).
RigidTransform in_model(const sdf::Model& model, const std::string& name, bool joint) {
  const std::size_t colons = name.find("::");
  if (colons != std::string::npos) {
    const sdf::Model* inner = model.ModelByName(name.substr(0, colons));
    EXPECT_NE(inner, nullptr) << name;
    ignition::math::Pose3d X;
    EXPECT_TRUE(inner->SemanticPose().Resolve(X, "__model__").empty());
    return to_transform(X) * in_model(*inner, name.substr(colons + 2), joint);
  }
  ignition::math::Pose3d X;
  if (joint) {
    const sdf::Joint* found = model.JointByName(name);
    EXPECT_NE(found, nullptr) << name;
    EXPECT_TRUE(found->SemanticPose().Resolve(X, "__model__").empty()) << name;
  } else {
    const sdf::Link* found = model.LinkByName(name);
    EXPECT_NE(found, nullptr) << name;
    EXPECT_TRUE(found->SemanticPose().Resolve(X, "__model__").empty()) << name;
  }
  return to_transform(X);
}

const sdf::Link* find_link(const sdf::Model& model, const std::string& name) {
  const std::size_t colons = name.find("::");
  if (colons == std::string::npos) return model.LinkByName(name);
  const sdf::Model* inner = model.ModelByName(name.substr(0, colons));
  return inner == nullptr ? nullptr : find_link(*inner, name.substr(colons + 2));
}
const sdf::Joint* find_joint(const sdf::Model& model, const std::string& name) {
  const std::size_t colons = name.find("::");
  if (colons == std::string::npos) return model.JointByName(name);
  const sdf::Model* inner = model.ModelByName(name.substr(0, colons));
  return inner == nullptr ? nullptr : find_joint(*inner, name.substr(colons + 2));
}

void compare(const std::string& text) {
  sdf::Root root;
  const sdf::Errors problems = root.LoadSdfString(text);
  ASSERT_NE(root.Model(), nullptr) << (problems.empty() ? std::string() : problems.front().Message());
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  const FrontendResult read = parse_sdf(sources.add_text("a.sdf", text), context);
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    EXPECT_NE(diagnostic.severity, Severity::error) << diagnostic.message;
  ASSERT_EQ(read.models.size(), 1U);
  const Model& model = read.models.front();
  const KinematicTree tree(model);
  const auto poses = link_poses(model, tree, neutral_position(model, tree));  // in the root link
  ASSERT_EQ(tree.roots().size(), 1U);
  const Link& base = model.link(tree.roots().front());
  const RigidTransform X_MB =
      base.name == "world" ? RigidTransform() : in_model(*root.Model(), base.name, false);
  for (const Joint& joint : model.joints) {
    if (joint.type == JointType::floating) continue;
    const RigidTransform X_BJ = X_MB.inverse() * in_model(*root.Model(), joint.name, true);
    expect_same(poses[joint.child.id.index()], X_BJ, joint.name);
    if (!joint.axis) continue;
    ignition::math::Vector3d direction;
    const sdf::Joint* theirs = find_joint(*root.Model(), joint.name);
    ASSERT_NE(theirs, nullptr) << joint.name;
    ASSERT_TRUE(theirs->Axis(0)->ResolveXyz(direction).empty());
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(joint.axis_or_default().normalized()[i], direction[static_cast<std::size_t>(i)], kTolerance)
          << joint.name;
  }
  EXPECT_EQ(model.joints.size() + 1, model.links.size());
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (link.name == "world") continue;
    const sdf::Link* theirs = find_link(*root.Model(), link.name);
    ASSERT_NE(theirs, nullptr) << link.name;
    const auto& inertial = theirs->Inertial();
    const SpatialInertia ours = link.inertial ? link.inertial->spatial() : SpatialInertia{};
    EXPECT_NEAR(ours.mass, inertial.MassMatrix().Mass(), kTolerance) << link.name;
    const RigidTransform X_BL = X_MB.inverse() * in_model(*root.Model(), link.name, false);
    const Vector3 com = X_BL * to_transform(inertial.Pose()).p;
    EXPECT_LE((poses[i] * ours.com - com).cwiseAbs().maxCoeff(), kTolerance) << link.name;
  }
}

TEST(SameAsLibsdformat, framesOfEveryKind) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(test::source_path("test/frontend/sdf/Inputs/frames.sdf"), error);
  ASSERT_NE(file, 0U);
  compare(std::string(sources.text(file)));
}

// libsdformat's own translation of a URDF file has links and joints in other places than ours. Some files it
// does not read.
TEST(SameAsLibsdformat, whatItMakesOfTheCorpus) {
  sdf::Console::Instance()->SetQuiet(true);  // it has much to say of these files
  const auto files = test::corpus_files("urdf", ".urdf");
  if (files.empty()) GTEST_SKIP() << "the corpus is not there";
  int compared = 0;
  for (const std::filesystem::path& path : files) {
    sdf::Root root;
    const sdf::Errors errors = root.Load(path.string());
    if (!errors.empty() || root.Model() == nullptr || root.Model()->LinkCount() == 0) continue;
    SCOPED_TRACE(path.string());
    compare(root.Element()->ToString(""));
    ++compared;
  }
  EXPECT_GE(compared, 25);
}

}  // namespace
}  // namespace romas
