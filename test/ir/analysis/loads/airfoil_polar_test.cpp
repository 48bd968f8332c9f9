#include "ir/analysis/loads/airfoil_polar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace romas {
namespace {

AirfoilPolar random_polar(std::mt19937& random, std::size_t count, double reynolds = 1) {
  std::uniform_real_distribution<double> step(0.01, 0.1), value(-1, 1);
  AirfoilPolar polar{reynolds, {}};
  double alpha = -0.5;
  for (std::size_t k = 0; k < count; ++k)
    polar.points.push_back({alpha += step(random), value(random), value(random), value(random)});
  return polar;
}

TEST(AirfoilPolars, goThroughTheirPointsMonotonously) {
  std::mt19937 random(1);
  for (std::size_t count = 2; count < 30; ++count) {
    const AirfoilPolar polar = random_polar(random, count);
    for (std::size_t k = 0; k < count; ++k) {
      const PolarPoint &a = polar.points[k], at = coefficients_at(polar, a.alpha);
      EXPECT_NEAR(at.lift, a.lift, 1e-12);
      EXPECT_NEAR(at.drag, a.drag, 1e-12);
      EXPECT_NEAR(at.moment, a.moment, 1e-12);
      if (k + 1 == count) continue;
      const PolarPoint& b = polar.points[k + 1];
      double before = a.lift;
      for (int i = 1; i <= 50; ++i) {
        const double lift = coefficients_at(polar, a.alpha + i / 50.0 * (b.alpha - a.alpha)).lift;
        EXPECT_GE((lift - before) * (b.lift - a.lift), -1e-12) << k << " " << i;
        before = lift;
      }
    }
  }
}

TEST(AirfoilPolars, areSmoothWithTheSlopesOfTheirPoints) {
  std::mt19937 random(2);
  const AirfoilPolar polar = random_polar(random, 12);
  const std::vector<PolarPoint> slopes = monotone_slopes(polar.points);
  ASSERT_EQ(slopes.size(), polar.points.size());
  constexpr double h = 1e-7;
  for (std::size_t k = 1; k + 1 < slopes.size(); ++k) {
    const double alpha = polar.points[k].alpha;
    const auto at = [&](double x) { return coefficients_at(polar, x).drag; };
    EXPECT_NEAR((at(alpha + h) - at(alpha)) / h, slopes[k].drag, 1e-3);
    EXPECT_NEAR((at(alpha) - at(alpha - h)) / h, slopes[k].drag, 1e-3);
  }
}

// Straight lines stay straight, and so does a parabola's slope at an end of three points.
TEST(AirfoilPolars, keepLines) {
  AirfoilPolar line{0, {{0, 1, 0, 0}, {0.1, 1.2, 0.01, 0}, {0.4, 1.8, 0.16, 0}}};
  EXPECT_NEAR(coefficients_at(line, 0.27).lift, 1.54, 1e-12);
  EXPECT_NEAR(monotone_slopes(line.points)[2].drag, 0.8, 1e-12);
  AirfoilPolar two{0, {{0, 1, 5, 0}, {0.5, 2, 4, 0}}};
  EXPECT_NEAR(coefficients_at(two, 0.2).lift, 1.4, 1e-12);
  EXPECT_NEAR(coefficients_at(two, 0.2).drag, 4.6, 1e-12);
}

TEST(AirfoilPolars, areChosenByTheReynoldsNumber) {
  std::mt19937 random(3);
  std::vector<AirfoilPolar> polars = {random_polar(random, 9, 1e5), random_polar(random, 12, 4e5)};
  EXPECT_EQ(polar_at(polars, 1e4).points.size(), 9);
  EXPECT_EQ(polar_at(polars, 1e5).points.size(), 9);
  EXPECT_EQ(polar_at(polars, 1e6).points.size(), 12);
  // Half way in the logarithm.
  const AirfoilPolar between = polar_at(polars, 2e5);
  const double first = std::max(polars[0].points.front().alpha, polars[1].points.front().alpha);
  EXPECT_EQ(between.points.front().alpha, first);
  EXPECT_TRUE(std::ranges::is_sorted(between.points, std::ranges::less_equal(), &PolarPoint::alpha));
  for (const PolarPoint& point : between.points) {
    const double a = coefficients_at(polars[0], point.alpha).lift;
    const double b = coefficients_at(polars[1], point.alpha).lift;
    EXPECT_NEAR(point.lift, (a + b) / 2, 1e-12);
  }
  // Nothing in common: the nearer one.
  for (PolarPoint& point : polars[1].points) point.alpha += 10;
  EXPECT_EQ(polar_at(polars, 1.5e5).points.size(), 9);
  EXPECT_EQ(polar_at(polars, 3e5).points.size(), 12);
}

}  // namespace
}  // namespace romas
