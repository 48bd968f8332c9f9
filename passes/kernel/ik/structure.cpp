#include "passes/kernel/ik/structure.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "support/text.h"

namespace romas::ik {

namespace {

using Axes = std::vector<Axis>;

class Finder {
 public:
  Finder(const Chain& chain, double tolerance) : chain_(chain), tolerance_(tolerance) {}

  std::vector<Structure> find() {
    const std::size_t n = chain_.axes.size();
    if (n == 0 || n > 6 + kMostHeld) return {};
    if (n <= 2) {
      add(n == 1 || are_apart(chain_.axes), {{}, false, Family::few, {}});
      return std::move(found_);
    }
    add_partial();
    add_gantry();
    if (n == 7 && turn(chain_.axes) && spherical(chain_.axes, 0) && spherical(chain_.axes, 4))
      found_.push_back({{}, false, Family::swivel, {}});
    if (n == 6) hold({});
    for (std::size_t i = 0; n > 6 && i < n; ++i) {
      if (n == 7) hold({i});
      for (std::size_t k = i + 1; n == 8 && k < n; ++k) hold({i, k});
    }
    return std::move(found_);
  }

 private:
  static bool turn(const Axes& axes) {
    return std::none_of(axes.begin(), axes.end(), [](const Axis& axis) { return axis.slides; });
  }
  bool are_parallel(const Axes& axes, std::size_t i, std::size_t k) const {
    return parallel(axes[i], axes[k], tolerance_);
  }
  bool do_meet(const Axes& axes, std::size_t i, std::size_t k) const {
    return meet(axes[i], axes[k], chain_.length, tolerance_);
  }
  // Three axes from the first on meet in one point.
  bool spherical(const Axes& axes, std::size_t first) const {
    return do_meet(axes, first, first + 1) && do_meet(axes, first + 1, first + 2) &&
           on_line(axes[first + 2], meeting_point(axes[first], axes[first + 1]), chain_.length, tolerance_);
  }

  void add(bool holds, const Structure& structure) {
    if (holds) found_.push_back(structure);
  }

  // Of two axes the directions are the same, which two that slide must not have, or clearly different ones.
  bool are_apart(const Axes& axes) const {
    constexpr double kSmallestAngle = 1e-3;
    const bool same = are_parallel(axes, 0, 1);
    return same ? !axes[0].slides || !axes[1].slides : axes[0].h.cross(axes[1].h).norm() > kSmallestAngle;
  }

  // Arms of three to five joints.
  void add_partial() {
    const Axes& axes = chain_.axes;
    const std::size_t n = axes.size();
    if (n <= 4) add_scara();
    if (n > 5 || !turn(axes)) return;
    if (n == 3)
      for (const Reach reach : reaches(axes)) add(true, {{}, false, Family::point, reach});
    const bool plane =
        n >= 4 && are_parallel(axes, 1, 2) && are_parallel(axes, 2, 3) && !are_parallel(axes, 0, 1);
    const bool across = n == 4 || std::abs(axes.back().h.dot(axes[1].h)) <= tolerance_;
    add(plane && across, {{}, false, Family::plane, {}});
  }

  void add_scara() {
    const Axes& axes = chain_.axes;
    const auto slides = std::count_if(axes.begin(), axes.end(), [](const Axis& axis) { return axis.slides; });
    bool all = slides == 1;
    for (std::size_t i = 1; i < axes.size(); ++i) all = all && are_parallel(axes, 0, i);
    add(all, {{}, false, Family::scara, {}});
  }

  void add_gantry() {
    const Axes& axes = chain_.axes;
    const std::size_t n = axes.size();
    if (n != 3 && n != 6) return;
    constexpr double kFlat = 1e-3;  // volume of the directions' parallelepiped
    const bool three = axes[0].slides && axes[1].slides && axes[2].slides &&
                       std::abs(axes[0].h.dot(axes[1].h.cross(axes[2].h))) > kFlat;
    const bool wrist = n == 3 || (turn({axes.begin() + 3, axes.end()}) && spherical(axes, 3));
    add(three && wrist, {{}, false, Family::gantry, {}});
  }

  // How the first three of these axes bring a point to its place.
  std::vector<Reach> reaches(const Axes& axes) const {
    std::vector<Reach> result;
    const auto add = [&](bool holds, Reach reach) {
      if (holds) result.push_back(reach);
    };
    add(are_parallel(axes, 1, 2) && !are_parallel(axes, 0, 1), Reach::parallel_last);
    add(do_meet(axes, 0, 1), Reach::meeting_first);
    add(are_parallel(axes, 0, 1) && !are_parallel(axes, 1, 2), Reach::parallel_first);
    add(do_meet(axes, 1, 2), Reach::meeting_last);
    return result;
  }

  // What holds for six axes, whatever the given angles are: at some of them.
  void hold(const std::vector<std::size_t>& held) {
    constexpr std::array<double, 3> kAngles = {0.73, -1.91, 2.57};
    std::vector<Structure> common;
    for (std::size_t sample = 0; sample < (held.empty() ? 1 : kAngles.size()); ++sample) {
      std::vector<double> angles;
      for (std::size_t k = 0; k < held.size(); ++k)
        angles.push_back(kAngles[(sample + k) % kAngles.size()] * (k == 0 ? 1.0 : -0.8));
      const Axes six = axes_without(chain_, held, angles);
      if (!turn(six)) return;
      std::vector<Structure> here = of_six(six, held);
      if (sample == 0) common = here;
      std::erase_if(common, [&](const Structure& structure) {
        return std::find(here.begin(), here.end(), structure) == here.end();
      });
    }
    found_.insert(found_.end(), common.begin(), common.end());
  }

  std::vector<Structure> of_six(Axes axes, const std::vector<std::size_t>& held) const {
    std::vector<Structure> result;
    for (const bool reversed : {false, true}) {
      if (reversed) std::reverse(axes.begin(), axes.end());
      if (spherical(axes, 3))
        for (const Reach reach : reaches(axes)) result.push_back({held, reversed, Family::wrist, reach});
      if (are_parallel(axes, 1, 2) && are_parallel(axes, 2, 3) && !are_parallel(axes, 0, 1) &&
          !are_parallel(axes, 3, 4) && do_meet(axes, 4, 5))
        result.push_back({held, reversed, Family::parallel, {}});
    }
    return result;
  }

  const Chain& chain_;
  double tolerance_;
  std::vector<Structure> found_;
};

}  // namespace

std::vector<Structure> find_structures(const Chain& chain, double tolerance) {
  return Finder(chain, tolerance).find();
}

bool are_held(const std::vector<std::size_t>& axes, const Structure& structure) {
  return std::all_of(axes.begin(), axes.end(), [&](std::size_t axis) {
    return std::find(structure.held.begin(), structure.held.end(), axis) != structure.held.end();
  });
}

namespace {

// The numbers of axes in a text, counted along the whole chain from 1.
class AxisNumbers {
 public:
  AxisNumbers(const Chain& chain, const Structure& structure) {
    for (std::size_t i = 0; i < chain.axes.size(); ++i)
      if (std::find(structure.held.begin(), structure.held.end(), i) == structure.held.end())
        numbers_.push_back(i + 1);
    if (structure.reversed) std::reverse(numbers_.begin(), numbers_.end());
  }
  // "axes 2, 3 and 4"
  std::string list(std::vector<std::size_t> at) const {
    for (std::size_t& place : at) place = numbers_[place];
    std::sort(at.begin(), at.end());
    std::string text = concat("axes ", at.front());
    for (std::size_t k = 1; k < at.size(); ++k) text += concat(k + 1 < at.size() ? ", " : " and ", at[k]);
    return text;
  }
  std::string reach(Reach reach) const {
    switch (reach) {
      case Reach::parallel_last: return list({1, 2}) + " are parallel";
      case Reach::meeting_first: return list({0, 1}) + " meet";
      case Reach::parallel_first: return list({0, 1}) + " are parallel";
      case Reach::meeting_last: return list({1, 2}) + " meet";
    }
    return {};
  }

 private:
  std::vector<std::size_t> numbers_;
};

}  // namespace

namespace {

// What is known of one axis or two, and what of a pose counts.
std::string few_text(const Chain& chain) {
  const Axes& axes = chain.axes;
  std::string text;
  if (axes.size() == 1)
    text = axes[0].slides ? "the axis slides" : "the axis turns";
  else if (axes[0].slides || axes[1].slides)
    text = axes[0].slides && axes[1].slides ? "both axes slide"
                                            : concat("axis ", axes[0].slides ? 1 : 2, " slides");
  else if (parallel(axes[0], axes[1], kStructureTolerance))
    text = "both axes are parallel";
  else
    text = meet(axes[0], axes[1], chain.length, kStructureTolerance) ? "both axes meet"
                                                                     : "the axes pass each other";
  const auto turns_link = [&](const Axis& axis) {
    return !axis.slides && on_line(axis, chain.tip.p, length_of_few(chain), kOnAxis);
  };
  text += "; of the pose the position ";
  const bool last = turns_link(axes.back()), first = turns_link(axes.front());
  if (axes.size() == 2 && first && last) return text + "and the direction of an axis of the link count";
  // A slide along the first axis leaves the link on it.
  const bool along = axes.back().slides && parallel(axes.front(), axes.back(), kStructureTolerance);
  if (!last && !(first && along)) return text + "counts";
  return concat(text, "and the turn about axis ", last ? axes.size() : 1, " count");
}

}  // namespace

std::string structure_text(const Chain& chain, const Structure& structure) {
  const AxisNumbers axes(chain, structure);
  const std::size_t n = chain.axes.size();
  switch (structure.family) {
    case Family::wrist: return concat(axes.list({3, 4, 5}), " meet, and ", axes.reach(structure.reach));
    case Family::parallel:
      return concat(axes.list({1, 2, 3}), " are parallel, and ", axes.list({4, 5}), " meet");
    case Family::swivel:
      return "axes 1, 2 and 3 meet, and axes 5, 6 and 7; the elbow's swivel angle is given";
    case Family::point: return concat(axes.reach(structure.reach), "; of the pose the position counts");
    case Family::plane:
      return concat(
          axes.list({1, 2, 3}), " are parallel; of the pose the position and the turn ",
          n == 5 ? "about axis 5 and in the plane across them count" : "in the plane across them count");
    case Family::scara:
      return concat("all axes are parallel, and one slides; of the pose the position ",
                    n == 4 ? "and the turn about them count" : "counts");
    case Family::gantry:
      return n == 6 ? concat("axes 1, 2 and 3 slide, and ", axes.list({3, 4, 5}), " meet")
                    : "all axes slide; of the pose the position counts";
    case Family::few: return few_text(chain);
    case Family::general: return concat(axes.list({0, 1, 2, 3, 4, 5}), " by the eigenvalues of a matrix");
  }
  return {};
}

}  // namespace romas::ik
