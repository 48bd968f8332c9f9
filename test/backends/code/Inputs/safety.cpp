// The functions of generated C and the runtime's on generated C++ keep the same commands within the same
// bounds, which are those of the description's formulas, and firmware that is told nothing but full efforts
// stops inside the hard limits.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

#include <romas/safety_controller.hpp>

#include "cart.h"
#include "cart.hpp"

namespace {

using Robot = cart::Robot;
int failures = 0;

void expect(bool good, const char* what) {
  if (good) return;
  std::printf("%s\n", what);
  ++failures;
}

double clipped(double x, double most) { return std::max(-most, std::min(most, x)); }

// slide, by its elements.
void check_slide(const double* q, const double* v, double asked, double limited) {
  const double low = clipped(-15 * (q[0] + 0.3), 1), high = clipped(-15 * (q[0] - 0.2), 1);
  const double least = clipped(-200 * (v[0] - low), 40), most = clipped(-200 * (v[0] - high), 40);
  expect(std::fabs(limited - std::max(least, std::min(most, asked))) < 1e-12, "slide is bounded otherwise");
}

void compare() {
  romas::Limits<Robot> limits;
  for (double& effort : limits.effort)
    if (!(effort > 0)) effort = INFINITY;
  const romas::SafetyController<Robot> safety(Robot{}, limits);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1.5, 1.5);
  for (int round = 0; round < 10000; ++round) {
    double q[4], v[4], tau[4], speed[4], c_tau[4], c_speed[4];
    for (int i = 0; i < 4; ++i) {
      q[i] = number(random), v[i] = 3 * number(random), tau[i] = 60 * number(random),
      speed[i] = 4 * number(random);
      if (round % 50 == i)
        (round % 3 == 0 ? q : round % 3 == 1 ? v : tau)[i] = round % 2 == 0 ? NAN : INFINITY;
      c_tau[i] = tau[i], c_speed[i] = speed[i];
    }
    const double asked = tau[0];
    expect(safety.limit_torque(q, v, tau) == (cart_limit_effort(q, v, c_tau) != 0),
           "one of them cut an effort");
    expect(safety.limit_velocity(q, speed) == (cart_limit_velocity(q, c_speed) != 0),
           "one of them cut a velocity");
    expect(std::memcmp(tau, c_tau, sizeof tau) == 0, "efforts differ");
    expect(std::memcmp(speed, c_speed, sizeof speed) == 0, "velocities differ");
    if (std::isfinite(q[0]) && std::isfinite(v[0]) && std::isfinite(asked)) check_slide(q, v, asked, tau[0]);
  }
}

void run_at_the_limits(double sign) {
  double q[4] = {0, 0, 0, 0.02}, v[4] = {};
  for (int cycle = 0; cycle < 3000; ++cycle) {
    double tau[4] = {sign * 1000, 0, 0, 0}, a[4];
    cart_limit_effort(q, v, tau);
    cart_forward_dynamics(q, v, tau, a);
    for (int i = 0; i < 4; ++i) v[i] += 1e-3 * a[i], q[i] += 1e-3 * v[i];
    expect(q[0] > -0.31 && q[0] < 0.21, "slide runs beyond its soft limit");
  }
  expect(std::fabs(q[0] - (sign > 0 ? 0.2 : -0.3)) < 0.005 && std::fabs(v[0]) < 1e-3,
         "slide does not rest there");
}

}  // namespace

int main() {
  compare();
  run_at_the_limits(1);
  run_at_the_limits(-1);
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
