// The comparison of motion and torques by the model: whether motors do as told.
#pragma once

#include <romas/motor_test.hpp>
#include <romas/supervisor/motor_limits.hpp>
#include <romas/supervisor/record.hpp>

namespace romas::detail {

// Compares the torques that were written with those that the motion needed.
template <class Robot>
class MotionChecks {
 public:
  static constexpr int n_v = Robot::n_v;
  using Watched = WatchedRobot<Robot>;
  using Record = SupervisorRecord<n_v>;
  using Motors = MotorLimits<Robot>;

  // Plans the test of the motors, if there is to be one.
  void begin(const Watched& of, const Motors& motors, bool test_motors) {
    for (int i = 0; i < n_v; ++i) act_[i] = sent_[i] = moved_[i] = 0;
    test = {};
    if (test_motors)
      test.plan(of.robot, of.losses, of.table.data(), motors.effort, of.q, of.first, of.period);
  }
  // Compares the torques that moved the robot since the last cycle, by its model, with those that were
  // written.
  void check(const Watched& of, Record& record, const Motors& motors) {
    if (record.cycle == 0) return;
    if (of.is_late()) return forget(of);
    // In the middle of the cycle: torques change along it as the posture and the velocities do.
    double acts[n_v], losses[n_v]{}, back[n_v], mean[n_v], way[n_v], middle[Robot::n_q];
    for (int i = 0; i < n_v; ++i) {
      const double change = 0.5 * of.dt * of.a[i];
      mean[i] = of.v[i] - change, back[i] = -mean[i];
      way[i] = of.dt * (size(mean[i]) + size(change));
    }
    integrate_position(of.robot, of.q, back, 0.5 * of.dt, middle);
    of.robot.inverse_dynamics(middle, mean, of.a, acts);
    const bool described = add_described_losses(of.robot, of.losses, middle, mean, losses, way);
    const bool known = described && is_guided(of);
    for (int i = 0; i < n_v; ++i) acts[i] += losses[i];
    if (record.is(SupervisorState::running) && test.listens()) judge_test(of, record, acts, way, known);
    const double share = of.dt / (of.dt + kMotionLeak);
    const bool law = record.is(SupervisorState::running);  // a stop has errors of its own
    CheckSet any = 0, bad[n_v];
    for (int i = 0; i < n_v; ++i) {
      moved_[i] += share * (size(of.a[i]) - moved_[i]);
      sent_[i] += share * (of.tau[i] - sent_[i]);
      const double sent = size(sent_[i]);
      const bool inside = is_inside(of, i, way[i]) && known;
      act_[i] = inside ? act_[i] + share * (acts[i] - act_[i]) : sent_[i];
      const bool large = size(act_[i] - sent_[i]) > motors.residual(i);
      // A joint that moves away from its target needs less proof: friction that the description overstates
      // acts the other way there.
      const bool leaves = of.error[i] * (of.v[i] - of.last.v[i]) < 0;
      const double along = sent_[i] > 0 ? act_[i] : -act_[i];
      // A motor may be weaker by a tenth. The rest that it lacks has to be more than the floor, about seven
      // deviations of the noise: joints are off their targets for many cycles.
      const bool surely = 0.9 * sent - along > motors.floor[i] + (leaves ? 0.25 : 1.0) * size(losses[i]);
      const bool weak = law & (size(of.error[i]) > astray(of, i)) & (along < 0.4 * sent) & surely;
      bad[i] = when(inside & (large | weak), Check::residual) & record.watched[i];
      any |= bad[i];
    }
    if (any == 0 || !is_finite(acts[n_v - 1]) || !outweighs_doubt(of, motors, middle, mean, bad)) return;
    const auto apart = [&](int i) { return size(act_[i] - sent_[i]); };
    const int i = worst<n_v>(bad, Check::residual, [&](int k) { return apart(k) / motors.effort[k]; });
    if (i < 0) return;
    const double limit = apart(i) > motors.residual(i) ? motors.residual(i) : 0.6 * size(sent_[i]);
    if (record.trip(Check::residual, i, apart(i), limit)) record.off[i] = bit(Check::residual);
  }

  MotorTest<Robot> test;

 private:
  void forget(const Watched& of) {
    for (int i = 0; i < n_v; ++i) act_[i] = sent_[i] = of.tau[i], moved_[i] = 0;
  }
  // How far a joint has to be from its target (rad or m) before a weak answer of its motor counts.
  static double astray(const Watched& of, int i) {
    constexpr double kNear = 0.04;
    const double part = 0.4 * of.columns.tracking[i];
    return part < kNear ? part : kNear;
  }
  // Whether a joint was surely off its stops, whose force nobody knows, in a cycle in which it went by `way`.
  static bool is_inside(const Watched& of, int i, double way) {
    const double x = of.position_of(of.q, i), margin = 4 * of.columns.noise[i] + way;
    return (of.limits.position[i] < 0) |
           ((x > of.limits.lower[i] + margin) & (x < of.limits.upper[i] - margin));
  }
  // Whether loops tell in this cycle how the joints move that follow. Near a dead centre they do not, and
  // within a cycle in which it comes near, what the motors have to give grows beyond all bounds: no model
  // tells there what a motor gave.
  static bool is_guided(const Watched& of) {
    constexpr double kLeastRoom = 0.01, kLargestChange = 0.1;
    const double least = of.room_before < of.room ? of.room_before : of.room;
    return least > kLeastRoom && size(of.room - of.room_before) <= kLargestChange * least;
  }
  // Torques that other joints' motion and the joint's own speed ask for are known to a part only: velocities
  // change within a cycle. Judges joints by what goes beyond that; false if none is left.
  bool outweighs_doubt(const Watched& of, const Motors& motors, const double* q, const double* v,
                       CheckSet* bad) const {
    constexpr double kDoubt = 0.005;
    double M[n_v * n_v], bias[n_v];
    of.robot.mass_matrix(q, M);
    of.robot.bias_torque(q, v, bias);
    bool left = false;
    for (int i = 0; i < n_v; ++i) {
      if ((bad[i] & bit(Check::residual)) == 0) continue;
      double doubt = size(bias[i]);
      for (int j = 0; j < n_v; ++j) doubt += size(M[i * n_v + j]) * moved_[j];
      doubt *= kDoubt;
      const double sent = size(sent_[i]), along = sent_[i] > 0 ? act_[i] : -act_[i];
      const bool large = size(act_[i] - sent_[i]) > motors.residual(i) + doubt;
      const bool weak = along < 0.4 * sent && 0.9 * sent - along > motors.floor[i] + doubt;
      if (!large && !weak) bad[i] = 0;
      left = left || large || weak;
    }
    return left;
  }
  void judge_test(const Watched& of, Record& record, const double* acts, const double* way, bool known) {
    bool inside[n_v];
    for (int i = 0; i < n_v; ++i) inside[i] = known && is_inside(of, i, way[i]);
    const int weakest = test.hear(acts, of.tau, inside);
    if (weakest >= 0 && record.trip(Check::direction, weakest, test.least(), MotorTest<Robot>::kLeastAnswer))
      record.off[weakest] = bit(Check::direction);
  }

  double act_[n_v]{}, sent_[n_v]{};  // means of the torques that acted and of those that were written
  double moved_[n_v]{};              // means of the accelerations' sizes
};

}  // namespace romas::detail
