#include "passes/kernel/ik/formulas.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "support/math/functions.h"

namespace romas::ik {

namespace {

// Parts of the size of what is compared: below the first a vector has no direction any more; a length below
// the second counts as none.
constexpr double kVanishing = 1e-12;
constexpr double kClose = 1e-9;

std::optional<Vector3> constant(const Vec& v) {
  Vector3 result;
  const std::array<Scalar, 3> parts = {v.x, v.y, v.z};
  for (int k = 0; k < 3; ++k) {
    const Scalar& part = parts[static_cast<std::size_t>(k)];
    if (!part.builder().is_constant(part.value(), result[k])) return {};
  }
  return result;
}

std::optional<double> constant(Scalar a) {
  double value = 0;
  if (!a.builder().is_constant(a.value(), value)) return {};
  return value;
}

Vector3 clean(const Vector3& v, double size) {
  constexpr double kDust = 1e-14;
  return v.unaryExpr([&](double x) { return std::abs(x) <= kDust * size ? 0.0 : x; });
}

}  // namespace

Scalar Formulas::select(Scalar condition, Scalar a, Scalar b) const {
  return {builder_, builder_.select(condition.value(), a.value(), b.value())};
}

Formulas::Parts Formulas::parts(const Vec& h, const Vec& v) const {
  const auto axis = constant(h);
  const auto vector = constant(v);
  if (axis && vector) {
    const double size = vector->norm();
    const Vector3 along = clean(*axis * axis->dot(*vector), size);
    return {Vec::constant(builder_, along), Vec::constant(builder_, clean(*vector - along, size)),
            Vec::constant(builder_, clean(axis->cross(*vector), size))};
  }
  const Vec along = dot(h, v) * h;
  return {along, v - along, cross(h, v)};
}

Vec Formulas::turned(const Vec& h, const Angle& angle, const Vec& v) const {
  const Parts p = parts(h, v);
  return p.along + angle.c * p.across + angle.s * p.beside;
}

Vec Formulas::turned_back(const Vec& h, const Angle& angle, const Vec& v) const {
  return turned(h, {-angle.s, angle.c}, v);
}

Angle Formulas::sum(const Vec& a, const Angle& about_a, const Vec& b, const Angle& about_b) const {
  const auto direction_a = constant(a);
  const auto direction_b = constant(b);
  if (direction_a && direction_b)
    return direction_a->dot(*direction_b) < 0 ? about_a + Angle{-about_b.s, about_b.c} : about_a + about_b;
  const Scalar same = dot(a, b);
  return about_a + Angle{same * about_b.s, about_b.c};
}

Angle Formulas::on_circle(Scalar a, Scalar b, Scalar d, double size, std::optional<Scalar> square) {
  const Scalar sign = next_sign();
  const Scalar r2 = a * a + b * b;
  const Scalar rest = square ? *square : r2 - d * d;
  const Scalar root = sign * sqrt(select(rest, rest, number(0)));
  const Scalar c = a * d - b * root;
  const Scalar s = b * d + a * root;
  const double vanishing = kVanishing * size * kVanishing * size;
  if (const auto known = constant(r2)) {
    if (*known <= kClose * size * kClose * size) {
      degenerate_ = true;
      return Angle::zero(builder_);
    }
    rooms_.push_back(rest / r2);
    return {s / r2, c / r2};
  }
  const Scalar has_direction = r2 - number(vanishing);
  const Scalar inverse = number(1) / select(has_direction, r2, number(1));
  const Scalar close = number(kClose * size * kClose * size) - d * d;
  rooms_.push_back(select(has_direction, rest * inverse, select(close, number(0), number(-1))));
  return {select(has_direction, s * inverse, number(0)), select(has_direction, c * inverse, number(1))};
}

Scalar Formulas::root(Scalar a, Scalar b, Scalar c, double size) {
  const Scalar sign = next_sign();
  const Scalar rest = b * b - a * c;
  rooms_.push_back(rest / number(size * size));
  return (sign * sqrt(select(rest, rest, number(0))) - b) / a;
}

void Formulas::require_near(const Vec& difference) {
  const double reached = kReached * length_;
  rooms_.push_back(number(1) - dot(difference, difference) / number(reached * reached));
}

double Formulas::size_of(const Vec& v) const {
  const auto known = constant(v);
  return known ? known->norm() : std::numeric_limits<double>::infinity();
}

double Formulas::size_of(Scalar a) const {
  const auto known = constant(a);
  return known ? std::abs(*known) : std::numeric_limits<double>::infinity();
}

Angle Formulas::turning(const Vec& h, const Vec& v, const Vec& w, double size, bool nearly) {
  const bool from_v = constant(v).has_value();
  const Parts p = parts(h, from_v ? v : w);
  const Vec& other = from_v ? w : v;
  const Scalar c = dot(p.across, other);
  const Scalar s = from_v ? dot(p.beside, other) : -dot(p.beside, other);
  if (const auto known = constant(dot(p.across, p.across))) {
    if (*known <= kClose * size * kClose * size) {
      degenerate_ = true;
      return Angle::zero(builder_);
    }
    if (!nearly) return {s / number(*known), c / number(*known)};
  }
  const Scalar n2 = s * s + c * c;
  const Scalar has_direction = n2 - number(math::pow(kVanishing * size, 4));
  const Scalar inverse = number(1) / sqrt(select(has_direction, n2, number(1)));
  return {select(has_direction, s * inverse, number(0)), select(has_direction, c * inverse, number(1))};
}

Angle Formulas::on_cone(const Vec& cone, const Vec& h, const Vec& v, const Vec& w) {
  const Parts p = parts(h, v);
  const Scalar d = dot(cone, w) - dot(cone, p.along);
  // Between axes at right angles, what is left of the circle is the part of w across the cone's axis.
  std::optional<Scalar> square;
  const auto cone_axis = constant(cone);
  const auto axis = constant(h);
  const auto vector = constant(v);
  if (cone_axis && axis && vector && cone_axis->dot(*axis) == 0 && axis->dot(*vector) == 0) {
    const Vec across = cross(cone, w);
    square = dot(across, across);
  }
  return on_circle(dot(cone, p.across), dot(cone, p.beside), d, 1, square);
}

Formulas::Two Formulas::two_turns(const Vec& first, const Vec& second, const Vec& v, const Vec& w,
                                  double size) {
  const Parts p = parts(second, v);
  const Scalar d = dot(first, w) - dot(first, p.along);
  std::optional<Scalar> square;
  const auto a = constant(first);
  const auto b = constant(second);
  if (a && b && a->dot(*b) == 0 && dot(second, v).is(0)) {
    // v turns in a plane that holds the first axis: what is left of the circle is the part of w across that
    // axis.
    const Vec across = cross(first, w);
    square = dot(across, across);
  }
  const Angle turn = on_circle(dot(first, p.across), dot(first, p.beside), d, size, square);
  return {turning(first, turned(second, turn, v), w, size), turn};
}

Vec Formulas::across(const Vec& h) const {
  if (const auto axis = constant(h)) {
    Eigen::Index least = 0;
    axis->cwiseAbs().minCoeff(&least);
    const Vector3 start = Vector3::Unit(static_cast<int>(least));
    return Vec::constant(builder_, clean((start - *axis * axis->dot(start)).normalized(), 1));
  }
  // Starts from x or y, whichever is farther from h.
  const Vec x = Vec::constant(builder_, Vector3::UnitX());
  const Vec y = Vec::constant(builder_, Vector3::UnitY());
  const Scalar choice = h.y * h.y - h.x * h.x;
  const Vec start = {select(choice, x.x, y.x), select(choice, x.y, y.y), number(0)};
  return unit(start - dot(h, start) * h, 1);
}

Vec Formulas::unit(const Vec& v, double size) const {
  const Scalar square = dot(v, v);
  const Scalar has_direction = square - number(math::pow(kVanishing * size, 2));
  return (number(1) / sqrt(select(has_direction, square, number(1)))) * v;
}

}  // namespace romas::ik
