// Modular robots: the derived connection against hand-worked assemblies and against plain matrix products.
#include "ir/assembly/assembly.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>
#include <random>

#include "ir/analysis/motion/kinematics.h"

namespace romas {
namespace {

constexpr double kPi = std::numbers::pi;

TransformExpr pose_degrees(double x, double y, double z, double roll = 0, double pitch = 0, double yaw = 0) {
  return TransformExpr::XyzRpy{Number3{x, y, z}, Number3{roll, pitch, yaw}, TransformExpr::AngleUnit::degree};
}

Contact contact(TransformExpr pose, ContactType type, SignedAxis rot, SignedAxis zero) {
  return {std::move(pose), type, rot, zero, {}};
}

Block block(const std::string& id, std::vector<Contact> contacts, bool base = false, bool tool = false) {
  Block b;
  b.id = id;
  b.name = "B" + id;
  b.is_base = base;
  b.is_tool = tool;
  b.contacts = std::move(contacts);
  b.mass = 1.0;
  b.com = Number3{0.01, 0.02, 0.03};
  b.inertia = InertiaTensor{0.02, 0.001, 0.002, 0.03, 0.003, 0.04, {}};
  return b;
}

Part part(int id, int parent, std::size_t block, int parent_contact, int child_contact,
          SignedAxis parent_axis, SignedAxis child_axis, PartJointType type,
          std::optional<double> offset = std::nullopt) {
  Part p;
  p.id = id;
  p.parent_id = parent;
  p.block = BlockId(block);
  p.parent_contact = parent_contact;
  p.child_contact = child_contact;
  p.parent_matched_axis = parent_axis;
  p.child_matched_axis = child_axis;
  p.joint_type = type;
  if (offset) p.offset = Number(*offset);
  return p;
}

using enum SignedAxis;
constexpr auto kJoint = ContactType::joint;
constexpr auto kAssembly = ContactType::assembly;

// The pose of frame `name` in the root, for the joint values given.
RigidTransform frame_pose(const Model& model, const std::string& name, const std::vector<double>& q) {
  const KinematicTree tree(model);
  const auto poses = link_poses(model, tree, q);
  if (const LinkId link = model.find_link(name)) return poses[link.index()];
  for (const Frame& frame : model.frames)
    if (frame.name == name) return poses[frame.link.id.index()] * frame.origin.evaluate();
  ADD_FAILURE() << "no frame " << name;
  return {};
}

void expect_near(const RigidTransform& a, const RigidTransform& b, double tolerance) {
  EXPECT_LE((a.R - b.R).cwiseAbs().maxCoeff(), tolerance) << "\n" << a.R << "\nversus\n" << b.R;
  EXPECT_LE((a.p - b.p).cwiseAbs().maxCoeff(), tolerance) << a.p.transpose() << " versus " << b.p.transpose();
}

// One Block on another: the parent's contact is 0.17 m up with its frame turned by 45° about x, r = z; the
// child's contact is its own origin with r = -z; x is matched to x. R (-z) = -z and R x = x give R = 1, so
// that the child stands at (0, 0, 0.17) turned by 45° about x.
TEST(Assembly, childOnTurnedContactWorkedByHand) {
  Model model;
  model.blocks = {block("a", {contact(pose_degrees(0, 0, 0.17, 45), kJoint, plus_z, plus_x)}, true),
                  block("b", {contact(pose_degrees(0, 0, 0), kAssembly, minus_z, plus_x)}, false, true)};
  model.parts = {part(0, -1, 0, -1, -1, plus_x, plus_x, PartJointType::fixed),
                 part(1, 0, 1, 0, 0, plus_x, plus_x, PartJointType::revolute)};
  DiagnosticEngine diagnostics;
  ASSERT_TRUE(check_assembly(model, diagnostics));
  build_assembly(model, {});
  const double s = std::sqrt(0.5);
  RigidTransform expected;
  expected.p = Vector3(0, 0, 0.17);
  expected.R << 1, 0, 0, 0, s, -s, 0, s, s;
  expect_near(frame_pose(model, "Bb_1", {0}), expected, 1e-15);
  EXPECT_EQ(model.joints[0].type, JointType::continuous);
  // the axis in the child's frame is -r_c = z
  EXPECT_EQ(model.joints[0].axis_or_default(), Vector3(0, 0, 1));
}

// Parent r = z at (0, 0, 1), child r = z at (0.5, 0, 0) of the child: R z = -z. Matched y to x: R x = y. Then
// R y = R (z × x) = (-z) × y = x. So R = [y, x, -z] by columns. The child's zeroAxis y goes to x, which is
// the parent's zeroAxis: the difference is 0. The child's origin is at (0, 0, 1) - R (0.5, 0, 0) = (0, -0.5,
// 1).
TEST(Assembly, upsideDownChildWorkedByHand) {
  Model model;
  model.blocks = {block("a", {contact(pose_degrees(0, 0, 1), kJoint, plus_z, plus_x)}, true),
                  block("b", {contact(pose_degrees(0.5, 0, 0), kAssembly, plus_z, plus_y)}, false, true)};
  model.parts = {part(0, -1, 0, -1, -1, plus_x, plus_x, PartJointType::fixed),
                 part(1, 0, 1, 0, 0, plus_y, plus_x, PartJointType::revolute, 0)};
  DiagnosticEngine diagnostics;
  ASSERT_TRUE(check_assembly(model, diagnostics));
  EXPECT_EQ(
      connect(model.blocks[0].contacts[0], plus_y, model.blocks[1].contacts[0], plus_x).difference_quarters,
      0);
  build_assembly(model, {});
  RigidTransform expected;
  expected.R << 0, 1, 0, 1, 0, 0, 0, 0, -1;
  expected.p = Vector3(0, -0.5, 1);
  const RigidTransform body = frame_pose(model, "Bb_1_body", {0});
  EXPECT_EQ(body.R, expected.R) << "signed permutations are exact";
  expect_near(body, expected, 0);
  EXPECT_EQ(model.joints[0].axis_or_default(), Vector3(0, 0, -1));
}

// The same with the child's zeroAxis x: it goes to y, a quarter turn about r = z from the parent's zeroAxis
// x. The difference is 90°, so that q = 0 means d = -90°: the child's zeroAxis is turned back onto x. With an
// offset of 30° it stands at 30°.
TEST(Assembly, differenceAndOffsetMoveTheZero) {
  for (const double offset : {0.0, 30.0}) {
    Model model;
    model.blocks = {block("a", {contact(pose_degrees(0, 0, 1), kJoint, plus_z, plus_x)}, true),
                    block("b", {contact(pose_degrees(0.5, 0, 0), kAssembly, plus_z, plus_x)}, false, true)};
    model.parts = {part(0, -1, 0, -1, -1, plus_x, plus_x, PartJointType::fixed),
                   part(1, 0, 1, 0, 0, plus_y, plus_x, PartJointType::revolute, offset)};
    EXPECT_EQ(
        connect(model.blocks[0].contacts[0], plus_y, model.blocks[1].contacts[0], plus_x).difference_quarters,
        1);
    build_assembly(model, {});
    const RigidTransform link = frame_pose(model, "Bb_1", {0});
    const Vector3 zero_axis = link.R * Vector3::UnitX();
    EXPECT_NEAR(std::atan2(zero_axis.y(), zero_axis.x()), offset * kPi / 180, 1e-15);
    // The same part with --joint-zero=assembled is at its assembled pose, 90°.
    Model assembled;
    assembled.blocks = model.blocks;
    assembled.parts = model.parts;
    build_assembly(assembled, {true, std::nullopt});
    const Vector3 assembled_axis = frame_pose(assembled, "Bb_1", {0}).R * Vector3::UnitX();
    EXPECT_EQ(assembled_axis, Vector3::UnitY());
  }
}

// A prismatic joint moves along r_p, out of the parent: offset 0.05 and q = 0.1 put the child's contact 0.15
// m along -x from the parent's contact, whose r is -x.
TEST(Assembly, prismaticJointMovesOutOfTheParent) {
  Model model;
  model.blocks = {block("a", {contact(pose_degrees(-0.25, 0, 0.3), kJoint, minus_x, plus_y)}, true),
                  block("b", {contact(pose_degrees(0, 0, 0), kAssembly, plus_x, plus_y)}, false, true)};
  model.parts = {part(0, -1, 0, -1, -1, plus_x, plus_x, PartJointType::fixed),
                 part(1, 0, 1, 0, 0, plus_y, plus_y, PartJointType::prismatic, 0.05)};
  build_assembly(model, {false, SlideLimit{0.0, 0.2, {}, {}}});
  EXPECT_EQ(frame_pose(model, "Bb_1", {0.1}).p, Vector3(-0.25 - 0.15000000000000002, 0, 0.3));
  ASSERT_TRUE(model.joints[0].limit);
  EXPECT_EQ(model.joints[0].limit->upper->value(), 0.2);
}

// --- random assemblies -------------------------------------------------------------------------------------

class RandomParts {
 public:
  explicit RandomParts(unsigned seed) : random_(seed) {}

  Model make() {
    Model model;
    const std::size_t count = 2 + random_() % 7;
    for (std::size_t i = 0; i < count; ++i) {
      // Every Block has one contact to be mounted with and three to mount on.
      std::vector<Contact> contacts = {random_contact(kAssembly)};
      for (int k = 0; k < 3; ++k) contacts.push_back(random_contact(random_() % 3 == 0 ? kAssembly : kJoint));
      model.blocks.push_back(block(std::to_string(i), std::move(contacts), i == 0));
      model.blocks.back().shape = BlockShape{random_pose(), "shape.obj", {}};
    }
    std::vector<std::vector<int>> free(count, {1, 2, 3});
    for (std::size_t i = 0; i < count; ++i) {
      if (i == 0) {
        model.parts.push_back(part(0, -1, 0, -1, -1, plus_x, plus_x, PartJointType::fixed));
        continue;
      }
      std::size_t parent = random_() % i;
      while (free[parent].empty()) parent = (parent + 1) % i;
      const int parent_contact = free[parent].back();
      free[parent].pop_back();
      const Contact& p = model.blocks[parent].contacts[static_cast<std::size_t>(parent_contact)];
      const Contact& c = model.blocks[i].contacts[0];
      const PartJointType type = p.type == kAssembly  ? PartJointType::fixed
                                 : random_() % 2 == 0 ? PartJointType::revolute
                                                      : PartJointType::prismatic;
      const double offset = type == PartJointType::fixed      ? 0
                            : type == PartJointType::revolute ? uniform(-180, 180)
                                                              : uniform(-0.2, 0.2);
      model.parts.push_back(part(static_cast<int>(i), static_cast<int>(parent), i, parent_contact, 0,
                                 perpendicular(p.rot_axis), perpendicular(c.rot_axis), type, offset));
    }
    return model;
  }

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()));
  }

 private:
  SignedAxis axis() { return static_cast<SignedAxis>(random_() % 6); }
  SignedAxis perpendicular(SignedAxis to) {
    SignedAxis result = axis();
    while (parallel(result, to)) result = axis();
    return result;
  }
  Contact random_contact(ContactType type) {
    const SignedAxis rot = axis();
    return contact(random_pose(), type, rot, perpendicular(rot));
  }
  TransformExpr random_pose() {
    return pose_degrees(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-180, 180),
                        uniform(-180, 180), uniform(-180, 180));
  }
  std::mt19937 random_;
};

// X of a pose given in degrees, by Eigen's own angle-axis rotations.
Eigen::Isometry3d isometry(const TransformExpr& pose) {
  const auto& node = *pose.get_if<TransformExpr::XyzRpy>();
  const auto angle = [&](std::size_t i) { return (*node.rpy)[i].value() * kPi / 180; };
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.translate(Eigen::Vector3d((*node.xyz)[0].value(), (*node.xyz)[1].value(), (*node.xyz)[2].value()));
  X.rotate(Eigen::AngleAxisd(angle(2), Eigen::Vector3d::UnitZ()) *
           Eigen::AngleAxisd(angle(1), Eigen::Vector3d::UnitY()) *
           Eigen::AngleAxisd(angle(0), Eigen::Vector3d::UnitX()));
  return X;
}

// The poses of all Blocks' {b} by the manual's six steps, with nothing of the compiler but the stores.
std::vector<Eigen::Isometry3d> body_poses(const Model& model, const std::vector<double>& q_of_part) {
  std::vector<Eigen::Isometry3d> poses;
  for (std::size_t i = 0; i < model.parts.size(); ++i) {
    const Part& part = model.parts[i];
    if (part.parent_id < 0) {
      poses.push_back(Eigen::Isometry3d::Identity());
      continue;
    }
    const auto parent = static_cast<std::size_t>(part.parent_id);
    const Contact& p = model.blocks[parent].contacts[static_cast<std::size_t>(part.parent_contact)];
    const Contact& c = model.blocks[i].contacts[static_cast<std::size_t>(part.child_contact)];
    const auto unit = [](SignedAxis a) { return Eigen::Vector3d(unit_vector(a)); };
    const Eigen::Vector3d r_p = unit(p.rot_axis);
    Eigen::Matrix3d left, right;
    left << -r_p, unit(part.parent_matched_axis), (-r_p).cross(unit(part.parent_matched_axis));
    right << unit(c.rot_axis), unit(part.child_matched_axis),
        unit(c.rot_axis).cross(unit(part.child_matched_axis));
    const Eigen::Matrix3d R = left * right.transpose();
    const Eigen::Vector3d z_p = unit(p.zero_axis);
    const Eigen::Vector3d z_c = R * unit(c.zero_axis);
    const double delta = std::atan2(r_p.dot(z_p.cross(z_c)), z_p.dot(z_c));
    Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
    if (part.joint_type == PartJointType::revolute)
      motion.rotate(Eigen::AngleAxisd(q_of_part[i] + part.offset->value() * kPi / 180 - delta, r_p));
    if (part.joint_type == PartJointType::prismatic)
      motion.translate((q_of_part[i] + part.offset->value()) * r_p);
    Eigen::Isometry3d turn = Eigen::Isometry3d::Identity();
    turn.rotate(R);
    poses.push_back(poses[parent] * isometry(p.pose) * motion * turn * isometry(c.pose).inverse());
  }
  return poses;
}

TEST(Assembly, randomAssembliesAgreeWithPlainMatrixProducts) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    RandomParts generator(seed);
    Model model = generator.make();
    DiagnosticEngine diagnostics;
    ASSERT_TRUE(check_assembly(model, diagnostics)) << seed;
    build_assembly(model, {});
    const KinematicTree tree(model);
    ASSERT_TRUE(tree.is_tree());
    std::vector<double> q(static_cast<std::size_t>(tree.q_size()));
    std::vector<double> q_of_part(model.parts.size(), 0.0);
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
      const JointId joint = model.parts[i].joint;
      if (!joint || tree.q_index(joint) < 0) continue;
      q_of_part[i] = generator.uniform(-3, 3);
      q[static_cast<std::size_t>(tree.q_index(joint))] = q_of_part[i];
    }
    const auto expected = body_poses(model, q_of_part);
    for (std::size_t i = 1; i < model.parts.size(); ++i) {
      const RigidTransform body = frame_pose(model, model.link(model.parts[i].link).name + "_body", q);
      EXPECT_LE((body.R - expected[i].rotation()).cwiseAbs().maxCoeff(), 1e-13)
          << "seed " << seed << " part " << i;
      EXPECT_LE((body.p - expected[i].translation()).cwiseAbs().maxCoeff(), 1e-12)
          << "seed " << seed << " part " << i;
      // Shape, centre of mass and inertia about it move with the body.
      const Link& link = model.link(model.parts[i].link);
      const auto poses = link_poses(model, tree, q);
      const Vector3 com = poses[model.parts[i].link.index()] * link.inertial->spatial().com;
      EXPECT_LE((com - expected[i] * Eigen::Vector3d(0.01, 0.02, 0.03)).cwiseAbs().maxCoeff(), 1e-12)
          << "seed " << seed << " part " << i;
      const RigidTransform& pose = poses[model.parts[i].link.index()];
      const RigidTransform drawn = pose * link.visuals.at(0).origin.evaluate();
      const Eigen::Isometry3d shape = expected[i] * isometry(model.blocks[i].shape->pose);
      EXPECT_LE((drawn.R - shape.rotation()).cwiseAbs().maxCoeff(), 1e-13);
      EXPECT_LE((drawn.p - shape.translation()).cwiseAbs().maxCoeff(), 1e-12);
      const Eigen::Matrix3d turn = expected[i].rotation();
      const Matrix3 tensor = pose.R * link.inertial->spatial().tensor * pose.R.transpose();
      EXPECT_LE((tensor - turn * model.blocks[i].inertia->matrix() * turn.transpose()).cwiseAbs().maxCoeff(),
                1e-14);
    }
  }
}

}  // namespace
}  // namespace romas
