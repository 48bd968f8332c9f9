// A random robot with a position, velocity and acceleration, and comparing what kernels give for it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "passes/kernel/search/choose.h"
#include "test/passes/kernel/random_tree.h"

namespace romas::test {

using Values = std::vector<double>;

// The entries of one of several blocks of a size that stand one behind the other.
inline Values part(const Values& all, std::size_t which, std::size_t size) {
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(which * size);
  return {from, from + static_cast<std::ptrdiff_t>(size)};
}

// tolerance: of each difference, against the largest value that is wanted (at least 1e-3).
inline void expect_near(const Values& found, const Values& wanted, double tolerance,
                        const std::string& what) {
  ASSERT_EQ(found.size(), wanted.size()) << what;
  double scale = 1e-3;
  for (const double x : wanted) scale = std::max(scale, std::abs(x));
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], wanted[i], tolerance * scale) << what << " " << i;
}

// M a, with M square and row-major.
inline Values times(const Values& M, const Values& a) {
  Values b(a.size());
  for (std::size_t r = 0; r < a.size(); ++r)
    for (std::size_t c = 0; c < a.size(); ++c) b[r] += M[r * a.size() + c] * a[c];
  return b;
}
inline Values sum(Values a, const Values& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

// Moves q by v dt: the quaternions by the angular velocity in the body's frame.
inline Values moved(const DynamicsModel& model, Values q, const Values& v, double dt) {
  const auto turn = [&](double* x, const double* w) {
    const Values old(x, x + 4);
    x[0] += dt / 2 * (old[3] * w[0] + old[1] * w[2] - old[2] * w[1]);
    x[1] += dt / 2 * (old[3] * w[1] + old[2] * w[0] - old[0] * w[2]);
    x[2] += dt / 2 * (old[3] * w[2] + old[0] * w[1] - old[1] * w[0]);
    x[3] -= dt / 2 * (old[0] * w[0] + old[1] * w[1] + old[2] * w[2]);
  };
  std::set<int> done;  // followers share their leader's variable
  for (const Body& body : model.bodies) {
    if (!done.insert(body.v).second) continue;
    double* x = &q[static_cast<std::size_t>(body.q)];
    const double* w = &v[static_cast<std::size_t>(body.v)];
    if (body.motion == Motion::ball) {
      turn(x, w);
    } else if (body.motion == Motion::floating) {
      const Matrix3 R = rotation_from_quaternion(x[3], x[4], x[5], x[6]);
      const Vector3 step = dt * (R * Vector3(w[0], w[1], w[2]));
      for (int k = 0; k < 3; ++k) x[k] += step[k];
      turn(x + 3, w + 3);
    } else {
      x[0] += dt * w[0];
    }
  }
  return q;
}

struct RandomCase {
  RandomTree random;
  Model model;
  KinematicTree tree;
  DynamicsModel dynamics;
  Values q, v, a;

  RandomCase(std::uint32_t seed, int links, bool simple, bool floating_base)
      : random(seed),
        model(random.make(links, simple)),
        tree(model),
        dynamics(make_dynamics_model(model, tree, options(floating_base, has_armature(seed)))) {
    q = random.position(dynamics);
    v = random.values(dynamics.n_v, 2);
    a = random.values(dynamics.n_v, 5);
  }
  // Some joints of one variable follow the first of them.
  void follow() {
    Joint* leader = nullptr;
    for (Joint& joint : model.joints) {
      if (dof(joint.type) != 1) continue;
      if (leader != nullptr && random.below(2) == 0) {
        joint.mimic.emplace();
        joint.mimic->joint.name = leader->name;
        joint.mimic->multiplier = Number(random.number(-2, 2));
        joint.mimic->offset = Number(random.number(-1, 1));
      }
      if (leader == nullptr) leader = &joint;
    }
    model.rebuild_index();
    const bool floating_base = dynamics.floating_base;
    dynamics = make_dynamics_model(model, KinematicTree(model), options(floating_base, true));
    q = random.position(dynamics);
    v = random.values(dynamics.n_v, 2);
    a = random.values(dynamics.n_v, 5);
  }
  static bool has_armature(std::uint32_t seed) { return seed % 3 != 0; }
  static DynamicsOptions options(bool floating_base, bool armature = false) {
    DynamicsOptions options;
    options.floating_base = floating_base;
    options.armature = armature;
    options.gravity = Vector3(0.3, -0.5, -9.7);
    return options;
  }
};

// Choices of all kinds for so many bodies.
inline lowering::Choices random_choices(RandomTree& random, std::size_t count) {
  lowering::Choices choices(count);
  for (lowering::BodyChoice& choice : choices) {
    if (random.below(2) == 0) choice.turn = random.number(-3, 3);
    if (random.below(2) == 0) choice.slide = random.number(-0.5, 0.5);
    choice.relieve = random.below(3) - 1;
    choice.unturned = random.below(2) == 0;
    choice.axial = random.below(2) == 0;
    choice.inherit_square = random.below(2) == 0;
  }
  return choices;
}

}  // namespace romas::test
