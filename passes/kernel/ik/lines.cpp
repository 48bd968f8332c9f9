#include "passes/kernel/ik/lines.h"

#include <array>
#include <optional>

namespace romas::ik {

namespace {

std::optional<Axis> constant(const Line& line) {
  Axis axis;
  const std::array<Scalar, 6> parts = {line.h.x, line.h.y, line.h.z, line.o.x, line.o.y, line.o.z};
  for (int k = 0; k < 6; ++k) {
    const Scalar& part = parts[static_cast<std::size_t>(k)];
    if (!part.builder().is_constant(part.value(), k < 3 ? axis.h[k] : axis.o[k - 3])) return {};
  }
  return axis;
}

}  // namespace

Vec nearest(const Formulas& f, const Line& line, const Vec& x) {
  const auto axis = constant(line);
  const auto point = constant(Line{line.h, x});
  if (axis && point)
    return Vec::constant(f.builder(),
                         without_dust(axis->o + axis->h * axis->h.dot(point->o - axis->o), f.length()));
  return line.o + dot(line.h, x - line.o) * line.h;
}

Vec meeting_point(const Formulas& f, const Line& a, const Line& b) {
  const auto axis_a = constant(a);
  const auto axis_b = constant(b);
  if (axis_a && axis_b)
    return Vec::constant(f.builder(), without_dust(meeting_point(*axis_a, *axis_b), f.length()));
  const Vec normal = cross(a.h, b.h);
  return a.o + (dot(cross(b.o - a.o, b.h), normal) / dot(normal, normal)) * a.h;
}

Angle at_product(Formulas& f, const Vec& g, const Vec& h, const Vec& u, Scalar d, double size) {
  const Formulas::Parts p = f.parts(h, u);
  return f.on_circle(dot(g, p.across), dot(g, p.beside), d - dot(g, p.along), size);
}

TwoLinks two_links(Formulas& f, const Vec& h1, const Vec& h2, const Vec& g, const Vec& u, const Vec& y) {
  const Scalar product = f.number(0.5) * (square(y) - square(u) - square(g));
  const Angle second = at_product(f, g, h2, u, product, f.length() * f.length());
  return {f.turning(h1, f.turned(h2, second, u) + g, y, f.length()), second};
}

}  // namespace romas::ik
