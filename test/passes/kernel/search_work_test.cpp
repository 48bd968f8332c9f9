// The search for frames takes a bounded amount of work a body, whatever the robot looks like: counted, not
// timed.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/search/choose.h"
#include "support/text/text.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::ModelMaker;

enum class Branching { chain, comb, humanoid };

// A robot of so many joints in arbitrary poses, one of five prismatic.
DynamicsModel robot(Branching shape, int joints) {
  std::uint64_t state = 20260101;
  const auto chance = [&](double from, double to) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return from + (to - from) * static_cast<double>(state >> 11U) * 0x1p-53;
  };
  const auto parent_of = [&](int i) {
    if (shape == Branching::chain || i == 1) return i - 1;
    if (shape == Branching::comb) return i <= joints / 2 ? i - 1 : i - joints / 2;
    return i <= 5 ? 0 : i - 5;  // five limbs
  };
  ModelMaker maker;
  maker.link("l0");
  for (int i = 1; i <= joints; ++i) {
    Link& link = maker.link(concat("l", i), chance(0.5, 3), 0.03, 0.04, 0.05);
    link.inertial->origin =
        ModelMaker::at(chance(-0.1, 0.1), chance(-0.1, 0.1), chance(-0.1, 0.1), chance(-1, 1), 0, 0);
    Joint& joint = maker.joint(concat("j", i), i % 5 == 0 ? JointType::prismatic : JointType::revolute,
                               concat("l", parent_of(i)), concat("l", i));
    joint.axis = maker.axis(chance(-1, 1), chance(-1, 1), chance(-1, 1));
    joint.origin = ModelMaker::at(chance(-0.3, 0.3), chance(-0.3, 0.3), chance(0.1, 0.3), chance(-3, 3),
                                  chance(-3, 3), chance(-3, 3));
  }
  maker.done();
  return make_dynamics_model(maker.model(), KinematicTree(maker.model()), {});
}

TEST(SearchWork, growsWithTheNumberOfBodies) {
  for (const Branching shape : {Branching::chain, Branching::comb, Branching::humanoid}) {
    for (const int joints : {10, 40}) {
      const DynamicsModel model = robot(shape, joints);
      const lowering::Plans plans = lowering::choose_plans(model, lowering::SearchEffort::thorough);
      // One trial may go beyond.
      EXPECT_LE(plans.lowered, lowering::most_lowered(model.bodies.size() + 1))
          << static_cast<int>(shape) << " " << joints;
      EXPECT_GT(plans.lowered, 0U);
    }
  }
}

TEST(SearchWork, isNotWasted) {
  // A bounded search finds better frames than the source's, and the same every time.
  const DynamicsModel model = robot(Branching::chain, 40);
  const auto found = lowering::choose_plans(model, lowering::SearchEffort::thorough);
  const auto plain = lowering::choose_plans(model, lowering::SearchEffort::none);
  const auto count = [](const Kernel& kernel) {
    return static_cast<double>(count_operations(kernel).total());
  };
  using lowering::Dynamics;
  for (const Dynamics kind : {Dynamics::inverse, Dynamics::gravity})
    EXPECT_LT(count(lower_inverse_dynamics(kind == Dynamics::inverse ? found.inverse_dynamics : found.gravity,
                                           kind)),
              0.85 * count(lower_inverse_dynamics(
                         kind == Dynamics::inverse ? plain.inverse_dynamics : plain.gravity, kind)));
  EXPECT_LT(count(lower_mass_matrix(found.mass_matrix)), 0.85 * count(lower_mass_matrix(plain.mass_matrix)));
  EXPECT_EQ(plain.lowered, 0U);
  const DynamicsModel small = robot(Branching::comb, 12);
  EXPECT_EQ(lowering::choose_plans(small, lowering::SearchEffort::thorough).lowered,
            lowering::choose_plans(small, lowering::SearchEffort::thorough).lowered);
}

}  // namespace
}  // namespace romas
