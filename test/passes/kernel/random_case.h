// A random robot with a position, velocity and acceleration, and comparing what kernels give for it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "passes/kernel/choose.h"
#include "test/passes/kernel/random_tree.h"

namespace romas::test {

using Values = std::vector<double>;

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
