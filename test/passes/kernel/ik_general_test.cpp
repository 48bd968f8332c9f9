// Arms without a structure: which joints are given, with which axis the elimination begins, and what is
// refused.
#include "passes/kernel/ik/general.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <romas/six_revolute.hpp>

#include "test/passes/kernel/ik_chains.h"

namespace romas {
namespace {

using ik::Axis;
using ik::Chain;

class RandomArm {
 public:
  explicit RandomArm(unsigned seed) : random_(seed) {}

  double number(double size) { return std::uniform_real_distribution<double>(-size, size)(random_); }
  Axis axis() {
    const Vector3 h(number(1), number(1), number(1));
    return {(h + Vector3(0.1, 0.2, 0.3)).normalized(), {number(1), number(1), number(1)}, false};
  }
  Chain chain(std::size_t joints) {
    Chain chain;
    for (std::size_t i = 0; i < joints; ++i) {
      chain.axes.push_back(axis());
      chain.joints.push_back(i);
    }
    chain.length = 3;
    return chain;
  }

 private:
  std::mt19937 random_;
};

TEST(IkGeneral, anySixAxes) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::string reason;
    const auto found = ik::find_general(RandomArm(seed).chain(6), {}, reason);
    ASSERT_TRUE(found) << seed << ": " << reason;
    EXPECT_EQ(found->family, ik::Family::general);
    EXPECT_TRUE(found->held.empty());
    EXPECT_GE(found->first, 0);
    EXPECT_LT(found->first, 6);
  }
}

// Neighbours that meet or are parallel are no beginning of an elimination.
TEST(IkGeneral, beginsBesideNeighboursThatMeet) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Chain chain = RandomArm(seed).chain(6);
    chain.axes[1].o = chain.axes[0].o;
    chain.axes[4].h = chain.axes[3].h;
    std::string reason;
    const auto found = ik::find_general(chain, {}, reason);
    ASSERT_TRUE(found) << seed << ": " << reason;
    EXPECT_NE(found->first, 0);
    EXPECT_NE(found->first, 3);
  }
}

TEST(IkGeneral, oneOfSevenJointsIsGiven) {
  std::string reason;
  auto found = ik::find_general(RandomArm(1).chain(7), {}, reason);
  ASSERT_TRUE(found) << reason;
  EXPECT_EQ(found->held, std::vector<std::size_t>{2});
  // One that slides must be.
  Chain rail = RandomArm(2).chain(7);
  rail.axes[5].slides = true;
  found = ik::find_general(rail, {}, reason);
  ASSERT_TRUE(found) << reason;
  EXPECT_EQ(found->held, std::vector<std::size_t>{5});
  // Two cannot.
  rail.axes[0].slides = true;
  EXPECT_FALSE(ik::find_general(rail, {}, reason));
}

TEST(IkGeneral, theWantedJointIsGiven) {
  std::string reason;
  const Chain chain = RandomArm(1).chain(7);
  const auto found = ik::find_general(chain, {5}, reason);
  ASSERT_TRUE(found) << reason;
  EXPECT_EQ(found->held, std::vector<std::size_t>{5});
  EXPECT_FALSE(ik::find_general(chain, {0, 5}, reason));
}

TEST(IkGeneral, twoOfEightJointsAreGiven) {
  std::string reason;
  Chain chain = RandomArm(3).chain(8);
  chain.axes[6].slides = true;
  const auto found = ik::find_general(chain, {}, reason);
  ASSERT_TRUE(found) << reason;
  ASSERT_EQ(found->held.size(), 2U);
  EXPECT_EQ(std::ranges::count(found->held, 6U), 1);
}

// All positions for a pose, as the runtime solves the problem that the kernel poses.
six_revolute::Solutions solved(const ClosedFormIk& ik, const RigidTransform& pose) {
  const std::vector<double> out = evaluate_kernel(ik.kernel, {ik_test::numbers(pose), {}});
  six_revolute::Problem problem;
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 3; ++k) {
      problem.axis[i][k] = out[static_cast<std::size_t>(6 * i + k)];
      problem.point[i][k] = out[static_cast<std::size_t>(6 * i + 3 + k)];
    }
  for (int r = 0; r < 3; ++r) {
    for (int k = 0; k < 3; ++k) problem.R(r, k) = out[static_cast<std::size_t>(36 + 4 * r + k)];
    problem.p[r] = out[static_cast<std::size_t>(36 + 4 * r + 3)];
  }
  return six_revolute::solve(problem, ik.first);
}

// Axes of the pose take the place of the missing joints, and the pose may be turned about them: the direction
// of the link's axis stays with five joints, and with four it stays across the pose's axis.
TEST(IkGeneral, fourAndFiveJoints) {
  for (const std::size_t joints : {4U, 5U})
    for (unsigned seed = 0; seed < 10; ++seed) {
      RandomArm random(seed);
      Chain chain = random.chain(joints);
      chain.tip.p = {0.3, -0.2, 0.4};
      std::string reason;
      const auto found = ik::find_general(chain, {}, reason);
      ASSERT_TRUE(found) << seed << ": " << reason;
      EXPECT_EQ(found->pose_axes, 6 - joints);
      EXPECT_TRUE(found->held.empty());
      const auto ik = lower_inverse_kinematics(chain, *found, "ik");
      ASSERT_TRUE(ik && ik->six_revolute && !ik->whole_pose) << seed;
      const Chain six = ik::with_pose_axes(chain, 6 - joints);
      const Vector3 first = six.axes[joints].h, second = six.axes[5].h;
      std::vector<double> q;
      for (std::size_t i = 0; i < 6; ++i) q.push_back(random.number(i < joints ? 3 : 0.3));
      const RigidTransform pose = ik_test::pose_of(six, q);
      double nearest = 1;
      const six_revolute::Solutions solutions = solved(*ik, pose);
      for (int k = 0; k < solutions.count; ++k) {
        const double* of_all = solutions.all[k].q;
        const std::vector<double> own(of_all, of_all + joints);
        const RigidTransform again = ik_test::pose_of(chain, own);
        EXPECT_LT((again.p - pose.p).norm(), 1e-9) << seed;
        EXPECT_LT(joints == 5 ? (again.R * first - pose.R * first).norm()
                              : std::abs((again.R * first).dot(pose.R * second)),
                  1e-9)
            << seed;
        nearest = std::min(
            nearest, ik_test::distance(own, {q.begin(), q.begin() + static_cast<std::ptrdiff_t>(joints)}));
      }
      EXPECT_LT(nearest, 1e-7) << seed;
    }
}

TEST(IkGeneral, armsThatCannotMoveInEveryDirection) {
  // Four parallel axes; two that are the same; all through one point.
  Chain parallel = RandomArm(4).chain(6), same = RandomArm(5).chain(6), ball = RandomArm(6).chain(6);
  for (const std::size_t i : {1U, 2U, 3U}) parallel.axes[i].h = parallel.axes[0].h;
  same.axes[3] = same.axes[2];
  for (Axis& axis : ball.axes) axis.o = Vector3::Zero();
  for (const Chain* chain : {&parallel, &same, &ball}) {
    std::string reason;
    EXPECT_FALSE(ik::find_general(*chain, {}, reason));
    EXPECT_EQ(reason, "its joints do not move the link in every direction");
  }
  std::string reason;
  EXPECT_FALSE(ik::find_general(RandomArm(7).chain(3), {}, reason));
  EXPECT_TRUE(reason.empty());
  Chain rail = RandomArm(7).chain(5);
  rail.axes[2].slides = true;
  EXPECT_FALSE(ik::find_general(rail, {}, reason));
}

}  // namespace
}  // namespace romas
