// Inverse kinematics in closed form: chains of random geometry with each of the structures, in both
// directions and with joints between that are given. Each solution must have the pose, and the position that
// made it must be among them.
#include "passes/kernel/ik/lower_ik.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "passes/kernel/simplify.h"
#include "support/text.h"

namespace romas {
namespace {

using ik::Axis;
using ik::Chain;
using ik::Family;
using ik::Reach;
using ik::Structure;

class Geometry {
 public:
  explicit Geometry(unsigned seed) : random_(seed) {}

  double number(double size) { return std::uniform_real_distribution<double>(-size, size)(random_); }
  Vector3 point() { return {number(1), number(1), number(1)}; }
  // Not too near to any of the others.
  Vector3 direction(const std::vector<Vector3>& others = {}) {
    for (;;) {
      const Vector3 h = point().normalized();
      if (std::all_of(others.begin(), others.end(),
                      [&](const Vector3& o) { return h.cross(o).norm() > 0.4; }))
        return h;
    }
  }
  std::vector<Axis> through(const Vector3& point, int count) {
    std::vector<Axis> axes;
    std::vector<Vector3> others;
    for (int k = 0; k < count; ++k) {
      others = {direction(others)};
      axes.push_back({others.front(), point});
    }
    return axes;
  }
  std::vector<Axis> along(const Vector3& h, int count) {
    std::vector<Axis> axes;
    for (int k = 0; k < count; ++k) axes.push_back({number(1) < 0 ? Vector3(-h) : h, point()});
    return axes;
  }
  bool coin() { return number(1) < 0; }

 private:
  std::mt19937 random_;
};

void append(std::vector<Axis>& to, const std::vector<Axis>& axes) {
  to.insert(to.end(), axes.begin(), axes.end());
}

std::vector<Axis> arm(Geometry& geometry, Reach reach) {
  std::vector<Axis> axes;
  switch (reach) {
    case Reach::parallel_last: {
      const Vector3 h = geometry.direction();
      axes = {{geometry.direction({h}), geometry.point()}};
      append(axes, geometry.along(h, 2));
      break;
    }
    case Reach::meeting_first:
      axes = geometry.through(geometry.point(), 2);
      axes.push_back({geometry.direction(), geometry.point()});
      break;
    case Reach::parallel_first: {
      const Vector3 h = geometry.direction();
      axes = geometry.along(h, 2);
      axes.push_back({geometry.direction({h}), geometry.point()});
      break;
    }
    case Reach::meeting_last:
      axes = {{geometry.direction(), geometry.point()}};
      append(axes, geometry.through(geometry.point(), 2));
      break;
  }
  return axes;
}

// Of arms that reach a part of all poses.
std::vector<Axis> partial(Geometry& geometry, const Structure& wanted, std::size_t joints) {
  if (wanted.family == Family::point) return arm(geometry, wanted.reach);
  const Vector3 h = geometry.direction();
  std::vector<Axis> axes;
  if (wanted.family == Family::plane) {
    axes = {{geometry.direction({h}), geometry.point()}};
    append(axes, geometry.along(h, 3));
    if (joints == 5) axes.push_back({h.cross(geometry.direction({h})).normalized(), geometry.point()});
  } else if (wanted.family == Family::scara) {
    axes = geometry.along(h, static_cast<int>(joints));
    axes[geometry.coin() ? 0 : joints - 1].slides = true;
  } else {
    axes = {{geometry.direction({h}), geometry.point(), true}, {h, geometry.point(), true}};
    axes.push_back({h.cross(axes[0].h).normalized(), geometry.point(), true});
    if (joints == 6) append(axes, geometry.through(geometry.point(), 3));
  }
  return axes;
}

// joints: of arms that may have several numbers of them.
Chain chain_of(Geometry& geometry, const Structure& wanted, std::size_t joints = 0) {
  std::vector<Axis> axes;
  if (wanted.family == Family::wrist) {
    axes = arm(geometry, wanted.reach);
    append(axes, geometry.through(geometry.point(), 3));
  } else if (wanted.family == Family::parallel) {
    const Vector3 h = geometry.direction();
    axes = {{geometry.direction({h}), geometry.point()}};
    append(axes, geometry.along(h, 3));
    const Vector3 wrist = geometry.point();
    const Vector3 h5 = geometry.direction({h});
    axes.push_back({h5, wrist});
    axes.push_back({geometry.direction({h5}), wrist});
  } else if (wanted.family == Family::swivel) {
    axes = geometry.through(geometry.point(), 3);
    axes.push_back({geometry.direction(), geometry.point()});
    append(axes, geometry.through(geometry.point(), 3));
  } else {
    axes = partial(geometry, wanted, joints);
  }
  if (wanted.reversed) std::reverse(axes.begin(), axes.end());
  for (const std::size_t held : wanted.held)
    axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(held),
                {geometry.direction(), geometry.point(), geometry.coin()});
  Chain chain;
  chain.axes = axes;
  for (std::size_t i = 0; i < axes.size(); ++i) chain.joints.push_back(i);
  chain.tip.R = Eigen::AngleAxisd(geometry.number(3), geometry.direction()).toRotationMatrix();
  chain.tip.p = geometry.point();
  chain.length = 4;
  return chain;
}

RigidTransform pose_of(const Chain& chain, const std::vector<double>& q) {
  RigidTransform pose;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Axis& axis = chain.axes[i];
    RigidTransform motion;
    if (axis.slides) {
      motion.p = q[i] * axis.h;
    } else {
      motion.R = Eigen::AngleAxisd(q[i], axis.h).toRotationMatrix();
      motion.p = axis.o - motion.R * axis.o;
    }
    pose = pose * motion;
  }
  return pose * chain.tip;
}

std::vector<double> numbers(const RigidTransform& pose) {
  std::vector<double> result;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) result.push_back(pose.R(row, column));
    result.push_back(pose.p[row]);
  }
  return result;
}

struct Solution {
  std::vector<double> q;
  double room = 0;
};

std::vector<Solution> solutions(const ClosedFormIk& ik, const Chain& chain, const Structure& structure,
                                const std::vector<double>& pose, const std::vector<double>& free) {
  std::vector<Solution> found;
  const std::size_t n = chain.axes.size();
  for (std::size_t choice = 0; choice < std::size_t{1} << ik.signs; ++choice) {
    std::vector<double> sign;
    for (std::size_t k = 0; k < ik.signs; ++k) sign.push_back((choice >> k & 1U) != 0 ? -1 : 1);
    const std::vector<double> out = evaluate_kernel(ik.kernel, {pose, free, sign});
    Solution solution;
    for (std::size_t i = 0; i < n; ++i)
      solution.q.push_back(chain.axes[i].slides ? out[i] : std::atan2(out[i], out[n + i]));
    for (std::size_t k = 0; k < structure.held.size(); ++k) solution.q[structure.held[k]] = free[k];
    // NaN stays.
    solution.room = out[2 * n];
    for (std::size_t k = 2 * n + 1; k < out.size(); ++k)
      if (!(solution.room <= out[k])) solution.room = std::isnan(solution.room) ? solution.room : out[k];
    found.push_back(solution);
  }
  return found;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(std::remainder(a[i] - b[i], 2 * 3.14159265358979323846)));
  return largest;
}

// Random positions of a chain by one of its structures.
void try_structure(Geometry& geometry, const Chain& chain, const Structure& structure,
                   const std::string& what) {
  const auto ik = lower_inverse_kinematics(chain, structure, "ik");
  ASSERT_TRUE(ik.has_value()) << what;
  EXPECT_EQ(verify_kernel(ik->kernel), "") << what;
  for (int sample = 0; sample < 20; ++sample) {
    std::vector<double> q;
    for (const Axis& axis : chain.axes) q.push_back(geometry.number(axis.slides ? 1 : 3));
    std::vector<double> free;
    for (const std::size_t held : structure.held) free.push_back(q[held]);
    const RigidTransform pose = pose_of(chain, q);
    double nearest = 1e9;
    for (const Solution& solution : solutions(*ik, chain, structure, numbers(pose), free)) {
      if (solution.room < -1e-12) continue;
      const RigidTransform again = pose_of(chain, solution.q);
      EXPECT_LT((again.p - pose.p).norm(), 1e-9) << what;
      if (ik->whole_pose) {
        EXPECT_LT((again.R - pose.R).norm(), 1e-9) << what;
      }
      nearest = std::min(nearest, distance(solution.q, q));
    }
    EXPECT_LT(nearest, 1e-6) << what;
  }
}

// Of an arm that does not reach all poses: positions are found, and where the pose is turned a little
// besides, the point comes to its place all the same.
void try_reach(Geometry& geometry, Chain chain, const Structure& structure, const std::string& what) {
  if (structure.family == Family::plane && chain.axes.size() == 5) chain.tip.p = chain.axes.back().o;
  try_structure(geometry, chain, structure, what);
  if (chain.axes.size() == 6) return;
  const auto ik = lower_inverse_kinematics(chain, structure, "ik");
  ASSERT_TRUE(ik.has_value()) << what;
  std::vector<double> q;
  for (const Axis& axis : chain.axes) q.push_back(geometry.number(axis.slides ? 1 : 2));
  RigidTransform pose = pose_of(chain, q);
  pose.R = Eigen::AngleAxisd(0.1, geometry.direction()).toRotationMatrix() * pose.R;
  for (const Solution& solution : solutions(*ik, chain, structure, numbers(pose), {})) {
    if (solution.room < 1e-12) continue;
    EXPECT_LT((pose_of(chain, solution.q).p - pose.p).norm(), 1e-9) << what;
  }
}

std::vector<Structure> all_structures() {
  std::vector<Structure> result;
  for (const bool reversed : {false, true}) {
    for (const Reach reach :
         {Reach::parallel_last, Reach::meeting_first, Reach::parallel_first, Reach::meeting_last}) {
      result.push_back({{}, reversed, Family::wrist, reach});
      for (const std::size_t held : {0, 3, 6}) result.push_back({{held}, reversed, Family::wrist, reach});
      result.push_back({{0, 4}, reversed, Family::wrist, reach});
    }
    result.push_back({{}, reversed, Family::parallel, {}});
    for (const std::size_t held : {0, 6}) result.push_back({{held}, reversed, Family::parallel, {}});
  }
  return result;
}

std::string text_of(const Structure& structure, unsigned seed) {
  std::string held;
  for (const std::size_t k : structure.held) held += concat(" ", k);
  return concat("family ", static_cast<int>(structure.family), ", reach ", static_cast<int>(structure.reach),
                structure.reversed ? ", reversed" : "", ", held", held, ", seed ", seed);
}

TEST(ClosedFormIk, ofRandomChainsFindsAllPositions) {
  for (unsigned seed = 0; seed < 6; ++seed)
    for (const Structure& wanted : all_structures()) {
      Geometry geometry(seed);
      const Chain chain = chain_of(geometry, wanted);
      const std::vector<Structure> found = ik::find_structures(chain, ik::kStructureTolerance);
      const std::string what = text_of(wanted, seed);
      EXPECT_NE(std::find(found.begin(), found.end(), wanted), found.end()) << what;
      for (const Structure& structure : found)
        if (structure.family != Family::swivel)
          try_structure(geometry, chain, structure, concat(what, ": ", structure_text(chain, structure)));
    }
}

// Of what they reach. A pose beside it keeps what of it counts.
TEST(ClosedFormIk, ofArmsOfFewJointsFindsAllPositions) {
  std::vector<std::pair<Structure, std::size_t>> cases;
  for (const Reach reach :
       {Reach::parallel_last, Reach::meeting_first, Reach::parallel_first, Reach::meeting_last})
    cases.emplace_back(Structure{{}, false, Family::point, reach}, 3);
  for (const std::size_t joints : {4, 5}) cases.emplace_back(Structure{{}, false, Family::plane, {}}, joints);
  for (const std::size_t joints : {3, 4}) cases.emplace_back(Structure{{}, false, Family::scara, {}}, joints);
  for (const std::size_t joints : {3, 6})
    cases.emplace_back(Structure{{}, false, Family::gantry, {}}, joints);
  for (unsigned seed = 0; seed < 10; ++seed)
    for (const auto& [wanted, joints] : cases) {
      Geometry geometry(seed);
      const Chain chain = chain_of(geometry, wanted, joints);
      const std::string what = concat(text_of(wanted, seed), ", joints ", joints);
      const std::vector<Structure> found = ik::find_structures(chain, ik::kStructureTolerance);
      EXPECT_NE(std::find(found.begin(), found.end(), wanted), found.end()) << what;
      for (const Structure& structure : found) try_reach(geometry, chain, structure, what);
    }
}

// One or two joints of every kind: which of them slide, how the axes lie, and whether they go through the
// link.
struct FewJoints {
  std::vector<bool> slides;
  enum class Axes { skew, meet, cross, parallel } axes = Axes::skew;  // cross: at a right angle
  int through_link = 0;                                               // so many of the last ones
};

Chain few_joints(Geometry& geometry, const FewJoints& wanted) {
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
      Geometry geometry(seed);
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
  Geometry geometry(3);
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

// The swivel angle of a position, given back, gives the position back.
TEST(ClosedFormIk, ofSwivelsFindsAllPositions) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Geometry geometry(seed);
    const Structure wanted{{}, false, Family::swivel, {}};
    const Chain chain = chain_of(geometry, wanted);
    const auto ik = lower_inverse_kinematics(chain, wanted, "ik");
    ASSERT_TRUE(ik && ik->swivel) << seed;
    DynamicsModel dynamics;
    dynamics.n_q = 7;
    for (int i = 0; i < 7; ++i) dynamics.joints.push_back({{}, i, 1, i, 1, 0, 0, 0, 0});
    const Kernel swivel_of = lower_swivel(chain, dynamics, "swivel");
    for (int sample = 0; sample < 20; ++sample) {
      std::vector<double> q;
      for (int i = 0; i < 7; ++i) q.push_back(geometry.number(3));
      const std::vector<double> swivel = evaluate_kernel(swivel_of, {q});
      const RigidTransform pose = pose_of(chain, q);
      double nearest = 1e9;
      for (const Solution& solution :
           solutions(*ik, chain, wanted, numbers(pose), {std::atan2(swivel[0], swivel[1])})) {
        if (solution.room < -1e-12) continue;
        const RigidTransform again = pose_of(chain, solution.q);
        EXPECT_LT((again.R - pose.R).norm() + (again.p - pose.p).norm(), 1e-9) << seed;
        nearest = std::min(nearest, distance(solution.q, q));
      }
      EXPECT_LT(nearest, 1e-6) << seed;
    }
  }
}

TEST(ClosedFormIk, ofPosesOutOfReachHasNoRoom) {
  for (const Structure& wanted : all_structures()) {
    Geometry geometry(7);
    const Chain chain = chain_of(geometry, wanted);
    const auto ik = lower_inverse_kinematics(chain, wanted, "ik");
    ASSERT_TRUE(ik.has_value());
    RigidTransform pose = pose_of(chain, std::vector<double>(chain.axes.size(), 0.3));
    const std::vector<double> free(wanted.held.size(), 0.3);
    pose.p += Vector3(40, 30, 50);
    for (const Solution& solution : solutions(*ik, chain, wanted, numbers(pose), free))
      EXPECT_LT(solution.room, -1e-6) << text_of(wanted, 7);
    std::vector<double> nothing = numbers(pose);
    nothing[3] = std::nan("");
    for (const Solution& solution : solutions(*ik, chain, wanted, nothing, free))
      EXPECT_FALSE(solution.room >= -1e-6) << text_of(wanted, 7);
  }
}

// A little off, and the axes neither meet nor are parallel.
TEST(ClosedFormIk, structuresAreExact) {
  for (const Structure& wanted : all_structures()) {
    Geometry geometry(11);
    Chain chain = chain_of(geometry, wanted);
    std::size_t axis = wanted.reversed ? 0 : chain.axes.size() - 1;
    while (std::find(wanted.held.begin(), wanted.held.end(), axis) != wanted.held.end())
      wanted.reversed ? ++axis : --axis;
    chain.axes[axis].o += 1e-6 * chain.axes[axis].h.unitOrthogonal();
    const std::vector<Structure> found = ik::find_structures(chain, ik::kStructureTolerance);
    EXPECT_EQ(std::find(found.begin(), found.end(), wanted), found.end()) << text_of(wanted, 11);
    const std::vector<Structure> roughly = ik::find_structures(chain, 1e-4);
    EXPECT_NE(std::find(roughly.begin(), roughly.end(), wanted), roughly.end()) << text_of(wanted, 11);
  }
}

}  // namespace
}  // namespace romas
