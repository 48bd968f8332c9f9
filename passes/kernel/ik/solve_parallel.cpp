// Arms with parallel axes: industrial arms with an offset wrist, desktop arms that turn and reach in a plane,
// SCARAs and gantries.
#include <Eigen/Geometry>

#include "passes/kernel/ik/lines.h"
#include "passes/kernel/ik/solve.h"

namespace romas::ik {

namespace {

// The parallel axes 2 to 4 of an arm move everything in planes. A point of what they carry, which axis 1
// brings to its place, stays in one of these, which gives the first angle.
Angle into_plane(Formulas& f, const std::vector<Line>& lines, const Vec& point, const Vec& o1, const Vec& x) {
  return at_product(f, x, lines[0].h, lines[1].h, dot(lines[1].h, point - o1), f.length());
}

// The angles of parallel axes 2 to 4 by which they turn by `all` about the first of them, and bring a point
// of axis 4 to y.
std::array<Angle, 3> three_parallel(Formulas& f, const std::vector<Line>& lines, const Angle& all,
                                    const Vec& o4, const Vec& y) {
  const Vec o3 = nearest(f, lines[2], o4);
  const Vec o2 = nearest(f, lines[1], o4);
  const Vec& h = lines[1].h;
  const TwoLinks links = two_links(f, h, lines[2].h, o3 - o2, o4 - o3, y - o2);
  const Angle both = f.sum(h, links.first, lines[2].h, links.second);
  const Angle rest = all + Angle{-both.s, both.c};
  return {links.first, links.second, f.sum(lines[3].h, Angle::zero(f.builder()), h, rest)};
}

// The angle about h between u, across h, and what it became.
Angle turn_of(const Vec& h, const Vec& u, const Vec& became) {
  return {dot(cross(h, u), became), dot(u, became)};
}

}  // namespace

// The direction of axis 6 against the planes gives the fifth angle.
Positions solve_parallel(Formulas& f, const std::vector<Line>& lines, const Target& target) {
  const Vec& h = lines[1].h;
  const Vec& h5 = lines[4].h;
  const Vec& h6 = lines[5].h;
  const Vec wrist = meeting_point(f, lines[4], lines[5]);
  const Vec o1 = nearest(f, lines[0], wrist);
  const Vec x = target.moved(wrist) - o1;
  const Angle first = into_plane(f, lines, wrist, o1, x);
  const auto before = [&](const Vec& v) { return f.turned_back(lines[0].h, first, v); };
  const Angle fifth = f.on_cone(h, h5, h6, before(target.rotated(h6)));
  const Vec seen_h = target.inverse().rotated(f.turned(lines[0].h, first, h));
  const Angle sixth = f.turning(h6, seen_h, f.turned_back(h5, fifth, h), 1);
  const auto wrist_back = [&](const Vec& v) { return f.turned_back(h6, sixth, f.turned_back(h5, fifth, v)); };
  const Vec u = f.across(h);
  const Angle all = turn_of(h, u, before(target.rotated(wrist_back(u))));
  const Vec o4 = nearest(f, lines[3], wrist);
  const Vec y = before(target.rotated(wrist_back(o4 - wrist)) + x) + o1;
  const std::array<Angle, 3> planar = three_parallel(f, lines, all, o4, y);
  return {first, planar[0], planar[1], planar[2], fifth, sixth};
}

Positions solve_plane(Formulas& f, const std::vector<Line>& lines, const Target& target, const Tip& tip) {
  const Vec& h = lines[1].h;
  const bool rolls = lines.size() == 5;
  const Vec point = rolls ? nearest(f, lines[4], tip.origin) : tip.origin;
  const Vec o1 = nearest(f, lines[0], point);
  const Vec x = target.moved(point) - o1;
  const Angle first = into_plane(f, lines, point, o1, x);
  const auto before = [&](const Vec& v) { return f.turned_back(lines[0].h, first, v); };
  // A turn about the fifth axis leaves it where it is.
  const Vec pointer = rolls ? lines[4].h : tip.pointer;
  const Angle all = f.turning(h, pointer, before(target.rotated(pointer)), 1, true);
  const Vec o4 = nearest(f, lines[3], point);
  const Vec y = before(x) + o1 + f.turned(h, all, o4 - point);
  const std::array<Angle, 3> planar = three_parallel(f, lines, all, o4, y);
  Positions positions = {first, planar[0], planar[1], planar[2]};
  if (rolls) {
    const Vec u = f.across(lines[4].h);
    positions.push_back(turn_of(lines[4].h, u, f.turned_back(h, all, before(target.rotated(u)))));
  }
  return positions;
}

Positions solve_scara(Formulas& f, const std::vector<Line>& lines, std::size_t slide, const Target& target,
                      const Tip& tip) {
  std::vector<Line> turning = lines;
  turning.erase(turning.begin() + static_cast<std::ptrdiff_t>(slide));
  const Vec& h = turning[0].h;
  const Vec place = target.moved(tip.origin);
  const Angle height = {dot(lines[slide].h, place - tip.origin), f.number(1)};
  Positions positions;
  if (turning.size() == 2) {
    // Along the axes the slide does what is needed.
    const Vec o2 = nearest(f, turning[1], tip.origin);
    const Vec o1 = nearest(f, turning[0], tip.origin);
    const Vec y = place - height.s * lines[slide].h - o1;
    const TwoLinks links = two_links(f, h, turning[1].h, o2 - o1, tip.origin - o2, y);
    positions = {links.first, links.second};
  } else {
    const Angle all = f.turning(h, tip.pointer, target.rotated(tip.pointer), 1, true);
    const Vec o3 = nearest(f, turning[2], tip.origin);
    const Vec y = place - height.s * lines[slide].h + f.turned(h, all, o3 - tip.origin);
    const Vec o2 = nearest(f, turning[1], o3);
    const Vec o1 = nearest(f, turning[0], o3);
    const TwoLinks links = two_links(f, h, turning[1].h, o2 - o1, o3 - o2, y - o1);
    const Angle both = f.sum(h, links.first, turning[1].h, links.second);
    const Angle rest = all + Angle{-both.s, both.c};
    positions = {links.first, links.second, f.sum(turning[2].h, Angle::zero(f.builder()), h, rest)};
  }
  positions.insert(positions.begin() + static_cast<std::ptrdiff_t>(slide), height);
  return positions;
}

Positions solve_gantry(Formulas& f, const std::vector<Line>& lines, const Target& target, const Tip& tip) {
  const bool wrist = lines.size() == 6;
  const Vec point = wrist ? meeting_point(f, lines[3], lines[4]) : tip.origin;
  const Vec shift = target.moved(point) - point;
  // By Cramer's rule; the determinant is a constant.
  const Vec& a = lines[0].h;
  const Vec& b = lines[1].h;
  const Vec& c = lines[2].h;
  const Scalar one = f.number(1);
  const Scalar determinant = dot(a, cross(b, c));
  const auto part = [&](const Vec& across) { return Angle{dot(across, shift) / determinant, one}; };
  Positions positions = {part(cross(b, c)), part(cross(c, a)), part(cross(a, b))};
  if (wrist)
    for (const Angle& angle :
         f.three_turns(lines[3].h, lines[4].h, lines[5].h, [&](const Vec& v) { return target.rotated(v); }))
      positions.push_back(angle);
  return positions;
}

}  // namespace romas::ik
