#include "ir/analysis/loads/airfoil_polar.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "support/math/functions.h"

namespace romas {

namespace {

constexpr std::array kCurves = {&PolarPoint::lift, &PolarPoint::drag, &PolarPoint::moment};
using Curve = double PolarPoint::*;

// The slope of a chord between point k and the next one.
double chord(const std::vector<PolarPoint>& points, std::size_t k, Curve curve) {
  return (points[k + 1].*curve - points[k].*curve) / (points[k + 1].alpha - points[k].alpha);
}

// Inside: a weighted harmonic mean of the chords on both sides.
double inner_slope(double h0, double h1, double d0, double d1) {
  if (!(d0 * d1 > 0)) return 0;
  const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / d0 + w1 / d1);
}

// At an end, whose chord is d0: of the parabola through three points, as far as the curve stays monotone.
double end_slope(double h0, double h1, double d0, double d1) {
  const double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (!(slope * d0 > 0)) return 0;
  if (!(d0 * d1 > 0) && std::abs(slope) > 3 * std::abs(d0)) return 3 * d0;
  return slope;
}

double slope_at(const std::vector<PolarPoint>& points, std::size_t k, Curve curve) {
  const std::size_t last = points.size() - 1;
  if (last == 1) return chord(points, 0, curve);
  const auto h = [&](std::size_t i) { return points[i + 1].alpha - points[i].alpha; };
  const auto d = [&](std::size_t i) { return chord(points, i, curve); };
  if (k == 0) return end_slope(h(0), h(1), d(0), d(1));
  if (k == last) return end_slope(h(last - 1), h(last - 2), d(last - 1), d(last - 2));
  return inner_slope(h(k - 1), h(k), d(k - 1), d(k));
}

}  // namespace

std::vector<PolarPoint> monotone_slopes(const std::vector<PolarPoint>& points) {
  std::vector<PolarPoint> slopes;
  for (std::size_t k = 0; k < points.size(); ++k) {
    PolarPoint slope{points[k].alpha, 0, 0, 0};
    for (const Curve curve : kCurves) slope.*curve = slope_at(points, k, curve);
    slopes.push_back(slope);
  }
  return slopes;
}

PolarPoint coefficients_at(const AirfoilPolar& polar, double alpha) {
  const std::vector<PolarPoint>& points = polar.points;
  const auto behind = std::ranges::upper_bound(points, alpha, {}, &PolarPoint::alpha);
  const auto k = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(behind - points.begin() - 1, 0, std::ssize(points) - 2));
  const double h = points[k + 1].alpha - points[k].alpha, t = (alpha - points[k].alpha) / h;
  PolarPoint result{alpha, 0, 0, 0};
  for (const Curve curve : kCurves) {
    const double a = points[k].*curve, b = points[k + 1].*curve;
    const double s0 = h * slope_at(points, k, curve), s1 = h * slope_at(points, k + 1, curve);
    result.*curve = a + t * (s0 + t * (3 * (b - a) - 2 * s0 - s1 + t * (s0 + s1 - 2 * (b - a))));
  }
  return result;
}

AirfoilPolar polar_at(const std::vector<AirfoilPolar>& polars, double reynolds) {
  const auto above = std::ranges::lower_bound(polars, reynolds, {}, &AirfoilPolar::reynolds);
  if (above == polars.begin()) return polars.front();
  if (above == polars.end()) return polars.back();
  const AirfoilPolar &low = *(above - 1), &high = *above;
  const double share = math::log(reynolds / low.reynolds) / math::log(high.reynolds / low.reynolds);
  const double begin = std::max(low.points.front().alpha, high.points.front().alpha);
  const double end = std::min(low.points.back().alpha, high.points.back().alpha);
  std::vector<double> angles;
  for (const AirfoilPolar* polar : {&low, &high})
    for (const PolarPoint& point : polar->points)
      if (point.alpha >= begin && point.alpha <= end) angles.push_back(point.alpha);
  std::ranges::sort(angles);
  // Angles of two tables that mean the same may differ in their last digits.
  constexpr double kSame = 1e-9;
  angles.erase(std::unique(angles.begin(), angles.end(), [](double a, double b) { return b - a < kSame; }),
               angles.end());
  if (angles.size() < 2) return share < 0.5 ? low : high;
  AirfoilPolar result{reynolds, {}};
  for (const double alpha : angles) {
    const PolarPoint a = coefficients_at(low, alpha), b = coefficients_at(high, alpha);
    PolarPoint point{alpha, 0, 0, 0};
    for (const Curve curve : kCurves) point.*curve = a.*curve + share * (b.*curve - a.*curve);
    result.points.push_back(point);
  }
  return result;
}

}  // namespace romas
