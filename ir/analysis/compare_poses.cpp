#include "ir/analysis/compare_poses.h"

#include <cmath>
#include <numbers>

#include "ir/analysis/axis.h"
#include "ir/analysis/kinematics.h"
#include "ir/entity.h"
#include "support/hash.h"
#include "support/text.h"

namespace romas {

namespace {

using Kind = ModelDifference::Kind;
using Poses = std::vector<RigidTransform>;

constexpr int kRandomPositions = 3;
// Robots smaller than this are compared as if they had this size (m).
constexpr double kSmallestSize = 1e-3;

// A pseudorandom sequence, seeded by a joint's name and the number of the position.
class NamedRandom {
 public:
  NamedRandom(std::string_view name, int position)
      : state_(Hash().add(name).value() + static_cast<std::uint64_t>(position) * 0x9E3779B97F4A7C15ULL) {}
  double uniform(double from, double to) {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = (state_ ^ (state_ >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return from + (to - from) * static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

// A position of a joint. Its limits do not matter: poses are defined everywhere.
std::vector<double> random_position(const Joint& joint, int position) {
  NamedRandom random(joint.name, position);
  std::vector<double> q(static_cast<std::size_t>(position_count(joint.type)));
  for (double& value : q) value = random.uniform(-1, 1);
  const bool lengths = joint.type == JointType::prismatic;
  if (joint.type == JointType::ball || joint.type == JointType::floating) {
    q.back() += 2;  // far from the zero quaternion
  } else if (!lengths) {
    q.back() *= std::numbers::pi;
  }
  return q;
}

class PoseComparison {
 public:
  PoseComparison(const Model& a, const Model& b, const std::vector<bool>& moved_differently, double tolerance)
      : a_(a),
        b_(b),
        tree_a_(a),
        tree_b_(b),
        moved_differently_(moved_differently),
        tolerance_(tolerance),
        reported_(a.links.size(), false) {}
  std::vector<ModelDifference> run();

 private:
  void compare_at(int position);
  std::vector<double> position_of(const Model& model, const KinematicTree& tree, int position) const;
  void compare_link(LinkId in_a, LinkId in_b, const Poses& poses_a, const Poses& poses_b, int position);
  void compare_frames(const Poses& poses_a, const Poses& poses_b);
  void compare_totals(const Poses& poses_a, const Poses& poses_b);
  bool same(const RigidTransform& X, const RigidTransform& Y) const;
  void report_pose(const Link& link, const Link& other, const RigidTransform& X, const RigidTransform& Y,
                   int position);

  const Model& a_;
  const Model& b_;
  const KinematicTree tree_a_, tree_b_;
  const std::vector<bool>& moved_differently_;
  const double tolerance_;
  double size_ = kSmallestSize;     // of the robot at the position looked at
  std::vector<bool> reported_;      // links of a that are known to be out of place in their parents
  std::vector<bool> out_of_place_;  // links of a that are elsewhere in the root, for whatever reason
  std::vector<ModelDifference> differences_;
};

std::vector<ModelDifference> PoseComparison::run() {
  for (int position = 0; position <= kRandomPositions; ++position) compare_at(position);
  return std::move(differences_);
}

// Position 0 is the neutral one.
std::vector<double> PoseComparison::position_of(const Model& model, const KinematicTree& tree,
                                                int position) const {
  std::vector<double> q = neutral_position(model, tree);
  if (position == 0) return q;
  const Model& other = &model == &a_ ? b_ : a_;
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    const JointId counterpart = other.find_joint(joint.name);
    if (tree.q_index(id) < 0 || !counterpart ||
        position_count(other.joint(counterpart).type) != position_count(joint.type))
      continue;
    // The type of the first model's joint, so that both move alike.
    const auto values = random_position(&model == &a_ ? joint : other.joint(counterpart), position);
    std::copy(values.begin(), values.end(), q.begin() + tree.q_index(id));
  }
  return q;
}

void PoseComparison::compare_at(int position) {
  const Poses poses_a = link_poses(a_, tree_a_, position_of(a_, tree_a_, position));
  const Poses poses_b = link_poses(b_, tree_b_, position_of(b_, tree_b_, position));
  size_ = kSmallestSize;
  for (const RigidTransform& X : poses_a) size_ = std::max(size_, X.p.cwiseAbs().maxCoeff());
  out_of_place_.assign(a_.links.size(), false);
  for (const LinkId link : tree_a_.order())
    if (const LinkId other = b_.find_link(a_.link(link).name); other && tree_b_.reached(other))
      compare_link(link, other, poses_a, poses_b, position);
  if (position > 0) return;
  compare_frames(poses_a, poses_b);
  compare_totals(poses_a, poses_b);
}

bool PoseComparison::same(const RigidTransform& X, const RigidTransform& Y) const {
  return (X.R - Y.R).cwiseAbs().maxCoeff() <= tolerance_ &&
         (X.p - Y.p).cwiseAbs().maxCoeff() <= tolerance_ * size_;
}

void PoseComparison::compare_link(LinkId in_a, LinkId in_b, const Poses& poses_a, const Poses& poses_b,
                                  int position) {
  const RigidTransform& X = poses_a[in_a.index()];
  const RigidTransform& Y = poses_b[in_b.index()];
  if (same(X, Y)) return;
  out_of_place_[in_a.index()] = true;
  const JointId joint = tree_a_.parent_joint(in_a);
  if (!joint || reported_[in_a.index()] || (position > 0 && moved_differently_[joint.index()])) return;
  // The parent is out of place, too: the difference is the parent's.
  const LinkId parent = tree_a_.parent_link(in_a);
  const LinkId parent_in_b = b_.find_link(a_.link(parent).name);
  if (out_of_place_[parent.index()] && parent_in_b) {
    const RigidTransform in_parent = poses_a[parent.index()].inverse() * X;
    const RigidTransform in_parent_b = poses_b[parent_in_b.index()].inverse() * Y;
    if (same(in_parent, in_parent_b)) return;
  }
  report_pose(a_.link(in_a), b_.link(in_b), X, Y, position);
  reported_[in_a.index()] = true;
}

// The angle of the rotation from one to the other.
double angle_between(const Matrix3& R, const Matrix3& S) {
  const Matrix3 turn = R.transpose() * S;
  const Vector3 twice_sine(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1));
  return std::atan2(twice_sine.norm(), turn.trace() - 1);
}

void PoseComparison::report_pose(const Link& link, const Link& other, const RigidTransform& X,
                                 const RigidTransform& Y, int position) {
  const auto place = [](const Model& model, const KinematicTree& tree, const Link& of) {
    const JointId joint = tree.parent_joint(model.find_link(of.name));
    return joint ? place_or_name(model.joint(joint).origin_range, model.joint(joint)) : name_place(of);
  };
  differences_.push_back({Kind::pose,
                          EntityKind::link,
                          link.name,
                          {},
                          place(a_, tree_a_, link),
                          place(b_, tree_b_, other),
                          concat("the poses of link '", link.name, "' are ", (X.p - Y.p).norm(), " m and ",
                                 angle_between(X.R, Y.R), " rad apart ",
                                 position == 0 ? "at the zero position" : "when the joints move")});
}

void PoseComparison::compare_frames(const Poses& poses_a, const Poses& poses_b) {
  std::unordered_map<std::string_view, const Frame*> frames_of_b;
  for (const Frame& frame : b_.frames) frames_of_b.emplace(frame.name, &frame);
  for (const Frame& frame : a_.frames) {
    const auto found = frames_of_b.find(frame.name);
    if (found == frames_of_b.end() || !frame.link.id || !found->second->link.id ||
        out_of_place_[frame.link.id.index()])
      continue;
    const Frame& other = *found->second;
    const RigidTransform X = poses_a[frame.link.id.index()] * frame.origin.evaluate();
    const RigidTransform Y = poses_b[other.link.id.index()] * other.origin.evaluate();
    if (same(X, Y)) continue;
    differences_.push_back({Kind::pose,
                            EntityKind::frame,
                            frame.name,
                            {},
                            name_place(frame),
                            name_place(other),
                            concat("the poses of frame '", frame.name, "' are ", (X.p - Y.p).norm(),
                                   " m and ", angle_between(X.R, Y.R), " rad apart")});
  }
}

// A balanced sum: the error grows with the logarithm of the number of links.
SpatialInertia total(const Model& model, const Poses& poses) {
  std::vector<SpatialInertia> parts;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (model.links[i].inertial) parts.push_back(model.links[i].inertial->spatial().expressed_in(poses[i]));
  for (; parts.size() > 1; parts.resize((parts.size() + 1) / 2))
    for (std::size_t i = 0; 2 * i < parts.size(); ++i)
      parts[i] = 2 * i + 1 < parts.size() ? parts[2 * i] + parts[2 * i + 1] : parts[2 * i];
  return parts.empty() ? SpatialInertia() : parts.front();
}

void PoseComparison::compare_totals(const Poses& poses_a, const Poses& poses_b) {
  const SpatialInertia a = total(a_, poses_a);
  const SpatialInertia b = total(b_, poses_b);
  if (std::abs(a.mass - b.mass) > tolerance_ * std::max(std::abs(a.mass), std::abs(b.mass))) {
    differences_.push_back(
        {Kind::total, EntityKind::robot, a_.name, "mass", name_place(a_), name_place(b_),
         concat("the whole robot has ", a.mass, " kg in the first and ", b.mass, " kg in the second")});
  }
  if ((a.com - b.com).cwiseAbs().maxCoeff() > tolerance_ * std::max(size_, a.com.cwiseAbs().maxCoeff())) {
    differences_.push_back({Kind::total, EntityKind::robot, a_.name, "centre of mass", name_place(a_),
                            name_place(b_),
                            concat("the centre of mass of the whole robot is ", axis_text(a.com),
                                   " m in the first and ", axis_text(b.com), " m in the second")});
  }
}

}  // namespace

std::vector<ModelDifference> compare_poses(const Model& a, const Model& b,
                                           const std::vector<bool>& moved_differently, double tolerance) {
  return PoseComparison(a, b, moved_differently, tolerance).run();
}

}  // namespace romas
