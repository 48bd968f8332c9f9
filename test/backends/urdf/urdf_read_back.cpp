// SDF of the corpus and of the project, and random robots, written as URDF, are read by urdfdom. Names,
// types, axes, limits, damping, poses and masses are the same there.
#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>
#include <cmath>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "ir/analysis/tree/axis.h"
#include "passes/pass/pass.h"
#include "support/text/text.h"
#include "test/corpus.h"
#include "test/random_robot.h"

namespace romas {
namespace {

constexpr double kNone = 1e16;  // what an absent limit is written as

void expect_close(double ours, double theirs, const std::string& what) {
  EXPECT_NEAR(ours, theirs, 1e-9 * std::max({1.0, std::abs(ours), std::abs(theirs)})) << what;
}

void expect_pose(const RigidTransform& ours, const urdf::Pose& theirs, const std::string& what) {
  const urdf::Vector3& p = theirs.position;
  expect_close(ours.p[0], p.x, what + " x");
  expect_close(ours.p[1], p.y, what + " y");
  expect_close(ours.p[2], p.z, what + " z");
  const urdf::Rotation& q = theirs.rotation;
  const Matrix3 R = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
  EXPECT_LE((ours.R - R).cwiseAbs().maxCoeff(), 1e-9) << what << " rotation";
}

int expected_type(JointType type) {
  switch (type) {
    case JointType::revolute: return urdf::Joint::REVOLUTE;
    case JointType::continuous: return urdf::Joint::CONTINUOUS;
    case JointType::prismatic: return urdf::Joint::PRISMATIC;
    case JointType::planar: return urdf::Joint::PLANAR;
    case JointType::floating: return urdf::Joint::FLOATING;
    default: return urdf::Joint::FIXED;
  }
}

void compare_limits(const Joint& joint, const urdf::Joint& theirs) {
  const bool demanded = joint.type == JointType::revolute || joint.type == JointType::prismatic;
  ASSERT_EQ(theirs.limits != nullptr, demanded || joint.limit.has_value()) << joint.name;
  if (theirs.limits == nullptr) return;
  const JointLimit ours = joint.limit ? *joint.limit : JointLimit();
  const double bound = joint.limit ? 0 : kNone;  // of a limit, absent bounds count as 0
  const auto value = [](const std::optional<Number>& number, double absent) {
    return number ? number->value() : absent;
  };
  expect_close(value(ours.lower, -bound), theirs.limits->lower, joint.name + " lower");
  expect_close(value(ours.upper, bound), theirs.limits->upper, joint.name + " upper");
  expect_close(value(ours.effort, kNone), theirs.limits->effort, joint.name + " effort");
  expect_close(value(ours.velocity, kNone), theirs.limits->velocity, joint.name + " velocity");
}

void compare_dynamics(const Joint& joint, const urdf::Joint& theirs) {
  if (!joint.dynamics) return;
  const auto value = [](const std::vector<Number>& numbers) {
    const bool same = std::all_of(numbers.begin(), numbers.end(), [&](auto n) { return n == numbers[0]; });
    return numbers.empty() || !same ? 0 : numbers[0].value();
  };
  const double damping = value(joint.dynamics->damping);
  const double friction = value(joint.dynamics->friction);
  if (damping == 0 && friction == 0 && theirs.dynamics == nullptr) return;
  ASSERT_NE(theirs.dynamics, nullptr) << joint.name;
  expect_close(damping, theirs.dynamics->damping, joint.name + " damping");
  expect_close(friction, theirs.dynamics->friction, joint.name + " friction");
}

void compare_joint(const Joint& joint, const urdf::ModelInterface& read) {
  const auto theirs = read.getJoint(joint.name);
  ASSERT_NE(theirs, nullptr) << joint.name;
  EXPECT_EQ(theirs->type, expected_type(joint.type)) << joint.name;
  EXPECT_EQ(theirs->parent_link_name, joint.parent.name);
  EXPECT_EQ(theirs->child_link_name, joint.child.name);
  expect_pose(joint.origin.evaluate(), theirs->parent_to_joint_origin_transform, joint.name);
  compare_limits(joint, *theirs);
  compare_dynamics(joint, *theirs);
  if (joint.safety_controller && !joint.safety_controller->k_velocity) {
    EXPECT_EQ(theirs->safety->k_velocity, kNone) << joint.name;
  }
  if (!has_axis(joint.type)) return;
  const Vector3 axis = joint.axis_or_default();
  expect_close(axis[0], theirs->axis.x, joint.name + " axis");
  expect_close(axis[1], theirs->axis.y, joint.name + " axis");
  expect_close(axis[2], theirs->axis.z, joint.name + " axis");
}

void compare_link(const Link& link, const urdf::ModelInterface& read) {
  const auto theirs = read.getLink(link.name);
  ASSERT_NE(theirs, nullptr) << link.name;
  ASSERT_EQ(theirs->inertial != nullptr, link.inertial.has_value()) << link.name;
  EXPECT_EQ(theirs->collision_array.size(), link.collisions.size()) << link.name;
  EXPECT_EQ(theirs->visual_array.size(), link.visuals.size()) << link.name;
  if (!link.inertial) return;
  const urdf::Inertial& inertial = *theirs->inertial;
  expect_close(link.inertial->mass.value(), inertial.mass, link.name + " mass");
  expect_pose(link.inertial->origin.evaluate(), inertial.origin, link.name);
  const Matrix3 tensor = link.inertial->inertia.matrix();
  expect_close(tensor(0, 0), inertial.ixx, link.name + " ixx");
  expect_close(tensor(0, 1), inertial.ixy, link.name + " ixy");
  expect_close(tensor(2, 2), inertial.izz, link.name + " izz");
}

// The model is read by urdfdom after it was written, and says the same there.
void expect_same_in_urdfdom(const Model& model) {
  DiagnosticEngine diagnostics;
  TargetOptions options;
  TargetContext context{diagnostics, options, {}, {}};
  const std::string text = emit_urdf(model, context);
  const auto read = urdf::parseURDF(text);
  ASSERT_NE(read, nullptr) << text;
  EXPECT_EQ(read->getName(), model.name);
  for (const Link& link : model.links) compare_link(link, *read);
  for (const Joint& joint : model.joints) compare_joint(joint, *read);
}

// --- SDF ---------------------------------------------------------------------------------------------------

// The robots of a file; nothing if it has errors.
std::vector<Model> read_sdf(const std::filesystem::path& path) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path.string(), error);
  EXPECT_NE(file, 0U) << path;
  std::vector<std::string> files_read;
  const FrontendOptions options;
  FrontendContext context{sources, diagnostics, options, files_read};
  std::vector<Model> models = parse_sdf(file, context).models;
  Pipeline checks;
  std::string problem;
  EXPECT_TRUE(parse_pipeline(check_pipeline(), checks, problem));
  for (Model& model : models) run_pipeline(model, checks, diagnostics);
  if (diagnostics.has_errors()) models.clear();
  return models;
}

std::size_t read_back(const std::vector<std::filesystem::path>& paths) {
  std::size_t count = 0;
  for (const auto& path : paths) {
    SCOPED_TRACE(path);
    for (const Model& model : read_sdf(path)) {
      expect_same_in_urdfdom(model);
      ++count;
    }
  }
  return count;
}

TEST(UrdfReadBack, sdfOfTheProject) {
  EXPECT_EQ(read_back({test::source_path("test/backends/urdf/Inputs/limits.sdf"),
                       test::source_path("test/frontend/sdf/Inputs/frames.sdf"),
                       test::source_path("test/frontend/sdf/Inputs/old.sdf")}),
            3U);
}

TEST(UrdfReadBack, sdfOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  EXPECT_GE(read_back(test::corpus_files("sdf", ".sdf")), 7U);
}

// --- random robots -----------------------------------------------------------------------------------------

// Each choice leaves another part out that urdfdom demands.
void leave_out(Joint& joint, unsigned choice) {
  if ((choice & 1U) != 0) joint.limit.reset();
  if (joint.limit && (choice & 2U) != 0) joint.limit->effort.reset();
  if (joint.limit && (choice & 4U) != 0) joint.limit->velocity.reset();
  if (joint.limit && (choice & 8U) != 0) joint.limit->lower.reset();
  if ((choice & 16U) != 0) joint.dynamics = JointDynamics{};
  if ((choice & 32U) != 0) joint.dynamics = JointDynamics{{0.5, 0.5, 0.5}, {1, 2, 3}, {}};
  if ((choice & 64U) != 0) joint.safety_controller = JointSafetyController{};
  if ((choice & 128U) != 0) joint.origin = TransformExpr::XyzQuaternion{Number3{1, 2, 3}, {0, 0.6, 0, 0.8}};
}

TEST(UrdfReadBack, randomRobots) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomRobot robot(seed);
    Model& model = robot.model();
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      Joint& joint = model.joints[i];
      // URDF has no such joints, only Drake's dialect.
      if (joint.type == JointType::ball || joint.type == JointType::universal ||
          joint.type == JointType::screw)
        joint.type = JointType::revolute;
      leave_out(joint, static_cast<unsigned>(seed * 31 + i * 7) % 256);
    }
    expect_same_in_urdfdom(model);
  }
}

}  // namespace
}  // namespace romas
