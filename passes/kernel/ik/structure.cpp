#include "passes/kernel/ik/structure.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

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
    add_ends();
    add_with_pose_axes();
    add_points();
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
  // Clearly, as equations need it whose terms are products of angle and distance.
  bool are_skew(const Axes& axes, std::size_t i, std::size_t k) const {
    constexpr double kSmallest = 1e-4;
    return !parallel(axes[i], axes[k], kSmallest) && !meet(axes[i], axes[k], chain_.length, kSmallest);
  }
  // Three axes from the first on meet in one point.
  bool spherical(const Axes& axes, std::size_t first) const {
    return do_meet(axes, first, first + 1) && do_meet(axes, first + 1, first + 2) &&
           on_line(axes[first + 2], meeting_point(axes[first], axes[first + 1]), chain_.length, tolerance_);
  }

  void add(bool holds, const Structure& structure) {
    if (holds) found_.push_back(structure);
  }

  // Returns true if the directions of two axes are the same, which those of two that slide must not be, or
  // clearly different.
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
    if (n == 3)
      for (const Reach reach : reaches(axes)) found_.push_back({{}, false, Family::point, reach});
    if (n > 5 || !turn(axes)) return;
    const bool plane =
        n >= 4 && are_parallel(axes, 1, 2) && are_parallel(axes, 2, 3) && !are_parallel(axes, 0, 1);
    const bool across = n == 4 || std::abs(axes.back().h.dot(axes[1].h)) <= tolerance_;
    add(plane && across, {{}, false, Family::plane, {}});
  }

  // One or two joints bring the link to its place, others turn it there.
  void add_ends() {
    const std::size_t n = chain_.axes.size(), turns = axes_through_link(chain_);
    if (n > 5 || turns > 3 || n - turns > 2) return;
    const Axes front(chain_.axes.begin(), chain_.axes.end() - static_cast<std::ptrdiff_t>(turns));
    add(front.size() < 2 || are_apart(front), {{}, false, Family::few, {}});
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

  // Arms of four and five joints that reach a pose but for turns about axes of the link or the pose.
  void add_with_pose_axes() {
    const std::size_t n = chain_.axes.size();
    if (n != 4 && n != 5) return;
    const Chain six = with_pose_axes(chain_, kSix - n);
    for (Structure structure : of_six(six.axes, {})) {
      structure.pose_axes = kSix - n;
      found_.push_back(structure);
    }
  }

  // And those of which one joint or two are given, and the others bring a point to its place.
  void add_points() {
    const std::size_t n = chain_.axes.size();
    if (n == 4)
      for (std::size_t i = 0; i < n; ++i) hold({i});
    for (std::size_t i = 0; n == 5 && i < n; ++i)
      for (std::size_t k = i + 1; k < n; ++k) hold({i, k});
  }
  std::vector<Structure> of_three(const Axes& axes, const std::vector<std::size_t>& held) const {
    std::vector<Structure> result;
    for (const Reach reach : reaches(axes)) result.push_back({held, false, Family::point, reach});
    return result;
  }

  // How the first three of these axes bring a point to its place.
  std::vector<Reach> reaches(const Axes& axes) const {
    std::vector<Reach> result;
    const auto add = [&](bool holds, Reach reach) {
      if (holds) result.push_back(reach);
    };
    const auto slide = std::count_if(axes.begin(), axes.begin() + 3, [](const Axis& a) { return a.slides; });
    if (slide > 0) {
      add(slide < 3, Reach::sliding);
      return result;
    }
    add(are_parallel(axes, 1, 2) && !are_parallel(axes, 0, 1), Reach::parallel_last);
    add(do_meet(axes, 0, 1), Reach::meeting_first);
    add(are_parallel(axes, 0, 1) && !are_parallel(axes, 1, 2), Reach::parallel_first);
    add(do_meet(axes, 1, 2), Reach::meeting_last);
    add(are_skew(axes, 0, 1), Reach::skew_first);
    add(are_skew(axes, 1, 2) && !are_skew(axes, 0, 1), Reach::skew_last);
    return result;
  }

  // Adds the structures of the other six or three axes that hold whatever the given angles are. Only a few
  // angles are tried.
  void hold(const std::vector<std::size_t>& held) {
    constexpr std::array<double, 3> kAngles = {0.73, -1.91, 2.57};
    std::vector<Structure> common;
    for (std::size_t sample = 0; sample < (held.empty() ? 1 : kAngles.size()); ++sample) {
      std::vector<double> angles;
      for (std::size_t k = 0; k < held.size(); ++k)
        angles.push_back(kAngles[(sample + k) % kAngles.size()] * (k == 0 ? 1.0 : -0.8));
      const Axes left = axes_without(chain_, held, angles);
      std::vector<Structure> here = left.size() == kSix ? of_six(left, held) : of_three(left, held);
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
      if (turn({axes.begin() + 3, axes.end()}) && spherical(axes, 3))
        for (const Reach reach : reaches(axes)) result.push_back({held, reversed, Family::wrist, reach});
      if (turn(axes) && are_parallel(axes, 1, 2) && are_parallel(axes, 2, 3) && !are_parallel(axes, 0, 1) &&
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

std::array<int, 2> pose_axes_of(const RigidTransform& tip, const Vector3& last) {
  const auto along = [&](int column) { return std::abs(tip.R.col(column).dot(last)); };
  const int first = points_along_x(tip, last) ? 0 : 2, other = 2 - first;
  const bool is_y = along(1) + kStructureTolerance < along(other);
  return {first, is_y ? 1 : other};
}

Chain with_pose_axes(const Chain& chain, std::size_t count) {
  Chain result = chain;
  const auto last =
      std::find_if(chain.axes.rbegin(), chain.axes.rend(), [](const Axis& axis) { return !axis.slides; });
  if (last == chain.axes.rend()) return result;
  for (const int column : pose_axes_of(chain.tip, last->h))
    if (result.axes.size() < chain.axes.size() + count)
      result.axes.push_back({chain.tip.R.col(column), chain.tip.p, false});
  return result;
}

std::vector<Structure> find_structures(const Chain& chain, double tolerance) {
  return Finder(chain, tolerance).find();
}

bool are_held(const std::vector<std::size_t>& axes, const Structure& structure) {
  return std::all_of(axes.begin(), axes.end(), [&](std::size_t axis) {
    return std::find(structure.held.begin(), structure.held.end(), axis) != structure.held.end();
  });
}

}  // namespace romas::ik
