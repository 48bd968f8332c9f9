// The straight stop: all joints come to rest together, each slowed down in proportion to its velocity, so
// that the robot stays on the line along which it moved.
//
// With the mass matrix M, the bias b and w = M v at a state, the torque b - w / T brings it to rest in T
// seconds. The shortest T follows from the joint whose motor is exhausted first; joint i goes on by |v_i|
// T/2.
#pragma once

#include <cmath>
#include <limits>

#include <romas/linear_algebra.hpp>
#include <romas/robot.hpp>

namespace romas {

// How much of the effort limits a straight stop uses; the rest is for what its model does not know.
inline constexpr double kStopShare = 0.8;

// The shortest time (s) of a straight stop from (q, v) with `share` of the torques `effort` (n_v values, N m
// or N). Infinite if these cannot stop or hold the robot there. A floating base is taken to be held: its own
// velocity does not count.
template <class Robot>
double straight_stop_time(const Robot& robot, const double* q, const double* v, const double* effort,
                          double share = kStopShare) {
  constexpr int n = Robot::n_v;
  const int first = has_floating_base(robot) ? 6 : 0;
  double M[n * n], bias[n], joints[n]{}, w[n];
  robot.mass_matrix(q, M);
  robot.bias_torque(q, v, bias);
  for (int i = first; i < n; ++i) joints[i] = v[i];
  dense::multiply<n, n>(M, joints, w);
  double rate = std::numeric_limits<double>::infinity();
  for (int i = first; i < n; ++i) {
    const double size = std::fabs(w[i]);
    if (size == 0) continue;
    const double room = share * effort[i] + (w[i] > 0 ? bias[i] : -bias[i]);
    if (!(room / size >= rate)) rate = room / size;
  }
  return rate > 0 ? 1 / rate : std::numeric_limits<double>::infinity();
}

}  // namespace romas
