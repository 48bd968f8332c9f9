// The functions of a header of --forces=description against those of a header where the forces stand apart.
// Built with ONE and OTHER, the headers, whose namespaces are apart and counted.
#include ONE
#include OTHER

#include <cmath>
#include <cstdio>
#include <random>

#include <romas/controllers.hpp>
#include <romas/plant.hpp>

namespace {

using Apart = apart::Robot;
using Counted = counted::Robot;
constexpr int n_q = Apart::n_q, n_v = Apart::n_v, n_u = romas::input_count<Apart>;
static_assert(!romas::forces_in_dynamics<Apart> && romas::forces_in_dynamics<Counted>);
static_assert(counted::forces_in_dynamics == 1 && Counted::n_v == n_v);

double worst = 0;  // as a part of the largest number

void compare(const double* found, const double* wanted, int n) {
  double scale = 1, difference = 0;
  for (int i = 0; i < n; ++i) {
    scale = std::fmax(scale, std::fabs(wanted[i]));
    difference = std::fmax(difference, std::fabs(found[i] - wanted[i]));
    if (!(found[i] == found[i])) difference = INFINITY;
  }
  worst = std::fmax(worst, difference / scale);
}

// All that acts without inputs, with losses of joints.
template <class Robot>
void resting(const double* q, const double* v, double* tau) {
  const double none[n_u + 1] = {};
  for (int i = 0; i < n_v; ++i) tau[i] = 0;
  if constexpr (romas::has_applied_forces<Robot>) Robot::applied_forces(q, v, none, tau);
  for (std::size_t i = 0; i < n_v; ++i)
    tau[i] -= Apart::joint_damping[i] * v[i] + Apart::joint_friction[i] * v[i] / std::hypot(v[i], 0.01);
}

// With loops, those that keep them closed.
template <class Robot>
void accelerations(const double* q, const double* v, const double* tau, double* a) {
  if constexpr (romas::constraint_count<Robot> != 0) {
    const double stabilization[2] = {3, 5};
    double force[romas::constraint_count<Robot>];
    Robot::constrained_forward_dynamics(q, v, tau, stabilization, a, force);
  } else {
    Robot::forward_dynamics(q, v, tau, a);
  }
}

// `One` has the forces apart, and may have none but losses.
template <class One>
void functions() {
  std::mt19937 random(1);
  const auto any = [&](double size) { return std::uniform_real_distribution<double>(-size, size)(random); };
  for (int round = 0; round < 200; ++round) {
    double q[n_q], v[n_v], a[n_v], tau[n_v], u[n_u + 1], F[n_v], at_rest[n_v], sum[n_v], x[n_v], y[n_v];
    const double still[n_v] = {};
    romas::neutral_position(Apart{}, q);
    for (int i = 0; i < n_v; ++i) v[i] = any(2), a[i] = any(5), tau[i] = any(3);
    romas::integrate_position(Apart{}, q, v, 0.7, q);
    for (double& input : u) input = any(2);
    resting<One>(q, v, F);
    resting<One>(q, still, at_rest);
    Counted::inverse_dynamics(q, v, a, x), Apart::inverse_dynamics(q, v, a, y);
    for (int i = 0; i < n_v; ++i) y[i] -= F[i], sum[i] = tau[i] + F[i];
    compare(x, y, n_v);
    Counted::bias_torque(q, v, x), Apart::bias_torque(q, v, y);
    for (int i = 0; i < n_v; ++i) y[i] -= F[i];
    compare(x, y, n_v);
    Counted::gravity_torque(q, x), Apart::gravity_torque(q, y);
    for (int i = 0; i < n_v; ++i) y[i] -= at_rest[i];
    compare(x, y, n_v);
    accelerations<Counted>(q, v, tau, x), accelerations<Apart>(q, v, sum, y);
    compare(x, y, n_v);
    double M[n_v * n_v], other[n_v * n_v];
    Counted::mass_matrix(q, M), Apart::mass_matrix(q, other);
    compare(M, other, n_v * n_v);
    if constexpr (romas::has_applied_forces<One>) {
      // With inputs; losses of joints are no part of the other one's.
      const double none[n_u + 1] = {};
      double pushed[n_v], unpushed[n_v];
      One::applied_forces(q, v, u, pushed);
      One::applied_forces(q, v, none, unpushed);
      for (int i = 0; i < n_v; ++i) pushed[i] += F[i] - unpushed[i], sum[i] = tau[i] + pushed[i];
      Counted::applied_forces(q, v, u, x);
      compare(x, pushed, n_v);
      Counted::forward_dynamics_with_forces(q, v, tau, u, x), Apart::forward_dynamics(q, v, sum, y);
      compare(x, y, n_v);
    }
  }
  std::fprintf(stderr, "functions: %g\n", worst);
  std::printf("functions agree: %s\n", worst < 1e-9 ? "yes" : "no");
}

// Both plants move alike: nothing is counted twice, and nothing is left out.
template <romas::Integrator Method>
double apart_after(bool inputs) {
  romas::PlantOptions<Apart> options;
  romas::PlantOptions<Counted> own;
  options.integrator = own.integrator = Method;
  options.friction_width = 0.01;
  // Which an explicit method takes only in short steps.
  if (Method == romas::Integrator::runge_kutta_4) options.stops = own.stops = false;
  romas::Plant<Apart> one(Apart{}, options);
  romas::Plant<Counted> other(Counted{}, own);
  double tau[n_v] = {}, u[n_u + 1], v[n_v], difference = 0;
  for (double& input : u) input = inputs ? 0.7 : 0;
  for (int i = 0; i < n_v; ++i) v[i] = romas::constraint_count<Apart> != 0 ? 0.0 : 0.3 + 0.1 * i;
  double q[n_q];
  for (int i = 0; i < n_q; ++i) q[i] = one.q()[i];
  one.set_state(q, v), other.set_state(q, v);
  one.set_inputs(u), other.set_inputs(u);
  for (int k = 0; k < 200; ++k) {
    if (!one.step(tau, 1e-3) || !other.step(tau, 1e-3)) return INFINITY;
    for (int i = 0; i < n_q; ++i) difference = std::fmax(difference, std::fabs(one.q()[i] - other.q()[i]));
  }
  return difference;
}

}  // namespace

int main() {
  functions<Apart>();
  const double simple = apart_after<romas::Integrator::semi_implicit_euler>(true);
  const double accurate = apart_after<romas::Integrator::runge_kutta_4>(true);
  std::fprintf(stderr, "plants: %g, %g\n", simple, accurate);
  std::printf("plants agree: %s, %s\n", simple < 1e-9 ? "yes" : "no", accurate < 1e-9 ? "yes" : "no");
  const romas::FrictionCompensation<Counted> friction;
  double added[n_v] = {}, v[n_v];
  for (double& each : v) each = 1;
  friction.add(v, added);
  std::printf("friction is compensated once: %s\n", romas::largest_magnitude<n_v>(added) == 0 ? "yes" : "no");
}
