// The search for the worst pose: starts, sweeps that never lose, and a simple pose at the end.
#include "ir/analysis/mass/gravity_load.h"
#include "support/math/functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace romas {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr int kStarts = 6;
constexpr int kMostSweeps = 30;
constexpr double kProgress = 1e-7;            // a sweep that gains less, as a part of the load, is the last
constexpr double kGivenUp = 1e-3;             // what a simpler pose may cost, as a part of the load
constexpr std::size_t kSharedSamples = 9;     // of the range of a variable that several bodies follow
constexpr std::array kGrids = {1e-2, 1e-3};   // grids that poses are rounded to, in rad or m
constexpr std::size_t kMostSimplified = 200;  // variables of a pose

// The x within the range at which a cos x + b sin x + slope x is largest; `present` if it does not depend on
// x.
double largest_at(double a, double b, double slope, const PositionRange& range, double present) {
  const auto value = [&](double x) {
    const math::SineCosine of = math::sine_cosine(x);
    return a * of.cosine + b * of.sine + slope * x;
  };
  double best = present;
  const auto consider = [&](double x) {
    if (x >= range.lower && x <= range.upper && value(x) > value(best)) best = x;
  };
  const double amplitude = math::hypot(a, b);
  if (amplitude > std::abs(slope)) {
    const double peak = math::atan2(b, a) + math::asin(slope / amplitude);
    // Candidates: the peak next to 0, and, with a slope, the peaks at the ends of the range.
    const double near = peak + kTurn * std::round((range.nearest_to_zero() - peak) / kTurn);
    for (const double x : {near, near - kTurn, near + kTurn}) consider(x);
    if (slope != 0) {
      consider(peak + kTurn * std::floor((range.upper - peak) / kTurn));
      consider(peak + kTurn * std::ceil((range.lower - peak) / kTurn));
    }
  }
  consider(range.lower);
  consider(range.upper);
  return best;
}

}  // namespace

// Puts a body's variable where d · Rz(q) h + slope q is largest.
void GravitySearch::choose(std::size_t body, const Vector3& d, const Vector3& h, double slope) {
  const auto variable = static_cast<std::size_t>(dynamics_.bodies[body].q);
  move(variable, largest_at(d.x() * h.x() + d.y() * h.y(), d.y() * h.x() - d.x() * h.y(), slope,
                            ranges_[variable], q_[variable]));
}

// One sweep over the joint itself and its subtree: puts first moments as far as possible along the direction
// that loads the joint.
void GravitySearch::turn_outwards(std::size_t body, double sign) {
  if (!turns(dynamics_.bodies[body].motion)) return;
  add_moments(body);
  for (std::size_t b = body; b < end_[body]; ++b) {
    const Body& at = dynamics_.bodies[b];
    const Vector3 d = b == body
                          ? Vector3(-sign * z_cross(gravity_before(body)))
                          : Vector3(at.X_PB.R.transpose() * direction_[static_cast<std::size_t>(at.parent)]);
    if (is_free(b)) {
      const double along = b == body ? 0 : mass_[b] * d.z();
      if (at.motion == Motion::revolute) choose(b, d, first_[b], 0);
      if (at.motion == Motion::prismatic) choose(b, Vector3::Zero(), Vector3::Zero(), along);
      if (at.motion == Motion::screw) choose(b, d, first_[b], along * at.pitch);
    }
    direction_[b] = turned_back(b, d);
  }
}

// One sweep over the ancestors of the joint: puts gravity as far as possible along the lever.
void GravitySearch::turn_inwards(std::size_t body, double sign) {
  add_moments(body);
  Vector3 w = lever(body);
  std::size_t outer = body;
  for (std::size_t k = path_.size(); k-- > 0;) {
    const std::size_t b = path_[k];
    direction_[b] = dynamics_.bodies[outer].X_PB.R * w;  // the lever in the body's frame
    w = turned(b, direction_[b]);
    outer = b;
  }
  Vector3 g = sign * dynamics_.gravity;
  for (const std::size_t b : path_) {
    const Body& at = dynamics_.bodies[b];
    g = at.X_PB.R.transpose() * g;
    if (is_free(b) && turns(at.motion)) choose(b, g, direction_[b], 0);
    g = turned_back(b, g);
  }
}

// Samples the variables that several bodies follow.
void GravitySearch::move_shared(std::size_t body, double sign) {
  double most = shared_.empty() ? 0 : sign * load(body);
  for (const std::size_t variable : shared_) {
    double best = q_[variable];
    for (std::size_t k = 0; k < kSharedSamples; ++k) {
      const double share = static_cast<double>(k) / (kSharedSamples - 1);
      move(variable, (1 - share) * ranges_[variable].lower + share * ranges_[variable].upper);
      const double value = sign * load(body);
      if (value > most) most = value, best = q_[variable];
    }
    move(variable, best);
  }
}

// Ascends from the present pose to one that no single variable improves; returns the load with the sign.
double GravitySearch::ascend(std::size_t body, double sign) {
  double value = sign * load(body);
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    turn_outwards(body, sign);
    turn_inwards(body, sign);
    move_shared(body, sign);
    const double now = sign * load(body);
    if (!(now > value + kProgress * std::abs(value))) return std::max(now, value);
    value = now;
  }
  return value;
}

// Start poses: nearest to zero, the ends and middles of the ranges, and two pseudorandom ones.
std::vector<double> GravitySearch::start(int number) const {
  std::vector<double> q(ranges_.size());
  unsigned state = 12345U + static_cast<unsigned>(number);
  for (std::size_t k = 0; k < q.size(); ++k) {
    const PositionRange& range = ranges_[k];
    state = state * 1664525U + 1013904223U;
    const double chance = static_cast<double>(state >> 8U) / static_cast<double>(1U << 24U);
    const double share = number == 1 ? 0.5 : number == 2 ? 0 : number == 3 ? 1 : chance;
    q[k] = number == 0
               ? range.nearest_to_zero()
               : std::clamp((1 - share) * range.lower + share * range.upper, range.lower, range.upper);
  }
  return q;
}

// Sets variables to zero where that costs (almost) no load, and rounds the others to few digits.
void GravitySearch::simplify(std::size_t body, GravityLoad& found) {
  const std::vector<std::size_t> variables = variables_of(body);
  const double enough = found.effort * (1 - kGivenUp);
  move_to(start(0));
  for (const std::size_t variable : variables) move(variable, found.q[variable]);
  for (std::size_t k = 0; k < std::min(variables.size(), kMostSimplified); ++k) {
    const double before = q_[variables[k]];
    move(variables[k], ranges_[variables[k]].nearest_to_zero());
    if (std::abs(load(body)) < enough) move(variables[k], before);
  }
  for (const std::size_t variable : variables) {
    const PositionRange& range = ranges_[variable];
    const double before = q_[variable];
    if (before == range.lower || before == range.upper) continue;
    for (const double grid : kGrids) {
      const double rounded = std::round(before / grid) / std::round(1 / grid);
      if (rounded < range.lower || rounded > range.upper) continue;
      move(variable, rounded);
      if (std::abs(load(body)) >= enough) break;
      move(variable, before);
    }
  }
  found = {std::abs(load(body)), q_};
}

std::optional<GravityLoad> GravitySearch::worst(std::size_t body) {
  look_at(body);
  GravityLoad found;
  const double ceiling = bound(body) * (1 - kProgress);
  for (int number = 0; number < kStarts; ++number) {
    for (const double sign : {1.0, -1.0}) {
      move_to(start(number));
      const double value = ascend(body, sign);
      if (!std::isfinite(value)) return std::nullopt;
      if (found.q.empty() || value > found.effort * (1 + kProgress)) found = {value, q_};
    }
    if (found.effort >= ceiling) break;
  }
  simplify(body, found);
  if (!std::isfinite(found.effort)) return std::nullopt;
  return found;
}

}  // namespace romas
