// The checks of a cycle's target.
#pragma once

#include <cmath>

#include <romas/straight_stop.hpp>
#include <romas/supervisor/motor_limits.hpp>
#include <romas/supervisor/reading_checks.hpp>

namespace romas::detail {

// Judges targets: finite, no faster than the joints, not far from the readings, with room to stop.
template <class Robot>
class TargetChecks {
 public:
  static constexpr int n_v = Robot::n_v;
  using Watched = WatchedRobot<Robot>;
  using Record = SupervisorRecord<n_v>;
  using Motors = MotorLimits<Robot>;

  void begin() {
    for (double& way : waited_) way = 0;
  }
  // How far the law gives way at each joint without a fault (n_v values).
  void allow(const double* give_way) {
    for (int i = 0; i < n_v; ++i) give_way_[i] = give_way[i] > 0 ? give_way[i] / 0.9 : 0;
  }
  // How far a joint may be from its target.
  double tracking(const Watched& of, int i) const { return of.row(i).tracking + give_way_[i]; }

  // Takes a target over that is finite and does not stop the robot.
  void check(Watched& of, Record& record, const Motors& motors, const ReadingChecks<Robot>& readings,
             const JointTarget<Robot>& target) {
    double step[n_v];
    position_difference(of.robot, of.last.q, target.q, step);
    position_difference(of.robot, of.q, target.q, of.error);
    const double curve = 0.5 * kLargestAcceleration * of.period * of.period + 1e-9;
    const double shortest = StraightStop<Robot>::shortest(of.period);
    CheckSet any = 0, gone = 0, bad[n_v];
    for (int i = 0; i < n_v; ++i) {
      const double sum = step[i] + target.v[i] + target.a[i], further = waited_[i] + step[i];
      const double way = way_to_stop(of, size(target.v[i]), motors.brake[i], shortest);
      waited_[i] = readings.repeats()[i] != 0 ? further : 0;
      CheckSet b = when(!is_finite(sum), Check::target_finite);
      b |= when(size(step[i]) > 1.05 * of.columns.velocity[i] * of.period + curve, Check::target_rate);
      b |= when(way > way_ahead(of, target, i), Check::stop_ahead);
      b |= when(size(of.error[i]) > of.columns.tracking[i] + give_way_[i], Check::tracking);
      bad[i] = b & record.watched[i];
      any |= bad[i];
      gone |= when(size(waited_[i]) > 0.5 * of.columns.tracking[i], Check::stale);
    }
    if ((any & bit(Check::stop_ahead)) != 0) look_ahead(of, motors, target, bad);
    if (any != 0) judge(of, record, any, bad, target, step);
    if (readings.standing() >= 5 && gone != 0 && record.is(SupervisorState::running))
      judge_standing(of, record);
    if (!record.fresh && (any & bit(Check::target_finite)) == 0) of.last = target;
  }

 private:
  // How far joint i is from the limit to which its target moves.
  static double way_ahead(const Watched& of, const JointTarget<Robot>& target, int i) {
    const double x = of.position_of(target.q, i), up = of.limits.upper[i] - x, down = x - of.limits.lower[i];
    return largest(0, (target.v[i] > 0 ? up : down) + of.columns.slack[i]);
  }
  // How far a joint goes on that is told to stop: a cycle, and half of the stop's time; and the inverse.
  static double way_to_stop(const Watched& of, double speed, double deceleration, double shortest) {
    return speed * (of.period + 0.5 * largest(shortest, speed / deceleration));
  }
  static double speed_to_stop(const Watched& of, double deceleration, double way) {
    const double least = way / (of.period + 0.5 * StraightStop<Robot>::shortest(of.period));
    const double braked =
        deceleration * (std::sqrt(of.period * of.period + 2 * way / deceleration) - of.period);
    return least < braked ? least : braked;
  }
  // Judges joints that could not brake in the worst posture by the posture of the target.
  void look_ahead(const Watched& of, const Motors& motors, const JointTarget<Robot>& target, CheckSet* bad) {
    const double shortest = StraightStop<Robot>::shortest(of.period);
    double M[n_v * n_v], weight[n_v];
    of.robot.mass_matrix(target.q, M);
    of.robot.gravity_torque(target.q, weight);
    for (int i = of.first; i < n_v; ++i) {
      if ((bad[i] & bit(Check::stop_ahead)) == 0) continue;
      const double sign = target.v[i] > 0 ? 1 : -1;
      ahead_[i] = braking_deceleration<n_v>(M, weight, motors.effort, i, of.first, sign);
      const bool fails =
          ahead_[i] > 0 && way_to_stop(of, size(target.v[i]), ahead_[i], shortest) > way_ahead(of, target, i);
      if (!fails) bad[i] &= ~bit(Check::stop_ahead);
    }
  }
  double limit(const Watched& of, Check check, const JointTarget<Robot>& target, int i) const {
    switch (check) {
      case Check::target_rate: return 1.05 * of.row(i).velocity * of.period;
      case Check::stop_ahead: return speed_to_stop(of, ahead_[i], way_ahead(of, target, i));
      case Check::tracking: return tracking(of, i);
      default: return 0;
    }
  }
  void judge(const Watched& of, Record& record, CheckSet any, const CheckSet* bad,
             const JointTarget<Robot>& target, const double* step) const {
    for (const Check check : {Check::target_finite, Check::target_rate, Check::stop_ahead, Check::tracking}) {
      if ((any & bit(check)) == 0) continue;
      const auto value = [&](int i) {
        return check == Check::target_rate  ? size(step[i])
               : check == Check::stop_ahead ? size(target.v[i])
               : check == Check::tracking   ? size(of.error[i])
                                            : 0.0;
      };
      const int i = worst<n_v>(
          bad, check, [&](int k) { return value(k) / largest(limit(of, check, target, k), 1e-300); });
      if (i >= 0) record.trip(check, i, value(i), limit(of, check, target, i));
    }
  }
  // All readings repeat themselves although the target has gone on.
  void judge_standing(const Watched& of, Record& record) const {
    int farthest = 0;
    for (int i = 0; i < n_v; ++i)
      if (size(waited_[i]) / of.row(i).tracking > size(waited_[farthest]) / of.row(farthest).tracking)
        farthest = i;
    record.lose_all(Check::stale, size(waited_[farthest]), 0.5 * of.row(farthest).tracking);
  }

  double give_way_[n_v]{}, waited_[n_v]{}, ahead_[n_v]{};
};

}  // namespace romas::detail
