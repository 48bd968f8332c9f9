// Arms of seven joints with a shoulder and a wrist whose axes meet.
#include "passes/kernel/ik/lines.h"
#include "passes/kernel/ik/solve.h"

namespace romas::ik {

namespace {

// Three unit vectors at right angles: along a line, across it, and their product.
struct Triad {
  Vec along, across, beside;
  Triad(const Vec& a, const Vec& b) : along(a), across(b), beside(cross(a, b)) {}
  // The parts of v.
  Vec parts(const Vec& v) const { return {dot(along, v), dot(across, v), dot(beside, v)}; }
  Vec composed(const Vec& parts) const { return parts.x * along + parts.y * across + parts.z * beside; }
};

// Returns the triad around the line from shoulder to wrist, of an arm that is in its zero pose but for the
// elbow. Across the line: the elbow's axis.
Triad elbow_triad(const Formulas& f, const Line& elbow, const Vec& to_wrist) {
  const Vec along = f.unit(to_wrist, f.length());
  return {along, f.unit(elbow.h - dot(along, elbow.h) * along, 1)};
}

// The same line where it shall be. Across it: the horizontal direction.
Triad level_triad(const Formulas& f, const Vec& to_wrist) {
  constexpr double kVertical = 1e-24;  // square of the sine of the angle to z
  const Vec along = f.unit(to_wrist, f.length());
  const Scalar square = along.x * along.x + along.y * along.y;
  const Scalar has_direction = square - f.number(kVertical);
  const Scalar inverse = f.number(1) / f.sqrt(f.select(has_direction, square, f.number(1)));
  return {along,
          {f.select(has_direction, -along.y * inverse, f.number(1)),
           f.select(has_direction, along.x * inverse, f.number(0)), f.number(0)}};
}

// Shoulder and wrist of the zero pose.
struct Ends {
  Vec shoulder, wrist;
  Ends(const Formulas& f, const std::vector<Line>& lines)
      : shoulder(meeting_point(f, lines[0], lines[1])), wrist(meeting_point(f, lines[4], lines[5])) {}
};

}  // namespace

Positions solve_swivel(Formulas& f, const std::vector<Line>& lines, const Angle& swivel,
                       const Target& target) {
  const Ends ends(f, lines);
  const Line& elbow = lines[3];
  const Vec o4 = nearest(f, elbow, ends.shoulder);
  const Vec g = o4 - ends.shoulder;
  const Vec u = ends.wrist - o4;
  const Vec x = target.moved(ends.wrist) - ends.shoulder;
  const Scalar product = f.number(0.5) * (square(x) - square(u) - square(g));
  const Angle fourth = at_product(f, g, elbow.h, u, product, f.length() * f.length());
  const Triad from = elbow_triad(f, elbow, f.turned(elbow.h, fourth, u) + g);
  const Triad level = level_triad(f, x);
  const Triad to(level.along, swivel.c * level.across + swivel.s * level.beside);
  const std::array<Angle, 3> shoulder = f.three_turns(
      lines[0].h, lines[1].h, lines[2].h, [&](const Vec& v) { return to.composed(from.parts(v)); });
  const std::array<Angle, 3> wrist = f.three_turns(lines[4].h, lines[5].h, lines[6].h, [&](const Vec& v) {
    return f.turned_back(elbow.h, fourth, from.composed(to.parts(target.rotated(v))));
  });
  return {shoulder[0], shoulder[1], shoulder[2], fourth, wrist[0], wrist[1], wrist[2]};
}

Angle swivel_of(Formulas& f, const std::vector<Line>& lines, const Positions& angles) {
  const Ends ends(f, lines);
  const Line& elbow = lines[3];
  const Vec o4 = nearest(f, elbow, ends.shoulder);
  const Vec to_wrist = f.turned(elbow.h, angles[3], ends.wrist - o4) + (o4 - ends.shoulder);
  const Triad from = elbow_triad(f, elbow, to_wrist);
  const auto moved = [&](Vec v) {
    for (std::size_t i = 3; i-- > 0;) v = f.turned(lines[i].h, angles[i], v);
    return v;
  };
  const Triad level = level_triad(f, moved(from.along));
  const Vec axis = moved(from.across);
  return {dot(level.beside, axis), dot(level.across, axis)};
}

}  // namespace romas::ik
