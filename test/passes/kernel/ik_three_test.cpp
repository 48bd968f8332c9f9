// Inverse kinematics in closed form of any three joints, and of arms whose other three joints meet.
#include "test/passes/kernel/ik_chains.h"

namespace romas {
namespace {

using namespace ik_test;

// How the axes of neighbours lie; cross: at a right angle.
enum class Axes { skew, meet, cross, parallel };

struct ThreeJoints {
  std::vector<bool> slides;
  Axes first = Axes::skew, last = Axes::skew;
};

Axis beside(RandomGeometry& geometry, const Axis& axis, Axes how) {
  Vector3 h = geometry.direction({axis.h});
  if (how == Axes::cross) h = axis.h.cross(h).normalized();
  if (how == Axes::parallel) h = geometry.coin() ? axis.h : Vector3(-axis.h);
  return {h, how == Axes::meet ? Vector3(axis.o + geometry.number(1) * axis.h) : geometry.point()};
}

Chain three_joints(RandomGeometry& geometry, const ThreeJoints& wanted) {
  Chain chain;
  chain.axes = {{geometry.direction(), geometry.point()}};
  chain.axes.push_back(beside(geometry, chain.axes[0], wanted.first));
  chain.axes.push_back(beside(geometry, chain.axes[1], wanted.last));
  for (std::size_t i = 0; i < 3; ++i) {
    chain.axes[i].slides = wanted.slides[i];
    chain.joints.push_back(i);
  }
  chain.tip.R = Eigen::AngleAxisd(geometry.number(3), geometry.direction()).toRotationMatrix();
  chain.tip.p = geometry.point();
  chain.length = 4;
  return chain;
}

std::vector<ThreeJoints> all_three_joints() {
  std::vector<ThreeJoints> all;
  for (int kinds = 0; kinds < 7; ++kinds)
    for (const Axes first : {Axes::skew, Axes::meet, Axes::cross, Axes::parallel})
      for (const Axes last : {Axes::skew, Axes::meet, Axes::cross, Axes::parallel})
        all.push_back({{(kinds & 4) != 0, (kinds & 2) != 0, (kinds & 1) != 0}, first, last});
  return all;
}

std::vector<double> random_position(RandomGeometry& geometry, const Chain& chain) {
  std::vector<double> q;
  for (const Axis& axis : chain.axes) q.push_back(geometry.number(axis.slides ? 1 : 3));
  return q;
}

// How far a position is from one where the point has a direction in which it does not move: the volume that
// its velocities span.
double care(const Chain& chain, const std::vector<double>& q, const std::vector<std::size_t>& held = {}) {
  constexpr double kStep = 1e-6;
  std::vector<Vector3> columns;
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (std::find(held.begin(), held.end(), i) != held.end()) continue;
    std::vector<double> more = q, less = q;
    more[i] += kStep;
    less[i] -= kStep;
    columns.push_back((pose_of(chain, more).p - pose_of(chain, less).p) / (2 * kStep));
  }
  return std::abs(columns[0].dot(columns[1].cross(columns[2])));
}

struct Count {
  std::size_t poses = 0, solutions = 0, most = 0;
};

// Solutions bring the link to its place, and but near singular positions the one that made it is among them.
void try_positions(RandomGeometry& geometry, const Chain& chain, const Structure& structure,
                   const ClosedFormIk& ik, const std::string& what, Count& count) {
  for (int sample = 0; sample < 50; ++sample) {
    const std::vector<double> q = random_position(geometry, chain);
    std::vector<double> free;
    for (const std::size_t held : structure.held) free.push_back(q[held]);
    const RigidTransform pose = pose_of(chain, q);
    double nearest = 1e9;
    std::size_t found = 0;
    for (const Solution& solution : solutions(ik, chain, structure, numbers(pose), free)) {
      if (!(solution.room >= -1e-12)) continue;
      ++found;
      const RigidTransform again = pose_of(chain, solution.q);
      EXPECT_LT((again.p - pose.p).norm(), 1e-9)
          << what << ", sample " << sample << " room " << solution.room;
      if (ik.whole_pose) {
        EXPECT_LT((again.R - pose.R).norm(), 1e-9) << what;
      }
      nearest = std::min(nearest, distance(solution.q, q));
    }
    count.poses += 1, count.solutions += found, count.most = std::max(count.most, found);
    constexpr double kSingular = 1e-3;
    if (ik.whole_pose || care(chain, q, structure.held) > kSingular) {
      EXPECT_LT(nearest, 1e-7) << what << ", sample " << sample << " care " << care(chain, q, structure.held);
    }
  }
}

TEST(ClosedFormIk, ofAnyThreeJointsFindsAllPositions) {
  Count count;
  std::size_t chains = 0;
  for (unsigned seed = 0; count.poses < 100'000; ++seed)
    for (const ThreeJoints& wanted : all_three_joints()) {
      RandomGeometry geometry(seed);
      const Chain chain = three_joints(geometry, wanted);
      const std::string what =
          concat("seed ", seed, ", slides ", wanted.slides[0], wanted.slides[1], wanted.slides[2], ", axes ",
                 static_cast<int>(wanted.first), " ", static_cast<int>(wanted.last));
      double most = 0;
      for (int k = 0; k < 5; ++k) most = std::max(most, care(chain, random_position(geometry, chain)));
      if (most < 1e-6) continue;  // three joints for two directions
      ++chains;
      bool any = false;
      for (const Structure& structure : ik::find_structures(chain, ik::kStructureTolerance)) {
        const auto ik = lower_inverse_kinematics(chain, structure, "ik");
        if (!ik) continue;
        any = true;
        EXPECT_FALSE(ik->whole_pose);
        try_positions(geometry, chain, structure, *ik, concat(what, ": ", structure_text(chain, structure)),
                      count);
      }
      EXPECT_TRUE(any) << what;
    }
  EXPECT_EQ(count.most, 4U);
  EXPECT_GT(chains, 1000U);
  EXPECT_GT(static_cast<double>(count.solutions), 2.0 * static_cast<double>(count.poses));
}

// The other three axes meet: at the link's end of six joints, or at the root.
TEST(ClosedFormIk, ofAnyThreeJointsAndAWristFindsAllPositions) {
  Count count;
  for (unsigned seed = 0; seed < 4; ++seed)
    for (const ThreeJoints& wanted : all_three_joints()) {
      RandomGeometry geometry(seed);
      Chain chain = three_joints(geometry, wanted);
      const Vector3 centre = geometry.point();
      Chain arm = chain;
      arm.tip.p = centre;
      if (care(arm, random_position(geometry, arm)) < 1e-3) continue;
      append(chain.axes, geometry.through(centre, 3));
      if (geometry.coin()) std::reverse(chain.axes.begin(), chain.axes.end());
      for (std::size_t i = 3; i < 6; ++i) chain.joints.push_back(i);
      const std::string what =
          concat("seed ", seed, ", slides ", wanted.slides[0], wanted.slides[1], wanted.slides[2], ", axes ",
                 static_cast<int>(wanted.first), " ", static_cast<int>(wanted.last));
      std::size_t forms = 0;
      for (const Structure& structure : ik::find_structures(chain, ik::kStructureTolerance)) {
        const auto ik = lower_inverse_kinematics(chain, structure, "ik");
        if (!ik) continue;
        ++forms;
        EXPECT_TRUE(ik->whole_pose);
        try_structure(geometry, chain, structure, concat(what, ": ", structure_text(chain, structure)));
      }
      count.poses += forms;
      EXPECT_GT(forms, 0U) << what;
    }
  EXPECT_GT(count.poses, 200U);
}

// All but three of four or five joints of any kind are given.
TEST(ClosedFormIk, ofFourAndFiveJointsOfWhichSomeAreGiven) {
  Count count;
  for (unsigned seed = 0; seed < 4; ++seed)
    for (const std::size_t n : {4U, 5U})
      for (unsigned kinds = 0; kinds < 1U << n; ++kinds) {
        RandomGeometry geometry(seed);
        Chain chain;
        for (std::size_t i = 0; i < n; ++i) {
          chain.axes.push_back({geometry.direction(), geometry.point(), (kinds >> i & 1U) != 0});
          chain.joints.push_back(i);
        }
        chain.tip.p = geometry.point();
        chain.length = 5;
        for (const Structure& structure : ik::find_structures(chain, ik::kStructureTolerance)) {
          if (structure.held.empty()) continue;
          EXPECT_EQ(structure.held.size(), n - 3);
          const auto ik = lower_inverse_kinematics(chain, structure, "ik");
          ASSERT_TRUE(ik.has_value());
          try_positions(geometry, chain, structure, *ik, concat("seed ", seed, ", kinds ", kinds), count);
        }
      }
  EXPECT_GT(count.poses, 20'000U);
}

// A wrist of which one or two axes are those of the pose. The pose may be turned about these besides: what is
// promised stays.
TEST(ClosedFormIk, ofFourAndFiveJointsUpToTurnsOfThePose) {
  std::size_t checked = 0;
  for (unsigned seed = 0; seed < 30; ++seed)
    for (const Reach reach :
         {Reach::parallel_last, Reach::meeting_first, Reach::parallel_first, Reach::meeting_last})
      for (const std::size_t n : {4U, 5U}) {
        RandomGeometry geometry(seed);
        Chain chain;
        chain.axes = arm(geometry, reach);
        chain.tip.p = geometry.point();
        chain.tip.R = Eigen::AngleAxisd(geometry.number(3), geometry.direction()).toRotationMatrix();
        append(chain.axes, geometry.through(chain.tip.p, static_cast<int>(n) - 3));
        for (std::size_t i = 0; i < n; ++i) chain.joints.push_back(i);
        chain.length = 4;
        const Chain six = ik::with_pose_axes(chain, 6 - n);
        const Vector3 first = six.axes[n].h;
        if (std::abs(first.dot(chain.axes.back().h)) > 0.95) continue;
        for (const Structure& structure : ik::find_structures(chain, ik::kStructureTolerance)) {
          if (structure.pose_axes == 0) continue;
          EXPECT_EQ(structure.pose_axes, 6 - n);
          const auto ik = lower_inverse_kinematics(chain, structure, "ik");
          if (!ik) continue;
          const std::vector<double> q = random_position(geometry, chain);
          std::vector<double> all = q;
          for (std::size_t k = n; k < 6; ++k) all.push_back(geometry.number(0.3));
          const RigidTransform pose = pose_of(six, all);
          double nearest = 1e9;
          for (const Solution& solution : solutions(*ik, chain, structure, numbers(pose), {})) {
            if (!(solution.room >= -1e-12)) continue;
            const RigidTransform again = pose_of(chain, solution.q);
            EXPECT_LT((again.p - pose.p).norm(), 1e-9);
            // The link's axis, and of two the pose's axis that it is across.
            const Vector3 of_link = again.R * chain.tip.R.transpose() * first;
            const Vector3 of_pose = pose.R * chain.tip.R.transpose() * (n == 5 ? first : six.axes[5].h);
            EXPECT_LT(n == 5 ? (of_link - of_pose).norm() : std::abs(of_link.dot(of_pose)), 1e-9);
            nearest = std::min(nearest, distance(solution.q, q));
          }
          EXPECT_LT(nearest, 1e-6) << "seed " << seed << ": " << structure_text(chain, structure);
          ++checked;
        }
      }
  EXPECT_GT(checked, 150U);
}

// Three to five joints of which the last ones turn the link about its origin.
TEST(ClosedFormIk, ofJointsThatTurnTheLinkWhereItIs) {
  std::size_t checked = 0;
  for (unsigned seed = 0; seed < 40; ++seed)
    for (const std::size_t moving : {0U, 1U, 2U})
      for (std::size_t turns = 3 - moving; turns <= 3; ++turns) {
        RandomGeometry geometry(seed);
        Chain chain;
        for (std::size_t i = 0; i < moving; ++i)
          chain.axes.push_back({geometry.direction(), geometry.point(), geometry.coin()});
        chain.tip.p = geometry.point();
        chain.tip.R = Eigen::AngleAxisd(geometry.number(3), geometry.direction()).toRotationMatrix();
        append(chain.axes, geometry.through(chain.tip.p, static_cast<int>(turns)));
        for (std::size_t i = 0; i < moving + turns; ++i) chain.joints.push_back(i);
        chain.length = 4;
        const Structure few{{}, false, Family::few, {}};
        const std::vector<Structure> found = ik::find_structures(chain, ik::kStructureTolerance);
        const std::string what = concat("seed ", seed, ", ", moving, " and ", turns);
        ASSERT_NE(std::find(found.begin(), found.end(), few), found.end()) << what;
        const auto ik = lower_inverse_kinematics(chain, few, "ik");
        ASSERT_TRUE(ik.has_value()) << what;
        for (int sample = 0; sample < 20; ++sample) {
          const std::vector<double> q = random_position(geometry, chain);
          const RigidTransform pose = pose_of(chain, q);
          double nearest = 1e9;
          for (const Solution& solution : solutions(*ik, chain, few, numbers(pose), {})) {
            if (!(solution.room >= -1e-12)) continue;
            const RigidTransform again = pose_of(chain, solution.q);
            EXPECT_LT((again.p - pose.p).norm(), 1e-9) << what;
            if (turns == 3) {
              EXPECT_LT((again.R - pose.R).norm(), 1e-9) << what;
            }
            nearest = std::min(nearest, distance(solution.q, q));
          }
          EXPECT_LT(nearest, 1e-6) << what;
          ++checked;
        }
      }
  EXPECT_GT(checked, 4000U);
}

TEST(ClosedFormIk, ofThreeJointsOutOfReachHasNoRoom) {
  for (const ThreeJoints& wanted : all_three_joints()) {
    RandomGeometry geometry(7);
    const Chain chain = three_joints(geometry, wanted);
    if (care(chain, random_position(geometry, chain)) < 1e-6) continue;
    const auto slides = std::count(wanted.slides.begin(), wanted.slides.end(), true);
    for (const Structure& structure : ik::find_structures(chain, ik::kStructureTolerance)) {
      const auto ik = lower_inverse_kinematics(chain, structure, "ik");
      if (!ik) continue;
      std::vector<double> pose = numbers(pose_of(chain, {0.3, 0.3, 0.3}));
      pose[3] = std::nan("");
      for (const Solution& solution : solutions(*ik, chain, structure, pose, {}))
        EXPECT_FALSE(solution.room >= -1e-6);
      pose[3] = 500;
      if (slides > 0) continue;  // far away is within reach of a slide
      for (const Solution& solution : solutions(*ik, chain, structure, pose, {}))
        EXPECT_FALSE(solution.room >= -1e-6);
    }
  }
}

}  // namespace
}  // namespace romas
