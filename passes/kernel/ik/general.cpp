#include "passes/kernel/ik/general.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <romas/six_revolute.hpp>

namespace romas::ik {

namespace {

namespace six = romas::six_revolute;

six::Vec vector(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

// A position of all joints, as the problem of the six that are not held.
struct Sample {
  six::Problem problem;
  std::array<double, kSix> q{};
};

class GeneralCheck {
 public:
  GeneralCheck(const Chain& chain, std::vector<std::size_t> held) : chain_(chain), held_(std::move(held)) {
    for (Sample& sample : samples_) draw(sample);
  }

  // The axis with which no position is missed; empty with the reason. Those that a few positions rule out are
  // not held against all.
  std::optional<int> first(std::string& reason) const {
    if (degenerate()) {
      reason = "its joints do not move the link in every direction";
      return {};
    }
    constexpr std::size_t kFew = 6;
    for (const int axis : by_quality())
      if (misses_none(axis, 0, kFew) && misses_none(axis, kFew, samples_.size())) return axis;
    reason = "the equations of its axes do not tell all solutions apart";
    return {};
  }

 private:
  // Joints that slide move within a part of the chain's length. A pose that an arm of few joints made is not
  // turned besides.
  double draw_position(std::size_t axis) {
    if (axis >= chain_.joints.size()) return 0;
    const double part = 2.0 * static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()) - 1;
    return part * (chain_.axes[axis].slides ? 0.1 * chain_.length : std::numbers::pi);
  }

  void draw(Sample& sample) {
    std::vector<double> held;
    for (const std::size_t axis : held_) held.push_back(draw_position(axis));
    const std::vector<Axis> axes = axes_without(chain_, held_, held);
    six::detail::Placed motion{{}, {}};
    for (std::size_t i = 0; i < kSix; ++i) {
      sample.problem.axis[i] = vector(axes[i].h);
      sample.problem.point[i] = vector(axes[i].o);
      sample.q[i] = draw_position(place(i));
      motion = motion * six::detail::turn_about(sample.problem.axis[i], sample.problem.point[i], sample.q[i]);
    }
    sample.problem.R = motion.R;
    sample.problem.p = motion.p;
  }
  // Returns the place in the chain of the i-th axis that is not held.
  std::size_t place(std::size_t i) const {
    for (const std::size_t held : held_)
      if (held <= i) ++i;
    return i;
  }

  // Near such positions solutions fall together, and no double tells them apart.
  static bool singular(const Sample& sample) {
    constexpr double kNear = 1e-4;
    std::array<double, kSix> q = sample.q;
    double care = 0;
    six::detail::improve(six::detail::scaled(sample.problem), q.data(), care);
    return care < kNear;
  }
  bool degenerate() const {
    const auto count = std::count_if(samples_.begin(), samples_.end(), singular);
    return 2 * static_cast<std::size_t>(count) > samples_.size();
  }

  // Axes whose elimination says something at every position, the best one first.
  std::vector<int> by_quality() const {
    constexpr double kWorst = 1e-7;
    std::vector<std::pair<double, int>> order;
    for (int axis = 0; axis < static_cast<int>(kSix); ++axis) {
      double least = 1;
      for (std::size_t k = 0; k < samples_.size() && least > kWorst; k += 4)
        least = std::min(least, six::quality(samples_[k].problem, axis));
      if (least > kWorst) order.emplace_back(-least, axis);
    }
    std::sort(order.begin(), order.end());
    std::vector<int> axes;
    for (const auto& [quality, axis] : order) axes.push_back(axis);
    return axes;
  }

  bool misses_none(int axis, std::size_t begin, std::size_t end) const {
    return std::all_of(samples_.begin() + static_cast<std::ptrdiff_t>(begin),
                       samples_.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](const Sample& sample) { return singular(sample) || finds(sample, axis); });
  }
  static bool finds(const Sample& sample, int axis) {
    constexpr double kSame = 1e-6;
    const six::Solutions found = six::solve(sample.problem, axis);
    return std::any_of(found.all, found.all + found.count, [&](const six::Solution& solution) {
      double away = 0;
      for (std::size_t i = 0; i < kSix; ++i)
        away = std::max(away, std::abs(std::remainder(solution.q[i] - sample.q[i], 2 * std::numbers::pi)));
      return away < kSame;
    });
  }

  const Chain& chain_;
  std::vector<std::size_t> held_;
  std::mt19937 random_{1};
  std::array<Sample, 64> samples_;
};

// Which joints may be held so that six that turn are left. One in the middle of an arm of seven first: there
// is the shoulder's turn about the upper arm.
std::vector<std::vector<std::size_t>> ways_to_hold(const Chain& chain) {
  const std::size_t n = chain.axes.size();
  std::vector<std::vector<std::size_t>> ways;
  const auto add = [&](const std::vector<std::size_t>& held) {
    for (std::size_t i = 0; i < n; ++i)
      if (chain.axes[i].slides && std::find(held.begin(), held.end(), i) == held.end()) return;
    ways.push_back(held);
  };
  if (n == kSix) add({});
  if (n == kSix + 1)
    for (const std::size_t i : {2, 3, 1, 4, 0, 5, 6}) add({i});
  if (n == kSix + 2)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = i + 1; k < n; ++k) add({i, k});
  return ways;
}

}  // namespace

std::optional<Structure> find_general(const Chain& of_joints, const std::vector<std::size_t>& wanted,
                                      std::string& reason) {
  const std::size_t n = of_joints.axes.size(), pose_axes = n == 4 || n == 5 ? kSix - n : 0;
  const Chain chain = with_pose_axes(of_joints, pose_axes);
  for (const std::vector<std::size_t>& held : ways_to_hold(chain)) {
    Structure structure{held, false, Family::general, {}, 0, pose_axes};
    if (!are_held(wanted, structure)) continue;
    const auto first = GeneralCheck(chain, held).first(reason);
    if (!first) continue;
    structure.first = *first;
    return structure;
  }
  return {};
}

}  // namespace romas::ik
