// The straight stop: all joints come to rest together, each slowed down in proportion to its velocity, so
// that the robot stays on the line along which it moved.
//
// With the mass matrix M, the bias b and w = M v at a state, the torque b - w / T brings it to rest in T
// seconds. The shortest T follows from the joint whose motor is exhausted first; joint i goes on by |v_i|
// T/2.
#pragma once

#include <cmath>
#include <limits>

#include <romas/controllers.hpp>
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

// The deceleration of joint i by itself (rad/s^2 or m/s^2) in the posture with mass matrix M and this weight,
// with N torques `effort`, of which those before `first` have no motor. `sign` is that of its velocity; 0
// takes the weight for a load in both directions.
template <int N>
double braking_deceleration(const double* M, const double* weight, const double* effort, int i, int first,
                            double sign = 0) {
  double least = std::numeric_limits<double>::infinity();
  for (int j = first; j < N; ++j) {
    const double coupling = std::fabs(M[j * N + i]);
    if (!(coupling > 1e-6 * M[i * N + i])) continue;
    const double load = j == i && sign != 0 ? -sign * weight[j] : std::fabs(weight[j]);
    const double brake = (kStopShare * effort[j] - load) / coupling;
    if (brake < least) least = brake;
  }
  return least;
}

// One straight stop: its plan, and the torques that hold the robot to it.
template <class Robot>
class StraightStop {
 public:
  static constexpr int n = Robot::n_v;
  // The place and speed at which it begins; the caller sets them before plan().
  double from_q[Robot::n_q]{}, from_v[n]{};

  // If the motors cannot stop the robot there, the plan takes `longest` seconds.
  void plan(const Robot& robot, const double* effort, double period, double longest) {
    time_ = straight_stop_time(robot, from_q, from_v, effort);
    possible_ = time_ < 1;
    if (!possible_) time_ = straight_stop_time(robot, from_q, from_v, effort, 1.0);
    if (!(time_ < 1)) time_ = longest;
    if (time_ < shortest(period)) time_ = shortest(period);
    frequency_ = 0.2 / period < 20 ? 0.2 / period : 20;
    aim(robot, 0);
  }
  // Sets the target so many seconds after the beginning.
  void aim(const Robot& robot, double since) {
    const bool slows = since < time_;
    const double gone = slows ? since - 0.5 * since * since / time_ : 0.5 * time_;
    integrate_position(robot, from_q, from_v, gone, target_.q);
    for (int i = 0; i < n; ++i) {
      target_.v[i] = slows ? from_v[i] * (1 - since / time_) : 0;
      target_.a[i] = slows ? -from_v[i] / time_ : 0;
    }
  }
  // Computed torque along the plan, for the robot at (q, v).
  void torque(const Robot& robot, const FrictionCompensation<Robot>& losses, const double* q, const double* v,
              double* tau) const {
    const int first = has_floating_base(robot) ? 6 : 0;
    double away[n], a[n];
    position_difference(robot, q, target_.q, away);
    for (int i = 0; i < n; ++i)
      a[i] = i < first ? 0 : target_.a[i] + frequency_ * (frequency_ * away[i] + 2 * (target_.v[i] - v[i]));
    robot.inverse_dynamics(q, v, a, tau);
    losses.add(target_.v, tau);
    for (int i = 0; i < first; ++i) tau[i] = 0;
  }
  // The shortest time that a plan takes.
  static double shortest(double period) { return 2 * period > 0.01 ? 2 * period : 0.01; }
  const JointTarget<Robot>& target() const { return target_; }
  double time() const { return time_; }  // s, of the plan
  bool possible() const { return possible_; }

 private:
  double time_ = 0, frequency_ = 20;
  bool possible_ = true;
  JointTarget<Robot> target_;
};

}  // namespace romas
