// The checks of a cycle's readings and of its time.
#pragma once

#include <limits>

#include <romas/supervisor/record.hpp>
#include <romas/supervisor/watched_robot.hpp>

namespace romas::detail {

// Judges a position that the loops do not reach. The joint that is farthest from its target is beyond its
// limits by what it would have to go back for them to close, or with `slack` by more than that. True if that
// stops the robot; q is then the position at which they close.
template <class Robot>
bool judge_reach(const WatchedRobot<Robot>& of, SupervisorRecord<Robot::n_v>& record, double* q, bool slack) {
  constexpr int n_v = Robot::n_v;
  double away[n_v], back[n_v], there[Robot::n_q], part = 1;
  position_difference(of.robot, q, of.last.q, away);
  int farthest = 0;
  for (int i = 0; i < n_v; ++i)
    if (size(away[i]) / of.row(i).tracking > size(away[farthest]) / of.row(farthest).tracking) farthest = i;
  const auto go_back = [&](double share) {
    for (int i = 0; i < n_v; ++i) back[i] = share * away[i];
    integrate_position(of.robot, q, back, 1.0, there);
  };
  for (double half = 0.5; half > 1e-3; half *= 0.5) {
    go_back(part - half);
    if (room_of(of.robot, there) > 0) part -= half;
  }
  const double beyond = part * size(away[farthest]), most = slack ? of.row(farthest).slack : 0;
  if (!(beyond > most) || !record.trip(Check::range, farthest, beyond, most)) return false;
  record.lost[farthest] = record.blind = true;
  go_back(part);
  of.copy_positions(there, q);
  return true;
}

// Judges positions, velocities, their age and the time of the cycle.
template <class Robot>
class ReadingChecks {
 public:
  static constexpr int n_v = Robot::n_v;
  using Watched = WatchedRobot<Robot>;
  using Record = SupervisorRecord<n_v>;

  void begin() {
    for (int i = 0; i < n_v; ++i) drift_[i] = unsure_[i] = unmoved_[i] = 0;
    standing_ = late_in_row_ = 0;
  }
  void check_time(const Watched& of, Record& record) {
    const double lateness = of.dt - of.period;
    late_in_row_ = lateness > 1.001 * of.period ? late_in_row_ + 1 : 0;
    if (late_in_row_ == 0 || !record.is_enabled(Check::late)) return;
    const double longest = largest(0.02, of.period);
    if (late_in_row_ >= 3 || lateness >= longest * (1 - 1e-6))
      record.trip(Check::late, -1, lateness, late_in_row_ >= 3 ? of.period : longest);
    else
      record.count(Check::late, -1);
  }
  // A reading that is so many seconds old.
  void check_age(const Watched& of, Record& record, double age) const {
    const double oldest = largest(3 * of.period, 0.02);
    if (age > oldest) record.lose_all(Check::stale, age, oldest);
  }
  void check(Watched& of, Record& record, const double* q, const double* v) {
    double step[n_v], at[n_v], now[n_v];  // copies: nothing else can change them
    position_difference(of.robot, of.q, q, step);
    for (int i = 0; i < n_v; ++i) at[i] = of.position_of(q, i), now[i] = v[i];
    add_up(of, record.cycle == 0, now, step);
    const double free = record.cycle == 0 ? std::numeric_limits<double>::infinity() : 0;
    CheckSet any = 0, moved = 0, bad[n_v];
    for (int i = 0; i < n_v; ++i) {
      const double speed = size(now[i]), way = size(step[i]);
      const double velocity = of.columns.velocity[i], noise = of.columns.noise[i];
      const double fastest = (of.outside[i] > 0 ? 0.12 : 1.2) * velocity;
      const bool goes = !(step[i] == 0);
      repeats_[i] = when(!goes, Check::stale);
      moved |= when(goes | !(now[i] == of.v[i]), Check::stale);
      CheckSet b = when(!is_finite(step[i] + now[i]), Check::finite);
      b |= when(of.beyond(i, at[i]) > of.columns.slack[i] + of.outside[i], Check::range);
      b |= when(speed > fastest + 3 * of.columns.velocity_noise[i], Check::velocity);
      b |= when((speed > 1.5 * velocity) & (now[i] * of.tau[i] < 0) & (way > 1.2 * velocity * of.dt),
                Check::runaway);
      b |= when(way > 1.5 * velocity * of.dt + noise + free, Check::jump);
      b |= when((size(drift_[i]) > drift_limit(of, i)) & goes, Check::disagree);
      b |= when(size(unmoved_[i]) > 0.75 * noise, Check::stale);
      bad[i] = b & record.watched[i];
      any |= bad[i];
    }
    standing_ = moved != 0 ? 0 : standing_ + 1;
    of.room_before = of.room, of.room = room_of(of.robot, q);
    if (any != 0) judge(of, record, any, bad, q, v, step);
    if (of.room <= 0 && record.is_enabled(Check::range) && record.is(SupervisorState::running)) {
      double reached[Robot::n_q];
      of.copy_positions(q, reached);
      judge_reach(of, record, reached, true);
    }
  }

  // Whether the position of a variable is that of the cycle before: not 0.
  const CheckSet* repeats() const { return repeats_; }
  // For how many cycles all readings have been the same.
  int standing() const { return standing_; }

 private:
  // Leaky sums of what positions and velocities tell apart. Within a cycle the velocity is between its
  // readings, so that their difference may go on or off the way; in a late one it went up and down unseen.
  void add_up(const Watched& of, bool restarts, const double* v, const double* step) {
    if (restarts || of.is_late()) {
      for (int i = 0; i < n_v; ++i) drift_[i] = unsure_[i] = unmoved_[i] = 0;
      return;
    }
    constexpr double kLeak = 0.05;  // s
    const double leak = 1 / (1 + of.dt / kLeak);
    for (int i = 0; i < n_v; ++i) {
      const double way = 0.5 * (v[i] + of.v[i]) * of.dt, unmoved = leak * unmoved_[i] + way;
      drift_[i] = leak * drift_[i] + step[i] - way;
      unsure_[i] = leak * unsure_[i] + 0.5 * size(v[i] - of.v[i]) * of.dt;
      unmoved_[i] = step[i] == 0 ? unmoved : 0;
    }
  }
  double drift_limit(const Watched& of, int i) const {
    return 3 * of.columns.noise[i] + 15 * of.columns.velocity_noise[i] * of.dt + unsure_[i];
  }
  double value(const Watched& of, Check check, int i, double x, double speed, double step) const {
    switch (check) {
      case Check::range: return of.beyond(i, x);
      case Check::velocity:
      case Check::runaway: return speed;
      case Check::jump: return size(step);
      case Check::disagree: return size(drift_[i]);
      case Check::stale: return size(unmoved_[i]);
      default: return 0;
    }
  }
  double limit(const Watched& of, Check check, int i) const {
    const VariableThresholds& row = of.row(i);
    switch (check) {
      case Check::range: return row.slack + of.outside[i];
      case Check::velocity: return (of.outside[i] > 0 ? 0.12 : 1.2) * row.velocity + 3 * row.velocity_noise;
      case Check::runaway: return 1.5 * row.velocity;
      case Check::jump: return 1.5 * row.velocity * of.dt + row.noise;
      case Check::disagree: return drift_limit(of, i);
      case Check::stale: return 0.75 * row.noise;
      default: return 0;
    }
  }
  // Names the checks that failed, in their order.
  void judge(const Watched& of, Record& record, CheckSet any, CheckSet* bad, const double* q, const double* v,
             const double* step) const {
    for (int i = 0; i < n_v; ++i)
      if (record.lost[i]) bad[i] = 0;
    for (const Check check : {Check::finite, Check::range, Check::velocity, Check::runaway, Check::jump,
                              Check::disagree, Check::stale}) {
      if ((any & bit(check)) == 0) continue;
      const auto found = [&](int i) {
        return value(of, check, i, of.position_of(q, i), size(v[i]), step[i]);
      };
      const int i =
          worst<n_v>(bad, check, [&](int k) { return found(k) / largest(limit(of, check, k), 1e-300); });
      if (i < 0) continue;
      // If all readings repeat themselves, the bus stands still, not one sensor.
      if (check == Check::stale && standing_ > 0) {
        record.lose_all(check, found(i), limit(of, check, i));
        continue;
      }
      if (record.trip(check, i, found(i), limit(of, check, i))) distrust(of, record, check, bad, step);
    }
  }
  static void distrust(const Watched& of, Record& record, Check check, const CheckSet* bad,
                       const double* step) {
    for (int k = 0; k < n_v; ++k) {
      // A velocity that the position does not confirm is a false reading.
      const bool doubtful = check == Check::velocity && !(size(step[k]) > of.row(k).velocity * of.dt);
      const FaultKind kind = doubtful ? FaultKind::reading : check_info(check).kind;
      if ((bad[k] & bit(check)) == 0 || kind == FaultKind::command) continue;
      if (doubtful && record.kind == FaultKind::command) record.kind = FaultKind::reading;
      if (kind == FaultKind::actuator) record.off[k] = bit(check);
      record.lost[k] = record.lost[k] || kind == FaultKind::reading;
      record.blind = record.blind || kind == FaultKind::reading;
    }
  }

  double drift_[n_v]{}, unsure_[n_v]{}, unmoved_[n_v]{};
  CheckSet repeats_[n_v]{};
  int late_in_row_ = 0, standing_ = 0;
};

}  // namespace romas::detail
