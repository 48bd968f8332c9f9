// The checks of the torques that a law gives, and what may leave of them.
#pragma once

#include <romas/supervisor/motor_limits.hpp>
#include <romas/supervisor/reading_checks.hpp>

namespace romas::detail {

// Cuts torques to the limits and their rate, and counts for how long.
template <class Robot>
class TorqueChecks {
 public:
  static constexpr int n_v = Robot::n_v;
  static constexpr double kLongestCut = 1;  // s
  using Watched = WatchedRobot<Robot>;
  using Record = SupervisorRecord<n_v>;
  using Motors = MotorLimits<Robot>;

  void begin() {
    for (double& time : cut_) time = 0;
  }
  // Cuts tau (n_v values, in place).
  void check(Watched& of, Record& record, const Motors& motors, double* tau) {
    if (!is_odd(of, motors, tau)) return;
    for (int i = 0; i < n_v; ++i)
      if (!is_finite(tau[i]) && record.is_enabled(Check::torque_finite)) {
        // Noise alone brings readings beyond a dead centre, where a law has no model.
        if (of.room <= 0 && record.is_enabled(Check::range) && judge_reach(of, record, of.q, false)) return;
        if (record.trip(Check::torque_finite, i, 0, 0)) return;
        tau[i] = of.tau[i];
      }
    for (int i = of.first; i < n_v; ++i)
      if (!cut(of, record, motors.effort[i], i, tau[i])) return;
  }
  // Keeps tau (n_v values, in place) within the limits and finite, and off where a motor is off. This is the
  // last gate before the motors.
  static void bound(Watched& of, const Record& record, const Motors& motors, double* tau) {
    double out[n_v];
    for (int i = 0; i < n_v; ++i) out[i] = tau[i];
    for (int i = 0; i < n_v; ++i) {
      const double known = is_finite(out[i]) ? out[i] : of.tau[i];
      const double least = known < -motors.effort[i] ? -motors.effort[i] : known;
      const double within = least > motors.effort[i] ? motors.effort[i] : least;
      of.tau[i] = out[i] = record.off[i] != 0 ? 0 : within;
    }
    for (int i = 0; i < n_v; ++i) tau[i] = out[i];
  }

 private:
  static constexpr double kRampTime = 0.01;  // s, in which a torque may change by the effort limit

  // Whether a torque has to be looked at: one that may not leave as it is, or was cut before.
  bool is_odd(const Watched& of, const Motors& motors, const double* tau) const {
    const double ramp = of.dt / kRampTime;
    CheckSet odd = 0;
    for (int i = 0; i < n_v; ++i) {
      odd |= when(!is_finite(tau[i]), Check::torque_finite);
      odd |= when(size(tau[i]) > motors.effort[i], Check::torque_limit);
      odd |= when(size(tau[i] - of.tau[i]) > motors.effort[i] * ramp, Check::torque_rate);
      odd |= when(cut_[i] != 0, Check::saturated);
    }
    return odd != 0;
  }
  // False if it stops the robot.
  bool cut(const Watched& of, Record& record, double effort, int i, double& tau) {
    const bool cuts = record.is_enabled(Check::torque_limit) && size(tau) > effort;
    if (cuts) tau = tau > 0 ? effort : -effort, record.count(Check::torque_limit, i);
    cut_[i] = cuts ? cut_[i] + of.dt : 0;
    if (record.is_enabled(Check::saturated) && cut_[i] > 0.1) {
      if (cut_[i] - of.dt <= 0.1) record.count(Check::saturated, i);
      if (cut_[i] > kLongestCut && record.trip(Check::saturated, i, cut_[i], kLongestCut)) return false;
    }
    if (!record.is_enabled(Check::torque_rate)) return true;
    const double most = effort * (of.dt / kRampTime), change = tau - of.tau[i];
    if (size(change) > most)
      tau = of.tau[i] + (change > 0 ? most : -most), record.count(Check::torque_rate, i);
    return true;
  }

  double cut_[n_v]{};  // s
};

}  // namespace romas::detail
