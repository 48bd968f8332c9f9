#include "passes/kernel/bodies/positions.h"

#include <Eigen/Geometry>

#include "support/math/functions.h"

namespace romas::lowering {

namespace {

// Returns where the quaternion of a body begins in q, or -1 if it has none.
int quaternion_at(const Body& body) {
  if (body.motion == Motion::ball) return body.q;
  return body.motion == Motion::floating ? body.q + 3 : -1;
}

}  // namespace

std::vector<double> neutral_position(const DynamicsModel& model) {
  std::vector<double> q(static_cast<std::size_t>(model.n_q));
  for (const Body& body : model.bodies)
    if (const int first = quaternion_at(body); first >= 0) q[static_cast<std::size_t>(first) + 3] = 1;
  return q;
}

std::vector<double> random_position(const DynamicsModel& model, Chance& chance) {
  std::vector<double> q(static_cast<std::size_t>(model.n_q));
  for (double& x : q) x = chance.between(-3, 3);
  for (const Body& body : model.bodies) {
    const int first = quaternion_at(body);
    if (first >= 0) Eigen::Map<Eigen::Vector4d>(&q[static_cast<std::size_t>(first)]).normalize();
  }
  return q;
}

std::vector<double> advanced(const DynamicsModel& model, std::vector<double> q,
                             const std::vector<double>& step) {
  std::vector<bool> done(step.size());  // followers share their leader's variable
  for (const Body& body : model.bodies) {
    const auto v = static_cast<std::size_t>(body.v);
    if (done[v]) continue;
    done[v] = true;
    const int first = quaternion_at(body);
    double* x = &q[static_cast<std::size_t>(body.q)];
    if (first < 0) {
      x[0] += step[v];
      continue;
    }
    Eigen::Map<Eigen::Quaterniond> turned(&q[static_cast<std::size_t>(first)]);
    const std::size_t angular = body.motion == Motion::floating ? v + 3 : v;
    if (body.motion == Motion::floating)
      Eigen::Map<Vector3>(x, 3) += turned * Vector3(step[v], step[v + 1], step[v + 2]);
    const Vector3 rotation(step[angular], step[angular + 1], step[angular + 2]);
    const double angle = rotation.norm();
    if (angle > 0) {
      const math::SineCosine half = math::sine_cosine(angle / 2);
      const Vector3 axis = rotation / angle * half.sine;
      turned = turned * Eigen::Quaterniond(half.cosine, axis.x(), axis.y(), axis.z());
    }
    turned.normalize();
  }
  return q;
}

}  // namespace romas::lowering
