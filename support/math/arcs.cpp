// Angles of sines, cosines and points.
#include <array>
#include <cmath>

#include "support/math/double_double.h"
#include "support/math/functions.h"

namespace romas::math {

namespace {

constexpr DoubleDouble kHalfTurn = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr DoubleDouble kQuarterTurn = scaled(kHalfTurn, 0.5);

// atan(i/32). The difference of two neighbours at 1/64 is atan(64 / (4096 + i (i - 1))).
constexpr auto kArcs = [] {
  std::array<DoubleDouble, kSteps + 1> arcs;
  DoubleDouble sum;
  for (int i = 1; i <= 2 * kSteps; ++i) {
    const DoubleDouble t = DoubleDouble(64) / (4096 + i * (i - 1));
    sum = sum + t * series_of_odd_reciprocals(-(t * t));
    if (i % 2 == 0) arcs[static_cast<std::size_t>(i / 2)] = sum;
  }
  return arcs;
}();

// atan(y / x) for 0 <= y <= x: an angle a of the table, and that of the point turned back by a.
DoubleDouble angle_in_eighth(DoubleDouble y, DoubleDouble x) {
  const int step = nearest_step(y.hi / x.hi);
  const DoubleDouble tangent = static_cast<double>(step) / kSteps;
  const DoubleDouble t = (y - tangent * x) / (x + tangent * y);
  return kArcs.at(static_cast<std::size_t>(step)) + t * series_of_odd_reciprocals(-(t * t));
}

// The angle of a point with y >= 0, in [0, π].
DoubleDouble angle_in_half(DoubleDouble y, DoubleDouble x) {
  if (x.hi < 0) return kHalfTurn - angle_in_half(y, -x);
  const DoubleDouble difference = y - x;
  return difference.hi > 0 ? kQuarterTurn - angle_in_eighth(x, y) : angle_in_eighth(y, x);
}

DoubleDouble other_leg(double x) { return root((1 - DoubleDouble(x)) * (1 + DoubleDouble(x))); }

}  // namespace

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  if (std::isinf(x) || std::isinf(y)) {
    x = std::copysign(std::isinf(x) ? 1.0 : 0.0, x);
    y = std::copysign(std::isinf(y) ? 1.0 : 0.0, y);
  }
  const bool is_left = std::signbit(x);
  if (y == 0) return std::copysign(is_left ? kHalfTurn.hi : 0, y);
  constexpr int kFar = 200;  // digits
  int of_y = 0, of_x = 0;
  double up = std::frexp(std::abs(y), &of_y), right = std::frexp(std::abs(x), &of_x);
  if (x != 0 && of_x - of_y > kFar) {
    if (!is_left) return y / x;
    up = 0;
  } else if (x == 0 || of_y - of_x > kFar) {
    right = 0;
  } else {
    right = std::ldexp(right, of_x - of_y);
  }
  return std::copysign(angle_in_half(up, is_left ? -right : right).hi, y);
}

double atan(double x) { return atan2(x, 1); }

double asin(double x) {
  if (!(std::abs(x) <= 1)) return kNaN;
  if (std::abs(x) < 0x1p-60) return x;
  return std::copysign(angle_in_half(std::abs(x), other_leg(x)).hi, x);
}

double acos(double x) {
  if (!(std::abs(x) <= 1)) return kNaN;
  return angle_in_half(other_leg(x), x).hi;
}

}  // namespace romas::math
