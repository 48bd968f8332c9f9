// Throws the glider of glider.romas from a hill and lets it fly until it is steady: its speed and path are
// those at which the forces on its wings balance its weight.
//
//   romasc glider.romas --emit=cpp -o include
//   g++ -std=c++17 -O2 -I include -I ../../runtime fly_glider.cpp -o fly_glider && ./fly_glider

#include <cmath>
#include <cstdio>
#include <glider.hpp>
#include <romas/plant.hpp>

int main() {
  using Robot = glider::Robot;
  constexpr double kTurn = 180 / 3.14159265358979;
  romas::Plant<Robot>::Options options{Robot{}};
  options.integrator = romas::Integrator::runge_kutta_4;
  romas::Plant<Robot> plant(Robot{}, options);
  // Level, a little to the side: the dihedral and the fin bring it back.
  const double q[glider::n_q] = {0, 0, 50, 0.05, 0, 0, std::sqrt(1 - 0.05 * 0.05)};
  const double v[glider::n_v] = {9, 0.5, 0, 0, 0, 0}, none[glider::n_v] = {};
  plant.set_state(q, v);
  constexpr int kSeconds = 400, kRate = 100;
  double x = 0, y = 0, z = 0;
  for (int step = 0; step < kSeconds * kRate; ++step) {
    // The last ten seconds count.
    if (step == (kSeconds - 10) * kRate) x = plant.q()[0], y = plant.q()[1], z = plant.q()[2];
    if (!plant.step(none, 1.0 / kRate)) return std::puts("the simulation failed"), 1;
  }
  const double far = std::hypot(plant.q()[0] - x, plant.q()[1] - y), sink = z - plant.q()[2];
  double a[glider::n_v];
  glider::forward_dynamics_with_forces(plant.q(), plant.v(), none, static_cast<const double*>(nullptr), a);
  double rest = 0;
  for (const double value : a) rest = std::fmax(rest, std::fabs(value));
  std::printf("speed %.1f m/s, nose %.1f degrees above its path\n", std::hypot(far, sink) / 10,
              -std::atan2(plant.v()[2], plant.v()[0]) * kTurn);
  std::printf("it sinks %.2f m/s and glides %.0f times as far\n", sink / 10, far / sink);
  std::printf("it flies steadily: %s\n", rest < 1e-3 ? "yes" : "no");
}
