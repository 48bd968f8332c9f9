// A robot with loops: positions that close them, and what the simulated robot keeps. ROBOT is its namespace,
// GIVEN the velocity variables that stay where they are, START a position near closed ones,
// SECONDS how long it moves without losses.
#include HEADER

#include <cmath>
#include <cstdio>
#include <romas/plant.hpp>

namespace {

using Robot = ROBOT::Robot;
constexpr int n_v = ROBOT::n_v, n_q = ROBOT::n_q, n_c = ROBOT::n_constraints;
static_assert(romas::constraint_count<Robot> == n_c);

template <class S>
S gap(const S* q) {
  S residual[n_c];
  ROBOT::constraint(q, residual);
  return romas::largest_magnitude<n_c>(residual);
}

double energy(const double* q, const double* v, double* kinetic = nullptr) {
  double e[2];
  ROBOT::energy(q, v, e);
  if (kinetic != nullptr) *kinetic = e[0];
  return e[0] + e[1];
}

void close_with_given() {
  double q[n_q] = START;
  romas::LoopOptions<Robot> options;
  for (const int k : GIVEN) options.given[k] = true;
  const auto result = romas::close_loops(Robot{}, q, options);
  const double start[n_q] = START;
  bool stays = true;
  for (const int k : GIVEN) stays = stays && q[k] == start[k];
  std::printf("closed: %s, given variables stay: %s, branch: %s\n",
              result.converged && gap(q) < 1e-12 ? "yes" : "no", stays ? "yes" : "no",
              result.branch != 0 ? "told" : "unknown");
  float single[n_q];
  for (int k = 0; k < n_q; ++k) single[k] = static_cast<float>(start[k]);
  std::printf("in single precision: %s\n",
              romas::close_loops(Robot{}, single).converged && gap(single) < 1e-3F ? "yes" : "no");
}

// A start from NaN gets an answer, too.
void close_from_nan() {
  double q[n_q] = START;
  q[n_q - 1] = NAN;
  std::printf("from NaN: %s\n", romas::close_loops(Robot{}, q).converged ? "closed" : "not closed");
}

struct Run {
  double widest = 0, change = 0, last = 0;
  double kinetic = 0;  // the most
  bool good = true;
};

Run simulate(romas::Integrator integrator, bool losses, double step, double seconds) {
  romas::PlantOptions<Robot> options;
  options.integrator = integrator;
  options.longest_step = step;
  options.without_losses();
  if (losses)
    for (double& damping : options.damping) damping = 0.05;
  romas::Plant<Robot> plant(Robot{}, options);
  double q[n_q] = START, v[n_v], tau[n_v] = {};
  romas::close_loops(Robot{}, q);
  for (int k = 0; k < n_v; ++k) v[k] = 3 * std::cos(3.0 * k);
  Run run;
  run.good = romas::close_velocity(Robot{}, q, v);
  plant.set_state(q, v);
  const double begin = energy(q, v, &run.kinetic);
  for (double t = 0; run.good && t < seconds; t += step) {
    run.good = plant.step(tau, step);
    run.widest = std::fmax(run.widest, gap(plant.q()));
    double kinetic = 0;
    run.last = energy(plant.q(), plant.v(), &kinetic) - begin;
    run.kinetic = std::fmax(run.kinetic, kinetic);
    run.change = std::fmax(run.change, std::fabs(run.last));
  }
  // Velocities keep the loops closed.
  double J[n_c * n_v], rate[n_c];
  ROBOT::constraint_jacobian(plant.q(), J);
  romas::dense::multiply<n_c, n_v>(J, plant.v(), rate);
  run.good = run.good && romas::largest_magnitude<n_c>(rate) < 0.1;
  return run;
}

// The dynamics against a solution with dense matrices, away from closed positions, and the open tree that is
// pushed by the loops' force.
void dynamics() {
  double q[n_q] = START, v[n_v], tau[n_v], a[n_v], force[n_c], J[n_c * n_v], open[n_v];
  for (int k = 0; k < n_v; ++k) v[k] = 0.5 - 0.4 * k, tau[k] = 1 + 0.1 * k;
  const double stabilization[2] = {5, 7};
  ROBOT::constrained_forward_dynamics(q, v, tau, stabilization, a, force);
  ROBOT::constraint_jacobian(q, J);
  double bias[n_c], residual[n_c], worst = 0;
  ROBOT::constraint_bias(q, v, bias);
  ROBOT::constraint(q, residual);
  for (int r = 0; r < n_c; ++r) {
    double sum = bias[r] + 7 * residual[r];
    for (int k = 0; k < n_v; ++k) sum += J[r * n_v + k] * (a[k] + 5 * v[k]);
    worst = std::fmax(worst, std::fabs(sum));
  }
  double pushed[n_v];
  romas::dense::multiply_transposed<n_c, n_v>(J, force, pushed);
  for (int k = 0; k < n_v; ++k) pushed[k] += tau[k];
  ROBOT::forward_dynamics(q, v, pushed, open);
  double scale = romas::largest_magnitude<n_v>(a);
  for (int k = 0; k < n_v; ++k) worst = std::fmax(worst, std::fabs(open[k] - a[k]) / scale);
  std::printf("equations hold: %s\n", worst < 1e-8 * std::fmax(1, scale) ? "yes" : "no");
}

}  // namespace

int main() {
  close_with_given();
  close_from_nan();
  dynamics();
  const Run kept = simulate(romas::Integrator::runge_kutta_4, false, 1e-4, SECONDS);
  std::printf("undamped: %s, gap below 1e-9: %s, energy kept: %s\n", kept.good ? "sound" : "failed",
              kept.widest < 1e-9 ? "yes" : "no", kept.change < 1e-6 * kept.kinetic ? "yes" : "no");
  std::fprintf(stderr, "gap %g, change of energy %g of %g J\n", kept.widest, kept.change, kept.kinetic);
  const Run simple = simulate(romas::Integrator::semi_implicit_euler, false, 5e-4, 2);
  std::printf("simple steps: %s, gap below 1e-9: %s\n", simple.good ? "sound" : "failed",
              simple.widest < 1e-9 ? "yes" : "no");
  for (const auto integrator : {romas::Integrator::runge_kutta_4, romas::Integrator::semi_implicit_euler}) {
    const Run damped = simulate(integrator, true, 5e-4, 10);
    std::printf("damped: %s, gap below 1e-9: %s, energy lost: %s\n", damped.good ? "sound" : "failed",
                damped.widest < 1e-9 ? "yes" : "no", damped.last < -0.1 * damped.kinetic ? "yes" : "no");
  }
}
