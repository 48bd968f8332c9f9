// Every robot of the corpus, written as SDF 1.9, is read by libsdformat without a message. Joint names,
// types, limits, axes, masses, inertias and link poses are the same there.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sdf/sdf.hh>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "ir/analysis/motion/kinematics.h"
#include "passes/pass/pass.h"
#include "support/text/text.h"
#include "test/corpus.h"

namespace romas {
namespace {

// Robots with links that no body can have (RM1403, RM1404): libsdformat refuses their inertia.
bool has_impossible_inertia(const DiagnosticEngine& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    if (diagnostic.rule == Rule::inertia_not_positive_definite || diagnostic.rule == Rule::inertia_triangle)
      return true;
  return false;
}

struct Translation {
  Model model;
  std::string sdf;
  bool impossible_inertia = false;
};

Translation translate(const std::filesystem::path& path) {
  Translation result;
  SourceManager sources;
  DiagnosticEngine diagnostics;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path.string(), error);
  EXPECT_NE(file, 0U);
  std::vector<std::string> files_read;
  const FrontendOptions frontend_options;
  FrontendContext context{sources, diagnostics, frontend_options, files_read};
  FrontendResult parsed = parse_urdf(file, context);
  EXPECT_EQ(parsed.models.size(), 1U);
  result.model = std::move(parsed.models.front());
  Pipeline checks;
  std::string problem;
  EXPECT_TRUE(parse_pipeline(check_pipeline(), checks, problem));
  run_pipeline(result.model, checks, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  result.impossible_inertia = has_impossible_inertia(diagnostics);
  TargetOptions options;
  options.words[TargetOption::sdf_version] = {"1.9"};
  TargetContext target{diagnostics, options};
  result.sdf = emit_sdf(result.model, target);
  return result;
}

class ReadBack : public testing::TestWithParam<std::filesystem::path> {
 protected:
  static void expect_close(double a, double b, const std::string& what) {
    if (std::isinf(a) && std::isinf(b) && (a < 0) == (b < 0)) return;
    EXPECT_NEAR(a, b, 1e-12 * std::max({1.0, std::abs(a), std::abs(b)})) << what;
  }

  static void expect_pose(const RigidTransform& ours, const ignition::math::Pose3d& theirs,
                          const std::string& what) {
    const ignition::math::Matrix3d R(theirs.Rot());
    for (int row = 0; row < 3; ++row) {
      expect_close(ours.p[row], theirs.Pos()[static_cast<std::size_t>(row)], what + " position");
      for (int column = 0; column < 3; ++column)
        expect_close(ours.R(row, column), R(static_cast<std::size_t>(row), static_cast<std::size_t>(column)),
                     what + " rotation");
    }
  }

  void compare_link(const Link& link, const RigidTransform& pose, const sdf::Model& read) {
    const sdf::Link* theirs = read.LinkByName(link.name);
    ASSERT_NE(theirs, nullptr) << link.name;
    ignition::math::Pose3d resolved;
    ASSERT_TRUE(theirs->SemanticPose().Resolve(resolved, "__model__").empty());
    expect_pose(pose, resolved, link.name);
    if (translation_.impossible_inertia) return;
    const auto& inertial = theirs->Inertial();
    const SpatialInertia ours = link.inertial ? link.inertial->spatial() : SpatialInertia{};
    expect_close(ours.mass, inertial.MassMatrix().Mass(), link.name + " mass");
    // Moi() is about the centre of mass, in the link's frame.
    const ignition::math::Matrix3d moment = inertial.Moi();
    for (int row = 0; row < 3; ++row) {
      expect_close(ours.com[row], inertial.Pose().Pos()[static_cast<std::size_t>(row)],
                   link.name + " centre of mass");
      for (int column = 0; column < 3; ++column)
        expect_close(ours.tensor(row, column),
                     moment(static_cast<std::size_t>(row), static_cast<std::size_t>(column)),
                     link.name + " inertia");
    }
  }

  static sdf::JointType expected_type(JointType type) {
    switch (type) {
      case JointType::revolute: return sdf::JointType::REVOLUTE;
      case JointType::continuous: return sdf::JointType::CONTINUOUS;
      case JointType::prismatic: return sdf::JointType::PRISMATIC;
      case JointType::ball: return sdf::JointType::BALL;
      case JointType::universal: return sdf::JointType::UNIVERSAL;
      case JointType::screw: return sdf::JointType::SCREW;
      case JointType::planar: return sdf::JointType::CONTINUOUS;  // its last stage keeps the name
      default: return sdf::JointType::FIXED;
    }
  }

  void compare_joint(const Joint& joint, const sdf::Model& read) {
    if (joint.type == JointType::floating) {
      EXPECT_EQ(read.JointByName(joint.name), nullptr) << "a free body has no joint";
      return;
    }
    // Links and joints share one scope in SDF: a joint called like a link gets a suffix (and RM1902).
    const bool clashes = translation_.model.find_link(joint.name).valid();
    const sdf::Joint* theirs = read.JointByName(clashes ? joint.name + "_joint" : joint.name);
    ASSERT_NE(theirs, nullptr) << joint.name;
    EXPECT_EQ(theirs->Type(), expected_type(joint.type)) << joint.name;
    std::string child;
    theirs->ResolveChildLink(child);
    EXPECT_EQ(child, joint.child.name);
    const bool axial = joint.type == JointType::revolute || joint.type == JointType::continuous ||
                       joint.type == JointType::prismatic || joint.type == JointType::screw;
    if (!axial) return;
    const sdf::JointAxis* axis = theirs->Axis(0);
    ASSERT_NE(axis, nullptr) << joint.name;
    ignition::math::Vector3d direction;
    ASSERT_TRUE(axis->ResolveXyz(direction, joint.child.name).empty());
    const Vector3 ours = joint.axis_or_default().normalized();
    for (int i = 0; i < 3; ++i)
      expect_close(ours[i], direction[static_cast<std::size_t>(i)], joint.name + " axis");
    compare_limits(joint, *axis);
  }

  static void compare_limits(const Joint& joint, const sdf::JointAxis& axis) {
    if (!joint.limit || joint.type == JointType::continuous) return;
    const JointLimit& limit = *joint.limit;
    if (limit.lower) expect_close(limit.lower->value(), axis.Lower(), joint.name + " lower");
    if (limit.upper) expect_close(limit.upper->value(), axis.Upper(), joint.name + " upper");
    if (limit.effort) expect_close(limit.effort->value(), axis.Effort(), joint.name + " effort");
    if (limit.velocity) expect_close(limit.velocity->value(), axis.MaxVelocity(), joint.name + " velocity");
    if (!joint.dynamics) return;
    if (!joint.dynamics->damping.empty())
      expect_close(joint.dynamics->damping[0].value(), axis.Damping(), joint.name + " damping");
    if (!joint.dynamics->friction.empty())
      expect_close(joint.dynamics->friction[0].value(), axis.Friction(), joint.name + " friction");
  }

  Translation translation_;
};

TEST_P(ReadBack, saysTheSame) {
  translation_ = translate(GetParam());
  const Model& model = translation_.model;
  sdf::ParserConfig config = sdf::ParserConfig::GlobalConfig();
  config.SetWarningsPolicy(sdf::EnforcementPolicy::ERR);
  config.SetUnrecognizedElementsPolicy(sdf::EnforcementPolicy::ERR);
  sdf::Root root;
  const sdf::Errors errors = root.LoadSdfString(translation_.sdf, config);
  for (const sdf::Error& error : errors) {
    const bool refused_inertia =
        translation_.impossible_inertia && error.Code() == sdf::ErrorCode::LINK_INERTIA_INVALID;
    EXPECT_TRUE(refused_inertia) << error;
  }
  ASSERT_NE(root.Model(), nullptr);

  const KinematicTree tree(model);
  const auto poses = link_poses(model, tree, neutral_position(model, tree));
  std::size_t moved_to_world = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (link.name == "world" && root.Model()->LinkByName("world") == nullptr) {
      ++moved_to_world;
    } else {
      compare_link(link, poses[i], *root.Model());
    }
  }
  EXPECT_LE(moved_to_world, 1U);
  for (const Joint& joint : model.joints) compare_joint(joint, *root.Model());
}

INSTANTIATE_TEST_SUITE_P(Corpus, ReadBack, testing::ValuesIn(test::corpus_files("urdf", ".urdf")),
                         [](const auto& info) {
                           std::string name = info.param.stem().string();
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ReadBack);

}  // namespace
}  // namespace romas
