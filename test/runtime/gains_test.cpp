// Default gains: within the limits of sampling in all postures, and strong enough for the robot's weight.
#include <gtest/gtest.h>

#include <algorithm>
#include <romas/gains.hpp>
#include <vector>

#include "test/runtime/test_robots.h"

namespace romas {
namespace {

using test::TwoLink;

// The eigenvalues of M^-1 Kd, the larger one first, in closed form.
std::array<double, 2> rates(const double* q, const double* kd) {
  double M[4];
  TwoLink::mass_matrix(q, M);
  const double determinant = M[0] * M[3] - M[1] * M[2];
  const double trace = (kd[0] * M[3] + kd[1] * M[0]) / determinant, product = kd[0] * kd[1] / determinant;
  const double root = std::sqrt(trace * trace / 4 - product);
  return {trace / 2 + root, trace / 2 - root};
}

TEST(Gains, fromInertiaAtOnePosture) {
  const double q[2] = {0.3, -0.4};
  double kp[2], kd[2], M[4];
  TwoLink::mass_matrix(q, M);
  gains_from_inertia(TwoLink{}, q, 5.0, 0.7, kp, kd);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(kp[i], 25 * M[3 * i], 1e-12);
    EXPECT_NEAR(kd[i], 7 * M[3 * i], 1e-12);
  }
}

TEST(Gains, dampingIsLoweredWhereACycleIsTooLong) {
  const double q[2] = {0, 0.3}, period = 1e-2;
  double kd[2] = {20, 20};
  EXPECT_EQ(keep_damping_stable(TwoLink{}, q, 1e-5, kd), 1);
  EXPECT_EQ(kd[0], 20);
  const double smallest = keep_damping_stable(TwoLink{}, q, period, kd);
  EXPECT_LT(smallest, 1);
  EXPECT_NEAR(std::min(kd[0], kd[1]), 20 * smallest, 1e-12);
  EXPECT_LE(rates(q, kd)[0] * period, 0.8 * 1.001);
  EXPECT_GT(rates(q, kd)[0] * period, 0.8 * 0.85);
  // The light elbow has the greater share in the fast motion.
  EXPECT_LT(kd[1], 0.8 * kd[0]);
}

// How much the sampled loop's state has grown after 2000 cycles: torques -kp q - kd v, held for a period,
// without weight.
double growth(const double* q, const double* kp, const double* kd, double period) {
  double M[4], x[4] = {1, -0.7, 0.3, 0.9}, first = 0, last = 0;
  TwoLink::mass_matrix(q, M);
  const double determinant = M[0] * M[3] - M[1] * M[2];
  for (int k = 0; k < 2000; ++k) {
    const double tau[2] = {-kp[0] * x[0] - kd[0] * x[2], -kp[1] * x[1] - kd[1] * x[3]};
    const double a[2] = {(M[3] * tau[0] - M[1] * tau[1]) / determinant,
                         (M[0] * tau[1] - M[2] * tau[0]) / determinant};
    for (int i = 0; i < 2; ++i)
      x[i] += period * x[2 + i] + 0.5 * period * period * a[i], x[2 + i] += period * a[i];
    double& largest = k < 100 ? first : last;
    if (k < 100 || k >= 1900)
      for (const double value : x) largest = std::max(largest, std::fabs(value));
  }
  return last / first;
}

// docs/runtime.md: a sampled PD loop is stable if the largest eigenvalue of M^-1 Kd is below 2 / period and
// each kp below 2 kd / period.
TEST(Gains, aSampledLoopIsStableWithinBothBounds) {
  const double period = 1e-2;
  for (const double angle : {0.0, 0.7, 1.6, 2.4}) {
    const double q[2] = {0.2, angle};
    for (const double ratio : {0.2, 1.0, 5.0}) {
      double kd[2] = {1, ratio};
      const double scale = 2 / (period * rates(q, kd)[0]);
      for (const double part : {0.3, 0.97})
        for (const double stiff : {0.05, 0.97}) {
          const double held[2] = {part * scale * kd[0], part * scale * kd[1]};
          const double kp[2] = {2 * stiff * held[0] / period, 2 * stiff * held[1] / period};
          EXPECT_LT(growth(q, kp, held, period), 1) << angle << ' ' << ratio << ' ' << part << ' ' << stiff;
        }
      const double fast[2] = {1.03 * scale * kd[0], 1.03 * scale * kd[1]}, soft[2] = {1e-3, 1e-3};
      EXPECT_GT(growth(q, soft, fast, period), 1) << angle << ' ' << ratio;
      const double slow[2] = {0.1 * scale * kd[0], 0.1 * scale * kd[1]};
      const double kp[2] = {2.1 * slow[0] / period, 2.1 * slow[1] / period};
      EXPECT_GT(growth(q, kp, slow, period), 1) << angle << ' ' << ratio;
    }
  }
}

TEST(Gains, dampersAreStableAlongThePath) {
  const TwoLink robot;
  const double start[2] = {0, 1.5}, path[4] = {0, 0.1, 0, 0};  // stretched, where the elbow is lightest
  double kp[2], kd[2];
  GainDesign<TwoLink> design;
  design.frequency = 200, design.period = 2e-3;
  default_gains(robot, start, design, kp, kd);
  EXPECT_GT(rates(path + 2, kd)[0] * design.period, 0.8 * 1.001);
  design.path = path, design.path_count = 2;
  default_gains(robot, start, design, kp, kd);
  for (int k = 0; k < 2; ++k) EXPECT_LE(rates(path + 2 * k, kd)[0] * design.period, 0.8 * 1.001) << k;
}

TEST(Gains, aWeightTakesATwentiethOfTheRangeAtMost) {
  struct Narrow : TwoLink {
    std::array<JointLimits, 2> limits{{{-3, 3, 50, 8}, {-0.5, 0.5, 20, 8}}};
  };
  const double start[2] = {0, 0};
  double kp[2], kd[2];
  GainDesign<Narrow> design;
  design.frequency = 0.1, design.sag = 0.1;
  default_gains(Narrow{}, start, design, kp, kd);
  EXPECT_NEAR(kp[0], design.gravity[0] / 0.1, 1e-9 * kp[0]);
  EXPECT_NEAR(kp[1], design.gravity[1] / 0.05, 1e-9 * kp[1]);
}

TEST(Gains, posturesAreSpreadOverTheLimits) {
  const TwoLink robot;
  const Limits<TwoLink> limits(robot);
  const double start[2] = {0.2, -0.3};
  double posture[2];
  sample_posture(robot, limits, start, 0, posture);
  for (int i = 0; i < 2; ++i) EXPECT_DOUBLE_EQ(posture[i], start[i]);
  // 64 postures on 8 x 8 fields: chance leaves a good third of them empty.
  std::vector<int> fields(64);
  for (int k = 1; k <= 64; ++k) {
    sample_posture(robot, limits, start, k, posture);
    int field = 0;
    for (int i = 0; i < 2; ++i) {
      // Joint 0: 3 rad to both sides, but at most half a turn from where it stands.
      const double low = std::max(limits.lower[i], start[i] - 3.1416),
                   high = std::min(limits.upper[i], start[i] + 3.1416);
      EXPECT_GE(posture[i], low);
      EXPECT_LE(posture[i], high);
      field = 8 * field + std::min(7, static_cast<int>(8 * (posture[i] - low) / (high - low)));
    }
    ++fields[static_cast<std::size_t>(field)];
  }
  EXPECT_GE(std::count_if(fields.begin(), fields.end(), [](int count) { return count > 0; }), 36);
}

TEST(Gains, holdInAllPosturesOfTheSample) {
  const TwoLink robot;
  const double start[2] = {0, 0};
  double kp[2], kd[2], posture[2];
  GainDesign<TwoLink> design;
  design.frequency = 200, design.period = 2e-3, design.coverage = 1;  // asks for too much
  default_gains(robot, start, design, kp, kd);
  const Limits<TwoLink> limits(robot);
  double fastest = 0, slowest = 1e9;
  for (int k = 0; k < kGainPostures; ++k) {
    sample_posture(robot, limits, start, k, posture);
    fastest = std::max(fastest, rates(posture, kd)[0]);
    slowest = std::min(slowest, rates(posture, kd)[1]);
  }
  EXPECT_LE(fastest * design.period, 0.8 * 1.001);
  EXPECT_GT(fastest * design.period, 0.8 * 0.85);
  EXPECT_NEAR(slowest_damping(robot, start, kd), slowest, 1e-3 * slowest);
  for (int i = 0; i < 2; ++i)
    EXPECT_GE(kd[i] / (2 * std::sqrt(kp[i] * design.inertia[i])), design.least_ratio * 0.999) << i;
}

TEST(Gains, theWorstPosturesMayBeLeftOut) {
  const TwoLink robot;
  const double start[2] = {0, 1.5};
  double kp[2], all[2], most[2], posture[2];
  GainDesign<TwoLink> design;
  design.frequency = 200, design.period = 2e-3, design.coverage = 1;
  default_gains(robot, start, design, kp, all);
  design.coverage = 0.75;
  default_gains(robot, start, design, kp, most);
  EXPECT_GT(most[0] + most[1], 1.02 * (all[0] + all[1]));
  const Limits<TwoLink> limits(robot);
  int unstable = 0;
  for (int k = 0; k < kGainPostures; ++k) {
    sample_posture(robot, limits, start, k, posture);
    const bool slow = rates(posture, most)[0] * design.period <= 0.8 * 1.001;
    unstable += !slow;
    EXPECT_TRUE(slow || k > 0);  // where it stands
  }
  EXPECT_GT(unstable, 0);
  EXPECT_LE(unstable, kGainPostures / 4);
}

TEST(Gains, gravityCountsMoreThanDamping) {
  const TwoLink robot;
  const double start[2] = {0, 0};
  double kp[2], kd[2];
  GainDesign<TwoLink> design;
  design.frequency = 0.1, design.sag = 0.1;
  default_gains(robot, start, design, kp, kd);
  const double held_out = TwoLink::kGravity * (TwoLink::kMass1 * TwoLink::kCom1 +
                                               TwoLink::kMass2 * (TwoLink::kLength1 + TwoLink::kCom2));
  EXPECT_LE(design.gravity[0], held_out * (1 + 1e-12));
  EXPECT_GT(design.gravity[0], 0.8 * held_out);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(kp[i], design.gravity[i] / 0.1, 1e-9 * kp[i]) << i;
    EXPECT_NEAR(kd[i], 2 * std::sqrt(kp[i] * design.inertia[i]), 1e-9 * kd[i]) << i;
  }
  design.sag = 0;  // somebody else carries it
  default_gains(robot, start, design, kp, kd);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(kp[i], 0.01 * design.inertia[i], 1e-12);
}

TEST(Gains, aFloatingBaseHasNone) {
  // A body with a rod on a hinge.
  using Model = reference::Model<2, 7>;
  Model model;
  model.set_floating_base(true);
  reference::Link<double> link;
  link.mass = 1, link.inertia = test::tensor(0.1, 0.2, 0.3);
  model.add_link(link);
  link.type = test::JointType::revolute, link.parent = 0, link.com = {0.1, 0, 0};
  model.add_link(link);
  ASSERT_TRUE(model.finish());
  reference::Data<Model> data;
  const reference::Robot<1, 8, 7, Model> robot(model, data);
  double start[8], kp[7], kd[7];
  neutral_position(robot, start);
  GainDesign<reference::Robot<1, 8, 7, Model>> design;
  default_gains(robot, start, design, kp, kd);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(kp[i], 0) << i;
    EXPECT_EQ(kd[i], 0) << i;
  }
  EXPECT_GT(kp[6], 0);
  EXPECT_GT(kd[6], 0);
}

}  // namespace
}  // namespace romas
