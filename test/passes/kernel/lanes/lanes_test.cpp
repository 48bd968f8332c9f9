// Equal limbs in lanes: the limbs that are found, the operations that this saves, and that results stay the
// same to the bit.
#include "passes/kernel/lanes/lanes.h"
#include "ir/analysis/tree/angle_snapper.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/lanes/column_match.h"
#include "passes/kernel/lanes/equal_limbs.h"
#include "passes/kernel/lanes/lane_costs.h"
#include "test/passes/kernel/random_tree.h"

namespace romas {
namespace {

// Random robots: a trunk with limbs of one shape, whose numbers differ or are each other's mirror image.
class Limbs {
 public:
  explicit Limbs(std::uint32_t seed) : random_(seed) {}

  DynamicsModel make(int trunk, int limbs, int length, bool mirrored) {
    DynamicsModel model;
    model.gravity = default_gravity();
    for (int i = 0; i < trunk; ++i) add(model, body(Motion::revolute), i - 1);
    std::vector<Body> limb;
    for (int b = 0; b < length; ++b) limb.push_back(body(motion(b == 0)));
    for (int k = 0; k < limbs; ++k) {
      int parent = trunk - 1;
      for (const Body& part : limb) {
        Body next = mirrored ? part : body(part.motion);
        if (mirrored && k % 2 == 1) mirror(next);
        add(model, next, parent);
        parent = static_cast<int>(model.bodies.size()) - 1;
      }
    }
    return model;
  }

  test::RandomTree& random() { return random_; }

 private:
  Motion motion(bool first) {
    constexpr std::array<Motion, 6> kMotions = {Motion::revolute, Motion::revolute, Motion::prismatic,
                                                Motion::screw,    Motion::ball,     Motion::floating};
    return kMotions[static_cast<std::size_t>(random_.below(first ? 2 : 6))];
  }

  Body body(Motion motion) {
    Body body;
    body.motion = motion;
    const auto angle = [&] {
      return random_.below(2) == 0 ? random_.below(4) * std::acos(0.0) : random_.number(-3, 3);
    };
    const std::array<double, 3> rpy = {angle(), angle(), angle()};
    body.X_PB.R = without_dust(rotation_from_rpy(Vector3(rpy[0], rpy[1], rpy[2])));
    body.X_PB.p = {random_.number(-1, 1), random_.below(2) == 0 ? 0 : random_.number(-1, 1),
                   random_.number(-1, 1)};
    body.pitch = motion == Motion::screw ? random_.number(0.1, 1) : 0;
    const double mass = random_.number(0.5, 3);
    const Vector3 c(random_.number(-1, 1), random_.number(-1, 1), random_.number(-1, 1));
    body.inertia = {mass, mass * c, mass * (c * c.transpose() + Matrix3::Identity())};
    body.mass_scale = mass;
    body.second_scale = 10 * mass;
    return body;
  }

  // Across the plane of x and z.
  static void mirror(Body& body) {
    const Vector3 across(1, -1, 1);
    body.X_PB.p = across.cwiseProduct(body.X_PB.p);
    body.X_PB.R = across.asDiagonal() * body.X_PB.R * across.asDiagonal();
    body.inertia.first = across.cwiseProduct(body.inertia.first);
    body.inertia.second = across.asDiagonal() * body.inertia.second * across.asDiagonal();
  }

  static void add(DynamicsModel& model, Body body, int parent) {
    body.parent = parent;
    body.q = model.n_q;
    body.v = model.n_v;
    const int n_v = motion_dof(body.motion);
    model.n_v += n_v;
    model.n_q += n_v == 1 ? 1 : n_v + 1;
    model.bodies.push_back(body);
  }

  test::RandomTree random_;
};

// Some functions of a robot: all kinds of inputs and outputs.
std::vector<Kernel> kernels_of(const DynamicsModel& model) {
  const lowering::DynamicsPlan plan = lowering::make_plan(model, lowering::Choices(model.bodies.size()));
  std::vector<Kernel> kernels = {lower_inverse_dynamics(plan, lowering::Dynamics::inverse),
                                 lower_inverse_dynamics(plan, lowering::Dynamics::bias),
                                 lower_inverse_dynamics(plan, lowering::Dynamics::gravity),
                                 lower_mass_matrix(plan),
                                 lower_forward_dynamics_factorised(plan, plan),
                                 lower_inverse_dynamics_derivatives(plan),
                                 lower_mass_matrix_inverse(plan),
                                 lower_coriolis_matrix(plan),
                                 lowering::lower_energy(model),
                                 lowering::lower_center_of_mass_jacobian(model),
                                 lowering::lower_centroidal_momentum(model)};
  for (Kernel& kernel : kernels) kernel = simplified(kernel);
  return kernels;
}

std::vector<std::vector<double>> inputs_of(const Kernel& kernel, const DynamicsModel& model,
                                           test::RandomTree& random) {
  std::vector<std::vector<double>> inputs;
  for (const KernelArray& array : kernel.inputs)
    inputs.push_back(array.name == "q" ? random.position(model)
                                       : random.values(static_cast<int>(array.size), 2));
  return inputs;
}

std::size_t operations(const Kernel& kernel) { return count_operations(kernel).total(); }

// Lanes change the order of operands and put signs elsewhere, both of which is exact. Fused operations round
// twice here, so that nothing hides.
TEST(Lanes, resultsStayTheSameToTheBit) {
  int packed = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Limbs limbs(seed);
    const int count = 2 + static_cast<int>(seed % 6);
    const DynamicsModel model =
        limbs.make(static_cast<int>(seed % 3), count, 2 + limbs.random().below(2), seed % 2 == 0);
    for (const Kernel& kernel : kernels_of(model)) {
      const std::optional<Kernel> lanes = with_limbs_in_lanes(kernel, limbs_by_lane(model));
      if (!lanes) continue;
      ++packed;
      ASSERT_EQ(verify_kernel(*lanes), "") << seed << " " << kernel.name;
      const auto inputs = inputs_of(kernel, model, limbs.random());
      EXPECT_EQ(evaluate_kernel(*lanes, inputs), evaluate_kernel(kernel, inputs))
          << seed << " " << kernel.name;
      EXPECT_LT(operations(*lanes), operations(kernel)) << seed << " " << kernel.name;
    }
  }
  EXPECT_GT(packed, 250);
}

// Limbs on the ground share nothing: as many lanes, so many times less work, but for signs.
TEST(Lanes, limbsOnTheGroundTakeTheWorkOfOne) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    for (const int count : {2, 3, 4}) {
      Limbs limbs(seed);
      const DynamicsModel model = limbs.make(0, count, 3, true);
      const DynamicsModel one = Limbs(seed).make(0, 1, 3, true);
      const Kernel kernel = kernels_of(model)[0];
      const std::optional<Kernel> lanes = with_limbs_in_lanes(kernel, limbs_by_lane(model));
      ASSERT_TRUE(lanes) << seed << " " << count;
      const double single = static_cast<double>(operations(kernels_of(one)[0]));
      EXPECT_LT(static_cast<double>(operations(*lanes)), 1.25 * single + 4) << seed << " " << count;
    }
  }
}

TEST(Lanes, robotsWithoutEqualLimbsHaveNone) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const DynamicsModel chain = Limbs(seed).make(0, 1, 5, false);
    for (const Kernel& kernel : kernels_of(chain))
      EXPECT_FALSE(with_limbs_in_lanes(kernel, limbs_by_lane(chain)));
  }
}

// Matrices of a robot: derivatives, an inverse, a regressor.
std::vector<Kernel> matrices_of(const DynamicsModel& model) {
  const lowering::DynamicsPlan plan = lowering::make_plan(model, lowering::Choices(model.bodies.size()));
  const Kernel derivatives = lower_inverse_dynamics_derivatives(plan);
  std::vector<Kernel> kernels = {lower_forward_dynamics_derivatives(plan, plan, derivatives),
                                 derivatives,
                                 lower_mass_matrix_inverse(plan),
                                 lower_coriolis_matrix(plan),
                                 lowering::lower_regressor(model),
                                 lowering::lower_center_of_mass_jacobian(model),
                                 lowering::lower_centroidal_momentum(model)};
  for (Kernel& kernel : kernels) kernel = simplified(kernel);
  return kernels;
}

// As with limbs. Every second robot has equal limbs too, which are packed where no columns are.
TEST(Columns, resultsStayTheSameToTheBit) {
  std::map<std::string, int> packed;
  for (std::uint32_t seed = 100; seed < 116; ++seed) {
    Limbs limbs(seed);
    const bool chain = seed % 2 == 0;
    const DynamicsModel model =
        limbs.make(chain ? 0 : 2, chain ? 1 : 2, chain ? 4 + limbs.random().below(5) : 3, seed % 4 == 1);
    for (const Kernel& kernel : matrices_of(model)) {
      const std::optional<Kernel> lanes = with_columns_in_lanes(kernel, limbs_by_lane(model));
      if (!lanes) continue;
      ++packed[kernel.name];
      ASSERT_EQ(verify_kernel(*lanes), "") << seed << " " << kernel.name;
      const auto inputs = inputs_of(kernel, model, limbs.random());
      EXPECT_EQ(evaluate_kernel(*lanes, inputs), evaluate_kernel(kernel, inputs))
          << seed << " " << kernel.name;
      EXPECT_LT(count_instructions(*lanes), count_instructions(with_fused_operations(kernel)))
          << seed << " " << kernel.name;
    }
  }
  EXPECT_GT(packed["forward_dynamics_derivatives"], 10);
  EXPECT_GT(packed.size(), 1U);
}

// The columns of M⁻¹ B: 49 multiply-adds a column are as many for four of them.
TEST(Columns, ofEquationsAreFourInALane) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const DynamicsModel chain = Limbs(seed).make(8, 1, 2, false);
    const Kernel kernel = matrices_of(chain)[0];
    const std::optional<Kernel> lanes = with_columns_in_lanes(kernel, limbs_by_lane(chain));
    ASSERT_TRUE(lanes) << seed;
    EXPECT_EQ(lane_counts(*lanes), std::vector<std::size_t>{kMostLanes}) << seed;
    EXPECT_LT(static_cast<double>(operations(*lanes)), 0.8 * static_cast<double>(operations(kernel))) << seed;
  }
}

// The packs of columns that are left take no more instructions than no packs at all, whether or not that is
// enough for a variant.
TEST(Columns, thatAreLeftSaveInstructions) {
  int left = 0;
  for (std::uint32_t seed = 200; seed < 216; ++seed) {
    Limbs limbs(seed);
    const DynamicsModel model = limbs.make(seed % 3 == 0 ? 2 : 0, 1 + seed % 3 / 2, 4, false);
    for (const Kernel& kernel : matrices_of(model)) {
      const Kernel simple = simplified(kernel);
      LaneMatch match(simple);
      const double without = expected_instructions(match);
      add_column_packs(match, limbs_by_lane(model));
      EXPECT_LE(expected_instructions(match), without) << seed << " " << kernel.name;
      left += match.has_lanes();
    }
  }
  EXPECT_GT(left, 10);
}

TEST(EqualLimbs, areFoundBelowOneBody) {
  Limbs limbs(7);
  DynamicsModel model = limbs.make(2, 5, 3, false);
  const std::vector<EqualLimbs> found = find_equal_limbs(model);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].size(), 5U);
  EXPECT_EQ(found[0][0], (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(found[0][4], (std::vector<int>{14, 15, 16}));
  // Four of them fill the lanes, and one is left.
  const LimbLanes lanes = limbs_by_lane(model);
  ASSERT_EQ(lanes.groups.size(), 1U);
  EXPECT_EQ(lanes.groups[0].limbs, 4U);
  EXPECT_EQ(lanes.velocities[0].limb, kNoLimb);
  EXPECT_EQ(lanes.velocities[static_cast<std::size_t>(model.bodies[2].v)].limb, 0);
  EXPECT_EQ(lanes.velocities[static_cast<std::size_t>(model.bodies[11].v)].limb, 3);
  EXPECT_EQ(lanes.velocities[static_cast<std::size_t>(model.bodies[14].v)].limb, kNoLimb);
  // A limb of another kind is in no group.
  model.bodies[14].motion = Motion::prismatic;
  model.bodies[5].motion = Motion::prismatic;
  model.bodies[15].motion = model.bodies[6].motion == Motion::screw ? Motion::prismatic : Motion::screw;
  std::size_t in_groups = 0;
  for (const EqualLimbs& group : find_equal_limbs(model)) in_groups += group.size();
  EXPECT_EQ(in_groups, 3U);
}

// Each finger of two hands is part of an arm; the arms are what is equal.
TEST(EqualLimbs, areNotPartsOfEachOther) {
  DynamicsModel model;
  const auto add = [&](int parent) {
    Body body;
    body.parent = parent;
    body.q = body.v = model.n_q++;
    model.n_v = model.n_q;
    model.bodies.push_back(body);
    return static_cast<int>(model.bodies.size()) - 1;
  };
  for (int arm = 0; arm < 2; ++arm) {
    const int hand = add(add(-1));
    for (int finger = 0; finger < 3; ++finger) add(add(hand));
  }
  const std::vector<EqualLimbs> found = find_equal_limbs(model);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].size(), 2U);
  EXPECT_EQ(found[0][0].size(), 8U);
  EXPECT_EQ(found[0][1].size(), 8U);
}

}  // namespace
}  // namespace romas
