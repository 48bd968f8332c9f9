// The closed forms of chains whose structure is known.
#pragma once

#include <array>
#include <vector>

#include "passes/kernel/ik/formulas.h"
#include "passes/kernel/ik/structure.h"

namespace romas::ik {

// A motion from the pose where all positions are zero: x becomes R x + p, both in {W}.
struct Target {
  std::array<Vec, 3> rows;  // of R
  Vec p;
  Vec rotated(const Vec& v) const { return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)}; }
  Vec moved(const Vec& x) const { return rotated(x) + p; }
  Target inverse() const;
};

// The link in the zero pose: its origin, and the direction whose turns count where an arm cannot turn it in
// every way.
struct Tip {
  Vec origin, pointer;
};

// The position of each axis: the angle of one that turns, s of one that slides (m), with c = 1.
using Positions = std::vector<Angle>;

// Three joints that bring `point` to `place`: any three, but for three that slide, of which neighbours that
// turn neither meet nor are parallel: the first two, or else the last two.
std::array<Angle, 3> solve_three(Formulas& formulas, const std::array<Line, 3>& lines,
                                 const std::array<bool, 3>& slides, bool skew_first, const Vec& point,
                                 const Vec& place);

// Positions of six axes whose product of motions is the target. Some of the first three axes may slide.
Positions solve_wrist(Formulas& formulas, const std::vector<Line>& lines, const std::vector<bool>& slides,
                      Reach reach, const Target& target);
Positions solve_parallel(Formulas& formulas, const std::vector<Line>& lines, const Target& target);
// The same for seven axes. Swivel 0: the axis of the elbow, without its part along the line from shoulder to
// wrist, points to z × that line, or to x if the line is along z.
Positions solve_swivel(Formulas& formulas, const std::vector<Line>& lines, const Angle& swivel,
                       const Target& target);
// The swivel angle of given angles.
Angle swivel_of(Formulas& formulas, const std::vector<Line>& lines, const Positions& angles);

// Positions of three axes that bring the tip's origin to its place.
Positions solve_point(Formulas& formulas, const std::vector<Line>& lines, const std::vector<bool>& slides,
                      Reach reach, const Target& target, const Tip& tip);
// An axis and three parallel ones, with which the tip's origin comes to its place and its pointer turns in
// their plane; a fifth across them turns the tip, whose nearest point on that axis comes to its place.
Positions solve_plane(Formulas& formulas, const std::vector<Line>& lines, const Target& target,
                      const Tip& tip);
// Two or three axes that turn and one that slides, all parallel. The tip's origin comes to its place; a third
// turn is the pointer's about the axes.
Positions solve_scara(Formulas& formulas, const std::vector<Line>& lines, std::size_t slide,
                      const Target& target, const Tip& tip);
// Three axes that slide, and none, or three whose axes meet.
Positions solve_gantry(Formulas& formulas, const std::vector<Line>& lines, const Target& target,
                       const Tip& tip);
// One or two axes. The tip's origin comes to its place; the pointer turns about axes that go through the
// origin. If there are more axes, those behind the first `moving` ones go through the tip's origin, and turn
// the pointer, or all of the tip.
Positions solve_few(Formulas& formulas, const std::vector<Line>& lines, const std::vector<bool>& slides,
                    std::size_t moving, const Target& target, const Tip& tip);

}  // namespace romas::ik
