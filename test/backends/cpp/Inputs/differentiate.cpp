// Derivatives that --differentiate adds: energy by q and v, torques by accelerations, the centre of mass by
// q.
#include <cmath>
#include <cstdio>
#include <vector>

#include "tree.hpp"

int main() {
  using tree::Robot;
  constexpr std::size_t n = Robot::n_v;
  std::vector<double> q(Robot::n_q), v(n), a(n), M(n * n), by_a(n * n), e(2), by_v(2 * n), by_q(2 * n),
      J(3 * n);
  for (std::size_t k = 0; k < q.size(); ++k) q[k] = std::sin(1.0 + static_cast<double>(k));
  for (std::size_t j = 0; j < Robot::n_joints; ++j) {
    // Unit quaternions.
    const auto at = static_cast<std::size_t>(Robot::q_index[j]);
    const std::size_t end =
        j + 1 == Robot::n_joints ? q.size() : static_cast<std::size_t>(Robot::q_index[j + 1]);
    if (end - at != 4 && end - at != 7) continue;
    double length = 0;
    for (std::size_t k = end - 4; k < end; ++k) length += q[k] * q[k];
    for (std::size_t k = end - 4; k < end; ++k) q[k] /= std::sqrt(length);
  }
  for (std::size_t k = 0; k < n; ++k) v[k] = std::cos(2.0 + static_cast<double>(k));
  int failures = 0;
  const auto expect = [&](const char* what, double found, double wanted) {
    if (std::fabs(found - wanted) <= 1e-10 * (1 + std::fabs(wanted))) return;
    ++failures;
    std::printf("%s: %.17g, not %.17g\n", what, found, wanted);
  };
  Robot::inverse_dynamics_by_a(q.data(), v.data(), a.data(), by_a.data());
  Robot::energy_by_v(q.data(), v.data(), by_v.data());
  Robot::energy_by_q(q.data(), v.data(), by_q.data());
  Robot::energy(q.data(), v.data(), e.data());
  Robot::center_of_mass_by_q(q.data(), J.data());
  double kinetic = 0;
  for (std::size_t r = 0; r < n; ++r) {
    double momentum = 0;
    for (std::size_t k = 0; k < n; ++k) momentum += by_a[r * n + k] * v[k];
    expect("momentum", by_v[r], momentum);
    expect("potential by v", by_v[n + r], 0);
    kinetic += 0.5 * momentum * v[r];
    // Without motion torques hold the weight, and the weight is what the height of the centre gives.
    std::vector<double> still(n), torque(n);
    Robot::inverse_dynamics(q.data(), still.data(), still.data(), torque.data());
    expect("weight", by_q[n + r], torque[r]);
  }
  expect("kinetic energy", e[0], kinetic);
  double rise = 0, potential = 0;
  for (std::size_t k = 0; k < n; ++k) {
    rise += J[2 * n + k] * v[k];
    potential += by_q[n + k] * v[k];
  }
  double mass = potential / rise / 9.81;
  std::printf("mass %.6f kg, %d failures\n", mass, failures);
  return failures == 0 && mass > 0.5 ? 0 : 1;
}
