// The equations of six revolute joints (romas/six_revolute.hpp), up to the matrices whose eigenvalues are
// looked for.
#pragma once

#include <cmath>
#include <utility>

#include <romas/eigenvalues.hpp>
#include <romas/spatial.hpp>

namespace romas {
namespace six_revolute {

// Numbers are double: single precision does not tell 16 solutions apart.
using Vec = spatial::Vec3<double>;
// The same for matrices.
using Mat = spatial::Mat3<double>;

// Axes at position 0, and the motion that all six turns make: x becomes R x + p.
struct Problem {
  Vec axis[6], point[6];  // unit directions; a point on each
  Mat R;
  Vec p;
};

namespace detail {

// The 14 numbers of a point with a direction, and how much of the number 1 is in them. A coefficient of a
// product of sines and cosines is the same without being such a pair.
struct Ray {
  Vec p, l, moment, inverse;  // p, l, p x l, (p.p) l - 2 (p.l) p
  double square = 0, along = 0, one = 0;

  static Ray of(const Vec& p, const Vec& l) {
    return {p, l, cross(p, l), dot(p, p) * l - 2 * dot(p, l) * p, dot(p, p), dot(p, l), 1};
  }
  // Seen from a point d away.
  Ray shifted(const Vec& d) const {
    const double size = dot(d, d);
    Ray r = *this;
    r.p = p - one * d;
    r.square = square - 2 * dot(d, p) + size * one;
    r.along = along - dot(d, l);
    r.moment = moment - cross(d, l);
    r.inverse = inverse + size * l - 2 * dot(d, l) * d + 2.0 * cross(d, moment) + 2 * along * d;
    return r;
  }
  void numbers(double* x) const {
    int k = 0;
    for (const Vec* v : {&p, &l, &moment, &inverse})
      for (int i = 0; i < 3; ++i) x[k++] = (*v)[i];
    x[k++] = square;
    x[k] = along;
  }
};

// A turn about an axis: the parts that 1, the cosine and the sine of the angle are multiplied by.
struct Parts {
  Ray part[3];
};
inline Parts turned(const Ray& ray, const Vec& axis, const Vec& point, double way) {
  const Ray at = ray.shifted(point);
  Ray fixed, cosine, sine;
  const auto split = [&](Vec Ray::*member) {
    const Vec v = at.*member, along = dot(axis, v) * axis;
    fixed.*member = along;
    cosine.*member = v - along;
    sine.*member = way * cross(axis, v);
  };
  for (Vec Ray::*member : {&Ray::p, &Ray::l, &Ray::moment, &Ray::inverse}) split(member);
  fixed.square = at.square, fixed.along = at.along, fixed.one = at.one;
  return {{fixed.shifted(-point), cosine.shifted(-point), sine.shifted(-point)}};
}

// Coefficients of 1, cosine and sine of an angle become those of 1, x and x^2, all times 1 + x^2; x: the
// tangent of half the angle behind `from`.
inline void by_half_angle(double from, double& one, double& cosine, double& sine) {
  const double c = std::cos(from), s = std::sin(from), a = one;
  const double b = cosine * c + sine * s, d = sine * c - cosine * s;
  one = a + b, cosine = 2 * d, sine = a - b;
}

inline constexpr int kRows = 14, kPair = 9, kSize = 12;

// Six equations in 1, cosine and sine of the angles 3, 4 and 5: row, then 27 products.
struct Equations {
  double of[6][27];
};

// Eliminates the products of the first two angles by reflections. left: 14 x 27, right: 14 x 9, the first of
// which is that of 1.
// Returns the smallest part of a product that is not in the others, of the largest one.
inline double eliminate(double (&left)[kRows][27], double (&right)[kRows][kPair], Equations& equations) {
  double smallest = 0, largest = 0;
  for (int r = 0; r < kRows; ++r) left[r][0] -= right[r][0];
  double both[kRows * 35];
  for (int r = 0; r < kRows; ++r) {
    for (int k = 0; k < 8; ++k) both[r * 35 + k] = right[r][k + 1];
    for (int k = 0; k < 27; ++k) both[r * 35 + 8 + k] = left[r][k];
  }
  for (int k = 0; k < 8; ++k) {
    // The column with the largest part that is left.
    int best = k;
    double most = -1;
    for (int j = k; j < 8; ++j) {
      double size = 0;
      for (int r = k; r < kRows; ++r) size += both[r * 35 + j] * both[r * 35 + j];
      if (size > most) most = size, best = j;
    }
    for (int r = 0; best != k && r < kRows; ++r) std::swap(both[r * 35 + k], both[r * 35 + best]);
    smallest = std::sqrt(most);
    largest = k == 0 ? smallest : largest;
    double below[kRows];
    for (int r = k; r < kRows; ++r) below[r - k] = both[r * 35 + k];
    dense::Reflection<kRows, double> by;
    by.of(below, kRows - k);
    dense::reflect_rows<35>(both, by, kRows - k, k, k, 35);
  }
  for (int r = 0; r < 6; ++r)
    for (int k = 0; k < 27; ++k) equations.of[r][k] = both[(8 + r) * 35 + 8 + k];
  return largest > 0 ? smallest / largest : 0;
}

// Both sides for a problem: D's image turned back by the first two angles, and the sixth axis by three.
inline double equations_of(const Problem& problem, Equations& equations) {
  double left[kRows][27], right[kRows][kPair];
  const auto column = [](auto& matrix, int k, const Ray& ray) {
    double x[kRows];
    ray.numbers(x);
    for (int r = 0; r < kRows; ++r) matrix[r][k] = x[r];
  };
  const auto turn = [&](const Ray& ray, int joint, double way) {
    return turned(ray, problem.axis[joint], problem.point[joint], way);
  };
  const Parts fifth = turn(Ray::of(problem.point[5], problem.axis[5]), 4, 1);
  for (int k5 = 0; k5 < 3; ++k5) {
    const Parts fourth = turn(fifth.part[k5], 3, 1);
    for (int k4 = 0; k4 < 3; ++k4) {
      const Parts third = turn(fourth.part[k4], 2, 1);
      for (int k3 = 0; k3 < 3; ++k3) column(left, 9 * k3 + 3 * k4 + k5, third.part[k3]);
    }
  }
  const Parts first =
      turn(Ray::of(problem.R * problem.point[5] + problem.p, problem.R * problem.axis[5]), 0, -1);
  for (int k1 = 0; k1 < 3; ++k1) {
    const Parts second = turn(first.part[k1], 1, -1);
    for (int k2 = 0; k2 < 3; ++k2) column(right, 3 * k1 + k2, second.part[k2]);
  }
  return eliminate(left, right, equations);
}

// Where angles 4 and 5 are counted from: no position of an arm makes half their tangents infinite.
inline constexpr double kFrom4 = 0.6180339887, kFrom5 = -0.7548776662;

// The matrices of 1, x and x^2, x the tangent of half of angle 3 behind `from3`: rows of six equations and of
// these times y, columns y^i z^j at 3 i + j, y and z the tangents of half of angles 4 and 5.
struct Quadratic {
  double of[3][kSize * kSize] = {};
};
inline void quadratic_of(const Equations& equations, double from3, Quadratic& matrices) {
  for (int r = 0; r < 6; ++r) {
    double k[27];
    for (int i = 0; i < 27; ++i) k[i] = equations.of[r][i];
    for (int i = 0; i < 9; ++i) by_half_angle(from3, k[i], k[9 + i], k[18 + i]);
    for (int i = 0; i < 27; ++i)
      if (i / 3 % 3 == 0) by_half_angle(kFrom4, k[i], k[i + 3], k[i + 6]);
    for (int i = 0; i < 27; i += 3) by_half_angle(kFrom5, k[i], k[i + 1], k[i + 2]);
    double largest = 0;
    for (double number : k) largest = std::fmax(largest, std::fabs(number));
    const double scale = largest > 0 ? 1 / largest : 1;
    for (int i = 0; i < 27; ++i) {
      double(&matrix)[kSize * kSize] = matrices.of[i / 9];
      matrix[r * kSize + i % 9] = matrix[(r + 6) * kSize + i % 9 + 3] = scale * k[i];
    }
  }
}

}  // namespace detail

}  // namespace six_revolute
}  // namespace romas
