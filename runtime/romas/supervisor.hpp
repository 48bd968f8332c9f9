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
// They stand in romas/supervisor/; this file has their order, the states, and the stop.
#pragma once

#include <cmath>
#include <cstdint>

#include <romas/straight_stop.hpp>
#include <romas/supervision.hpp>
#include <romas/supervisor/motion_checks.hpp>
#include <romas/supervisor/motor_limits.hpp>
#include <romas/supervisor/reading_checks.hpp>
#include <romas/supervisor/record.hpp>
#include <romas/supervisor/target_checks.hpp>
#include <romas/supervisor/torque_checks.hpp>
#include <romas/supervisor/watched_robot.hpp>

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
  using Table = typename detail::WatchedRobot<Robot>::Table;

  explicit Supervisor(const Robot& robot = Robot{}) : Supervisor(robot, default_thresholds(robot)) {}
  Supervisor(const Robot& robot, const Table& table, const SupervisorOptions& options = {})
      : watched_(robot, table), record_(options.modes, watched_.first), options_(options) {}

  // Samples the robot's postures around q: estimates the effort limits that the description lacks, and how
  // fast each joint can brake. start() does this, too.
  void assess(const double* q) { motors_.measure(watched_, q, options_.unlimited); }

  // Begins with a first reading at rest, before the law's first torque. `time` and `period` in s. False, and
  // in `fault`, if it is not finite. A joint that is beyond its limits may move inwards, at a tenth of its
  // velocity.
  bool start(const double* q, const double* v, double time, double period) {
    if (!record_.is(SupervisorState::ready)) return false;
    record_.begin(time);
    at_rest_ = false;
    for (int i = 0; i < n_v; ++i)
      if (!detail::is_finite(v[i])) return refuse(i);
    for (int i = 0; i < n_q; ++i)
      if (!detail::is_finite(q[i])) return refuse(variable_of(i));
    watched_.begin(q, v, period);
    assess(q);
    readings_.begin(), targets_.begin(), torques_.begin();
    watched_.copy_positions(q, told_q_);
    motion_.begin(watched_, motors_, options_.test_motors && record_.is_enabled(Check::direction));
    record_.enter(SupervisorState::running);
    return true;
  }

  // Sets how far the law gives way at each joint without a fault, as springs do under a weight (n_v values,
  // rad or m). Motors that are weaker by a tenth give way by a ninth more.
  void allow(const double* give_way) { targets_.allow(give_way); }

  // A cycle's reading: whether the robot answered, positions and velocities, the time (s) of the loop or of
  // the robot, and how old the reading is (s). While a clock stands, cycles count as periods, so that no stop
  // waits for it.
  void read(bool answered, const double* q, const double* v, double time, double age = 0) {
    const bool first = ++record_.cycle == 0, goes = time > record_.time;
    watched_.dt = first || !goes ? watched_.period : time - record_.time;
    record_.time = first || goes ? time : record_.time + watched_.period;
    if (record_.is(SupervisorState::ready) || record_.is(SupervisorState::fault)) return;
    if (!answered) {
      record_.lose_all(Check::read, 0, 0);
    } else {
      readings_.check_time(watched_, record_);
      readings_.check_age(watched_, record_, age);
      readings_.check(watched_, record_, q, v);
    }
    if (answered && record_.is(SupervisorState::stopping)) watch_stop(q, v);
    accept(answered, q, v);
    if (answered) watched_.copy_positions(q, told_q_);
    if (record_.fresh) begin_stop();
    if (!running()) go_on_stopping();
  }

  // The target of a cycle in `running`, before the law gets it.
  void aim(const JointTarget<Robot>& target) {
    if (!running()) return;
    targets_.check(watched_, record_, motors_, readings_, target);
    if (record_.fresh) begin_stop();
  }

  // Turns the law's torques (n_v values, in place) into those that may be written: checked and cut in
  // `running`, those of the stop in `stopping` and `holding`, else 0. Nothing else may be written.
  void finish(double* tau) {
    const bool compares = record_.is_enabled(Check::residual);
    if (running()) {
      const bool test = testing(), judges = motion_.test.ends();
      if (test) motion_.test.add(tau);
      torques_.check(watched_, record_, motors_, tau);
      if (running() && (compares || judges)) motion_.check(watched_, record_, motors_);
      if (test) motion_.test.next();
      if (record_.fresh) begin_stop();
    } else if (record_.is(SupervisorState::stopping) && compares && !record_.blind) {
      motion_.check(watched_, record_, motors_);
    }
    if (record_.is(SupervisorState::stopping) || record_.is(SupervisorState::holding)) {
      stop_.aim(watched_.robot, record_.time - stop_begin_);
      stop_.torque(watched_.robot, watched_.losses, watched_.q, watched_.v, tau);
    }
    if (record_.is(SupervisorState::ready) || record_.is(SupervisorState::fault))
      for (int i = 0; i < n_v; ++i) watched_.tau[i] = tau[i] = 0;
    else
      torques_.bound(watched_, record_, motors_, tau);
  }

  // Whether the robot took the torques.
  void written(bool good) {
    if (good || !record_.is_enabled(Check::write) || record_.is(SupervisorState::ready)) return;
    record_.note(Check::write, -1, 0, 0);
    at_rest_ = false;
    if (!record_.is(SupervisorState::fault)) record_.enter(SupervisorState::fault);
  }

  // Stops the robot as a fault does, but without one: at the end of a motion that does not end at rest.
  void stop() {
    if (!running()) return;
    record_.kind = FaultKind::command;
    record_.enter(SupervisorState::stopping);
    begin_stop();
  }
  // From `holding` back to `ready`.
  void release() {
    if (record_.is(SupervisorState::holding)) record_.enter(SupervisorState::ready);
  }
  // From `fault` or `holding` to `ready`, which nothing else does after a fault.
  void reset() {
    if (record_.is(SupervisorState::fault) || record_.is(SupervisorState::holding))
      record_.enter(SupervisorState::ready);
  }

  SupervisorState state() const { return record_.state(); }
  bool running() const { return record_.is(SupervisorState::running); }
  // Whether a motor is so weak for what it moves that the noise of velocities hides what it does.
  bool is_faint(int i) const { return i >= watched_.first && 0.2 * motors_.effort[i] < motors_.floor[i]; }
  // While the motors are tested the plan waits.
  bool testing() const { return running() && motion_.test.running(); }
  // How many cycles that takes; 0 if they are not tested.
  int test_cycles() const { return motion_.test.cycles(); }
  // Whether a check has stopped the robot, and the fault: the first check that failed.
  bool has_fault() const { return record_.has_fault(); }
  const Fault& fault() const { return record_.fault(); }
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
  const double* effort() const { return motors_.effort; }
  bool is_estimated(int i) const { return motors_.estimated[i]; }
  // How fast joint i can surely brake (rad/s^2 or m/s^2); infinite where a motor does not hold the robot
  // anywhere.
  double deceleration(int i) const { return motors_.brake[i]; }
  // How often a check failed in mode `warning`, or cut a torque.
  std::int64_t warnings(Check check, int i) const { return record_.warnings(check, i); }
  // How often the state changed from one to another.
  std::int64_t transitions(SupervisorState from, SupervisorState to) const {
    return record_.transitions(from, to);
  }
  const VariableThresholds& thresholds(int i) const { return watched_.row(i); }
  // The threshold of a check at a variable, where it is a number that does not depend on the cycle; else 0.
  double threshold(Check check, int i) const {
    const VariableThresholds& row = thresholds(i);
    switch (check) {
      case Check::late: return detail::largest(0.02, watched_.period);
      case Check::range: return row.slack;
      case Check::velocity: return 1.2 * row.velocity;
      case Check::runaway: return 1.5 * row.velocity;
      case Check::jump: return 1.5 * row.velocity * watched_.period + row.noise;
      case Check::disagree: return 3 * row.noise + 15 * row.velocity_noise * watched_.period;
      case Check::stale: return 0.75 * row.noise;
      case Check::target_rate: return 1.05 * row.velocity * watched_.period;
      case Check::tracking: return targets_.tracking(watched_, i);
      case Check::torque_limit: return motors_.effort[i];
      case Check::saturated: return detail::TorqueChecks<Robot>::kLongestCut;
      case Check::residual: return motors_.residual(i);
      case Check::direction: return MotorTest<Robot>::kLeastAnswer;
      default: return 0;
    }
  }

 private:
  static constexpr double kRestTime = 0.1, kBlindTime = 0.3;  // s

  // The first velocity variable of the joint that has a position variable.
  int variable_of(int q) const {
    int found = -1;
    for_each_joint(watched_.robot, [&](const JointVariables& joint) {
      if (q >= joint.q_start && q < joint.q_start + joint.q_count) found = joint.v_start;
    });
    return found;
  }
  bool refuse(int i) {
    record_.cycle = 0;
    record_.note(Check::finite, i, 0, 0);
    record_.enter(SupervisorState::fault);
    return false;
  }

  // Predicts the state to which the last torques bring the robot in this cycle.
  void go_on_by_model(double* v, double* q) const {
    double M[n_v * n_v], a[n_v], bias[n_v];
    watched_.robot.mass_matrix(watched_.q, M);
    watched_.robot.bias_torque(watched_.q, watched_.v, bias);
    watched_.losses.add(watched_.v, bias);
    for (int i = 0; i < n_v; ++i) a[i] = watched_.tau[i] - bias[i];
    const bool regular = dense::factor<n_v>(M);
    if (regular) dense::solve<n_v>(M, a);
    for (int i = 0; i < n_v; ++i)
      v[i] = watched_.v[i] + (regular && detail::is_finite(a[i]) ? watched_.dt * a[i] : 0);
    integrate_position(watched_.robot, watched_.q, v, watched_.dt, q);
  }
  // Takes a reading over, but for joints whose readings are lost: they went on as the model says, and then
  // are where the stop wants them.
  void accept(bool answered, const double* q, const double* v) {
    if (answered && !record_.blind) {
      double change[n_v];
      for (int i = 0; i < n_v; ++i) change[i] = v[i] - watched_.v[i];
      for (int i = 0; i < n_v; ++i) watched_.a[i] = change[i] / watched_.dt;
      for (int i = 0; i < n_v; ++i) watched_.v[i] = v[i];
      watched_.copy_positions(q, watched_.q);
      for (int i = 0; i < n_v && watched_.returns; ++i) {
        const double beyond = detail::largest(0, watched_.beyond(i, watched_.position_of(q, i)));
        if (watched_.limits.position[i] >= 0 && beyond < watched_.outside[i]) watched_.outside[i] = beyond;
      }
      return;
    }
    const bool stops = !record_.is(SupervisorState::running) && !record_.fresh;
    if (stops) stop_.aim(watched_.robot, record_.time - stop_begin_);
    double ahead[n_q], rate[n_v];
    if (!stops) go_on_by_model(rate, ahead);
    for_each_joint(watched_.robot, [&](const JointVariables& joint) {
      bool lost = !answered;
      for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i) lost = lost || record_.lost[i];
      for (int i = joint.q_start; i < joint.q_start + joint.q_count; ++i)
        watched_.q[i] = !lost ? q[i] : stops ? stop_.target().q[i] : ahead[i];
      for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i)
        watched_.v[i] = !lost ? v[i] : stops ? stop_.target().v[i] : rate[i], watched_.a[i] = 0;
    });
  }

  // Plans the stop: from the last command of a joint that follows it, else from its last good reading. A
  // joint that is pulled back to a command first would still move when all others rest.
  void begin_stop() {
    record_.fresh = false;
    position_difference(watched_.robot, watched_.q, watched_.last.q, watched_.error);
    watched_.copy_positions(watched_.q, fault_q_);
    for (int& cycles : driven_) cycles = 0;
    for_each_joint(watched_.robot, [&](const JointVariables& joint) {
      bool follows = record_.kind != FaultKind::actuator && joint.joint >= 0;
      for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i)
        follows = follows && detail::size(watched_.error[i]) < 10 * watched_.row(i).noise &&
                  detail::size(watched_.last.v[i] - watched_.v[i]) < 3 * watched_.row(i).velocity_noise;
      for (int i = joint.q_start; i < joint.q_start + joint.q_count; ++i)
        stop_.from_q[i] = follows ? watched_.last.q[i] : watched_.q[i];
      for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i)
        stop_.from_v[i] = joint.joint < 0 ? 0 : follows ? watched_.last.v[i] : watched_.v[i];
    });
    stop_.plan(watched_.robot, motors_.effort, watched_.period, kBlindTime);
    stop_begin_ = record_.time;
    rest_after_ = distance_ = 0;
  }
  // The fastest joint of those whose readings count, as a part of what passes for rest.
  double restlessness(int& fastest) const {
    double most = -1;
    for (int i = watched_.first; i < n_v; ++i) {
      if (record_.lost[i]) continue;
      const double velocity = watched_.row(i).velocity < 2 ? watched_.row(i).velocity : 2;
      const double part = detail::size(watched_.v[i]) / (0.05 * velocity + watched_.row(i).velocity_noise);
      if (part > most) most = part, fastest = i;
    }
    return most;
  }
  // Ends a stop that drives a joint: its velocity is by half larger than it may be and than it was at the
  // beginning, and its position moves, too, in five cycles more than not. Such readings count even where one
  // of the joint was false. Links of a few grams turn too far within a cycle to be controlled.
  void watch_stop(const double* q, const double* v) {
    constexpr int kMostCycles = 5;
    double step[n_v];
    position_difference(watched_.robot, told_q_, q, step);
    for (int i = watched_.first; i < n_v && !record_.fresh; ++i) {
      const double most = 1.5 * detail::largest(watched_.row(i).velocity, detail::size(stop_.from_v[i]));
      const bool drives = detail::size(v[i]) > most && detail::size(step[i]) > 0.5 * most * watched_.dt &&
                          !watched_.is_late();
      driven_[i] = drives ? driven_[i] + 1 : driven_[i] > 0 ? driven_[i] - 1 : 0;
      if (driven_[i] < kMostCycles || !record_.is_enabled(Check::rest)) continue;
      record_.note(Check::rest, i, detail::size(v[i]), most);
      return record_.enter(SupervisorState::fault);
    }
  }
  void go_on_stopping() {
    double away[n_v];
    position_difference(watched_.robot, fault_q_, watched_.q, away);
    for (int i = watched_.first; i < n_v; ++i)
      if (!record_.lost[i] && record_.is(SupervisorState::stopping))
        distance_ = detail::largest(distance_, detail::size(away[i]));
    const double time = record_.time - stop_begin_;
    int fastest = -1;
    const double part = restlessness(fastest);
    if (record_.is(SupervisorState::stopping)) {
      if (time < stop_.time()) return;
      if (part >= 0 && part <= 1) {
        at_rest_ = true, rest_after_ = time;
        record_.enter(record_.kind == FaultKind::actuator ? SupervisorState::fault
                                                          : SupervisorState::holding);
      } else if (record_.kind == FaultKind::actuator) {
        record_.enter(SupervisorState::fault);
      } else if (part < 0) {
        record_.enter(SupervisorState::holding);  // nothing tells whether it rests
      } else if (time > stop_.time() + kRestTime + 3 * watched_.period && record_.is_enabled(Check::rest)) {
        record_.note(Check::rest, fastest, detail::size(watched_.v[fastest]),
                     0.05 * watched_.row(fastest).velocity);
        record_.enter(SupervisorState::fault);
      }
      return;
    }
    if (!record_.is(SupervisorState::holding)) return;
    position_difference(watched_.robot, stop_.target().q, watched_.q, away);
    for (int i = watched_.first; i < n_v; ++i)
      if (!record_.lost[i] && detail::size(away[i]) > targets_.tracking(watched_, i)) {
        record_.note(Check::rest, i, detail::size(watched_.v[i]), 0.05 * watched_.row(i).velocity);
        at_rest_ = false;
        return record_.enter(SupervisorState::fault);
      }
    if (record_.kind != FaultKind::command && time > stop_.time() + kBlindTime)
      record_.enter(SupervisorState::fault);
  }

  detail::WatchedRobot<Robot> watched_;
  detail::SupervisorRecord<n_v> record_;
  SupervisorOptions options_;
  detail::MotorLimits<Robot> motors_;
  detail::ReadingChecks<Robot> readings_;
  detail::TargetChecks<Robot> targets_;
  detail::TorqueChecks<Robot> torques_;
  detail::MotionChecks<Robot> motion_;

  StraightStop<Robot> stop_;
  bool at_rest_ = false;
  double stop_begin_ = 0, rest_after_ = 0, distance_ = 0;  // s, s, rad or m
  double fault_q_[n_q]{}, told_q_[n_q]{};                  // as the stop began; as read last
  int driven_[n_v]{};                                      // cycles in which the stop drives a joint
};

}  // namespace romas
