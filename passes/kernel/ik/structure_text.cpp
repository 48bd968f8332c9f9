// Texts about a structure, for generated code and reports.
#include <algorithm>
#include <array>

#include "passes/kernel/ik/structure.h"
#include "support/text/text.h"

namespace romas::ik {

namespace {

// The numbers of axes in a text, counted along the whole chain from 1.
class AxisNumbers {
 public:
  AxisNumbers(const Chain& chain, const Structure& structure)
      : axes_(chain.axes), joints_(chain.joints.size()) {
    for (std::size_t i = 0; i < joints_ + structure.pose_axes; ++i)
      if (std::find(structure.held.begin(), structure.held.end(), i) == structure.held.end())
        numbers_.push_back(i + 1);
    if (structure.reversed) std::reverse(numbers_.begin(), numbers_.end());
  }
  // "axes 2, 3 and 4", or "axis 5 and one of the pose"
  std::string list(std::vector<std::size_t> at) const {
    for (std::size_t& place : at) place = numbers_[place];
    std::sort(at.begin(), at.end());
    const auto of_pose = std::count_if(at.begin(), at.end(), [&](std::size_t i) { return i > joints_; });
    at.resize(at.size() - static_cast<std::size_t>(of_pose));
    std::string text;
    for (std::size_t k = 0; k < at.size(); ++k) {
      const std::string_view before = of_pose == 0 && k + 1 == at.size() ? " and " : ", ";
      text += k == 0 ? concat(at.size() == 1 ? "axis " : "axes ", at[k]) : concat(before, at[k]);
    }
    if (of_pose == 0) return text;
    return text.empty() ? "axes of the pose"
                        : concat(text, " and ", of_pose == 1 ? "one" : "two", " of the pose");
  }
  std::string reach(Reach reach) const {
    switch (reach) {
      case Reach::parallel_last: return list({1, 2}) + " are parallel";
      case Reach::meeting_first: return list({0, 1}) + " meet";
      case Reach::parallel_first: return list({0, 1}) + " are parallel";
      case Reach::meeting_last: return list({1, 2}) + " meet";
      case Reach::skew_first:
      case Reach::skew_last: return concat("of ", list({0, 1, 2}), kFourth);
      case Reach::sliding: return sliding();
    }
    return {};
  }

 private:
  // "axis 2 slides"
  std::string sliding() const {
    std::vector<std::size_t> at;
    for (const std::size_t number : numbers_)
      if (number <= joints_ && axes_[number - 1].slides) at.push_back(number);
    std::sort(at.begin(), at.end());
    return at.size() == 1 ? concat("axis ", at[0], " slides")
                          : concat("axes ", at[0], " and ", at[1], " slide");
  }

  static constexpr std::string_view kFourth = " an equation of fourth degree is solved";
  std::vector<std::size_t> numbers_;
  std::vector<Axis> axes_;
  std::size_t joints_;
};

// Describes a chain whose last axes go through the link's origin, and the part of a pose that counts.
std::string turning_text(const Chain& chain, std::size_t turns) {
  const std::size_t n = chain.axes.size();
  std::string text = turns == 1 ? concat("axis ", n) : concat("axes ", n - turns + 1);
  for (std::size_t i = n - turns + 2; i <= n; ++i) text += concat(i < n ? ", " : " and ", i);
  return concat(text, turns == 1 ? " goes" : " go",
                " through the link's origin; of the pose the position and ",
                turns == 3   ? "the orientation count"
                : turns == 2 ? "the direction of an axis of the link count"
                             : concat("the turn about axis ", n, " count"));
}

// The same of one axis or two.
std::string few_text(const Chain& chain) {
  const std::vector<Axis>& axes = chain.axes;
  if (axes.size() > 2) return turning_text(chain, axes_through_link(chain));
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

// Tells which part of a pose counts if some of the six axes are those of the pose.
std::string reached_text(const Chain& chain, const Structure& structure) {
  if (structure.pose_axes == 0) return {};
  const std::size_t n = chain.joints.size();
  const auto last = std::find_if(chain.axes.rend() - static_cast<std::ptrdiff_t>(n), chain.axes.rend(),
                                 [](const Axis& axis) { return !axis.slides; });
  const auto [first, second] = pose_axes_of(chain.tip, last->h);
  constexpr std::string_view kNames = "xyz";
  if (structure.pose_axes == 1)
    return concat("; of the pose the position and the direction of the ", kNames.substr(first, 1),
                  " axis count");
  return concat("; of the pose the position and the ", kNames.substr(second, 1),
                " axis count, across which the link's ", kNames.substr(first, 1), " axis is");
}

}  // namespace

std::string structure_text(const Chain& chain, const Structure& structure) {
  const AxisNumbers axes(chain, structure);
  const std::size_t n = chain.axes.size();
  switch (structure.family) {
    case Family::wrist:
      return concat(axes.list({3, 4, 5}), " meet, and ", axes.reach(structure.reach),
                    reached_text(chain, structure));
    case Family::parallel:
      return concat(axes.list({1, 2, 3}), " are parallel, and ", axes.list({4, 5}), " meet",
                    reached_text(chain, structure));
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
    case Family::general:
      return concat(axes.list({0, 1, 2, 3, 4, 5}), " by the eigenvalues of a matrix",
                    reached_text(chain, structure));
  }
  return {};
}

}  // namespace romas::ik
