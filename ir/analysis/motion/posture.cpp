#include "ir/analysis/motion/posture.h"

#include <Eigen/Geometry>

namespace romas {

namespace {

RigidTransform motion_of(const Body& body, std::span<const double> q) {
  const auto at = [&](int k) { return q[static_cast<std::size_t>(body.q + k)]; };
  RigidTransform X;
  if (body.motion == Motion::ball) {
    X.R = rotation_from_quaternion(at(0), at(1), at(2), at(3));
    return X;
  }
  if (body.motion == Motion::floating) {
    X.p = {at(0), at(1), at(2)};
    X.R = rotation_from_quaternion(at(3), at(4), at(5), at(6));
    return X;
  }
  const double position = body.multiplier * at(0) + body.offset;
  if (body.motion == Motion::prismatic) {
    X.p.z() = position;
    return X;
  }
  const SinCos angle = exact_sincos(position);
  X.R << angle.cos, -angle.sin, 0, angle.sin, angle.cos, 0, 0, 0, 1;
  X.p.z() = body.pitch * position;
  return X;
}

// Passes the twists of a body's velocity variables to `take`: number of the variable, angular and linear
// velocity of a point at `p`, in {W}.
template <class Take>
void for_each_twist(const Body& body, const RigidTransform& X_WB, const Vector3& p, Take&& take) {
  const Vector3 r = p - X_WB.p;
  const Vector3 z = X_WB.R.col(2);
  switch (body.motion) {
    case Motion::revolute:
    case Motion::screw:
      take(body.v, Vector3(body.multiplier * z), Vector3(body.multiplier * (z.cross(r) + body.pitch * z)));
      return;
    case Motion::prismatic: take(body.v, Vector3(Vector3::Zero()), Vector3(body.multiplier * z)); return;
    case Motion::ball:
    case Motion::floating: break;
  }
  const bool floats = body.motion == Motion::floating;
  for (int k = 0; k < 3; ++k) {
    const Vector3 axis = X_WB.R.col(k);
    if (floats) take(body.v + k, Vector3(Vector3::Zero()), axis);
    take(body.v + (floats ? 3 : 0) + k, axis, Vector3(axis.cross(r)));
  }
}

}  // namespace

std::vector<double> neutral_position(const DynamicsModel& dynamics) {
  std::vector<double> q(static_cast<std::size_t>(dynamics.n_q), 0.0);
  for (const Body& body : dynamics.bodies) {
    if (body.motion == Motion::ball) q[static_cast<std::size_t>(body.q + 3)] = 1;
    if (body.motion == Motion::floating) q[static_cast<std::size_t>(body.q + 6)] = 1;
  }
  return q;
}

Posture::Posture(const DynamicsModel& dynamics) : dynamics_(dynamics), X_WB_(dynamics.bodies.size()) {
  move_to(neutral_position(dynamics));
}

void Posture::move_body(std::size_t index, std::span<const double> q) {
  const Body& body = dynamics_.bodies[index];
  const RigidTransform X_PB = body.X_PB * motion_of(body, q);
  X_WB_[index] = body.parent < 0 ? X_PB : X_WB_[static_cast<std::size_t>(body.parent)] * X_PB;
}

void Posture::move_to(std::span<const double> q) {
  for (std::size_t i = 0; i < X_WB_.size(); ++i) move_body(i, q);
}

void Posture::move_to(std::span<const double> q, std::span<const std::size_t> bodies) {
  for (const std::size_t i : bodies) move_body(i, q);
}

RigidTransform Posture::pose(const Placement& place) const {
  return place.body < 0 ? place.X_BF : X_WB_[static_cast<std::size_t>(place.body)] * place.X_BF;
}

Jacobian Posture::jacobian(const Placement& place) const {
  Jacobian J = Jacobian::Zero(6, dynamics_.n_v);
  const Vector3 p = pose(place).p;
  for (int at = place.body; at >= 0; at = dynamics_.bodies[static_cast<std::size_t>(at)].parent) {
    const auto index = static_cast<std::size_t>(at);
    for_each_twist(dynamics_.bodies[index], X_WB_[index], p, [&](int v, const Vector3& w, const Vector3& u) {
      J.col(v).head<3>() += w;
      J.col(v).tail<3>() += u;
    });
  }
  return J;
}

Eigen::VectorXd Posture::gravity_effort() const {
  Eigen::VectorXd effort = Eigen::VectorXd::Zero(dynamics_.n_v);
  std::vector<double> mass(X_WB_.size(), 0);                  // of each body and what hangs on it
  std::vector<Vector3> first(X_WB_.size(), Vector3::Zero());  // about the origin of {W}
  for (std::size_t i = X_WB_.size(); i-- > 0;) {
    const Body& body = dynamics_.bodies[i];
    mass[i] += body.inertia.mass;
    first[i] += X_WB_[i].R * body.inertia.first + body.inertia.mass * X_WB_[i].p;
    const Vector3 force = mass[i] * dynamics_.gravity;
    const Vector3 moment = (first[i] - mass[i] * X_WB_[i].p).cross(dynamics_.gravity);  // about its origin
    for_each_twist(body, X_WB_[i], X_WB_[i].p, [&](int v, const Vector3& w, const Vector3& u) {
      effort[v] += w.dot(moment) + u.dot(force);
    });
    if (body.parent < 0) continue;
    mass[static_cast<std::size_t>(body.parent)] += mass[i];
    first[static_cast<std::size_t>(body.parent)] += first[i];
  }
  return effort;
}

Eigen::VectorXd Posture::gravity_effort_of_unit_mass(const Placement& place) const {
  return jacobian(place).bottomRows<3>().transpose() * dynamics_.gravity;
}

}  // namespace romas
