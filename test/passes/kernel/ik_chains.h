// Chains of random geometry with a structure of inverse kinematics, and what is expected of a solver of one.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/ik/lower_ik.h"
#include "support/text/text.h"

namespace romas::ik_test {

using ik::Axis;
using ik::Chain;
using ik::Family;
using ik::Reach;
using ik::Structure;

class RandomGeometry {
 public:
  explicit RandomGeometry(unsigned seed) : random_(seed) {}

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

inline void append(std::vector<Axis>& to, const std::vector<Axis>& axes) {
  to.insert(to.end(), axes.begin(), axes.end());
}

inline std::vector<Axis> arm(RandomGeometry& geometry, Reach reach) {
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
    case Reach::skew_first:
    case Reach::skew_last:
    case Reach::sliding: break;  // ik_three_test.cpp has chains of these
    case Reach::meeting_last:
      axes = {{geometry.direction(), geometry.point()}};
      append(axes, geometry.through(geometry.point(), 2));
      break;
  }
  return axes;
}

// The axes of arms that reach a part of all poses.
inline std::vector<Axis> partial(RandomGeometry& geometry, const Structure& wanted, std::size_t joints) {
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
inline Chain chain_of(RandomGeometry& geometry, const Structure& wanted, std::size_t joints = 0) {
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

inline RigidTransform pose_of(const Chain& chain, const std::vector<double>& q) {
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

inline std::vector<double> numbers(const RigidTransform& pose) {
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

inline std::vector<Solution> solutions(const ClosedFormIk& ik, const Chain& chain, const Structure& structure,
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

inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(std::remainder(a[i] - b[i], 2 * 3.14159265358979323846)));
  return largest;
}

// Random positions of a chain by one of its structures.
inline void try_structure(RandomGeometry& geometry, const Chain& chain, const Structure& structure,
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

// Tries an arm that does not reach all poses: positions are found, and the point comes to its place even if
// the pose is turned a little besides.
inline void try_reach(RandomGeometry& geometry, Chain chain, const Structure& structure,
                      const std::string& what) {
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

}  // namespace romas::ik_test
