// Six revolute axes: of random positions of random arms none is missed, and every solution makes the motion;
// arms whose neighbours meet or are parallel, motions out of reach, singular ones, NaN. Eigenvalues against
// Eigen's.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <complex>
#include <functional>
#include <limits>
#include <romas/six_revolute.hpp>

#include "test/runtime/random_numbers.h"

namespace romas {
namespace {

namespace six = six_revolute;
using six::Problem;
using six::Vec;

Vec direction(test::RandomNumbers& random) {
  for (;;) {
    const Vec v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double square = dot(v, v);
    if (square > 0.1 && square < 1) return 1 / std::sqrt(square) * v;
  }
}

Problem random_arm(test::RandomNumbers& random, double size) {
  Problem problem;
  for (int i = 0; i < 6; ++i) {
    problem.axis[i] = direction(random);
    problem.point[i] = {random.uniform(0, size), random.uniform(0, size), random.uniform(0, size)};
  }
  return problem;
}

void move_to(Problem& problem, const double* q) {
  six::detail::Placed motion{{}, {}};
  for (int i = 0; i < 6; ++i)
    motion = motion * six::detail::turn_about(problem.axis[i], problem.point[i], q[i]);
  problem.R = motion.R;
  problem.p = motion.p;
}

double difference(const Problem& a, const Problem& b) {
  double largest = 0;
  for (int r = 0; r < 3; ++r) {
    largest = std::fmax(largest, std::fabs(a.p[r] - b.p[r]));
    for (int c = 0; c < 3; ++c) largest = std::fmax(largest, std::fabs(a.R(r, c) - b.R(r, c)));
  }
  return largest;
}

double nearest(const six::Solutions& found, const double* q) {
  double least = 10;
  for (int k = 0; k < found.count; ++k) {
    double away = 0;
    for (int i = 0; i < 6; ++i)
      away = std::fmax(away, std::fabs(std::remainder(found.all[k].q[i] - q[i], six::kTurn)));
    least = std::fmin(least, away);
  }
  return least;
}

int best_axis(const Problem& problem) {
  int best = 0;
  for (int axis = 1; axis < 6; ++axis)
    if (six::quality(problem, axis) > six::quality(problem, best)) best = axis;
  return best;
}

// Random positions of random arms that `shape` changes.
void none_is_missed(const std::function<void(Problem&)>& shape, std::uint64_t seed, double size = 1) {
  test::RandomNumbers random(seed);
  int singular = 0, solutions = 0;
  constexpr int kArms = 12, kPositions = 25;
  for (int arm = 0; arm < kArms; ++arm) {
    Problem problem = random_arm(random, size);
    shape(problem);
    int first = -1;
    for (int position = 0; position < kPositions; ++position) {
      double q[6];
      for (double& angle : q) angle = random.uniform(-3.14, 3.14);
      move_to(problem, q);
      if (first < 0) first = best_axis(problem);
      const six::Solutions found = six::solve(problem, first);
      solutions += found.count;
      const double away = nearest(found, q);
      singular += away > 1e-7;
      EXPECT_LT(away, 1e-5) << arm << ", " << position;
      EXPECT_EQ(found.count % 2, 0);
      for (int k = 0; k < found.count; ++k) {
        Problem reached = problem;
        move_to(reached, found.all[k].q);
        EXPECT_LT(difference(reached, problem), 1e-9 * std::fmax(1, size));
        // Each once.
        for (int j = 0; j < k; ++j) {
          six::Solutions other;
          other.count = 1;
          other.all[0] = found.all[j];
          EXPECT_GT(nearest(other, found.all[k].q), 1e-7);
        }
      }
    }
  }
  EXPECT_LE(singular, 2);
  EXPECT_GE(solutions, 2 * kArms * kPositions);
}

TEST(SixRevolute, findsAllPositionsOfAnyArm) {
  none_is_missed([](Problem&) {}, 1);
}

TEST(SixRevolute, armsOfAnySize) {
  none_is_missed([](Problem&) {}, 2, 1000);
  none_is_missed([](Problem&) {}, 3, 1e-3);
}

TEST(SixRevolute, neighboursThatMeet) {
  for (int pair = 0; pair < 5; ++pair)
    none_is_missed([&](Problem& arm) { arm.point[pair] = arm.point[pair + 1]; },
                   10 + static_cast<std::uint64_t>(pair));
  none_is_missed(
      [](Problem& arm) {
        arm.point[1] = arm.point[0], arm.point[3] = arm.point[2], arm.point[5] = arm.point[4];
      },
      15);
}

TEST(SixRevolute, neighboursThatAreParallel) {
  for (int pair = 0; pair < 5; ++pair)
    none_is_missed([&](Problem& arm) { arm.axis[pair] = arm.axis[pair + 1]; },
                   20 + static_cast<std::uint64_t>(pair));
}

// As Kinova's: axes 1 and 2 meet, 2 and 3 are parallel, and neighbours of the wrist meet at 60 degrees.
void bend_wrist(Problem& arm) {
  const double c = 0.5, s = std::sqrt(0.75);
  const Vec axes[6] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {c, s, 0}, {1, 0, 0}};
  const Vec points[6] = {{0, 0, 0},      {0, 0, 0.3},      {0, 0, 0.7},
                         {0, 0.01, 0.8}, {0.3, 0.01, 0.8}, {0, 0.06, 0.85}};
  for (int i = 0; i < 6; ++i) arm.axis[i] = axes[i], arm.point[i] = points[i];
}

TEST(SixRevolute, bentWrists) { none_is_missed(bend_wrist, 30); }

// One of 10,000 random positions had eigenvalues at which QR steps from the first row on did not converge.
TEST(SixRevolute, eigenvaluesConverge) {
  const struct {
    int first;
    double q[6];
  } kPositions[] = {{5, {-0.29, 2.27, 0.31, 0.41, -3.00, -2.01}},
                    {4, {-1.13, -2.42, 2.45, 2.76, 0.58, 2.21}},
                    {4, {-0.96, -1.49, -0.58, -1.27, 1.21, 2.64}},
                    {5, {-0.54, -1.01, 0.52, -0.86, -1.62, 1.42}},
                    {4, {1.80, 1.97, -1.61, 0.31, 2.34, 2.65}}};
  for (const auto& [first, q] : kPositions) {
    Problem arm;
    bend_wrist(arm);
    move_to(arm, q);
    six::detail::Elimination elimination;
    six::detail::eliminate(six::detail::scaled(arm), first, elimination);
    double real[24], imaginary[24];
    EXPECT_TRUE((dense::eigenvalues<24>(elimination.companion, real, imaginary)));
    EXPECT_LT(nearest(six::solve(arm, first), q), 1e-6);
  }
}

TEST(SixRevolute, noneOutOfReachAndNoneWithNaN) {
  test::RandomNumbers random(40);
  for (int round = 0; round < 20; ++round) {
    Problem problem = random_arm(random, 1);
    const double zero[6] = {};
    move_to(problem, zero);
    problem.p.x += 100;
    EXPECT_EQ(six::solve(problem).count, 0);
    problem.p.x = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(six::solve(problem).count, 0);
    problem.p.x = std::numeric_limits<double>::infinity();
    EXPECT_EQ(six::solve(problem).count, 0);
    problem = random_arm(random, 1);
    for (int i = 1; i < 6; ++i) problem.axis[i] = problem.axis[0], problem.point[i] = problem.point[0];
    six::solve(problem);  // no crash: every position is one
  }
}

// At positions from which the arm cannot move in some direction, two solutions become one. It is found, less
// exactly, and flagged.
TEST(SixRevolute, singularPositions) {
  test::RandomNumbers random(41);
  int found_flagged = 0, rounds = 0;
  for (int round = 0; round < 40; ++round) {
    Problem problem = random_arm(random, 1);
    double q[6];
    for (double& angle : q) angle = random.uniform(-3, 3);
    // Angle 3 where the smallest pivot of Newton's matrix is least, by search in one variable.
    const auto care = [&](double angle) {
      q[2] = angle;
      move_to(problem, q);
      double copy[6], care_of = 0;
      std::copy(q, q + 6, copy);
      six::detail::improve(six::detail::scaled(problem), copy, care_of);
      return care_of;
    };
    double best = -3;
    for (double angle = -3; angle < 3; angle += 0.001)
      if (care(angle) < care(best)) best = angle;
    for (double step = 0.001; step > 1e-13; step /= 2)
      for (const double trial : {best - step, best + step})
        if (care(trial) < care(best)) best = trial;
    if (care(best) > 1e-9) continue;
    ++rounds;
    care(best);
    const six::Solutions found = six::solve(problem, best_axis(problem));
    EXPECT_LT(nearest(found, q), 1e-3);
    found_flagged +=
        std::any_of(found.all, found.all + found.count, [](const six::Solution& s) { return s.singular; });
  }
  EXPECT_GT(rounds, 5);
  EXPECT_EQ(found_flagged, rounds);
}

TEST(Eigenvalues, areThoseOfAnotherLibrary) {
  constexpr int n = 12;
  test::RandomNumbers random(50);
  for (int round = 0; round < 300; ++round) {
    Eigen::Matrix<double, n, n, Eigen::RowMajor> A;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) A(i, j) = random.uniform(-1, 1) * std::pow(10.0, round % 3 * (i - j) / 8.0);
    if (round % 4 == 0) A.row(3).setZero();
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(A, false);
    std::vector<std::complex<double>> wanted(solver.eigenvalues().begin(), solver.eigenvalues().end());
    const double size = A.norm();
    double real[n], imaginary[n];
    ASSERT_TRUE((dense::eigenvalues<n>(A.data(), real, imaginary)));
    for (int k = 0; k < n; ++k) {
      const std::complex<double> value(real[k], imaginary[k]);
      const auto at = std::min_element(wanted.begin(), wanted.end(), [&](const auto& a, const auto& b) {
        return std::abs(a - value) < std::abs(b - value);
      });
      EXPECT_LT(std::abs(*at - value), 1e-9 * size);
      wanted.erase(at);
    }
  }
}

TEST(Eigenvalues, NaNIsNoMatrix) {
  double A[16], real[4], imaginary[4];
  for (double& number : A) number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE((dense::eigenvalues<4>(A, real, imaginary)));
  double zero[16] = {};
  EXPECT_TRUE((dense::eigenvalues<4>(zero, real, imaginary)));
  EXPECT_EQ(real[0], 0);
}

}  // namespace
}  // namespace romas
