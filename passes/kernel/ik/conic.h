// Equations in the cosine and sine of one angle: lines and conics in the plane of both.
#pragma once

#include "passes/kernel/ik/formulas.h"

namespace romas::ik {

// one + c cos + s sin
struct OnLine {
  Scalar one, c, s;
  Scalar at(const Angle& angle) const { return one + c * angle.c + s * angle.s; }
};
inline OnLine operator+(const OnLine& a, const OnLine& b) { return {a.one + b.one, a.c + b.c, a.s + b.s}; }
inline OnLine operator-(const OnLine& a, const OnLine& b) { return {a.one - b.one, a.c - b.c, a.s - b.s}; }
inline OnLine operator*(Scalar k, const OnLine& a) { return {k * a.one, k * a.c, k * a.s}; }

// one + c cos + s sin + cc cos^2 + cs cos sin + ss sin^2
struct OnConic {
  Scalar one, c, s, cc, cs, ss;
};
inline OnConic operator+(const OnConic& a, const OnConic& b) {
  return {a.one + b.one, a.c + b.c, a.s + b.s, a.cc + b.cc, a.cs + b.cs, a.ss + b.ss};
}
inline OnConic operator+(const OnConic& a, const OnLine& b) {
  return {a.one + b.one, a.c + b.c, a.s + b.s, a.cc, a.cs, a.ss};
}
inline OnConic operator*(Scalar k, const OnConic& a) {
  return {k * a.one, k * a.c, k * a.s, k * a.cc, k * a.cs, k * a.ss};
}
inline OnConic operator*(const OnLine& a, const OnLine& b) {
  return {a.one * b.one, a.one * b.c + a.c * b.one, a.one * b.s + a.s * b.one,
          a.c * b.c,     a.c * b.s + a.s * b.c,     a.s * b.s};
}

// A vector turned about an axis: one + c cos + s sin.
struct TurnedVec {
  Vec one, c, s;
  Vec at(const Angle& angle) const { return one + angle.c * c + angle.s * s; }
  OnLine along(const Vec& direction) const {
    return {dot(direction, one), dot(direction, c), dot(direction, s)};
  }
};

// An angle at which the equation is 0: of at most four, the one that the next two signs choose. size: of its
// terms, what counts as large. The conic and the unit circle have these points in common; of the conics
// through them one consists of two lines, which its parameter, a root of a cubic, gives (a pencil of conics:
// Richter-Gebert, Perspectives on Projective Geometry, 11.4).
Angle on_conic(Formulas& formulas, const OnConic& equation, double size);

}  // namespace romas::ik
