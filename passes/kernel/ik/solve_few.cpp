// Arms of one and two joints, and those with more that turn the link where it is. The position of the link
// determines the joints, but for turns about axes that go through its origin, which its pointer determines.
// There are fewer joints than numbers of a position, so that the position is held against what the joints
// make of it.
#include <algorithm>
#include <cmath>

#include "passes/kernel/ik/lines.h"
#include "passes/kernel/ik/solve.h"

namespace romas::ik {

namespace {

// Equations of constants below this part of their size are taken for none.
constexpr double kNothing = kOnAxis;

class FewJoints {
 public:
  FewJoints(Formulas& formulas, const std::vector<Line>& lines, const std::vector<bool>& slides,
            std::size_t moving, const Target& target, const Tip& tip)
      : f_(formulas),
        lines_(lines),
        slides_(slides),
        moving_(moving),
        target_(target),
        tip_(tip),
        place_(target.moved(tip.origin)) {}

  Positions solve() {
    Positions positions;
    if (moving_ == 0)
      positions = {};
    else if (moving_ == 1)
      positions = {slides_[0] ? slide(h(0), place_ - tip_.origin) : turn_alone()};
    else if (slides_[0])
      positions = slides_[1] ? two_slides() : slide_and_turn();
    else
      positions = slides_[1] ? turn_and_slide() : two_turns();
    f_.require_near(made_of(positions) - place_);
    if (moving_ < lines_.size()) add_turns(positions);
    return positions;
  }

 private:
  const Vec& h(std::size_t i) const { return lines_[i].h; }
  Angle slid(const Scalar& way) const { return {way, f_.number(1)}; }
  Angle slide(const Vec& along, const Vec& way) const { return slid(dot(along, way)); }
  bool vanishes(const Vec& v) const { return f_.size_of(v) <= kNothing * f_.length(); }

  // Returns the place to which the joints bring the origin of the link.
  Vec made_of(const Positions& positions) const {
    Vec x = tip_.origin;
    for (std::size_t i = moving_; i-- > 0;)
      x = slides_[i] ? x + positions[i].s * h(i)
                     : f_.turned(h(i), positions[i], x - lines_[i].o) + lines_[i].o;
    return x;
  }

  // Adds the turns about axes through the link's origin, by the part of the pose that they reach.
  void add_turns(Positions& positions) {
    const Positions front = positions;
    const auto seen = [&](Vec v) {
      v = target_.rotated(v);
      for (std::size_t i = 0; i < moving_; ++i)
        if (!slides_[i]) v = f_.turned_back(h(i), front[i], v);
      return v;
    };
    const std::size_t turns = lines_.size() - moving_;
    if (turns == 1) {
      positions.push_back(turn_of_pointer(moving_, seen(tip_.pointer)));
    } else if (turns == 2) {
      const Formulas::Two two = f_.two_turns(h(moving_), h(moving_ + 1), tip_.pointer, seen(tip_.pointer), 1);
      positions.insert(positions.end(), {two.first, two.second});
    } else {
      for (const Angle& angle : f_.three_turns(h(moving_), h(moving_ + 1), h(moving_ + 2), seen))
        positions.push_back(angle);
    }
  }

  // About the i-th axis by the pointer, where the origin is on that axis. seen: what the pose makes of a
  // direction, as the axis sees it.
  Angle turn_of_pointer(std::size_t i, const Vec& seen) {
    return f_.turning(h(i), tip_.pointer, seen, 1, true);
  }

  Angle turn_alone() {
    const Vec o = nearest(f_, lines_[0], tip_.origin);
    const Vec v = tip_.origin - o;
    return vanishes(v) ? turn_of_pointer(0, target_.rotated(tip_.pointer))
                       : f_.turning(h(0), v, place_ - o, f_.length(), true);
  }

  // In the plane of both directions.
  Positions two_slides() const {
    const Vec way = place_ - tip_.origin;
    const Scalar a = dot(h(0), way), b = dot(h(1), way), both = dot(h(0), h(1));
    const Scalar square = f_.number(1) - both * both;
    return {slid((a - both * b) / square), slid((b - both * a) / square)};
  }

  Positions slide_and_turn() {
    const Vec o = nearest(f_, lines_[1], tip_.origin);
    const Vec v = tip_.origin - o;
    if (vanishes(v))
      return {slide(h(0), place_ - tip_.origin), turn_of_pointer(1, target_.rotated(tip_.pointer))};
    const Vec w = place_ - o;
    const Scalar way = way_of_slide(h(1), h(0), w, v);
    return {slid(way), f_.turning(h(1), v, w - way * h(0), f_.length(), true)};
  }

  Positions turn_and_slide() {
    const Vec o = nearest(f_, lines_[0], tip_.origin);
    const Vec v = tip_.origin - o, w = place_ - o;
    if (vanishes(v) && vanishes(cross(h(0), h(1))))
      return {turn_of_pointer(0, target_.rotated(tip_.pointer)), slide(h(1), place_ - tip_.origin)};
    const Scalar way = f_.number(-1) * way_of_slide(h(0), h(1), v, w);
    return {f_.turning(h(0), v + way * h(1), w, f_.length(), true), slid(way)};
  }

  // The way s along `direction` after which `from` - s direction has the height along a turning axis and the
  // distance from it that `to` has: the height says it where the slide changes it, else the distance.
  Scalar way_of_slide(const Vec& axis, const Vec& direction, const Vec& from, const Vec& to) {
    const Scalar rise = dot(axis, direction);
    if (f_.size_of(rise) > kNothing) return dot(axis, from - to) / rise;
    const auto across = [&](const Vec& x) { return x - dot(axis, x) * axis; };
    const Vec d = across(direction), x = across(from);
    return f_.root(square(d), f_.number(-1) * dot(d, x), square(x) - square(across(to)), f_.length());
  }

  Positions two_turns() {
    const Vec o2 = nearest(f_, lines_[1], tip_.origin);
    const Vec u = tip_.origin - o2;
    if (vanishes(u)) return point_on_last_axis();
    const Vec o1 = nearest(f_, lines_[0], o2);
    const Vec g = o2 - o1, x = place_ - o1;
    if (vanishes(cross(h(0), h(1)))) {
      const TwoLinks links = two_links(f_, h(0), h(1), g, u, x);
      return {links.first, links.second};
    }
    const Angle second = second_turn(g, u, x);
    return {f_.turning(h(0), f_.turned(h(1), second, u) + g, x, f_.length(), true), second};
  }

  // Axes that are not parallel: the height of the position along axis 1 and its distance from a point there
  // are linear in cosine and sine. If both equations say the same, there are two angles.
  Angle second_turn(const Vec& g, const Vec& u, const Vec& x) {
    const Formulas::Parts p = f_.parts(h(1), u);
    const Scalar a1 = dot(h(0), p.across), b1 = dot(h(0), p.beside);
    const Scalar d1 = dot(h(0), x - g - p.along);
    const Scalar a2 = dot(g, p.across), b2 = dot(g, p.beside);
    const Scalar d2 = f_.number(0.5) * (square(x) - square(u) - square(g)) - dot(g, p.along);
    const Scalar determinant = a1 * b2 - a2 * b1;
    const double length = f_.length();
    if (f_.size_of(determinant) <= kNothing * length * length * length)
      return f_.on_circle(a1, b1, d1, length);
    const Vec direction =
        f_.unit({(d1 * b2 - d2 * b1) / determinant, (a1 * d2 - a2 * d1) / determinant, f_.number(0)}, 1);
    return {direction.y, direction.x};
  }

  Positions point_on_last_axis() {
    const Vec pointed = target_.rotated(tip_.pointer);
    const Vec o1 = nearest(f_, lines_[0], tip_.origin);
    const Vec g = tip_.origin - o1;
    if (vanishes(g)) {
      const Formulas::Two two = f_.two_turns(h(0), h(1), tip_.pointer, pointed, 1);
      return {two.first, two.second};
    }
    const Angle first = f_.turning(h(0), g, place_ - o1, f_.length(), true);
    return {first, turn_of_pointer(1, f_.turned_back(h(0), first, pointed))};
  }

  Formulas& f_;
  const std::vector<Line>& lines_;
  const std::vector<bool>& slides_;
  std::size_t moving_;  // joints that bring the origin to its place
  const Target& target_;
  const Tip& tip_;
  Vec place_;  // where the origin of the link is to be
};

}  // namespace

Positions solve_few(Formulas& f, const std::vector<Line>& lines, const std::vector<bool>& slides,
                    std::size_t moving, const Target& target, const Tip& tip) {
  return FewJoints(f, lines, slides, moving, target, tip).solve();
}

}  // namespace romas::ik
