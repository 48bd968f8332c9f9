// Gravity loads in one pose: ranges of variables, the subtree of a body, and the upper bound over all poses.
#include "ir/analysis/mass/gravity_load.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/math/functions.h"

namespace romas {

std::vector<PositionRange> position_ranges(const Model& model, const DynamicsModel& dynamics) {
  std::vector<PositionRange> ranges(static_cast<std::size_t>(dynamics.n_q));
  for (const JointVariables& variables : dynamics.joints) {
    const Joint& joint = model.joint(variables.joint);
    PositionRange& range = ranges[static_cast<std::size_t>(variables.q)];
    const bool simple = joint.type == JointType::revolute || joint.type == JointType::prismatic ||
                        joint.type == JointType::screw;
    // The row's bounds include the followers' limits; they are infinite where nothing is written.
    if (joint.type == JointType::continuous) {
      range = {std::max(-std::numbers::pi, variables.lower), std::min(std::numbers::pi, variables.upper)};
    } else if (simple) {
      const bool below = std::isfinite(variables.lower);
      const bool above = std::isfinite(variables.upper);
      range.lower = below ? variables.lower : above ? std::min(0.0, variables.upper) : 0;
      range.upper = above ? variables.upper : below ? std::max(0.0, variables.lower) : 0;
    }
    if (range.lower > range.upper) range = {0, 0};
    if (joint.type == JointType::revolute && range.upper - range.lower > 2 * std::numbers::pi) {
      // One turn is enough.
      const double middle =
          std::min(std::max(0.0, range.lower + std::numbers::pi), range.upper - std::numbers::pi);
      range = {middle - std::numbers::pi, middle + std::numbers::pi};
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
  // Bodies are in depth-first order: the subtree of a body follows it without a gap.
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
  const math::SineCosine of = math::sine_cosine(position.value);
  position.sine = of.sine;
  position.cosine = of.cosine;
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

// The inverse of turned().
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

// Gravity in the frame of a body at q = 0 of its joint.
Vector3 GravitySearch::gravity_before(std::size_t body) {
  Vector3 g = dynamics_.gravity;
  for (const std::size_t b : path_) g = turned_back(b, dynamics_.bodies[b].X_PB.R.transpose() * g);
  return dynamics_.bodies[body].X_PB.R.transpose() * g;
}

// Fills first_ of a body and its subtree.
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

std::vector<std::size_t> GravitySearch::variables_of(std::size_t body) const {
  std::vector<std::size_t> variables;
  const auto add = [&](std::size_t b) {
    variables.push_back(static_cast<std::size_t>(dynamics_.bodies[b].q));
  };
  for (const std::size_t b : path_to(body)) add(b);
  for (std::size_t b = body; b < end_[body]; ++b) add(b);
  // A variable is listed where it occurs first.
  std::vector<bool> seen(drives_.size(), false);
  std::erase_if(variables, [&](std::size_t variable) {
    const bool again = seen[variable];
    seen[variable] = true;
    return again;
  });
  return variables;
}

}  // namespace romas
