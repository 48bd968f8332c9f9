// Arms whose last three axes meet, and arms that only bring a point to its place.
#include <utility>

#include "passes/kernel/ik/lines.h"
#include "passes/kernel/ik/solve.h"

namespace romas::ik {

namespace {

// The first three angles with which `centre`, turned by them, becomes w.
class PointReach {
 public:
  PointReach(Formulas& formulas, const std::vector<Line>& lines, const std::vector<bool>& slides,
             const Vec& centre, const Vec& w)
      : f_(formulas), lines_(lines), slides_(slides), centre_(centre), w_(w) {}

  std::array<Angle, 3> angles(Reach reach) {
    switch (reach) {
      case Reach::parallel_last: return parallel_last();
      case Reach::meeting_first: return meeting_first();
      case Reach::parallel_first: return parallel_first();
      case Reach::meeting_last: return meeting_last();
      case Reach::skew_first:
      case Reach::skew_last:
      case Reach::sliding:
        return solve_three(f_, {lines_[0], lines_[1], lines_[2]}, {slides_[0], slides_[1], slides_[2]},
                           reach != Reach::skew_last, centre_, w_);
    }
    return {};
  }

 private:
  const Vec& h(std::size_t i) const { return lines_[i].h; }
  double area() const { return f_.length() * f_.length(); }
  Scalar half(Scalar a) const { return f_.number(0.5) * a; }

  // Axes 2 and 3 move the centre in a plane, whose distance gives the first angle; the distance of the centre
  // from axis 2 gives the third.
  std::array<Angle, 3> parallel_last() {
    const Vec o3 = nearest(f_, lines_[2], centre_);
    const Vec o2 = nearest(f_, lines_[1], centre_);
    const Vec o1 = nearest(f_, lines_[0], o2);
    const Vec x = w_ - o1;
    const Angle first = at_product(f_, x, h(0), h(1), dot(h(1), o2 - o1), f_.length());
    const Vec y = f_.turned_back(h(0), first, x) + (o1 - o2);
    const TwoLinks links = two_links(f_, h(1), h(2), o3 - o2, centre_ - o3, y);
    return {first, links.first, links.second};
  }

  // The distance of the centre from the meeting point gives the third angle.
  std::array<Angle, 3> meeting_first() {
    const Vec o = meeting_point(f_, lines_[0], lines_[1]);
    const Vec o3 = nearest(f_, lines_[2], o);
    const Vec x = w_ - o;
    const Vec u = centre_ - o3;
    const Vec g = o3 - o;
    const Angle third = at_product(f_, g, h(2), u, half(square(x) - square(u) - square(g)), area());
    const Formulas::Two two = f_.two_turns(h(0), h(1), f_.turned(h(2), third, u) + g, x, f_.length());
    return {two.first, two.second, third};
  }

  // Axes 1 and 2 move the centre in planes, whose distance gives the third angle.
  std::array<Angle, 3> parallel_first() {
    const Vec o3 = nearest(f_, lines_[2], centre_);
    const Angle third = at_product(f_, h(0), h(2), centre_ - o3, dot(h(0), w_ - o3), f_.length());
    const Vec v = f_.turned(h(2), third, centre_ - o3) + o3;
    const Vec o1 = nearest(f_, lines_[0], w_);
    const Vec o2 = nearest(f_, lines_[1], w_);
    const Vec x = w_ - o1;
    const Vec u = v - o2;
    const Vec g = o2 - o1;
    const Angle second = at_product(f_, g, h(1), u, half(square(x) - square(u) - square(g)), area());
    return {f_.turning(h(0), f_.turned(h(1), second, u) + g, x, f_.length()), second, third};
  }

  // The distance of the centre from the meeting point gives the first angle.
  std::array<Angle, 3> meeting_last() {
    const Vec o = meeting_point(f_, lines_[1], lines_[2]);
    const Vec o1 = nearest(f_, lines_[0], o);
    const Vec x = w_ - o1;
    const Vec g = o - o1;
    const Vec u = centre_ - o;
    const Angle first = at_product(f_, x, h(0), g, half(square(x) + square(g) - square(u)), area());
    const Vec y = f_.turned_back(h(0), first, x) - g;
    const Formulas::Two two = f_.two_turns(h(1), h(2), u, y, f_.length());
    return {first, two.first, two.second};
  }

  Formulas& f_;
  const std::vector<Line>& lines_;
  const std::vector<bool>& slides_;
  const Vec& centre_;
  const Vec w_;
};

// Several turns in a row, applied backwards to a direction. Turns about parallel axes in a row are one.
class Turns {
 public:
  explicit Turns(const Formulas& formulas) : f_(formulas) {}
  void add(const Vec& h, const Angle& angle, bool parallel_to_last) {
    if (parallel_to_last)
      turns_.back().second = f_.sum(turns_.back().first, turns_.back().second, h, angle);
    else
      turns_.emplace_back(h, angle);
  }
  Vec back(Vec v) const {
    for (const auto& [h, angle] : turns_) v = f_.turned_back(h, angle, v);
    return v;
  }

 private:
  const Formulas& f_;
  std::vector<std::pair<Vec, Angle>> turns_;
};

}  // namespace

Target Target::inverse() const {
  Target result;
  result.rows = {Vec{rows[0].x, rows[1].x, rows[2].x}, Vec{rows[0].y, rows[1].y, rows[2].y},
                 Vec{rows[0].z, rows[1].z, rows[2].z}};
  result.p = Vec::zero(p.x.builder()) - result.rotated(p);
  return result;
}

Positions solve_wrist(Formulas& f, const std::vector<Line>& lines, const std::vector<bool>& slides,
                      Reach reach, const Target& target) {
  const Vec centre = meeting_point(f, lines[3], lines[4]);
  const std::array<Angle, 3> arm = PointReach(f, lines, slides, centre, target.moved(centre)).angles(reach);
  Turns turns(f);
  for (std::size_t i = 0; i < 3; ++i) {
    if (slides[i]) continue;
    const bool parallel_to_last =
        (reach == Reach::parallel_last && i == 2) || (reach == Reach::parallel_first && i == 1);
    turns.add(lines[i].h, arm[i], parallel_to_last);
  }
  const std::array<Angle, 3> wrist = f.three_turns(
      lines[3].h, lines[4].h, lines[5].h, [&](const Vec& v) { return turns.back(target.rotated(v)); });
  return {arm[0], arm[1], arm[2], wrist[0], wrist[1], wrist[2]};
}

Positions solve_point(Formulas& f, const std::vector<Line>& lines, const std::vector<bool>& slides,
                      Reach reach, const Target& target, const Tip& tip) {
  const std::array<Angle, 3> angles =
      PointReach(f, lines, slides, tip.origin, target.moved(tip.origin)).angles(reach);
  return {angles.begin(), angles.end()};
}

}  // namespace romas::ik
