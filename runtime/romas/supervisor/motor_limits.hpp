// The limits of a robot's motors, as far as its model tells them.
#pragma once

#include <cmath>
#include <limits>

#include <romas/gains.hpp>
#include <romas/straight_stop.hpp>
#include <romas/supervisor/watched_robot.hpp>

namespace romas::detail {

// The largest acceleration of targets, and of estimated efforts (rad/s^2 or m/s^2).
inline constexpr double kLargestAcceleration = 10;
// Torques are compared with the motion in this time (s).
inline constexpr double kMotionLeak = 0.02;

// Limits of each variable's motor.
template <class Robot>
struct MotorLimits {
  static constexpr int n_v = Robot::n_v;

  // Measures 32 postures around q.
  void measure(const WatchedRobot<Robot>& of, const double* q, bool unlimited) {
    const double infinite = std::numeric_limits<double>::infinity();
    double posture[Robot::n_q], M[n_v * n_v], weight[n_v], lost[n_v], needed[n_v]{}, inertia[n_v]{},
        moving[n_v]{};
    for (int i = of.first; i < n_v; ++i) moving[i] = of.row(i).velocity < 1 ? of.row(i).velocity : 1;
    for (int k = 0; k < kGainPostures; ++k) {
      sample_posture(of.robot, of.limits, q, k, posture);
      of.robot.mass_matrix(posture, M);
      of.robot.gravity_torque(posture, weight);
      for (double& loss : lost) loss = 0;
      add_described_losses(of.robot, of.losses, posture, moving, lost);
      for (int i = of.first; i < n_v; ++i) {
        double row = 0, square = 0;
        for (int j = of.first; j < n_v; ++j)
          row += size(M[i * n_v + j]), square += M[i * n_v + j] * M[i * n_v + j];
        needed[i] = largest(2 * (size(weight[i]) + size(lost[i]) + kLargestAcceleration * row), needed[i]);
        inertia[i] = largest(inertia[i], largest(1.5 * M[i * n_v + i], std::sqrt(square)));
      }
    }
    for (int i = 0; i < n_v; ++i) {
      const double given = of.limits.effort[i];
      const bool lacks = i >= of.first && !(given > 0 && given < 1e30);
      estimated[i] = lacks && !unlimited;
      effort[i] = i < of.first ? 0 : !lacks ? given : unlimited ? infinite : needed[i];
      floor[i] = of.losses.friction[i] +
                 of.row(i).velocity_noise * (inertia[i] / kMotionLeak + of.losses.damping[i]);
      brake[i] = infinite;
    }
    for (int k = 0; k < kGainPostures; ++k) {
      sample_posture(of.robot, of.limits, q, k, posture);
      of.robot.mass_matrix(posture, M);
      of.robot.gravity_torque(posture, weight);
      for (int i = of.first; i < n_v; ++i) {
        const double braked = braking_deceleration<n_v>(M, weight, effort, i, of.first);
        if (braked < brake[i]) brake[i] = braked;
      }
    }
    // A motor that cannot hold the joint in some posture says nothing about the one in which it stops.
    for (double& braked : brake)
      if (!(braked > 0)) braked = infinite;
  }
  // Torques that acted and torques that were written differ by the noise of velocities, too, where motors are
  // weak for what they move.
  double residual(int i) const { return largest(0.2 * effort[i], floor[i] + 0.1 * effort[i]); }

  double effort[n_v]{};  // N m or N: as described, or estimated for want of that
  double brake[n_v]{};   // rad/s^2 or m/s^2 by which a joint can brake by itself in all of these postures
  double floor[n_v]{};   // N m or N: less does not tell how a motor answers
  bool estimated[n_v]{};
};

}  // namespace romas::detail
