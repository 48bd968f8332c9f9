// Uses a generated header as a program would: with doubles, floats, and a type that is only nearly a number.
#include "two_link_arm.hpp"

#include <cmath>
#if __has_include(<romas/batch.hpp>)
#include <romas/batch.hpp>
#endif

// A value and its derivative along one direction (forward automatic differentiation).
struct Dual {
  double value = 0;
  double rate = 0;
  Dual() = default;
  explicit Dual(double v, double r = 0) : value(v), rate(r) {}
  friend Dual operator+(const Dual& a, const Dual& b) { return Dual(a.value + b.value, a.rate + b.rate); }
  friend Dual operator-(const Dual& a, const Dual& b) { return Dual(a.value - b.value, a.rate - b.rate); }
  friend Dual operator-(const Dual& a) { return Dual(-a.value, -a.rate); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return Dual(a.value * b.value, a.rate * b.value + a.value * b.rate);
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    return Dual(a.value / b.value, (a.rate * b.value - a.value * b.rate) / (b.value * b.value));
  }
  friend Dual sin(const Dual& a) { return Dual(std::sin(a.value), a.rate * std::cos(a.value)); }
  friend Dual cos(const Dual& a) { return Dual(std::cos(a.value), -a.rate * std::sin(a.value)); }
};

namespace {

bool near(double a, double b, double tolerance) { return std::fabs(a - b) <= tolerance; }

using Robot = two_link_arm::Robot;
constexpr int kDof = Robot::n_v;

// forward_dynamics(inverse_dynamics(a)) is a.
template <class S>
bool there_and_back(double tolerance) {
  const S q[kDof] = {S(0.4), S(0.1)};
  const S v[kDof] = {S(-0.7), S(0.3)};
  const S a[kDof] = {S(1.5), S(-2.0)};
  S tau[kDof];
  S back[kDof];
  Robot::inverse_dynamics(q, v, a, tau);
  Robot::forward_dynamics(q, v, tau, back);
  return near(static_cast<double>(back[0]), 1.5, tolerance) &&
         near(static_cast<double>(back[1]), -2.0, tolerance);
}

// The derivative of the gravity torque against finite differences.
bool derivatives() {
  constexpr double kStep = 1e-6;
  double torque[2][kDof];
  for (int side = 0; side < 2; ++side) {
    const double q[kDof] = {0.4 + (side == 0 ? -kStep : kStep), 0.1};
    Robot::gravity_torque(q, torque[side]);
  }
  const Dual q[kDof] = {Dual(0.4, 1), Dual(0.1)};
  Dual tau[kDof];
  Robot::gravity_torque(q, tau);
  bool good = true;
  for (int i = 0; i < kDof; ++i)
    good = good && near(tau[i].rate, (torque[1][i] - torque[0][i]) / (2 * kStep), 1e-6);
  return good;
}

// The Jacobian of a link against finite differences of its pose.
bool jacobian() {
  constexpr double kStep = 1e-6;
  const double q[kDof] = {0.4, 0.1};
  double J[6 * kDof];
  two_link_arm::jacobian<two_link_arm::Link::new_>(q, J);
  bool good = true;
  for (int k = 0; k < kDof; ++k) {
    double pose[2][12];
    for (int side = 0; side < 2; ++side) {
      double moved[kDof] = {q[0], q[1]};
      moved[k] += side == 0 ? -kStep : kStep;
      two_link_arm::link_pose<two_link_arm::Link::new_>(moved, pose[side]);
    }
    for (int r = 0; r < 3; ++r)
      good = good && near(J[r * kDof + k], (pose[1][4 * r + 3] - pose[0][4 * r + 3]) / (2 * kStep), 1e-6);
  }
  return good;
}

// All poses hold those of the single links.
bool poses() {
  const double q[kDof] = {0.4, 0.1};
  double all[12 * Robot::n_links];
  double one[12];
  Robot::forward_kinematics(q, all);
  Robot::link_pose<Robot::Link::upper_arm>(q, one);
  bool good = true;
  for (int k = 0; k < 12; ++k) good = good && near(all[12 * 2 + k], one[k], 1e-15);
  double M[kDof * kDof];
  double tau[kDof];
  const double still[kDof] = {0, 0};
  Robot::mass_matrix(q, M);
  Robot::bias_torque(q, still, tau);
  double gravity[kDof];
  Robot::gravity_torque(q, gravity);
  return good && near(M[1], M[2], 0) && near(tau[0], gravity[0], 1e-12);
}

// Batches of five, whose outputs go to their rows at once, against one call after another. (The header alone
// has no batches.)
#if __has_include(<romas/batch.hpp>)
bool batches() {
  constexpr int kCount = 5;
  double q[kDof * kCount], M[kDof * kDof * kCount], poses[12 * kCount], one_q[kDof], one_M[kDof * kDof],
      pose[12];
  for (int i = 0; i < kDof * kCount; ++i) q[i] = 0.2 * i - 0.7;
  romas::batch<4>(
      kCount, [](const auto* at, auto out) { two_link_arm::mass_matrix(at, out); }, romas::in<kDof>(q),
      romas::out<kDof * kDof>(M));
  romas::batch<4>(
      kCount, [](const auto* at, auto out) { two_link_arm::link_pose<Robot::Link::new_>(at, out); },
      romas::in<kDof>(q), romas::out<12>(poses));
  bool good = true;
  for (int i = 0; i < kCount; ++i) {
    for (int k = 0; k < kDof; ++k) one_q[k] = q[k * kCount + i];
    Robot::mass_matrix(one_q, one_M);
    Robot::link_pose<Robot::Link::new_>(one_q, pose);
    for (int k = 0; k < kDof * kDof; ++k) good = good && near(M[k * kCount + i], one_M[k], 1e-14);
    for (int k = 0; k < 12; ++k) good = good && near(poses[k * kCount + i], pose[k], 1e-14);
  }
  return good;
}
#else
bool batches() { return true; }
#endif

}  // namespace

int main() {
  if (!there_and_back<double>(1e-12)) return 1;
  if (!there_and_back<float>(1e-4)) return 2;
  if (!derivatives()) return 3;
  if (!batches()) return 6;
  if (!jacobian()) return 4;
  return poses() ? 0 : 5;
}
