// A simulation with a spring between two bodies in space: momentum stays, energy too, or goes where there is
// damping. Inputs are limited.
#include <cmath>
#include <cstdio>
#include <limits>
#include <romas/plant.hpp>
#include <springs.hpp>

namespace {

using Robot = springs::Robot;

struct Sums {
  double momentum[6], energy;
};

// Returns the sums over both bodies in {W}; the energy includes that of the spring.
template <class S>
Sums sums_of(const S* q, const S* v) {
  S A[6 * springs::n_v], momentum[6], e[2], one[12], two[12];
  springs::centroidal_momentum(q, v, A, momentum);
  springs::energy(q, v, e);
  springs::link_pose<springs::Link::one>(q, one);
  springs::link_pose<springs::Link::two>(q, two);
  const double from[3] = {0.1, 0.05, 0}, to[3] = {0, 0, 0.05};
  double square = 0;
  for (int r = 0; r < 3; ++r) {
    double gap = double(two[r * 4 + 3]) - double(one[r * 4 + 3]);
    for (int k = 0; k < 3; ++k) gap += double(two[r * 4 + k]) * to[k] - double(one[r * 4 + k]) * from[k];
    square += gap * gap;
  }
  const double stretch = std::sqrt(square) - 0.6;
  Sums sums{{}, double(e[0]) + double(e[1]) + 20 * stretch * stretch};
  for (int k = 0; k < 6; ++k) sums.momentum[k] = double(momentum[k]);
  return sums;
}

template <class S>
void run(romas::Integrator integrator, S step, const char* name, double tolerance) {
  using Plant = romas::Plant<Robot, S>;
  typename Plant::Options options{Robot{}};
  options.integrator = integrator;
  options.longest_step = step;
  Plant plant(Robot{}, options);
  const S q[springs::n_q] = {0, 0, 0, 0, 0, 0, 1, S(0.6), S(0.2), 0, 0, 0, 0, 1};
  const S v[springs::n_v] = {S(0.3), 0, S(0.1), S(0.5), 1, 0, S(-0.2), S(0.4), 0, 0, S(0.3), 2};
  const S none[springs::n_v] = {};
  plant.set_state(q, v);
  const Sums before = sums_of(plant.q(), plant.v());
  bool good = true;
  for (int k = 0; k < 500; ++k) good = good && plant.step(none, S(0.01));
  const Sums after = sums_of(plant.q(), plant.v());
  double moved = 0;
  for (int k = 0; k < 6; ++k) moved = std::fmax(moved, std::fabs(after.momentum[k] - before.momentum[k]));
  const double kept = std::fabs(after.energy - before.energy) / before.energy;
  std::printf("%s: %s, momentum kept: %s, energy %s\n", name, good ? "sound" : "failed",
              moved < tolerance ? "yes" : "no",
              kept < tolerance               ? "kept"
              : after.energy < before.energy ? "lost"
                                             : "won");
}

}  // namespace

int main() {
  run<double>(romas::Integrator::runge_kutta_4, 1e-3, "accurate", 5e-5);
  run<double>(romas::Integrator::semi_implicit_euler, 1e-4, "simple", 1e-2);
  run<float>(romas::Integrator::runge_kutta_4, 1e-3f, "single precision", 1e-3);

  romas::Plant<Robot> plant;
  const double u[springs::n_inputs] = {7}, none[springs::n_v] = {};
  std::printf("input at first %.1f", plant.inputs()[0]);
  plant.set_inputs(u);
  std::printf(", then %.1f\n", plant.inputs()[0]);
  double applied[springs::n_v], a[springs::n_v], tau[springs::n_v] = {}, other[springs::n_v], largest = 0;
  springs::applied_forces(plant.q(), plant.v(), plant.inputs(), applied);
  springs::forward_dynamics_with_forces(plant.q(), plant.v(), none, plant.inputs(), a);
  for (int k = 0; k < springs::n_v; ++k) tau[k] = applied[k];
  springs::forward_dynamics(plant.q(), plant.v(), tau, other);
  for (int k = 0; k < springs::n_v; ++k) largest = std::fmax(largest, std::fabs(a[k] - other[k]));
  std::printf("the same as torques: %s\n", largest < 1e-9 ? "yes" : "no");
  const double wrong[springs::n_inputs] = {std::numeric_limits<double>::quiet_NaN()};
  plant.set_inputs(wrong);
  std::printf("an input that is not a number: %s\n", plant.step(none, 1e-3) ? "taken" : "the step fails");
}
