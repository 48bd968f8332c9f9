// All positions of six revolute joints at which their links have a pose, for any axes: at most 16 (Raghavan
// and Roth 1993; the reduction to eigenvalues as Manocha and Canny 1994).
//
// The turns T_i about the axes multiply to the given motion D. The sixth axis as a point p with a direction l
// stays where it is under T_6, so that T3 T4 T5 (p, l) = T2^-1 T1^-1 D (p, l). Of a point with a direction
// the 14 numbers p, l, p x l, (p.p) l - 2 (p.l) p, p.p and p.l turn linearly with the sine and cosine of an
// angle, about any axis. Both sides are thus linear in products of sines and cosines. The eight products of
// the first two angles are eliminated; six equations remain, and six more are these times tan(angle 4 / 2).
// They are linear in twelve products of half-angle tangents, with matrices that are quadratic in tan(angle 3
// / 2): a problem of eigenvalues. Every solution is improved by Newton's method and held against D.
#pragma once

#include <cmath>
#include <utility>

#include <romas/eigenvalues.hpp>
#include <romas/six_revolute_equations.hpp>
#include <romas/spatial.hpp>

namespace romas {
namespace six_revolute {

// rad
inline constexpr double kTurn = 6.283185307179586;

// A position of all joints.
struct Solution {
  double q[6];            // rad, from -pi to pi
  bool singular = false;  // joints have a direction in which the link does not move
};

// Solutions at most.
inline constexpr int kMost = 16;

// Those of one motion, in no order.
struct Solutions {
  int count = 0;
  Solution all[kMost];
};

namespace detail {

// x with A x = b in place, for `columns` columns of b; A is overwritten. Returns the smallest pivot as a part
// of the largest: 0 where A is singular, and then x is not to be used.
template <int N>
double solve_linear(double* A, double* b, int columns) {
  double smallest = 0, largest = 0;
  for (int k = 0; k < N; ++k) {
    int best = k;
    for (int r = k + 1; r < N; ++r)
      if (std::fabs(A[r * N + k]) > std::fabs(A[best * N + k])) best = r;
    const double pivot = std::fabs(A[best * N + k]);
    if (!(pivot > 0)) return 0;
    smallest = k == 0 ? pivot : std::fmin(smallest, pivot);
    largest = std::fmax(largest, pivot);
    for (int j = 0; best != k && j < N; ++j) std::swap(A[k * N + j], A[best * N + j]);
    for (int j = 0; best != k && j < columns; ++j) std::swap(b[k * columns + j], b[best * columns + j]);
    for (int r = k + 1; r < N; ++r) {
      const double factor = A[r * N + k] / A[k * N + k];
      for (int j = k + 1; j < N; ++j) A[r * N + j] -= factor * A[k * N + j];
      for (int j = 0; j < columns; ++j) b[r * columns + j] -= factor * b[k * columns + j];
    }
  }
  for (int k = N - 1; k >= 0; --k)
    for (int j = 0; j < columns; ++j) {
      for (int i = k + 1; i < N; ++i) b[k * columns + j] -= A[k * N + i] * b[i * columns + j];
      b[k * columns + j] /= A[k * N + k];
    }
  return smallest / largest;
}

// A vector with A x nearly 0, by elimination with complete pivoting; A is overwritten.
inline void null_vector(double* A, double* x) {
  int place[kSize];
  for (int i = 0; i < kSize; ++i) place[i] = i;
  for (int k = 0; k + 1 < kSize; ++k) {
    int row = k, column = k;
    for (int r = k; r < kSize; ++r)
      for (int c = k; c < kSize; ++c)
        if (std::fabs(A[r * kSize + c]) > std::fabs(A[row * kSize + column])) row = r, column = c;
    for (int c = 0; c < kSize; ++c) std::swap(A[k * kSize + c], A[row * kSize + c]);
    for (int r = 0; r < kSize; ++r) std::swap(A[r * kSize + k], A[r * kSize + column]);
    std::swap(place[k], place[column]);
    if (A[k * kSize + k] == 0) continue;
    for (int r = k + 1; r < kSize; ++r) {
      const double factor = A[r * kSize + k] / A[k * kSize + k];
      for (int c = k; c < kSize; ++c) A[r * kSize + c] -= factor * A[k * kSize + c];
    }
  }
  double y[kSize];
  y[kSize - 1] = 1;
  for (int k = kSize - 2; k >= 0; --k) {
    double sum = 0;
    for (int c = k + 1; c < kSize; ++c) sum += A[k * kSize + c] * y[c];
    y[k] = A[k * kSize + k] == 0 ? 0 : -sum / A[k * kSize + k];
  }
  for (int k = 0; k < kSize; ++k) x[place[k]] = y[k];
}

struct Placed {
  Mat R;
  Vec p;
};
inline Placed turn_about(const Vec& axis, const Vec& point, double angle) {
  const Mat R = spatial::rotation_about(axis, std::sin(angle), std::cos(angle));
  return {R, point - R * point};
}
inline Placed operator*(const Placed& a, const Placed& b) { return {a.R * b.R, a.R * b.p + a.p}; }

// The angle about an axis that turns v towards w, of their parts across it.
inline double angle_between(const Vec& axis, const Vec& v, const Vec& w) {
  const Vec u = v - dot(axis, v) * axis;
  return std::atan2(dot(cross(axis, u), w), dot(u, w));
}
// The longer of both.
inline bool is_longer(const Vec& axis, const Vec& a, const Vec& b) {
  const Vec x = cross(axis, a), y = cross(axis, b);
  return dot(x, x) > dot(y, y);
}

// Angles 1, 2 and 6 where angles 3 to 5 are known.
inline void complete(const Problem& problem, double* q) {
  Placed middle = turn_about(problem.axis[2], problem.point[2], q[2]);
  for (const int i : {3, 4}) middle = middle * turn_about(problem.axis[i], problem.point[i], q[i]);
  const Vec from = middle.R * problem.point[5] + middle.p, along = middle.R * problem.axis[5];
  const Vec to = problem.R * problem.point[5] + problem.p, direction = problem.R * problem.axis[5];
  // What a turn about axis 2 leaves as it is, of the sixth axis on both sides: parts along axis 2 of its
  // direction and of a point on it, the distance of that point from a point of axis 2, and the volume that
  // direction and point span with it. Each is linear in cosine and sine of angle 1; least squares.
  const Vec h = problem.axis[1], o = problem.point[1];
  const Vec seen = from - o;
  const double wanted[4] = {dot(h, along), dot(h, seen), dot(seen, seen) / 2, dot(h, cross(seen, along))};
  const Parts back = turned(Ray::of(to, direction), problem.axis[0], problem.point[0], -1);
  double rows[4][3];
  for (int k = 0; k < 3; ++k) {
    const Ray at = back.part[k].shifted(o);
    rows[0][k] = dot(h, at.l);
    rows[1][k] = dot(h, at.p);
    rows[2][k] = at.square / 2;
    rows[3][k] = dot(h, at.moment);
  }
  double aa = 0, ab = 0, bb = 0, ad = 0, bd = 0;
  for (int r = 0; r < 4; ++r) {
    const double a = rows[r][1], b = rows[r][2], d = wanted[r] - rows[r][0];
    aa += a * a, ab += a * b, bb += b * b, ad += a * d, bd += b * d;
  }
  q[0] = std::atan2(aa * bd - ab * ad, bb * ad - ab * bd);
  const Placed first = turn_about(problem.axis[0], problem.point[0], -q[0]);
  const Vec reached = first.R * to + first.p - o, turned_direction = first.R * direction;
  q[1] =
      is_longer(h, seen, along) ? angle_between(h, seen, reached) : angle_between(h, along, turned_direction);
  const Placed before = turn_about(problem.axis[0], problem.point[0], q[0]) * turn_about(h, o, q[1]) * middle;
  const Vec z = problem.axis[5];
  const Vec across = cross(z, std::fabs(z.x) < 0.6 ? Vec{1, 0, 0} : Vec{0, 1, 0});
  q[5] = angle_between(z, across, before.R.transposed() * (problem.R * across));
}

// Newton's method from q. False if it does not end at a solution; `care`: the smallest pivot of its matrix.
inline bool improve(const Problem& problem, double* q, double& care) {
  constexpr int kSteps = 16;
  constexpr double kSolved = 1e-13, kGoodEnough = 1e-10;
  double size = 0, trace = 0;
  for (int step = 0; step < kSteps; ++step) {
    Placed now{{}, {}};
    double J[36], error[6];
    Vec axes[6], points[6];
    for (int i = 0; i < 6; ++i) {
      axes[i] = now.R * problem.axis[i];
      points[i] = now.R * problem.point[i] + now.p;
      now = now * turn_about(problem.axis[i], problem.point[i], q[i]);
    }
    for (int i = 0; i < 6; ++i) {
      const Vec linear = cross(axes[i], now.p - points[i]);
      for (int k = 0; k < 3; ++k) J[6 * k + i] = linear[k], J[6 * (k + 3) + i] = axes[i][k];
    }
    const Vec moved = problem.p - now.p;
    const Mat turn = problem.R * now.R.transposed();
    const Vec twice = {turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1)};
    trace = turn(0, 0) + turn(1, 1) + turn(2, 2);
    size = 0;
    for (int k = 0; k < 3; ++k) error[k] = moved[k], error[k + 3] = 0.5 * twice[k];
    for (const double e : error) size = std::fmax(size, std::fabs(e));
    care = solve_linear<6>(J, error, 1);
    if ((size < kSolved && trace > 2) || !(care > 1e-14)) break;
    for (int i = 0; i < 6; ++i) q[i] += error[i];
  }
  return size < kGoodEnough && trace > 2;
}

// Adds a solution unless it is there.
inline void add(const double* q, double care, Solutions& found) {
  constexpr double kSame = 1e-6, kSingular = 1e-5;
  Solution here;
  for (int i = 0; i < 6; ++i) here.q[i] = std::remainder(q[i], kTurn);
  here.singular = care < kSingular;
  for (int k = 0; k < found.count; ++k) {
    double away = 0;
    for (int i = 0; i < 6; ++i)
      away = std::fmax(away, std::fabs(std::remainder(here.q[i] - found.all[k].q[i], kTurn)));
    if (away < kSame) return;
  }
  if (found.count < kMost) found.all[found.count++] = here;
}

// With the axes in the middle and lengths of about 1.
inline Problem scaled(const Problem& given) {
  Problem problem = given;
  Vec centre;
  for (const Vec& point : given.point) centre += (1.0 / 6) * point;
  double size = 0;
  for (int i = 0; i < 6; ++i) {
    // The point of the axis that is nearest to the centre.
    const Vec away = given.point[i] - centre;
    problem.point[i] = away - dot(given.axis[i], away) * given.axis[i];
    size = std::fmax(size, std::sqrt(dot(problem.point[i], problem.point[i])));
  }
  const double scale = size > 0 ? 1 / size : 1;
  for (Vec& point : problem.point) point = scale * point;
  problem.p = scale * (given.R * centre + given.p - centre);
  return problem;
}

// The solution with this tangent of half of angle 3.
inline bool follow(const Problem& problem, double from3, const Quadratic& matrices, double tangent,
                   double* q) {
  double M[kSize * kSize], v[kSize];
  const double scale = 1 / (1 + tangent * tangent);
  for (int k = 0; k < kSize * kSize; ++k)
    M[k] = scale * (matrices.of[0][k] + tangent * (matrices.of[1][k] + tangent * matrices.of[2][k]));
  null_vector(M, v);
  // v holds y^i z^j at 3 i + j.
  double yy = 0, y = 0, zz = 0, z = 0;
  for (int k = 0; k + 3 < kSize; ++k) yy += v[k] * v[k], y += v[k] * v[k + 3];
  for (int k = 0; k < kSize; ++k)
    if (k % 3 != 2) zz += v[k] * v[k], z += v[k] * v[k + 1];
  q[2] = from3 + 2 * std::atan(tangent);
  q[3] = kFrom4 + 2 * std::atan2(y, yy);
  q[4] = kFrom5 + 2 * std::atan2(z, zz);
  complete(problem, q);
  for (int i = 0; i < 6; ++i)
    if (!std::isfinite(q[i])) return false;
  return true;
}

// The same motion by the axes from `shift` on: those before them come last, moved by the motion's inverse.
inline Problem shifted(const Problem& problem, int shift) {
  Problem result = problem;
  const Mat back = problem.R.transposed();
  for (int i = 0; i < 6; ++i) {
    const int from = (i + shift) % 6;
    const bool last = i + shift >= 6;
    result.axis[i] = last ? back * problem.axis[from] : problem.axis[from];
    result.point[i] = last ? back * (problem.point[from] - problem.p) : problem.point[from];
  }
  return result;
}

// With a small turn more, about no axis in particular.
inline Problem beside(const Problem& given, double angle) {
  const Placed moved = turn_about({0.6, -0.48, 0.64}, {0.48, 0.6, -0.64}, angle) * Placed{given.R, given.p};
  Problem problem = given;
  problem.R = moved.R, problem.p = moved.p;
  return problem;
}

// The equations that the axes from `shift` on give, ready for eigenvalues.
struct Elimination {
  int shift = 0;
  double care = 0;  // how far from degenerate: from 0, where neighbours meet or are parallel, to 1
  double from3 = 0;
  Problem problem;
  Quadratic matrices;
  double companion[4 * kSize * kSize];
};

// Of the places from which angle 3 is counted the best one: half of it must not be near a right angle where a
// solution is.
inline void eliminate(const Problem& problem, int shift, Elimination& result) {
  constexpr double kFrom3[] = {0.3, 1.4, -0.9, 2.6};
  constexpr int n = kSize, kAll = 2 * kSize;
  result.shift = shift;
  result.problem = shifted(problem, shift);
  Equations equations;
  const double pairs = equations_of(result.problem, equations);
  double best = 0;
  for (int k = 0; k < kAll * kAll; ++k) result.companion[k] = 0;
  for (const double from : kFrom3) {
    Quadratic here;
    quadratic_of(equations, from, here);
    double lead[n * n], rest[n * kAll];
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c) {
        lead[r * n + c] = here.of[2][r * n + c];
        rest[r * kAll + c] = -here.of[0][r * n + c];
        rest[r * kAll + n + c] = -here.of[1][r * n + c];
      }
    const double care = solve_linear<n>(lead, rest, kAll);
    if (!(care > best)) continue;
    best = care, result.from3 = from, result.matrices = here;
    for (int k = 0; k < n * kAll; ++k) result.companion[n * kAll + k] = rest[k];
  }
  for (int r = 0; r < n; ++r) result.companion[r * kAll + n + r] = 1;
  result.care = std::fmin(pairs, best);
}

// Below it eigenvalues are off by more than two solutions may be apart.
inline constexpr double kRough = 1e-3;

// Adds the solutions of an elimination. problem: that of the axes in their own order; the elimination may be
// of a motion beside it.
inline void add_solutions(const Problem& problem, Elimination& by, Solutions& found) {
  double real[2 * kSize], imaginary[2 * kSize];
  if (!(by.care > 0) || !dense::eigenvalues<2 * kSize>(by.companion, real, imaginary)) return;
  // Where two solutions nearly fall together rounding may have made a pair of complex numbers of them; where
  // the elimination is nearly degenerate it is off by more. Those at +-i are no solutions.
  constexpr double kReal = 0.02, kRoughlyReal = 0.5;
  const double real_enough = by.care < kRough ? kRoughlyReal : kReal;
  for (int k = 0; k < 2 * kSize; ++k) {
    if (std::fabs(imaginary[k]) > real_enough * (1 + std::fabs(real[k]))) continue;
    double q[6], turned[6], care = 0;
    if (!follow(by.problem, by.from3, by.matrices, real[k] + imaginary[k], turned)) continue;
    for (int i = 0; i < 6; ++i) q[(i + by.shift) % 6] = turned[i];
    if (improve(problem, q, care)) add(q, care, found);
  }
}

}  // namespace detail

// How well the elimination that begins with the axis `first` works: 0 where it says nothing, to 1.
inline double quality(const Problem& given, int first) {
  detail::Elimination elimination;
  detail::eliminate(detail::scaled(given), first, elimination);
  return elimination.care;
}

// All solutions. first: the axis with which the elimination begins, which quality() is for; where that says
// nothing at this pose the next ones are tried. Where it is nearly degenerate, the motions on both sides of
// this one are solved, too: they are better told apart, and Newton's method leads from them to this one.
// Solutions come in pairs, so that where one is without its partner, or there is none, another elimination is
// asked, too. None with NaN in the problem.
inline Solutions solve(const Problem& given, int first = 0) {
  using namespace detail;
  constexpr double kGood = 1e-7;
  constexpr double kAway = 0.02;  // rad
  constexpr int kMostAsked = 2;
  Solutions found;
  const Problem problem = scaled(given);
  int asked = 0;
  for (int k = 0; k < 6 && asked < kMostAsked; ++k) {
    Elimination elimination;
    eliminate(problem, (first + k) % 6, elimination);
    if (!(elimination.care > kGood)) continue;
    const bool rough = elimination.care < kRough;
    add_solutions(problem, elimination, found);
    for (const double away : {kAway, -kAway}) {
      if (!rough) break;
      eliminate(beside(problem, away), elimination.shift, elimination);
      add_solutions(problem, elimination, found);
    }
    ++asked;
    if (found.count > 0 && found.count % 2 == 0) break;
  }
  return found;
}

}  // namespace six_revolute
}  // namespace romas
