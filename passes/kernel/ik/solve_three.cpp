// Solves three joints of any kind that bring a point to its place. The second joint is eliminated from
// quantities that the first does not change. An equation in the cosine and sine of one angle remains, with at
// most four solutions (Pieper 1968 for three that turn).
#include <algorithm>
#include <array>

#include "passes/kernel/ik/conic.h"
#include "passes/kernel/ik/lines.h"
#include "passes/kernel/ik/solve.h"

namespace romas::ik {

namespace {

// Directions at right angles, up to rounding.
constexpr double kRight = 1e-9;

class ThreeJoints {
 public:
  ThreeJoints(Formulas& formulas, const std::array<Line, 3>& lines, const std::array<bool, 3>& slides,
              const Vec& point, const Vec& place)
      : f_(formulas), lines_(lines), slides_(slides), p_(point), w_(place) {}

  // Two steps of Newton's method make up for what is lost where two solutions nearly have one angle.
  std::array<Angle, 3> solve(bool skew_first) { return nearer(nearer(roots(skew_first))); }

 private:
  std::array<Angle, 3> roots(bool skew_first) {
    const int kinds = (slides_[0] ? 4 : 0) + (slides_[1] ? 2 : 0) + (slides_[2] ? 1 : 0);
    switch (kinds) {
      case 0: return skew_first ? turns() : backwards();
      case 2: return slide_between_turns();
      case 3: return turn_then_slides();
      case 4: return slide_then_turns();
      case 5: return turn_between_slides();
      default: return backwards();
    }
  }

  const Vec& h(std::size_t i) const { return lines_[i].h; }
  const Vec& o(std::size_t i) const { return lines_[i].o; }
  double area() const { return f_.length() * f_.length(); }
  Angle slid(Scalar way) const { return {way, f_.number(1)}; }
  bool vanishes(Scalar a) const { return f_.size_of(a) <= kRight; }
  bool vanishes(const Vec& v) const { return f_.size_of(v) <= kRight; }

  // Joints 3 to 1 move the place to the point.
  std::array<Angle, 3> backwards() {
    std::array<Line, 3> lines = lines_;
    std::reverse(lines.begin(), lines.end());
    for (Line& line : lines) line.h = Vec::zero(f_.builder()) - line.h;
    const std::array<bool, 3> slides = {slides_[2], slides_[1], slides_[0]};
    const std::array<Angle, 3> found = ThreeJoints(f_, lines, slides, w_, p_).roots(true);
    return {found[2], found[1], found[0]};
  }

  // The point by the angle of joint 3, seen from x.
  TurnedVec turned_by_third(const Vec& x) const {
    const Formulas::Parts parts = f_.parts(h(2), p_ - o(2));
    return {parts.along + (o(2) - x), parts.across, parts.beside};
  }
  // And the square of its distance from there.
  OnLine square_of(const TurnedVec& u) const {
    const Scalar two = f_.number(2);
    const Scalar radius = square(u.c);  // that of u.s
    return {square(u.one) + radius, two * dot(u.one, u.c), two * dot(u.one, u.s)};
  }

  // The angle of joint 2 at which u, turned, has the parts x and y along two directions across its axis.
  Angle second_angle(const Vec& ex, const Vec& ey, const Vec& u, Scalar x, Scalar y) {
    const Scalar u1 = dot(ex, u), u2 = dot(ey, u);
    f_.require((u1 * u1 + u2 * u2) / f_.number(area()));  // 0: the angle may be any
    const Vec direction = f_.unit({u1 * x + u2 * y, u1 * y - u2 * x, f_.number(0)}, area());
    return {direction.y, direction.x};
  }

  // Skew axes 1 and 2. The height of the point along axis 1 and its distance from the foot of the common
  // normal there are linear in cosine and sine of angle 2; the sum of their squares has the angle 3 alone.
  std::array<Angle, 3> turns() {
    const Scalar two = f_.number(2);
    const Vec normal = cross(h(0), h(1)), between = o(1) - o(0);
    const Vec ex = f_.unit(normal, 1), ey = cross(h(1), ex);
    const Scalar distance = dot(ex, between);
    const Vec o1 = o(0) + (dot(cross(between, h(1)), normal) / square(normal)) * h(0);
    const Vec o2 = o1 + distance * ex;
    const Vec x = w_ - o1;
    const TurnedVec u = turned_by_third(o2);
    const OnLine square_u = square_of(u), u3 = u.along(h(1));
    const Scalar sine = dot(h(0), ey), cosine = dot(h(0), h(1));
    // Both parts times 2 distance sine.
    const OnLine known = {square(x) - distance * distance, f_.number(0), f_.number(0)};
    const OnLine height = {dot(h(0), x), f_.number(0), f_.number(0)};
    const OnLine along_x = sine * (known - square_u);
    const OnLine along_y = (two * distance) * (height - cosine * u3);
    const Scalar all = two * distance * sine;
    const OnConic equation =
        along_x * along_x + along_y * along_y + (all * all) * (u3 * u3 + f_.number(-1) * square_u);
    const Angle third = on_conic(f_, equation, area() * area());
    const Vec u_now = u.at(third);
    const Angle second = second_angle(ex, ey, u_now, along_x.at(third) / all, along_y.at(third) / all);
    const Vec y = f_.turned(h(1), second, u_now) + distance * ex;
    return {f_.turning(h(0), y, x, f_.length(), true), second, third};
  }

  std::array<Angle, 3> slide_then_turns() {
    const Vec x = w_ - o(1);
    const TurnedVec u = turned_by_third(o(1));
    const OnLine square_u = square_of(u), u3 = u.along(h(1));
    const Vec normal = cross(h(0), h(1));
    const auto constant = [&](Scalar a) { return OnLine{a, f_.number(0), f_.number(0)}; };
    Angle second, third;
    if (vanishes(normal)) {
      // The slide is along axis 2: the distance from that axis gives the third angle.
      const Scalar radius = square(x) - dot(h(1), x) * dot(h(1), x);
      third = on_conic(f_, u3 * u3 + (constant(radius) - square_u), area());
      second = f_.turning(h(1), u.at(third), x, f_.length(), true);
    } else {
      // Directions across the slide tell of the turns alone.
      const Vec ex = f_.unit(normal, 1), ey = cross(h(1), ex), across = cross(h(0), ex);
      const Scalar along_x = dot(ex, x), height = dot(across, x);
      const Scalar rise = dot(across, h(1)), beside = dot(across, ey);
      if (vanishes(beside)) {
        third = f_.on_circle(u3.c, u3.s, height / rise - u3.one, f_.length());
        const Vec now = u.at(third);
        second = f_.on_circle(dot(ex, now), -dot(ey, now), along_x, f_.length());
      } else {
        const OnLine along_y = constant(height) - rise * u3;
        const Scalar squares = beside * beside;
        third = on_conic(
            f_, along_y * along_y + squares * (u3 * u3 + (constant(along_x * along_x) - square_u)), area());
        second = second_angle(ex, ey, u.at(third), along_x, along_y.at(third) / beside);
      }
    }
    return {slid(dot(h(0), x - f_.turned(h(1), second, u.at(third)))), second, third};
  }

  // Solves by two quantities of the point that the first turn does not change: its height and its distance
  // from a point of the axis.
  std::array<Angle, 3> slide_between_turns() {
    const Vec x = w_ - o(0);
    const TurnedVec u = turned_by_third(o(0));
    const OnLine square_u = square_of(u), height = u.along(h(0)), slope = u.along(h(1));
    const Scalar rise = dot(h(0), h(1)), wanted = dot(h(0), x);
    Angle third;
    Scalar way;
    if (vanishes(rise)) {
      third = f_.on_circle(height.c, height.s, wanted - height.one, f_.length());
      way = f_.root(f_.number(1), slope.at(third), square_u.at(third) - square(x), f_.length());
    } else {
      // All by the way that makes the height.
      const OnLine by = OnLine{wanted, f_.number(0), f_.number(0)} - height;
      const OnLine rest = square_u - OnLine{square(x), f_.number(0), f_.number(0)};
      third = on_conic(f_, by * by + (f_.number(2) * rise) * (by * slope) + (rise * rise) * rest, area());
      way = by.at(third) / rise;
    }
    const Vec reached = u.at(third) + way * h(1);
    return {f_.turning(h(0), reached, x, f_.length(), true), slid(way), third};
  }

  // The turn brings the plane of both slides to the place.
  std::array<Angle, 3> turn_then_slides() {
    const Vec normal = cross(h(1), h(2));
    const Angle first = at_product(f_, w_ - o(0), h(0), normal, dot(normal, p_ - o(0)), f_.length());
    const Vec way = f_.turned_back(h(0), first, w_ - o(0)) + o(0) - p_;
    const auto [second, third] = two_slides(h(1), h(2), way);
    return {first, second, third};
  }

  // The way of both slides has no part across them.
  std::array<Angle, 3> turn_between_slides() {
    const Vec x = w_ - o(1), m = p_ - o(1);
    const Vec from_x = cross(x, h(0));
    const Formulas::Parts slide = f_.parts(h(1), h(2)), area = f_.parts(h(1), cross(h(2), m));
    const auto part = [&](Vec Formulas::Parts::*which) {
      return dot(slide.*which, from_x) - dot(area.*which, h(0));
    };
    using P = Formulas::Parts;
    const Angle second = f_.on_circle(part(&P::across), part(&P::beside), -part(&P::along), f_.length());
    const auto [first, third] =
        two_slides(h(0), f_.turned(h(1), second, h(2)), x - f_.turned(h(1), second, m));
    return {first, second, third};
  }

  // In the plane of both directions.
  std::array<Angle, 2> two_slides(const Vec& h1, const Vec& h2, const Vec& way) {
    const Scalar a = dot(h1, way), b = dot(h2, way), both = dot(h1, h2);
    const Vec normal = cross(h1, h2);
    const Scalar square_sine = square(normal);
    if (!square_sine.constant()) f_.require(square_sine);  // 0: both slide along one direction
    constexpr double kTiny = 1e-24;
    const Scalar divisor = f_.select(square_sine - f_.number(kTiny), square_sine, f_.number(1));
    return {slid((a - both * b) / divisor), slid((b - both * a) / divisor)};
  }

  // A step of Newton's method, none near singular positions.
  std::array<Angle, 3> nearer(const std::array<Angle, 3>& from) {
    std::array<Vec, 3> moves;  // by a change of each joint
    Vec reached = p_;
    double volume = 1;
    for (std::size_t i = 3; i-- > 0;) {
      const auto turned = [&](const Vec& v) { return slides_[i] ? v : f_.turned(h(i), from[i], v); };
      reached = slides_[i] ? reached + from[i].s * h(i) : turned(reached - o(i)) + o(i);
      moves[i] = slides_[i] ? h(i) : cross(h(i), reached - o(i));
      for (std::size_t k = i + 1; k < 3; ++k) moves[k] = turned(moves[k]);
      if (!slides_[i]) volume *= f_.length();
    }
    const Vec missing = w_ - reached;
    const std::array<Vec, 3> across = {cross(moves[1], moves[2]), cross(moves[2], moves[0]),
                                       cross(moves[0], moves[1])};
    const Scalar determinant = dot(moves[0], across[0]);
    constexpr double kSingular = 1e-8;
    const Scalar clear = determinant * determinant - f_.number(kSingular * volume * kSingular * volume);
    const Scalar inverse =
        f_.select(clear, f_.number(1) / f_.select(clear, determinant, f_.number(1)), f_.number(0));
    std::array<Angle, 3> result;
    for (std::size_t i = 0; i < 3; ++i) {
      const Scalar step = inverse * dot(across[i], missing);
      result[i] = slides_[i] ? slid(from[i].s + step) : turned_by(from[i], step);
    }
    return result;
  }
  // By a small angle.
  Angle turned_by(const Angle& angle, Scalar step) const {
    const Vec x = f_.unit({angle.c - step * angle.s, angle.s + step * angle.c, f_.number(0)}, 1);
    return {x.y, x.x};
  }

  Formulas& f_;
  std::array<Line, 3> lines_;
  std::array<bool, 3> slides_;
  Vec p_, w_;
};

}  // namespace

std::array<Angle, 3> solve_three(Formulas& f, const std::array<Line, 3>& lines,
                                 const std::array<bool, 3>& slides, bool skew_first, const Vec& point,
                                 const Vec& place) {
  return ThreeJoints(f, lines, slides, point, place).solve(skew_first);
}

}  // namespace romas::ik
