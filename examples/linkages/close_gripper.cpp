// Closes the gripper of gripper.romas in simulation: the motor of one driver holds an angle, and what the
// loops force upon the other joints follows.
//
//   romasc gripper.romas --emit=cpp -o include
//   g++ -std=c++17 -O2 -I include -I ../../runtime close_gripper.cpp -o close_gripper && ./close_gripper

#include <cmath>
#include <cstdio>
#include <gripper.hpp>
#include <romas/plant.hpp>

namespace {

using Robot = gripper::Robot;
constexpr int kDriver = 0;  // of the velocity variables

// How far the left finger leans against the palm (rad).
double lean(const double* q) {
  double pose[12];
  gripper::link_pose<gripper::Link::left_pad>(q, pose);
  return std::asin(pose[2 * 4 + 2]);
}

double gap(const double* q) {
  double residual[gripper::n_constraints];
  gripper::constraint(q, residual);
  return romas::largest_magnitude<gripper::n_constraints>(residual);
}

}  // namespace

int main() {
  romas::Plant<Robot> plant;
  const double start = lean(plant.q());
  constexpr double kTarget = 0.6, kStiffness = 4, kDamping = 0.08;  // rad, N m/rad, N m s/rad
  double widest = 0, most = 0;
  for (int step = 0; step < 2000; ++step) {
    double tau[gripper::n_v] = {};
    tau[kDriver] = kStiffness * (kTarget - plant.q()[kDriver]) - kDamping * plant.v()[kDriver];
    if (!plant.step(tau, 1e-3)) return std::puts("the simulation failed"), 1;
    widest = std::fmax(widest, gap(plant.q()));
    most = std::fmax(most, std::fabs(lean(plant.q()) - start));
  }
  std::printf("after 2 s the driver is within %.0e rad of its target\n",
              std::pow(10, std::ceil(std::log10(std::fabs(plant.q()[kDriver] - kTarget)))));
  std::printf("the fingers stayed parallel: %s\n", most < 1e-9 ? "yes" : "no");
  std::printf("the loops stayed closed: %s\n", widest < 1e-9 ? "yes" : "no");
}
