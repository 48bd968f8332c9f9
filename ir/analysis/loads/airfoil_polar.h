// Polars of airfoils: measured or computed coefficients by the angle of attack.
#pragma once

#include <vector>

namespace romas {

// Coefficients at an angle of attack alpha (rad), or their slopes there (1/rad). Lift and drag are of
// 1/2 rho V^2 times area; the moment about the quarter chord times chord, too, positive where it lifts the
// nose.
struct PolarPoint {
  double alpha = 0;
  double lift = 0, drag = 0, moment = 0;
};

struct AirfoilPolar {
  double reynolds = 0;             // V chord / kinematic viscosity; 0: not known
  std::vector<PolarPoint> points;  // by rising alpha, two or more
};

// The slopes at the points of curves that are cubic between two points each, smooth at the points, and rise
// or fall between two points as these do. Source: Fritsch and Butland, A Method for Constructing Local
// Monotone Piecewise Cubic Interpolants (SIAM J. Sci. Stat. Comput. 5, 1984); at the ends, of three points.
std::vector<PolarPoint> monotone_slopes(const std::vector<PolarPoint>& points);

// The coefficients at an angle between the first and the last point, on these curves.
PolarPoint coefficients_at(const AirfoilPolar& polar, double alpha);

// Returns the polar at a Reynolds number. `polars` are in rising order of their numbers, which are all known.
// Beyond the ends it is the nearest polar. Between two polars it is linear in the logarithm of the number, at
// the angles of both that lie within the range of both; with fewer than two such angles it is the polar of
// the nearer number.
AirfoilPolar polar_at(const std::vector<AirfoilPolar>& polars, double reynolds);

}  // namespace romas
