#include "passes/kernel/ik/conic.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace romas::ik {

namespace {

// A term below this part of the usual size counts as 0.
constexpr double kNone = 1e-9;

// The conic as a symmetric matrix [h g d; g -h e; d e f], the part of the circle taken out of it, all divided
// by the root of the sum of their squares.
struct Scaled {
  Scalar h, g, d, e, f;
};

Scaled scaled(const Formulas& formulas, const OnConic& q) {
  const Scalar half = formulas.number(0.5);
  const Scaled raw = {half * (q.cc - q.ss), half * q.cs, half * q.c, half * q.s,
                      q.one + half * (q.cc + q.ss)};
  const Scalar square = raw.h * raw.h + raw.g * raw.g + raw.d * raw.d + raw.e * raw.e + raw.f * raw.f;
  constexpr double kTiny = 1e-200;
  const Scalar has_size = square - formulas.number(kTiny);
  const Scalar k = formulas.number(1) / formulas.sqrt(formulas.select(has_size, square, formulas.number(1)));
  return {k * raw.h, k * raw.g, k * raw.d, k * raw.e, k * raw.f};
}

// A parameter x at which the matrix less x times that of the circle, diag(1, 1, -1), is that of two real
// lines. Its determinant is -k^2 at -a and k'^2 at a, where a^2 = h^2 + g^2: there is a root between them,
// and there the lines are real. Halving the interval finds it, however near to each other roots are.
Scalar of_two_lines(const Formulas& formulas, const Scaled& q, Scalar a, Scalar a2) {
  const Scalar dd = q.d * q.d, ee = q.e * q.e;
  const Scalar linear = dd + ee;
  const Scalar constant = q.h * (dd - ee) + formulas.number(2) * q.g * q.d * q.e;
  constexpr int kHalvings = 52;
  Scalar x = -a;
  for (int k = 0; k < kHalvings; ++k) {
    const Scalar next = x + formulas.number(std::ldexp(1.0, -k)) * a;
    const Scalar value = (next * next - a2) * (next + q.f) + next * linear + constant;
    x = formulas.select(value, x, next);
  }
  return x;
}

Vec select(const Formulas& formulas, Scalar condition, const Vec& a, const Vec& b) {
  return {formulas.select(condition, a.x, b.x), formulas.select(condition, a.y, b.y),
          formulas.select(condition, a.z, b.z)};
}

// Returns the vector whose number is the largest of the three.
Vec largest(const Formulas& formulas, const std::array<Vec, 3>& of, const std::array<Scalar, 3>& number,
            Scalar* most = nullptr) {
  const Scalar first = number[0] - number[1];
  const Scalar both = formulas.select(first, number[0], number[1]);
  const Scalar second = both - number[2];
  if (most != nullptr) *most = formulas.select(second, both, number[2]);
  return select(formulas, second, select(formulas, first, of[0], of[1]), of[2]);
}

// The point in which the two lines meet, v: the matrix of both is w w' + w' w, its adjoint -v v. With [v]x
// added to it the matrix is 2 w w', with -v 2 w' w: each row is one of both lines, but for a factor.
Vec line(const Formulas& formulas, const Scaled& q, Scalar a, Scalar x, Scalar sign) {
  const Scalar m = q.f + x, plus = q.h + x, minus = q.h - x;
  const Scalar xx = plus * m + q.e * q.e, yy = q.d * q.d - minus * m, zz = (a - x) * (a + x);
  const Scalar xy = q.g * m - q.d * q.e, xz = -(q.g * q.e + plus * q.d), yz = minus * q.e - q.g * q.d;
  Scalar square;
  const Vec column =
      largest(formulas, {Vec{xx, xy, xz}, Vec{xy, yy, yz}, Vec{xz, yz, zz}}, {xx, yy, zz}, &square);
  constexpr double kTiny = 1e-60;
  const Scalar has_size = square - formulas.number(kTiny);
  const Scalar k = sign / formulas.sqrt(formulas.select(has_size, square, formulas.number(1)));
  const Vec v = k * column;
  const std::array<Vec, 3> rows = {Vec{minus, q.g - v.z, q.d + v.y}, Vec{q.g + v.z, -plus, q.e - v.x},
                                   Vec{q.d - v.y, q.e + v.x, m}};
  return formulas.unit(
      largest(formulas, rows, {dot(rows[0], rows[0]), dot(rows[1], rows[1]), dot(rows[2], rows[2])}), 1);
}

}  // namespace

Angle on_conic(Formulas& formulas, const OnConic& equation, double size) {
  const auto vanishes = [&](Scalar a) { return formulas.size_of(a) <= kNone * size; };
  // Without squares, since these are those of the circle.
  if (vanishes(equation.cc - equation.ss) && vanishes(equation.cs))
    return formulas.on_circle(equation.c, equation.s, -(equation.one + equation.cc), size);
  const Scaled q = scaled(formulas, equation);
  const Scalar a2 = q.h * q.h + q.g * q.g, a = formulas.sqrt(a2);
  const Scalar sign = formulas.choice();
  const Vec by = line(formulas, q, a, of_two_lines(formulas, q, a, a2), sign);
  return formulas.on_circle(by.x, by.y, -by.z, 1);
}

}  // namespace romas::ik
