// Inverse kinematics in closed form of one and two joints.
#include "test/passes/kernel/ik_chains.h"

namespace romas {
namespace {

using namespace ik_test;

// One or two joints of every kind: which of them slide, how the axes lie, and whether they go through the
// link.
struct FewJoints {
  std::vector<bool> slides;
  enum class Axes { skew, meet, cross, parallel } axes = Axes::skew;  // cross: at a right angle
  int through_link = 0;                                               // so many of the last ones
};

Chain few_joints(RandomGeometry& geometry, const FewJoints& wanted) {
  Chain chain;
  chain.tip.R = Eigen::AngleAxisd(geometry.number(3), geometry.direction()).toRotationMatrix();
  chain.tip.p = geometry.point();
  chain.length = 4;
  const std::size_t n = wanted.slides.size();
  const Vector3 h = geometry.direction(), meeting = geometry.point();
  for (std::size_t i = 0; i < n; ++i) {
    Vector3 direction = i == 0 ? h : geometry.direction({h});
    if (i > 0 && wanted.axes == FewJoints::Axes::parallel) direction = geometry.coin() ? h : Vector3(-h);
    if (i > 0 && wanted.axes == FewJoints::Axes::cross) direction = h.cross(direction).normalized();
    Vector3 point = wanted.axes == FewJoints::Axes::meet ? meeting : geometry.point();
    if (i + static_cast<std::size_t>(wanted.through_link) >= n) point = chain.tip.p;
    chain.axes.push_back({direction, point, wanted.slides[i]});
    chain.joints.push_back(i);
  }
  return chain;
}

std::vector<FewJoints> all_few_joints() {
  using Axes = FewJoints::Axes;
  std::vector<FewJoints> all = {{{true}, Axes::skew, 0}, {{false}, Axes::skew, 0}, {{false}, Axes::skew, 1}};
  for (const bool first : {false, true})
    for (const bool second : {false, true})
      for (const Axes axes : {Axes::skew, Axes::meet, Axes::cross, Axes::parallel})
        for (const int through : {0, 1, 2}) {
          if (first && second && axes == Axes::parallel) continue;  // the pose does not tell them apart
          if (!first && !second && axes == Axes::parallel && through == 2) continue;  // nor these
          all.push_back({{first, second}, axes, through});
        }
  return all;
}

// 100,000 positions in all, and poses beside what the joints reach.
TEST(ClosedFormIk, ofOneOrTwoJointsFindsAllPositions) {
  const std::vector<FewJoints> cases = all_few_joints();
  const Structure wanted{{}, false, Family::few, {}};
  std::size_t samples = 0, several = 0;
  for (unsigned seed = 0; samples < 100'000; ++seed)
    for (std::size_t which = 0; which < cases.size(); ++which) {
      RandomGeometry geometry(seed);
      const Chain chain = few_joints(geometry, cases[which]);
      const std::string what = concat("seed ", seed, ", case ", which);
      ASSERT_EQ(ik::find_structures(chain, ik::kStructureTolerance), std::vector{wanted}) << what;
      const std::string text = concat(what, ": ", structure_text(chain, wanted));
      for (int k = 0; k < 5; ++k, samples += 20) try_structure(geometry, chain, wanted, text);
      const auto ik = lower_inverse_kinematics(chain, wanted, "ik");
      ASSERT_TRUE(ik.has_value()) << what;
      EXPECT_FALSE(ik->whole_pose);
      several += ik->signs;
      std::vector<double> q;
      for (const Axis& axis : chain.axes) q.push_back(geometry.number(axis.slides ? 1 : 3));
      RigidTransform pose = pose_of(chain, q);
      // Two directions in which no position is reached from there, or one, or none of three.
      const Vector3 away = geometry.direction();
      for (const double far : {0.01, 100.0}) {
        RigidTransform beside = pose;
        beside.p += far * away;
        for (const Solution& solution : solutions(*ik, chain, wanted, numbers(beside), {})) {
          if (!(solution.room >= -1e-12)) continue;
          EXPECT_LT((pose_of(chain, solution.q).p - beside.p).norm(), 5e-5) << what;
        }
      }
      // A turn of the link besides leaves its position where it was.
      pose.R = Eigen::AngleAxisd(0.1, geometry.direction()).toRotationMatrix() * pose.R;
      for (const Solution& solution : solutions(*ik, chain, wanted, numbers(pose), {})) {
        if (solution.room < 1e-12) continue;
        EXPECT_LT((pose_of(chain, solution.q).p - pose.p).norm(), 1e-9) << what;
      }
      std::vector<double> nothing = numbers(pose);
      nothing[7] = std::nan("");
      for (const Solution& solution : solutions(*ik, chain, wanted, nothing, {}))
        EXPECT_FALSE(solution.room >= -1e-6) << what;
    }
  EXPECT_GT(several, 0U);
}

// Joints that do the same, and axes that are parallel but for what was rounded.
TEST(ClosedFormIk, ofTwoJointsThatDoTheSameDoesNotExist) {
  RandomGeometry geometry(3);
  const Structure few{{}, false, Family::few, {}};
  Chain chain = few_joints(geometry, {{true, true}, FewJoints::Axes::parallel, 0});
  EXPECT_TRUE(ik::find_structures(chain, ik::kStructureTolerance).empty());
  for (const int through : {0, 2}) {
    chain = few_joints(geometry, {{false, false}, FewJoints::Axes::parallel, through});
    chain.axes[1].o = chain.axes[0].o + 0.3 * chain.axes[0].h;
    EXPECT_FALSE(lower_inverse_kinematics(chain, few, "ik").has_value()) << through;
  }
  chain = few_joints(geometry, {{false, false}, FewJoints::Axes::parallel, 0});
  chain.axes[1].h = (chain.axes[1].h + 4e-6 * chain.axes[1].h.unitOrthogonal()).normalized();
  EXPECT_TRUE(ik::find_structures(chain, ik::kStructureTolerance).empty());
  EXPECT_FALSE(ik::find_structures(chain, 1e-4).empty());
}

}  // namespace
}  // namespace romas
