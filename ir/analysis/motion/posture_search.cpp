#include "ir/analysis/motion/posture_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "ir/analysis/motion/placeholder_limits.h"
#include "ir/analysis/motion/posture.h"
#include "ir/model/no_limit.h"

namespace romas {

namespace {

constexpr double kPi = std::numbers::pi;

// Values that differ less are the same: the last bits of a sum depend on joints that do not matter.
double rounding_of(double value) { return std::isfinite(value) ? 1e-12 * std::abs(value) + 1e-15 : 0; }
bool is_better(double value, double than) { return value > than + rounding_of(than); }

bool turns_about_axis(JointType type) {
  return type == JointType::revolute || type == JointType::continuous || type == JointType::screw;
}

// Neither bound is written, in a format in which that means none, or both stand for none.
bool is_unlimited(const Model& model, const JointVariables& row) {
  const Joint& joint = model.joint(row.joint);
  if (joint.type == JointType::continuous && !std::isfinite(row.lower) && !std::isfinite(row.upper))
    return true;
  if (std::abs(row.lower) < kNoLimit || std::abs(row.upper) < kNoLimit) return false;
  const bool written = std::isfinite(row.lower) && std::isfinite(row.upper);
  return written || !joint.limit || model.layout.format != "urdf";
}

VariableRange travel_of(const Model& model, const JointVariables& row, const PositionRange& limits) {
  const Joint& joint = model.joint(row.joint);
  if (!turns_about_axis(joint.type) && joint.type != JointType::prismatic) return {};
  if (is_unlimited(model, row))
    return turns_about_axis(joint.type) ? VariableRange{{-kPi, kPi}, Travel::whole_turn} : VariableRange{};
  if (!(limits.upper > limits.lower)) return {limits, Travel::held};
  if (joint.type == JointType::prismatic &&
      std::max(std::abs(limits.lower), std::abs(limits.upper)) > kFarthestSlide) {
    const double rest = limits.nearest_to_zero();
    return {{rest, rest}, Travel::held};
  }
  const bool whole = joint.type != JointType::prismatic && limits.upper - limits.lower >= 2 * kPi - 1e-9;
  return {limits, whole && joint.type != JointType::screw ? Travel::whole_turn : Travel::limits};
}

// The two angles of a universal joint have the same limits, if any.
VariableRange travel_of_universal(const JointVariables& row) {
  if (!std::isfinite(row.lower) || !std::isfinite(row.upper) || std::abs(row.lower) >= kNoLimit ||
      row.upper - row.lower >= 2 * kPi || row.upper <= row.lower)
    return {{-kPi, kPi}, Travel::whole_turn};
  return {{row.lower, row.upper}, Travel::limits};
}

}  // namespace

std::vector<VariableRange> travel_ranges(const Model& model, const DynamicsModel& dynamics) {
  const std::vector<PositionRange> limits = position_ranges(model, dynamics);
  std::vector<VariableRange> ranges(static_cast<std::size_t>(dynamics.n_q));
  for (const JointVariables& row : dynamics.joints) {
    const auto at = static_cast<std::size_t>(row.q);
    if (model.joint(row.joint).type == JointType::universal)
      ranges[at] = ranges[at + 1] = travel_of_universal(row);
    else if (row.n_q == 1)
      ranges[at] = travel_of(model, row, limits[at]);
  }
  return ranges;
}

std::vector<double> nearest_to_zero(const DynamicsModel& dynamics, const std::vector<VariableRange>& ranges) {
  std::vector<double> q = neutral_position(dynamics);
  for (std::size_t i = 0; i < q.size(); ++i)
    if (ranges[i].range.lower != 0 || ranges[i].range.upper != 0) q[i] = ranges[i].range.nearest_to_zero();
  return q;
}

std::vector<double> middle_of_travel(const DynamicsModel& dynamics,
                                     const std::vector<VariableRange>& ranges) {
  std::vector<double> q = nearest_to_zero(dynamics, ranges);
  for (std::size_t i = 0; i < q.size(); ++i)
    if (ranges[i].travel != Travel::held) q[i] = (ranges[i].range.lower + ranges[i].range.upper) / 2;
  return q;
}

void randomize(const std::vector<std::size_t>& variables, const std::vector<VariableRange>& ranges,
               Chance& chance, std::vector<double>& q) {
  for (const std::size_t variable : variables)
    if (ranges[variable].travel != Travel::held)
      q[variable] = chance.between(ranges[variable].range.lower, ranges[variable].range.upper);
}

FoundPosture climb(const PostureValue& value, FoundPosture from, const std::vector<std::size_t>& variables,
                   const std::vector<VariableRange>& ranges, std::size_t most) {
  constexpr double kFirstStep = 1.0 / 16, kLastStep = 1e-9;  // of a range
  double step = kFirstStep;
  std::size_t asked = 0;
  FoundPosture best = std::move(from);
  std::vector<double> q = best.q;
  // Goes on in one direction as long as that helps.
  const auto walk = [&](std::size_t variable, double by) {
    bool moved = false;
    while (asked < most) {
      const PositionRange& range = ranges[variable].range;
      q[variable] = std::clamp(best.q[variable] + by, range.lower, range.upper);
      if (q[variable] == best.q[variable]) break;
      const double now = value(q);
      ++asked;
      if (!is_better(now, best.value)) break;
      best.value = now;
      best.q[variable] = q[variable];
      moved = true;
    }
    q[variable] = best.q[variable];
    return moved;
  };
  while (step >= kLastStep && asked < most) {
    bool moved = false;
    for (const std::size_t variable : variables) {
      if (ranges[variable].travel == Travel::held) continue;
      const double by = step * (ranges[variable].range.upper - ranges[variable].range.lower);
      if (walk(variable, by) || walk(variable, -by)) moved = true;
    }
    if (!moved) step /= 2;
  }
  return best;
}

namespace {

// Puts variables back to where they were first, if the value is the same there.
void put_back(const PostureValue& value, const std::vector<double>& first,
              const std::vector<std::size_t>& variables, FoundPosture& best) {
  for (const std::size_t variable : variables) {
    const double found = std::exchange(best.q[variable], first[variable]);
    if (!(std::abs(value(best.q) - best.value) <= rounding_of(best.value))) best.q[variable] = found;
  }
}

}  // namespace

FoundPosture largest_value(const PostureValue& value, std::vector<FoundPosture> starts,
                           const std::vector<std::size_t>& variables,
                           const std::vector<VariableRange>& ranges) {
  constexpr std::size_t kClimbs = 4;
  FoundPosture best = starts.front();  // where no posture has a value
  const std::vector<double> first = best.q;
  std::erase_if(starts, [](const FoundPosture& start) { return std::isnan(start.value); });
  std::stable_sort(starts.begin(), starts.end(),
                   [](const FoundPosture& a, const FoundPosture& b) { return a.value > b.value; });
  if (starts.size() > kClimbs) starts.resize(kClimbs);
  if (!starts.empty()) best = starts.front();
  for (FoundPosture& start : starts) {
    FoundPosture top = climb(value, std::move(start), variables, ranges);
    if (is_better(top.value, best.value)) best = std::move(top);
  }
  if (!starts.empty()) put_back(value, first, variables, best);
  return best;
}

}  // namespace romas
