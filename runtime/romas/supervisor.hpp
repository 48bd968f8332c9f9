// A supervisor between a control law and the motors: checks of readings, targets and torques in every cycle,
// and a stop by the robot's own model where one of them fails.
//
//   romas::Supervisor<Robot> supervisor;
//   supervisor.start(state.q, state.v, 0.0, 1e-3);   // once, with a first reading
//   // In each cycle:
//   supervisor.read(hardware.read(state.q, state.v), state.q, state.v, time);
//   if (supervisor.running()) plan.at(time, target), supervisor.aim(target);
//   if (supervisor.running()) controller.torque(state, target, tau);
//   supervisor.finish(tau);                          // tau may go to the motors now
//   supervisor.written(hardware.write(tau, 1e-3));
//
// It neither allocates nor locks, and asks no clock: the loop passes its time. The checks of a cycle are
// comparisons without branches whose results are or-ed; a joint is looked for once one of them has failed.
#pragma once

#include <cmath>
#include <cstdint>

#include <romas/controllers.hpp>
#include <romas/gains.hpp>
#include <romas/motor_test.hpp>
#include <romas/straight_stop.hpp>
#include <romas/supervision.hpp>

namespace romas {

// Settings of a supervisor beside its thresholds.
struct SupervisorOptions {
  CheckModes modes = default_modes();
  bool unlimited = false;   // motors without an effort limit in the description get none
  bool test_motors = true;  // at the start, by a short torque at each joint (Check::direction)
};

// Checks one robot's cycles. See the top of this file for the order of its calls.
template <class Robot>
class Supervisor {
 public:
  static constexpr int n_q = Robot::n_q, n_v = Robot::n_v;
  using Table = std::array<VariableThresholds, static_cast<std::size_t>(n_v)>;

  explicit Supervisor(const Robot& robot = Robot{}) : Supervisor(robot, default_thresholds(robot)) {}
  Supervisor(const Robot& robot, const Table& table, const SupervisorOptions& options = {})
      : robot_(robot), limits_(robot), losses_(robot), table_(table), options_(options) {
    first_ = has_floating_base(robot) ? 6 : 0;
    for (int i = 0; i < n_v; ++i) {
      VariableThresholds& row = row_of(i);
      if (limits_.velocity[i] > 0 && limits_.velocity[i] < row.velocity) row.velocity = limits_.velocity[i];
      place_[i] = limits_.position[i] < 0 ? 0 : limits_.position[i];
      watched_[i] = i < first_ ? bit(Check::finite) : ~CheckSet{0};
      columns_.set(i, row);
      give_way_[i] = 0;
    }
    // Forces of the ground at the feet are in no model of a floating base, and laws take the base as held.
    if (first_ != 0) {
      mode(Check::residual) = mode(Check::direction) = CheckMode::off;
      if (mode(Check::tracking) == CheckMode::stop) mode(Check::tracking) = CheckMode::warning;
    }
    for (int k = 0; k < kCheckCount; ++k)
      if (options_.modes[static_cast<std::size_t>(k)] != CheckMode::off)
        enabled_ |= CheckSet{1} << static_cast<unsigned>(k);
    for (CheckSet& watched : watched_) watched &= enabled_;
  }

  // Samples the robot's postures around q: estimates the effort limits that the description lacks, and how
  // fast each joint can brake. start() does this, too.
  void assess(const double* q) { measure_robot(q); }

  // Begins with a first reading at rest, before the law's first torque. `time` and `period` in s. False, and
  // in `fault`, if it is not finite. A joint that is beyond its limits may move inwards, at a tenth of its
  // velocity.
  bool start(const double* q, const double* v, double time, double period) {
    if (state_ != SupervisorState::ready) return false;
    period_ = period, time_ = time, cycle_ = -1, returns_ = false;
    for (int i = 0; i < n_v; ++i)
      if (!is_finite(v[i])) return refuse(Check::finite, i);
    copy_positions(q, q_);
    for (int i = 0; i < n_q; ++i)
      if (!is_finite(q[i])) return refuse(Check::finite, variable_of(i));
    for (int i = 0; i < n_v; ++i) {
      v_[i] = v[i], a_[i] = error_[i] = drift_[i] = unsure_[i] = unmoved_[i] = cut_[i] = tau_[i] = act_[i] =
                        sent_[i] = moved_[i] = 0;
      waited_[i] = 0;
      const double x = position_of(q, i);
      outside_[i] =
          limits_.position[i] < 0 ? 0 : largest(0, largest(limits_.lower[i] - x, x - limits_.upper[i]));
      lost_[i] = false, off_[i] = 0;
      returns_ = returns_ || outside_[i] > 0;
    }
    copy_positions(q, last_.q);
    for (int i = 0; i < n_v; ++i) last_.v[i] = last_.a[i] = 0;
    measure_robot(q);
    test_ = {};
    if (options_.test_motors && is_enabled(Check::direction))
      test_.plan(robot_, losses_, table_.data(), effort_, q, first_, period_);
    standing_ = late_in_row_ = 0;
    room_ = room_before_ = room_of(robot_, q_);
    fresh_ = blind_ = at_rest_ = false;
    stopped_by_check_ = false;
    enter(SupervisorState::running);
    return true;
  }

  // Sets how far the law gives way at each joint without a fault, as springs do under a weight (n_v values,
  // rad or m). Motors that are weaker by a tenth give way by a ninth more.
  void allow(const double* give_way) {
    for (int i = 0; i < n_v; ++i) give_way_[i] = give_way[i] > 0 ? give_way[i] / 0.9 : 0;
  }

  // A cycle's reading: whether the robot answered, positions and velocities, the time (s) of the loop or of
  // the robot, and how old the reading is (s).
  void read(bool answered, const double* q, const double* v, double time, double age = 0) {
    ++cycle_;
    dt_ = cycle_ == 0 || !(time > time_) ? period_ : time - time_;
    time_ = time;
    if (state_ == SupervisorState::ready || state_ == SupervisorState::fault) return;
    if (!answered) {
      lose_all(Check::read, 0, 0);
    } else {
      check_time();
      const double oldest = largest(3 * period_, 0.02);
      if (age > oldest && is_enabled(Check::stale)) lose_all(Check::stale, age, oldest);
      check_readings(q, v);
    }
    accept(answered, q, v);
    if (fresh_) begin_stop();
    if (state_ != SupervisorState::running) go_on_stopping();
  }

  // The target of a cycle in `running`, before the law gets it.
  void aim(const JointTarget<Robot>& target) {
    if (state_ != SupervisorState::running) return;
    double step[n_v];
    position_difference(robot_, last_.q, target.q, step);
    position_difference(robot_, q_, target.q, error_);
    const double curve = 0.5 * kLargestAcceleration * period_ * period_ + 1e-9;
    const double shortest = StraightStop<Robot>::shortest(period_);
    CheckSet any = 0, gone = 0, bad[n_v];
    for (int i = 0; i < n_v; ++i) {
      const double sum = step[i] + target.v[i] + target.a[i], further = waited_[i] + step[i];
      waited_[i] = repeats_[i] != 0 ? further : 0;
      CheckSet b = when(!is_finite(sum), Check::target_finite);
      b |= when(size(step[i]) > 1.05 * columns_.velocity[i] * period_ + curve, Check::target_rate);
      b |=
          when(way_to_stop(size(target.v[i]), brake_[i], shortest) > way_ahead(target, i), Check::stop_ahead);
      b |= when(size(error_[i]) > columns_.tracking[i] + give_way_[i], Check::tracking);
      bad[i] = b & watched_[i];
      any |= bad[i];
      gone |= when(size(waited_[i]) > 0.5 * columns_.tracking[i], Check::stale);
    }
    if ((any & bit(Check::stop_ahead)) != 0) look_ahead(target, bad);
    if (any != 0) judge_target(any, bad, target, step);
    if (standing_ >= 5 && gone != 0 && is_enabled(Check::stale) && state_ == SupervisorState::running)
      judge_standing();
    if (fresh_) return begin_stop();
    if ((any & bit(Check::target_finite)) == 0) last_ = target;
  }

  // Turns the law's torques (n_v values, in place) into those that may be written: checked and cut in
  // `running`, those of the stop in `stopping` and `holding`, else 0. Nothing else may be written.
  void finish(double* tau) {
    if (state_ == SupervisorState::running) {
      const bool test = testing();
      if (test) test_.add(tau);
      check_torques(tau);
      const bool judges = test_.ends();
      if (state_ == SupervisorState::running && (is_enabled(Check::residual) || judges)) check_motion();
      if (test) test_.next();
      if (fresh_) begin_stop();
    } else if (state_ == SupervisorState::stopping && is_enabled(Check::residual) && !blind_) {
      check_motion();
    }
    if (state_ == SupervisorState::stopping || state_ == SupervisorState::holding) {
      stop_.aim(robot_, time_ - stop_begin_);
      stop_.torque(robot_, losses_, q_, v_, tau);
    }
    if (state_ == SupervisorState::ready || state_ == SupervisorState::fault) {
      for (int i = 0; i < n_v; ++i) tau_[i] = tau[i] = 0;
      return;
    }
    double out[n_v];
    for (int i = 0; i < n_v; ++i) out[i] = tau[i];
    for (int i = 0; i < n_v; ++i) {
      const double known = is_finite(out[i]) ? out[i] : tau_[i];
      const double least = known < -effort_[i] ? -effort_[i] : known;
      const double within = least > effort_[i] ? effort_[i] : least;
      tau_[i] = out[i] = off_[i] != 0 ? 0 : within;
    }
    for (int i = 0; i < n_v; ++i) tau[i] = out[i];
  }

  // Whether the robot took the torques.
  void written(bool good) {
    if (good || !is_enabled(Check::write) || state_ == SupervisorState::ready) return;
    note(Check::write, -1, 0, 0);
    at_rest_ = false;
    if (state_ != SupervisorState::fault) enter(SupervisorState::fault);
  }

  // Stops the robot as a fault does, but without one: at the end of a motion that does not end at rest.
  void stop() {
    if (state_ != SupervisorState::running) return;
    kind_ = FaultKind::command;
    enter(SupervisorState::stopping);
    begin_stop();
  }
  // From `holding` back to `ready`.
  void release() {
    if (state_ == SupervisorState::holding) enter(SupervisorState::ready);
  }
  // From `fault` or `holding` to `ready`, which nothing else does after a fault.
  void reset() {
    if (state_ == SupervisorState::fault || state_ == SupervisorState::holding) enter(SupervisorState::ready);
  }

  SupervisorState state() const { return state_; }
  bool running() const { return state_ == SupervisorState::running; }
  // Whether a motor is so weak for what it moves that the noise of velocities hides what it does.
  bool is_faint(int i) const { return i >= first_ && 0.2 * effort_[i] < floor_[i]; }
  // While the motors are tested the plan waits.
  bool testing() const { return state_ == SupervisorState::running && test_.running(); }
  // How many cycles that takes; 0 if they are not tested.
  int test_cycles() const { return test_.cycles(); }
  // Whether a check has stopped the robot, and the fault: the first check that failed.
  bool has_fault() const { return stopped_by_check_; }
  const Fault& fault() const { return fault_; }
  // Whether the robot came to rest, as far as its readings say. The stop's plan (s), the time from the fault
  // to rest (s), and the farthest that a joint went meanwhile (rad or m).
  bool at_rest() const { return at_rest_; }
  bool stoppable() const { return stop_.possible(); }
  double stop_time() const { return stop_.time(); }
  double rest_after() const { return rest_after_; }
  double distance() const { return distance_; }
  // The target of the stop.
  const JointTarget<Robot>& stop_target() const { return stop_.target(); }
  // Effort limits (n_v values), and whether one was estimated for want of one in the description.
  const double* effort() const { return effort_; }
  bool is_estimated(int i) const { return estimated_[i]; }
  // How fast joint i can surely brake (rad/s^2 or m/s^2); infinite where a motor does not hold the robot
  // anywhere.
  double deceleration(int i) const { return brake_[i]; }
  // How often a check failed in mode `warning`, or cut a torque.
  std::int64_t warnings(Check check, int i) const { return counts_[static_cast<int>(check)][i + 1]; }
  // How often the state changed from one to another.
  std::int64_t transitions(SupervisorState from, SupervisorState to) const {
    return transitions_[static_cast<int>(from)][static_cast<int>(to)];
  }
  const VariableThresholds& thresholds(int i) const { return table_[static_cast<std::size_t>(i)]; }
  // The threshold of a check at a variable, where it is a number that does not depend on the cycle; else 0.
  double threshold(Check check, int i) const {
    const VariableThresholds& row = thresholds(i);
    switch (check) {
      case Check::late: return largest(0.02, period_);
      case Check::range: return row.slack;
      case Check::velocity: return 1.2 * row.velocity;
      case Check::runaway: return 1.5 * row.velocity;
      case Check::jump: return 1.5 * row.velocity * period_ + row.noise;
      case Check::disagree: return 3 * row.noise + 15 * row.velocity_noise * period_;
      case Check::stale: return 0.75 * row.noise;
      case Check::target_rate: return 1.05 * row.velocity * period_;
      case Check::tracking: return row.tracking + give_way_[i];
      case Check::torque_limit: return effort_[i];
      case Check::saturated: return kLongestCut;
      case Check::residual: return residual_limit(i);
      case Check::direction: return MotorTest<Robot>::kLeastAnswer;
      default: return 0;
    }
  }

 private:
  static constexpr double kLargestAcceleration = 10;  // rad/s^2 or m/s^2 of targets, and of estimated efforts
  static constexpr double kLongestCut = 1, kRampTime = 0.01, kLeak = 0.05, kMotionLeak = 0.02;  // s
  static constexpr double kRestTime = 0.1, kBlindTime = 0.3;                                    // s
  static constexpr double kNear = 0.04;  // rad or m away from the target: weak answers of motors count

  // Checks that failed at a variable, a bit each, as wide as the numbers that are compared: compilers then
  // check several joints at once.
  using CheckSet = std::uint64_t;
  static constexpr CheckSet bit(Check check) { return CheckSet{1} << static_cast<unsigned>(check); }
  static constexpr CheckSet when(bool fails, Check check) { return fails ? bit(check) : 0; }
  static bool is_finite(double x) { return x - x == 0; }
  static double size(double x) { return std::fabs(x); }
  static double largest(double a, double b) { return a > b ? a : b; }

  VariableThresholds& row_of(int i) { return table_[static_cast<std::size_t>(i)]; }
  const VariableThresholds& row_of(int i) const { return table_[static_cast<std::size_t>(i)]; }
  CheckMode& mode(Check check) { return options_.modes[static_cast<std::size_t>(check)]; }
  // The position of a velocity variable.
  double position_of(const double* q, int i) const {
    if constexpr (has_plain_positions<Robot>)
      return q[i];
    else
      return q[place_[i]];
  }
  bool is_enabled(Check check) const { return (enabled_ & bit(check)) != 0; }
  static void copy_positions(const double* from, double* to) {
    for (int i = 0; i < n_q; ++i) to[i] = from[i];
  }
  // The first velocity variable of the joint that has a position variable.
  int variable_of(int q) const {
    int found = -1;
    for_each_joint(robot_, [&](const JointVariables& joint) {
      if (q >= joint.q_start && q < joint.q_start + joint.q_count) found = joint.v_start;
    });
    return found;
  }

  void enter(SupervisorState next) {
    ++transitions_[static_cast<int>(state_)][static_cast<int>(next)];
    state_ = next;
  }
  bool refuse(Check check, int i) {
    cycle_ = 0;
    stopped_by_check_ = false;
    note(check, i, 0, 0);
    enter(SupervisorState::fault);
    return false;
  }
  void count(Check check, int i) { ++counts_[static_cast<int>(check)][i + 1]; }

  // Keeps the first fault.
  void note(Check check, int i, double value, double limit) {
    if (stopped_by_check_) return;
    stopped_by_check_ = true;
    fault_ = {check, i, cycle_, time_, value, limit};
  }
  // A check that failed: counted, or the beginning of a stop. True if it stops.
  bool trip(Check check, int i, double value, double limit) {
    if (mode(check) != CheckMode::stop) {
      count(check, i);
      return false;
    }
    note(check, i, value, limit);
    if (state_ == SupervisorState::running) {
      kind_ = check_info(check).kind;
      fresh_ = true;
      enter(SupervisorState::stopping);
    } else if (check_info(check).kind == FaultKind::actuator) {
      kind_ = FaultKind::actuator;
    } else if (check_info(check).kind == FaultKind::reading && kind_ == FaultKind::command) {
      kind_ = FaultKind::reading;
    }
    return true;
  }
  void lose_all(Check check, double value, double limit) {
    if (!is_enabled(check) || !trip(check, -1, value, limit)) return;
    for (bool& lost : lost_) lost = true;
    blind_ = true;
  }

  // The variable at which a check failed by the largest factor.
  template <class Ratio>
  static int worst(const CheckSet* bad, Check check, const Ratio& ratio) {
    int found = -1;
    double most = 0;
    for (int i = 0; i < n_v; ++i) {
      if ((bad[i] & bit(check)) == 0) continue;
      const double factor = ratio(i);
      if (found >= 0 && !(factor > most)) continue;
      found = i, most = factor;
    }
    return found;
  }

  // Whether this cycle is too long to compare its ends with what happened in between.
  bool is_late() const { return dt_ > 3 * period_; }
  void check_time() {
    const double lateness = dt_ - period_;
    late_in_row_ = lateness > 1.001 * period_ ? late_in_row_ + 1 : 0;
    if (late_in_row_ == 0 || !is_enabled(Check::late)) return;
    const double longest = largest(0.02, period_);
    if (late_in_row_ >= 3 || lateness >= longest * (1 - 1e-6))
      trip(Check::late, -1, lateness, late_in_row_ >= 3 ? period_ : longest);
    else
      count(Check::late, -1);
  }

  // Leaky sums of what positions and velocities tell apart. Within a cycle the velocity is between its
  // readings, so that their difference may go on or off the way; in a late one it went up and down unseen.
  void add_up(const double* v, const double* step) {
    if (cycle_ == 0 || is_late()) {
      for (int i = 0; i < n_v; ++i) drift_[i] = unsure_[i] = unmoved_[i] = 0;
      return;
    }
    const double leak = 1 / (1 + dt_ / kLeak);
    for (int i = 0; i < n_v; ++i) {
      const double way = 0.5 * (v[i] + v_[i]) * dt_, unmoved = leak * unmoved_[i] + way;
      drift_[i] = leak * drift_[i] + step[i] - way;
      unsure_[i] = leak * unsure_[i] + 0.5 * size(v[i] - v_[i]) * dt_;
      unmoved_[i] = step[i] == 0 ? unmoved : 0;
    }
  }
  void check_readings(const double* q, const double* v) {
    double step[n_v], at[n_v], now[n_v];  // copies: nothing else can change them
    position_difference(robot_, q_, q, step);
    for (int i = 0; i < n_v; ++i) at[i] = position_of(q, i), now[i] = v[i];
    add_up(now, step);
    const double free = cycle_ == 0 ? std::numeric_limits<double>::infinity() : 0;
    CheckSet any = 0, moved = 0, bad[n_v];
    for (int i = 0; i < n_v; ++i) {
      const double speed = size(now[i]), way = size(step[i]);
      const double velocity = columns_.velocity[i], noise = columns_.noise[i];
      const double fastest = (outside_[i] > 0 ? 0.12 : 1.2) * velocity;
      const double beyond = largest(limits_.lower[i] - at[i], at[i] - limits_.upper[i]);
      const bool goes = !(step[i] == 0);
      repeats_[i] = when(!goes, Check::stale);
      moved |= when(goes | !(now[i] == v_[i]), Check::stale);
      CheckSet b = when(!is_finite(step[i] + now[i]), Check::finite);
      b |= when(beyond > columns_.slack[i] + outside_[i], Check::range);
      b |= when(speed > fastest + 3 * columns_.velocity_noise[i], Check::velocity);
      b |= when((speed > 1.5 * velocity) & (now[i] * tau_[i] < 0) & (way > 1.2 * velocity * dt_),
                Check::runaway);
      b |= when(way > 1.5 * velocity * dt_ + noise + free, Check::jump);
      b |= when((size(drift_[i]) > drift_limit(i)) & goes, Check::disagree);
      b |= when(size(unmoved_[i]) > 0.75 * noise, Check::stale);
      bad[i] = b & watched_[i];
      any |= bad[i];
    }
    standing_ = moved != 0 ? 0 : standing_ + 1;
    room_before_ = room_, room_ = room_of(robot_, q);
    if (any != 0) judge_readings(any, bad, q, v, step);
    if (room_ <= 0 && is_enabled(Check::range) && running()) {
      double reached[n_q];
      copy_positions(q, reached);
      judge_reach(reached, true);
    }
  }

  // Where the loops do not reach a position: the joint that is farthest from its target is beyond its limits
  // by what it would have to go back for them to close, or with `slack` by more than that. True if that stops
  // the robot; q is then where they close.
  bool judge_reach(double* q, bool slack) {
    double away[n_v], back[n_v], there[n_q], part = 1;
    position_difference(robot_, q, last_.q, away);
    int farthest = 0;
    for (int i = 0; i < n_v; ++i)
      if (size(away[i]) / row_of(i).tracking > size(away[farthest]) / row_of(farthest).tracking) farthest = i;
    const auto go_back = [&](double share) {
      for (int i = 0; i < n_v; ++i) back[i] = share * away[i];
      integrate_position(robot_, q, back, 1.0, there);
    };
    for (double half = 0.5; half > 1e-3; half *= 0.5) {
      go_back(part - half);
      if (room_of(robot_, there) > 0) part -= half;
    }
    const double beyond = part * size(away[farthest]), most = slack ? row_of(farthest).slack : 0;
    if (!(beyond > most) || !trip(Check::range, farthest, beyond, most)) return false;
    lost_[farthest] = blind_ = true;
    go_back(part);
    copy_positions(there, q);
    return true;
  }
  double drift_limit(int i) const {
    return 3 * columns_.noise[i] + 15 * columns_.velocity_noise[i] * dt_ + unsure_[i];
  }
  // Names the checks that failed, in their order.
  void judge_readings(CheckSet any, CheckSet* bad, const double* q, const double* v, const double* step) {
    for (int i = 0; i < n_v; ++i)
      if (lost_[i]) bad[i] = 0;
    for (const Check check : {Check::finite, Check::range, Check::velocity, Check::runaway, Check::jump,
                              Check::disagree, Check::stale}) {
      if ((any & bit(check)) == 0) continue;
      const auto value = [&](int i) {
        const double x = position_of(q, i);
        switch (check) {
          case Check::range: return largest(limits_.lower[i] - x, x - limits_.upper[i]);
          case Check::velocity:
          case Check::runaway: return size(v[i]);
          case Check::jump: return size(step[i]);
          case Check::disagree: return size(drift_[i]);
          case Check::stale: return size(unmoved_[i]);
          default: return 0.0;
        }
      };
      const auto limit = [&](int i) {
        const VariableThresholds& row = row_of(i);
        if (check == Check::range) return row.slack + outside_[i];
        if (check == Check::velocity && outside_[i] > 0) return 0.12 * row.velocity + 3 * row.velocity_noise;
        if (check == Check::velocity) return 1.2 * row.velocity + 3 * row.velocity_noise;
        if (check == Check::jump) return 1.5 * row.velocity * dt_ + row.noise;
        if (check == Check::disagree) return drift_limit(i);
        return threshold(check, i);
      };
      const int i = worst(bad, check, [&](int k) { return value(k) / largest(limit(k), 1e-300); });
      if (i < 0) continue;
      // If all readings repeat themselves, the bus stands still, not one sensor.
      const bool all = check == Check::stale && standing_ > 0;
      if (all) {
        lose_all(check, value(i), limit(i));
        continue;
      }
      if (!trip(check, i, value(i), limit(i))) continue;
      for (int k = 0; k < n_v; ++k) {
        // A velocity that the position does not confirm is a false reading.
        const bool doubtful = check == Check::velocity && !(size(step[k]) > row_of(k).velocity * dt_);
        const FaultKind kind = doubtful ? FaultKind::reading : check_info(check).kind;
        if ((bad[k] & bit(check)) == 0 || kind == FaultKind::command) continue;
        if (doubtful && kind_ == FaultKind::command) kind_ = FaultKind::reading;
        if (kind == FaultKind::actuator) off_[k] = bit(check);
        lost_[k] = lost_[k] || kind == FaultKind::reading;
        blind_ = blind_ || kind == FaultKind::reading;
      }
    }
  }

  // Predicts the state to which the last torques bring the robot in this cycle.
  void go_on_by_model(double* v, double* q) const {
    double M[n_v * n_v], a[n_v], bias[n_v];
    robot_.mass_matrix(q_, M);
    robot_.bias_torque(q_, v_, bias);
    losses_.add(v_, bias);
    for (int i = 0; i < n_v; ++i) a[i] = tau_[i] - bias[i];
    const bool regular = dense::factor<n_v>(M);
    if (regular) dense::solve<n_v>(M, a);
    for (int i = 0; i < n_v; ++i) v[i] = v_[i] + (regular && is_finite(a[i]) ? dt_ * a[i] : 0);
    integrate_position(robot_, q_, v, dt_, q);
  }
  // Takes a reading over, but for joints whose readings are lost: they went on as the model says, and then
  // are where the stop wants them.
  void accept(bool answered, const double* q, const double* v) {
    if (answered && !blind_) {
      double change[n_v];
      for (int i = 0; i < n_v; ++i) change[i] = v[i] - v_[i];
      for (int i = 0; i < n_v; ++i) a_[i] = change[i] / dt_;
      for (int i = 0; i < n_v; ++i) v_[i] = v[i];
      copy_positions(q, q_);
      for (int i = 0; i < n_v && returns_; ++i) {
        const double x = position_of(q, i);
        const double beyond = largest(0, largest(limits_.lower[i] - x, x - limits_.upper[i]));
        outside_[i] = limits_.position[i] >= 0 && beyond < outside_[i] ? beyond : outside_[i];
      }
      return;
    }
    const bool stops = state_ != SupervisorState::running && !fresh_;
    if (stops) stop_.aim(robot_, time_ - stop_begin_);
    double ahead[n_q], rate[n_v];
    if (!stops) go_on_by_model(rate, ahead);
    for_each_joint(robot_, [&](const JointVariables& joint) {
      bool lost = !answered;
      for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i) lost = lost || lost_[i];
      for (int i = joint.q_start; i < joint.q_start + joint.q_count; ++i)
        q_[i] = !lost ? q[i] : stops ? stop_.target().q[i] : ahead[i];
      for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i)
        v_[i] = !lost ? v[i] : stops ? stop_.target().v[i] : rate[i], a_[i] = 0;
    });
  }

  // How far joint i is from the limit to which its target moves.
  double way_ahead(const JointTarget<Robot>& target, int i) const {
    const double x = position_of(target.q, i), up = limits_.upper[i] - x, down = x - limits_.lower[i];
    return largest(0, (target.v[i] > 0 ? up : down) + columns_.slack[i]);
  }
  // How far a joint goes on that is told to stop: a cycle, and half of the stop's time; and the inverse.
  double way_to_stop(double speed, double deceleration, double shortest) const {
    return speed * (period_ + 0.5 * largest(shortest, speed / deceleration));
  }
  double speed_to_stop(double deceleration, double way) const {
    const double least = way / (period_ + 0.5 * StraightStop<Robot>::shortest(period_));
    const double braked = deceleration * (std::sqrt(period_ * period_ + 2 * way / deceleration) - period_);
    return least < braked ? least : braked;
  }
  // Judges joints that could not brake in the worst posture by the posture of the target.
  void look_ahead(const JointTarget<Robot>& target, CheckSet* bad) {
    const double shortest = StraightStop<Robot>::shortest(period_);
    double M[n_v * n_v], weight[n_v];
    robot_.mass_matrix(target.q, M);
    robot_.gravity_torque(target.q, weight);
    for (int i = first_; i < n_v; ++i) {
      if ((bad[i] & bit(Check::stop_ahead)) == 0) continue;
      ahead_[i] = braking_deceleration<n_v>(M, weight, effort_, i, first_, target.v[i] > 0 ? 1 : -1);
      const bool fails =
          ahead_[i] > 0 && way_to_stop(size(target.v[i]), ahead_[i], shortest) > way_ahead(target, i);
      if (!fails) bad[i] &= ~bit(Check::stop_ahead);
    }
  }
  void judge_target(CheckSet any, const CheckSet* bad, const JointTarget<Robot>& target, const double* step) {
    for (const Check check : {Check::target_finite, Check::target_rate, Check::stop_ahead, Check::tracking}) {
      if ((any & bit(check)) == 0) continue;
      const auto value = [&](int i) {
        return check == Check::target_rate  ? size(step[i])
               : check == Check::stop_ahead ? size(target.v[i])
               : check == Check::tracking   ? size(error_[i])
                                            : 0.0;
      };
      const auto limit = [&](int i) {
        return check == Check::stop_ahead ? speed_to_stop(ahead_[i], way_ahead(target, i))
                                          : threshold(check, i);
      };
      const int i = worst(bad, check, [&](int k) { return value(k) / largest(limit(k), 1e-300); });
      if (i >= 0) trip(check, i, value(i), limit(i));
    }
  }
  // All readings repeat themselves although the target has gone on.
  void judge_standing() {
    int farthest = 0;
    for (int i = 0; i < n_v; ++i)
      if (size(waited_[i]) / row_of(i).tracking > size(waited_[farthest]) / row_of(farthest).tracking)
        farthest = i;
    lose_all(Check::stale, size(waited_[farthest]), 0.5 * row_of(farthest).tracking);
  }

  // Whether a torque has to be looked at: one that may not leave as it is, or was cut before.
  bool is_torque_odd(const double* tau) const {
    const double ramp = dt_ / kRampTime;
    CheckSet odd = 0;
    for (int i = 0; i < n_v; ++i) {
      odd |= when(!is_finite(tau[i]), Check::torque_finite);
      odd |= when(size(tau[i]) > effort_[i], Check::torque_limit);
      odd |= when(size(tau[i] - tau_[i]) > effort_[i] * ramp, Check::torque_rate);
      odd |= when(cut_[i] != 0, Check::saturated);
    }
    return odd != 0;
  }
  void check_torques(double* tau) {
    if (!is_torque_odd(tau)) return;
    for (int i = 0; i < n_v; ++i)
      if (!is_finite(tau[i]) && is_enabled(Check::torque_finite)) {
        // Noise alone brings readings beyond a dead centre, where a law has no model.
        if (room_ <= 0 && is_enabled(Check::range) && judge_reach(q_, false)) return;
        if (trip(Check::torque_finite, i, 0, 0)) return;
        tau[i] = tau_[i];
      }
    const double ramp = dt_ / kRampTime;
    for (int i = first_; i < n_v; ++i) {
      const bool cut = is_enabled(Check::torque_limit) && size(tau[i]) > effort_[i];
      if (cut) tau[i] = tau[i] > 0 ? effort_[i] : -effort_[i], count(Check::torque_limit, i);
      cut_[i] = cut ? cut_[i] + dt_ : 0;
      if (is_enabled(Check::saturated) && cut_[i] > 0.1) {
        if (cut_[i] - dt_ <= 0.1) count(Check::saturated, i);
        if (cut_[i] > kLongestCut && trip(Check::saturated, i, cut_[i], kLongestCut)) return;
      }
      if (!is_enabled(Check::torque_rate)) continue;
      const double most = effort_[i] * ramp, change = tau[i] - tau_[i];
      if (size(change) > most) tau[i] = tau_[i] + (change > 0 ? most : -most), count(Check::torque_rate, i);
    }
  }

  // Whether a joint was surely off its stops, whose force nobody knows, in a cycle in which it went by `way`.
  bool is_inside(int i, double way) const {
    const double x = position_of(q_, i), margin = 4 * row_of(i).noise + way;
    return (limits_.position[i] < 0) | ((x > limits_.lower[i] + margin) & (x < limits_.upper[i] - margin));
  }
  // Whether loops tell in this cycle how the joints move that follow. Near a dead centre they do not, and
  // within a cycle in which it comes near, what the motors have to give grows beyond all bounds: no model
  // tells there what a motor gave.
  bool is_guided() const {
    constexpr double kLeastRoom = 0.01, kLargestChange = 0.1;
    const double least = room_before_ < room_ ? room_before_ : room_;
    return least > kLeastRoom && size(room_ - room_before_) <= kLargestChange * least;
  }
  void forget_motion() {
    for (int i = 0; i < n_v; ++i) act_[i] = sent_[i] = tau_[i], moved_[i] = 0;
  }
  // Torques that acted and torques that were written differ by the noise of velocities, too, where motors are
  // weak for what they move.
  double residual_limit(int i) const { return largest(0.2 * effort_[i], floor_[i] + 0.1 * effort_[i]); }
  // Compares the torques that moved the robot since the last cycle, by its model, with those that were
  // written.
  void check_motion() {
    if (cycle_ == 0) return;
    if (is_late()) return forget_motion();
    // In the middle of the cycle: torques change along it as the posture and the velocities do.
    double acts[n_v], losses[n_v]{}, back[n_v], mean[n_v], way[n_v], middle[n_q];
    for (int i = 0; i < n_v; ++i) {
      const double change = 0.5 * dt_ * a_[i];
      mean[i] = v_[i] - change, back[i] = -mean[i];
      way[i] = dt_ * (size(mean[i]) + size(change));
    }
    integrate_position(robot_, q_, back, 0.5 * dt_, middle);
    robot_.inverse_dynamics(middle, mean, a_, acts);
    const bool described = add_described_losses(robot_, losses_, middle, mean, losses, way);
    const bool known = described && is_guided();
    for (int i = 0; i < n_v; ++i) acts[i] += losses[i];
    if (state_ == SupervisorState::running && test_.listens()) judge_test(acts, way, known);
    const double share = dt_ / (dt_ + kMotionLeak);
    const bool law = running();  // a stop has errors of its own
    CheckSet any = 0, bad[n_v];
    for (int i = 0; i < n_v; ++i) {
      moved_[i] += share * (size(a_[i]) - moved_[i]);
      sent_[i] += share * (tau_[i] - sent_[i]);
      const double sent = size(sent_[i]);
      const bool inside = is_inside(i, way[i]) && known;
      act_[i] = inside ? act_[i] + share * (acts[i] - act_[i]) : sent_[i];
      const bool large = size(act_[i] - sent_[i]) > residual_limit(i);
      // A joint that moves away from its target needs less proof: friction that the description overstates
      // acts the other way there.
      const bool leaves = error_[i] * (v_[i] - last_.v[i]) < 0;
      const double along = sent_[i] > 0 ? act_[i] : -act_[i];
      // A motor may be weaker by a tenth. The rest that it lacks has to be more than the floor, about seven
      // deviations of the noise: joints are off their targets for many cycles.
      const bool surely = 0.9 * sent - along > floor_[i] + (leaves ? 0.25 : 1.0) * size(losses[i]);
      const bool weak = law & (size(error_[i]) > near_[i]) & (along < 0.4 * sent) & surely;
      bad[i] = when(inside & (large | weak), Check::residual) & watched_[i];
      any |= bad[i];
    }
    if (any == 0 || !is_finite(acts[n_v - 1]) || !outweighs_doubt(middle, mean, bad)) return;
    const auto limit = [&](int i) {
      return size(act_[i] - sent_[i]) > residual_limit(i) ? residual_limit(i) : 0.6 * size(sent_[i]);
    };
    const int i = worst(bad, Check::residual, [&](int k) { return size(act_[k] - sent_[k]) / effort_[k]; });
    if (i >= 0 && trip(Check::residual, i, size(act_[i] - sent_[i]), limit(i)))
      off_[i] = bit(Check::residual);
  }

  // Torques that other joints' motion and the joint's own speed ask for are known to a part only: velocities
  // change within a cycle. Judges joints by what goes beyond that; false if none is left.
  bool outweighs_doubt(const double* q, const double* v, CheckSet* bad) const {
    constexpr double kDoubt = 0.005;
    double M[n_v * n_v], bias[n_v];
    robot_.mass_matrix(q, M);
    robot_.bias_torque(q, v, bias);
    bool left = false;
    for (int i = 0; i < n_v; ++i) {
      if ((bad[i] & bit(Check::residual)) == 0) continue;
      double doubt = size(bias[i]);
      for (int j = 0; j < n_v; ++j) doubt += size(M[i * n_v + j]) * moved_[j];
      doubt *= kDoubt;
      const double sent = size(sent_[i]), along = sent_[i] > 0 ? act_[i] : -act_[i];
      const bool large = size(act_[i] - sent_[i]) > residual_limit(i) + doubt;
      const bool weak = along < 0.4 * sent && 0.9 * sent - along > floor_[i] + doubt;
      if (!large && !weak) bad[i] = 0;
      left = left || large || weak;
    }
    return left;
  }

  void judge_test(const double* acts, const double* way, bool known) {
    bool inside[n_v];
    for (int i = 0; i < n_v; ++i) inside[i] = known && is_inside(i, way[i]);
    const int weakest = test_.hear(acts, tau_, inside);
    if (weakest >= 0 && trip(Check::direction, weakest, test_.least(), MotorTest<Robot>::kLeastAnswer))
      off_[weakest] = bit(Check::direction);
  }

  // From 32 postures: effort limits that the description lacks, the least deceleration of a joint by itself,
  // and torques too small to tell how a motor answers.
  void measure_robot(const double* q) {
    double posture[n_q], M[n_v * n_v], weight[n_v], lost[n_v], needed[n_v]{}, inertia[n_v]{}, moving[n_v]{};
    const double infinite = std::numeric_limits<double>::infinity();
    for (int i = first_; i < n_v; ++i) moving[i] = row_of(i).velocity < 1 ? row_of(i).velocity : 1;
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < kGainPostures; ++k) {
        sample_posture(robot_, limits_, q, k, posture);
        robot_.mass_matrix(posture, M);
        robot_.gravity_torque(posture, weight);
        for (int i = 0; i < n_v; ++i) lost[i] = 0;
        if (pass == 0) add_described_losses(robot_, losses_, posture, moving, lost);
        for (int i = first_; i < n_v; ++i) {
          double row = 0, square = 0;
          for (int j = first_; j < n_v; ++j)
            row += size(M[i * n_v + j]), square += M[i * n_v + j] * M[i * n_v + j];
          if (pass == 0) {
            const double most = 2 * (size(weight[i]) + size(lost[i]) + kLargestAcceleration * row);
            if (most > needed[i]) needed[i] = most;
            inertia[i] = largest(inertia[i], largest(1.5 * M[i * n_v + i], std::sqrt(square)));
            continue;
          }
          const double brake = braking_deceleration<n_v>(M, weight, effort_, i, first_);
          if (brake < brake_[i]) brake_[i] = brake;
        }
      }
      for (int i = 0; i < n_v && pass == 0; ++i) {
        brake_[i] = infinite;
        effort_[i] = limits_.effort[i];
        estimated_[i] = i >= first_ && !(effort_[i] > 0 && effort_[i] < 1e30);
        if (estimated_[i]) effort_[i] = options_.unlimited ? infinite : needed[i];
        estimated_[i] = estimated_[i] && !options_.unlimited;
        if (i < first_) effort_[i] = 0;
        floor_[i] =
            losses_.friction[i] + row_of(i).velocity_noise * (inertia[i] / kMotionLeak + losses_.damping[i]);
        near_[i] = 0.4 * row_of(i).tracking < kNear ? 0.4 * row_of(i).tracking : kNear;
      }
    }
    // A motor that cannot hold the joint in some posture says nothing about the one in which it stops.
    for (double& brake : brake_)
      if (!(brake > 0)) brake = infinite;
  }

  // Plans the stop: from the last command of a joint that follows it, else from its last good reading. A
  // joint that is pulled back to a command first would still move when all others rest.
  void begin_stop() {
    fresh_ = false;
    position_difference(robot_, q_, last_.q, error_);
    copy_positions(q_, fault_q_);
    for_each_joint(robot_, [&](const JointVariables& joint) {
      bool follows = kind_ != FaultKind::actuator && joint.joint >= 0;
      for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i)
        follows = follows && size(error_[i]) < 10 * row_of(i).noise &&
                  size(last_.v[i] - v_[i]) < 3 * row_of(i).velocity_noise;
      for (int i = joint.q_start; i < joint.q_start + joint.q_count; ++i)
        stop_.from_q[i] = follows ? last_.q[i] : q_[i];
      for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i)
        stop_.from_v[i] = joint.joint < 0 ? 0 : follows ? last_.v[i] : v_[i];
    });
    stop_.plan(robot_, effort_, period_, kBlindTime);
    stop_begin_ = time_;
    rest_after_ = distance_ = 0;
  }
  // The fastest joint of those whose readings count, as a part of what passes for rest.
  double restlessness(int& fastest) const {
    double most = -1;
    for (int i = first_; i < n_v; ++i) {
      if (lost_[i]) continue;
      const double velocity = row_of(i).velocity < 2 ? row_of(i).velocity : 2;
      const double part = size(v_[i]) / (0.05 * velocity + row_of(i).velocity_noise);
      if (part > most) most = part, fastest = i;
    }
    return most;
  }
  void go_on_stopping() {
    double away[n_v];
    position_difference(robot_, fault_q_, q_, away);
    for (int i = first_; i < n_v; ++i)
      if (!lost_[i] && state_ == SupervisorState::stopping) distance_ = largest(distance_, size(away[i]));
    const double time = time_ - stop_begin_;
    int fastest = -1;
    const double part = restlessness(fastest);
    if (state_ == SupervisorState::stopping) {
      if (time < stop_.time()) return;
      if (part >= 0 && part <= 1) {
        at_rest_ = true, rest_after_ = time;
        enter(kind_ == FaultKind::actuator ? SupervisorState::fault : SupervisorState::holding);
      } else if (kind_ == FaultKind::actuator) {
        enter(SupervisorState::fault);
      } else if (part < 0) {
        enter(SupervisorState::holding);  // nothing tells whether it rests
      } else if (time > stop_.time() + kRestTime + 3 * period_ && is_enabled(Check::rest)) {
        note(Check::rest, fastest, size(v_[fastest]), 0.05 * row_of(fastest).velocity);
        enter(SupervisorState::fault);
      }
      return;
    }
    if (state_ != SupervisorState::holding) return;
    position_difference(robot_, stop_.target().q, q_, away);
    for (int i = first_; i < n_v; ++i)
      if (!lost_[i] && size(away[i]) > row_of(i).tracking + give_way_[i]) {
        note(Check::rest, i, size(v_[i]), 0.05 * row_of(i).velocity);
        at_rest_ = false;
        return enter(SupervisorState::fault);
      }
    if (kind_ != FaultKind::command && time > stop_.time() + kBlindTime) enter(SupervisorState::fault);
  }

  Robot robot_;
  Limits<Robot> limits_;
  FrictionCompensation<Robot> losses_;
  Table table_;
  SupervisorOptions options_;
  ThresholdColumns<n_v> columns_;
  CheckSet enabled_ = 0, watched_[n_v], repeats_[n_v]{}, off_[n_v]{};
  int first_ = 0, place_[n_v];
  double give_way_[n_v], effort_[n_v]{}, brake_[n_v]{}, ahead_[n_v]{}, floor_[n_v]{}, near_[n_v]{};
  bool estimated_[n_v]{};

  SupervisorState state_ = SupervisorState::ready;
  std::int64_t cycle_ = -1, transitions_[kSupervisorStates][kSupervisorStates]{},
               counts_[kCheckCount][n_v + 1]{};
  double period_ = 1e-3, time_ = 0, dt_ = 1e-3;
  int late_in_row_ = 0, standing_ = 0;

  double q_[n_q]{}, v_[n_v]{}, a_[n_v]{}, tau_[n_v]{};  // as accepted; as written last
  double outside_[n_v]{}, drift_[n_v]{}, unsure_[n_v]{}, unmoved_[n_v]{}, error_[n_v]{}, waited_[n_v]{},
      cut_[n_v]{};
  double act_[n_v]{}, sent_[n_v]{}, moved_[n_v]{}, room_ = 1, room_before_ = 1;
  bool lost_[n_v]{}, returns_ = false;
  JointTarget<Robot> last_;

  MotorTest<Robot> test_;

  bool stopped_by_check_ = false, fresh_ = false, blind_ = false, at_rest_ = false;
  FaultKind kind_ = FaultKind::command;
  Fault fault_;
  double stop_begin_ = 0, rest_after_ = 0, distance_ = 0;
  double fault_q_[n_q]{};
  StraightStop<Robot> stop_;
};

}  // namespace romas
