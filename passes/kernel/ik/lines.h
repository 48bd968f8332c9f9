// Points on axes of a kernel under construction, and arms of two links in a plane.
#pragma once

#include "passes/kernel/ik/chain.h"
#include "passes/kernel/ik/formulas.h"

namespace romas::ik {

inline Scalar square(const Vec& v) { return dot(v, v); }

// The point of a line that is nearest to x. Those of parallel lines lie in a plane across them.
Vec nearest(const Formulas& formulas, const Line& line, const Vec& x);
// The point in which two lines meet.
Vec meeting_point(const Formulas& formulas, const Line& a, const Line& b);

// The angle about h at which g · (u turned) is d, a product of that size.
Angle at_product(Formulas& formulas, const Vec& g, const Vec& h, const Vec& u, Scalar d, double size);

// The angles about two parallel axes, the second g behind the first, with which u, turned by both, and g,
// turned by the first, add up to y. All lie in a plane across the axes but for equal parts along them.
struct TwoLinks {
  Angle first, second;
};
TwoLinks two_links(Formulas& formulas, const Vec& h1, const Vec& h2, const Vec& g, const Vec& u,
                   const Vec& y);

}  // namespace romas::ik
