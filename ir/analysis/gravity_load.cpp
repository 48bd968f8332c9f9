#include "ir/analysis/gravity_load.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace romas {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kStarts = 6;
constexpr int kMostSweeps = 30;
constexpr double kProgress = 1e-7;            // a sweep that gains less, as a part of the load, is the last
constexpr double kGivenUp = 1e-3;             // what a simpler pose may cost, as a part of the load
constexpr std::size_t kSharedSamples = 9;     // of the range of a variable that several bodies follow
constexpr std::array kGrids = {1e-2, 1e-3};   // poses are told to so many rad or m, where that costs no more
constexpr std::size_t kMostSimplified = 200;  // variables of a pose

bool turns(Motion motion) { return motion == Motion::revolute || motion == Motion::screw; }

Vector3 z_cross(const Vector3& v) { return {-v.y(), v.x(), 0}; }

// Where a cos x + b sin x + slope x is largest within the range; `present` where it makes no difference.
double largest_at(double a, double b, double slope, const PositionRange& range, double present) {
  const auto value = [&](double x) { return a * std::cos(x) + b * std::sin(x) + slope * x; };
  double best = present;
  const auto consider = [&](double x) {
    if (x >= range.lower && x <= range.upper && value(x) > value(best)) best = x;
  };
  const double amplitude = std::hypot(a, b);
  if (amplitude > std::abs(slope)) {
    const double peak = std::atan2(b, a) + std::asin(slope / amplitude);
    // The peak beside 0, and those at the ends, where a slope leads.
    const double near = peak + 2 * kPi * std::round((range.nearest_to_zero() - peak) / (2 * kPi));
    for (const double x : {near, near - 2 * kPi, near + 2 * kPi}) consider(x);
    if (slope != 0) {
      consider(peak + 2 * kPi * std::floor((range.upper - peak) / (2 * kPi)));
      consider(peak + 2 * kPi * std::ceil((range.lower - peak) / (2 * kPi)));
    }
  }
  consider(range.lower);
  consider(range.upper);
  return best;
}

}  // namespace

std::vector<PositionRange> position_ranges(const Model& model, const DynamicsModel& dynamics) {
  std::vector<PositionRange> ranges(static_cast<std::size_t>(dynamics.n_q));
  for (const JointVariables& variables : dynamics.joints) {
    const Joint& joint = model.joint(variables.joint);
    PositionRange& range = ranges[static_cast<std::size_t>(variables.q)];
    const bool simple = joint.type == JointType::revolute || joint.type == JointType::prismatic ||
                        joint.type == JointType::screw;
    // The row's bounds are those that followers leave, infinite where nothing is written.
    if (joint.type == JointType::continuous) {
      range = {std::max(-kPi, variables.lower), std::min(kPi, variables.upper)};
    } else if (simple) {
      const bool below = std::isfinite(variables.lower);
      const bool above = std::isfinite(variables.upper);
      range.lower = below ? variables.lower : above ? std::min(0.0, variables.upper) : 0;
      range.upper = above ? variables.upper : below ? std::max(0.0, variables.lower) : 0;
    }
    if (range.lower > range.upper) range = {0, 0};
    if (joint.type == JointType::revolute && range.upper - range.lower > 2 * kPi) {
      // One turn is enough.
      const double middle = std::min(std::max(0.0, range.lower + kPi), range.upper - kPi);
      range = {middle - kPi, middle + kPi};
    }
  }
  return ranges;
}

GravitySearch::GravitySearch(const DynamicsModel& dynamics, const std::vector<PositionRange>& ranges)
    : dynamics_(dynamics),
      ranges_(ranges),
      end_(dynamics.bodies.size()),
      mass_(dynamics.bodies.size(), 0),
      bound_(dynamics.bodies.size(), 0),
      drives_(static_cast<std::size_t>(dynamics.n_q)),
      q_(static_cast<std::size_t>(dynamics.n_q), 0),
      positions_(dynamics.bodies.size()),
      first_(dynamics.bodies.size(), Vector3::Zero()),
      direction_(dynamics.bodies.size(), Vector3::Zero()) {
  // Bodies stand in depth-first order, so that what hangs on one stands behind it without a gap.
  for (std::size_t b = dynamics.bodies.size(); b-- > 0;) {
    const Body& body = dynamics.bodies[b];
    end_[b] = std::max(end_[b], b + 1);
    mass_[b] += body.inertia.mass;
    bound_[b] += body.inertia.first.norm();
    drives_[static_cast<std::size_t>(body.q)].push_back(b);
    update(b);
    if (body.parent < 0) continue;
    const auto parent = static_cast<std::size_t>(body.parent);
    end_[parent] = std::max(end_[parent], end_[b]);
    mass_[parent] += mass_[b];
    const PositionRange& range = ranges[static_cast<std::size_t>(body.q)];
    double travel = 0;
    if (body.motion == Motion::prismatic || body.motion == Motion::screw) {
      travel = std::max(std::abs(body.multiplier * range.lower + body.offset),
                        std::abs(body.multiplier * range.upper + body.offset));
      if (body.motion == Motion::screw) travel *= std::abs(body.pitch);
    }
    bound_[parent] += mass_[b] * (body.X_PB.p.norm() + travel) + bound_[b];
  }
}

double GravitySearch::bound(std::size_t body) const {
  const Body& at = dynamics_.bodies[body];
  const double along = at.motion == Motion::prismatic ? mass_[body]
                       : at.motion == Motion::screw   ? std::abs(at.pitch) * mass_[body]
                                                      : 0;
  return dynamics_.gravity.norm() * (along + (turns(at.motion) ? bound_[body] : 0));
}

bool GravitySearch::has_own_variable(std::size_t body) const {
  return drives_[static_cast<std::size_t>(dynamics_.bodies[body].q)].size() == 1;
}

// The position of a body in the present pose.
void GravitySearch::update(std::size_t body) {
  const Body& at = dynamics_.bodies[body];
  Position& position = positions_[body];
  position.value = at.multiplier * q_[static_cast<std::size_t>(at.q)] + at.offset;
  if (!turns(at.motion)) return;
  position.sine = std::sin(position.value);
  position.cosine = std::cos(position.value);
}

void GravitySearch::move(std::size_t variable, double value) {
  if (q_[variable] == value) return;
  q_[variable] = value;
  for (const std::size_t body : drives_[variable]) update(body);
}

void GravitySearch::move_to(const std::vector<double>& q) {
  for (std::size_t variable = 0; variable < q.size(); ++variable) move(variable, q[variable]);
}

// A vector of the body's frame in its frame at q = 0.
Vector3 GravitySearch::turned(std::size_t body, const Vector3& v) const {
  const auto& [value, sine, cosine] = positions_[body];
  return {cosine * v.x() - sine * v.y(), sine * v.x() + cosine * v.y(), v.z()};
}

// The other way round.
Vector3 GravitySearch::turned_back(std::size_t body, const Vector3& v) const {
  const auto& [value, sine, cosine] = positions_[body];
  return {cosine * v.x() + sine * v.y(), cosine * v.y() - sine * v.x(), v.z()};
}

Vector3 GravitySearch::shift(std::size_t body) const {
  const Body& at = dynamics_.bodies[body];
  if (at.motion == Motion::prismatic) return {0, 0, positions_[body].value};
  if (at.motion == Motion::screw) return {0, 0, at.pitch * positions_[body].value};
  return Vector3::Zero();
}

bool GravitySearch::is_free(std::size_t body) const {
  const PositionRange& range = ranges_[static_cast<std::size_t>(dynamics_.bodies[body].q)];
  return has_own_variable(body) && range.lower < range.upper;
}

// The bodies between the ground and a body.
std::vector<std::size_t> GravitySearch::path_to(std::size_t body) const {
  std::vector<std::size_t> path;
  for (int at = dynamics_.bodies[body].parent; at >= 0;
       at = dynamics_.bodies[static_cast<std::size_t>(at)].parent)
    path.push_back(static_cast<std::size_t>(at));
  std::reverse(path.begin(), path.end());
  return path;
}

// Puts a body's variable where d · Rz(q) h + slope q is largest.
void GravitySearch::choose(std::size_t body, const Vector3& d, const Vector3& h, double slope) {
  const auto variable = static_cast<std::size_t>(dynamics_.bodies[body].q);
  move(variable, largest_at(d.x() * h.x() + d.y() * h.y(), d.y() * h.x() - d.x() * h.y(), slope,
                            ranges_[variable], q_[variable]));
}

// Gravity in the frame of a body at q = 0 of its joint.
Vector3 GravitySearch::gravity_before(std::size_t body) {
  Vector3 g = dynamics_.gravity;
  for (const std::size_t b : path_) g = turned_back(b, dynamics_.bodies[b].X_PB.R.transpose() * g);
  return dynamics_.bodies[body].X_PB.R.transpose() * g;
}

// Fills first_ of a body and all that hangs on it.
void GravitySearch::add_moments(std::size_t body) {
  work_ += path_.size() + end_[body] - body;
  for (std::size_t b = body; b < end_[body]; ++b) first_[b] = dynamics_.bodies[b].inertia.first;
  for (std::size_t b = end_[body]; b-- > body + 1;) {
    const Body& at = dynamics_.bodies[b];
    first_[static_cast<std::size_t>(at.parent)] +=
        mass_[b] * at.X_PB.p + at.X_PB.R * (mass_[b] * shift(b) + turned(b, first_[b]));
  }
}

// The load is gravity times this, both in the body's frame at q = 0; first_ is up to date.
Vector3 GravitySearch::lever(std::size_t body) {
  const Body& at = dynamics_.bodies[body];
  if (at.motion == Motion::prismatic) return {0, 0, mass_[body]};
  return z_cross(turned(body, first_[body])) +
         Vector3(0, 0, at.motion == Motion::screw ? at.pitch * mass_[body] : 0);
}

// Makes a body the present one.
void GravitySearch::look_at(std::size_t body) {
  path_ = path_to(body);
  shared_ = variables_of(body);
  std::erase_if(shared_, [&](std::size_t variable) {
    return drives_[variable].size() == 1 || !(ranges_[variable].lower < ranges_[variable].upper);
  });
}

// On the present body, in the present pose.
double GravitySearch::load(std::size_t body) {
  add_moments(body);
  return gravity_before(body).dot(lever(body));
}

double GravitySearch::load(std::size_t body, const std::vector<double>& q) {
  look_at(body);
  move_to(q);
  return load(body);
}

// One sweep over the joint itself and what hangs on it: first moments as far as possible along the direction
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

// One sweep over what the joint hangs on: gravity as far as possible along the lever.
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

// Tries points of the ranges of variables that several bodies follow.
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

std::vector<std::size_t> GravitySearch::variables_of(std::size_t body) const {
  std::vector<std::size_t> variables;
  const auto add = [&](std::size_t b) {
    variables.push_back(static_cast<std::size_t>(dynamics_.bodies[b].q));
  };
  for (const std::size_t b : path_to(body)) add(b);
  for (std::size_t b = body; b < end_[body]; ++b) add(b);
  // A variable counts where it comes first.
  std::vector<bool> seen(drives_.size(), false);
  std::erase_if(variables, [&](std::size_t variable) {
    const bool again = seen[variable];
    seen[variable] = true;
    return again;
  });
  return variables;
}

// From the present pose to one from which no single variable leads higher; returns the load with the sign.
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

// Poses to start from: nearest to zero, the ends and middles of the ranges, and two without any order.
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

// Variables back to zero where that costs nothing, and few digits for the others.
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
