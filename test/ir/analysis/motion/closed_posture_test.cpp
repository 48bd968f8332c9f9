// Postures with closed loops, on random mechanisms: what the search calls closed is closed by the constraint
// of generated code, held joints are where they shall be, and followers behind their leaders.
#include "ir/analysis/motion/closed_posture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/analysis/motion/kinematics.h"
#include "passes/kernel/loops/closures.h"

namespace romas {
namespace {

using Values = std::vector<double>;

// Two chains from one base, whose ends a joint closes at the posture `closed`.
struct Mechanism {
  Model model;
  Values closed;
  std::mt19937 random;

  explicit Mechanism(std::uint32_t seed, JointType type, std::size_t length) : random(seed) {
    model.name = "mechanism";
    add_link("base");
    for (const char* side : {"a", "b"})
      for (std::size_t i = 0; i < length; ++i) {
        const std::string parent = i == 0 ? "base" : concat(side, i - 1);
        add_link(concat(side, i));
        add_joint(parent, concat(side, i), any(0, 3) < 1 ? JointType::prismatic : JointType::revolute);
      }
    LoopJoint loop;
    loop.name = "loop";
    loop.type = type;
    loop.link1.link.name = concat("a", length - 1);
    loop.link2.link.name = concat("b", length - 1);
    loop.axis = axis();
    model.loop_joints.push_back(loop);
    model.rebuild_index();
    const KinematicTree tree(model);
    closed = neutral_position(model, tree);
    for (double& q : closed) q = any(-1, 1);
    const auto X = link_poses(model, tree, closed);
    LoopJoint& added = model.loop_joints.front();
    const RigidTransform F = pose();
    added.link1.origin = TransformExpr(F);
    added.link2.origin =
        TransformExpr(X[added.link2.link.id.index()].inverse() * X[added.link1.link.id.index()] * F);
  }

  double any(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }
  JointAxis axis() {
    const Vector3 direction = Vector3(any(-1, 1), any(-1, 1), any(0.2, 1)).normalized();
    return {{direction.x(), direction.y(), direction.z()}, {}, {}};
  }
  RigidTransform pose() {
    return {rotation_from_rpy(Vector3(any(-2, 2), any(-1, 1), any(-2, 2))),
            Vector3(any(-0.5, 0.5), any(-0.5, 0.5), any(-0.5, 0.5))};
  }
  void add_link(const std::string& name) {
    Link link;
    link.name = name;
    model.links.push_back(link);
  }
  void add_joint(const std::string& parent, const std::string& child, JointType type) {
    Joint joint;
    joint.name = "to_" + child;
    joint.type = type;
    joint.parent.name = parent;
    joint.child.name = child;
    joint.origin = TransformExpr(pose());
    joint.axis = axis();
    model.joints.push_back(joint);
  }

  // The largest residual of generated code.
  double gap(const KinematicTree& tree, const Values& q) const {
    const DynamicsModel dynamics = make_dynamics_model(model, tree, {});
    double largest = 0;
    for (const double c :
         evaluate_kernel(lowering::lower_constraint(dynamics, lowering::forbidden_motions(dynamics)), {q}))
      largest = std::max(largest, std::abs(c));
    return largest;
  }
};

constexpr JointType kTypes[] = {JointType::fixed,  JointType::revolute, JointType::prismatic,
                                JointType::planar, JointType::ball,     JointType::universal};

TEST(ClosedPosture, closesWhatIsNearlyClosed) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Mechanism m(seed, kTypes[seed % std::size(kTypes)], 4);
    const KinematicTree tree(m.model);
    const ClosedPosture search(m.model, tree);
    ASSERT_TRUE(search.has_loops());
    ASSERT_LT(m.gap(tree, m.closed), 1e-12);
    Values q = m.closed;
    for (double& x : q) x += m.any(-0.02, 0.02);
    EXPECT_GT(m.gap(tree, q), 1e-6);
    EXPECT_FALSE(search.move(q, q, std::vector<bool>(q.size(), false)));
    EXPECT_LT(m.gap(tree, q), 1e-9);
  }
}

// A joint is led away, and the others follow where they can; where they cannot, that is told.
TEST(ClosedPosture, followsHeldJoints) {
  int moved = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Mechanism m(seed, kTypes[seed % std::size(kTypes)], 4);
    const KinematicTree tree(m.model);
    const ClosedPosture search(m.model, tree);
    Values q = m.closed, to = m.closed;
    std::vector<bool> held(q.size(), false);
    held[seed % q.size()] = true;
    to[seed % q.size()] += m.any(-0.5, 0.5);
    const auto open = search.move(q, to, held);
    EXPECT_EQ(q[seed % q.size()], to[seed % q.size()]);
    if (open) {
      EXPECT_EQ(open->loop, 0U);
      EXPECT_GT(m.gap(tree, q), 1e-11);
      continue;
    }
    ++moved;
    EXPECT_LT(m.gap(tree, q), 1e-9);
  }
  EXPECT_GT(moved, 70);
}

TEST(ClosedPosture, takesFollowersAlong) {
  Mechanism m(7, JointType::ball, 4);
  JointMimic mimic;
  mimic.joint.name = m.model.joints[0].name;
  mimic.multiplier = -0.5;
  mimic.offset = m.closed[1] + 0.5 * m.closed[0];
  m.model.joints[1].type = m.model.joints[0].type;
  m.model.joints[1].mimic = mimic;
  m.model.rebuild_index();
  const KinematicTree tree(m.model);
  const ClosedPosture search(m.model, tree);
  Values q = neutral_position(m.model, tree), to = q;
  std::vector<bool> held(q.size(), false);
  const auto leader = static_cast<std::size_t>(tree.q_index(JointId(0)));
  const auto follower = static_cast<std::size_t>(tree.q_index(JointId(1)));
  held[leader] = true;
  to[leader] = m.closed[0] + 0.05;
  search.move(q, to, held);
  EXPECT_DOUBLE_EQ(q[follower], -0.5 * q[leader] + m.closed[1] + 0.5 * m.closed[0]);
}

TEST(ClosedPosture, tellsWhatIsOutOfReach) {
  Mechanism m(3, JointType::revolute, 3);
  m.model.joints[0].type = JointType::prismatic;
  const KinematicTree tree(m.model);
  const ClosedPosture search(m.model, tree);
  Values q = m.closed, to = m.closed;
  to[0] += 50;
  std::vector<bool> held(q.size(), true);
  const auto open = search.move(q, to, held);
  ASSERT_TRUE(open);
  EXPECT_FALSE(open->rotation);
  EXPECT_GT(open->gap, 1);
  EXPECT_EQ(q, to);
}

TEST(ClosedPosture, withoutLoopsJointsAreWhereTheyShallBe) {
  Mechanism m(5, JointType::floating, 3);
  const KinematicTree tree(m.model);
  const ClosedPosture search(m.model, tree);
  EXPECT_FALSE(search.has_loops());
  Values q = m.closed, to = m.closed;
  to[2] += 30;
  std::vector<bool> held(q.size(), false);
  held[2] = true;
  EXPECT_FALSE(search.move(q, to, held));
  EXPECT_EQ(q, to);
}

}  // namespace
}  // namespace romas
