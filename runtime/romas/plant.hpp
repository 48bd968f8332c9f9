// A simulated robot: forward dynamics with damping, dry friction and stops, integrated step by step. Loops of
// links stay closed: their forces are part of the dynamics, and after each step the rest of a gap is closed.
// Springs, thrusters and wings of the description act on it.
#pragma once

#include <romas/described_forces.hpp>
#include <romas/kinematic_loops.hpp>
#include <romas/limits.hpp>
#include <romas/linear_algebra.hpp>
#include <romas/robot.hpp>

namespace romas {

// How a step of the simulation is computed.
enum class Integrator {
  // v += a dt, q += v dt. Damping, friction and stops act on the velocity at the end of the step, so that no
  // stiffness or damping makes the integration unstable. Without them the energy stays bounded.
  semi_implicit_euler,
  // Fourth order and explicit: accurate away from the stops, but stops and friction need a short step.
  runge_kutta_4,
};

// How the simulated robot is computed, and what its joints lose.
template <class Robot, class S = double>
struct PlantOptions {
  Integrator integrator = Integrator::semi_implicit_euler;
  S longest_step{S(1e-3)};    // s; a longer step is divided
  S friction_width{S(1e-3)};  // rad/s or m/s: dry friction is friction v / sqrt(v^2 + width^2)
  S stop_stiffness{S(1e5)};   // N m/rad or N/m beyond a stop
  S stop_damping{S(1e3)};     // N m s/rad or N s/m there
  S largest_gap{S(1e-6)};     // m and rad: more than this of an open loop ends the simulation
  bool stops = true;
  S damping[Robot::n_v];   // N m s/rad or N s/m
  S friction[Robot::n_v];  // N m or N

  // Damping and friction as the description says; none where the robot's dynamics have them already
  // (forces_in_dynamics), to which these are added.
  explicit PlantOptions(const Robot& robot = Robot{}) {
    for (int i = 0; i < Robot::n_v; ++i) {
      const auto at = static_cast<std::size_t>(i);
      damping[i] = static_cast<S>(forces_in_dynamics<Robot> ? 0.0 : robot.joint_damping[at]);
      friction[i] = static_cast<S>(forces_in_dynamics<Robot> ? 0.0 : robot.joint_friction[at]);
    }
  }
  // Forces that the dynamics have themselves stay there.
  void without_losses() {
    for (int i = 0; i < Robot::n_v; ++i) damping[i] = friction[i] = S(0);
    stops = false;
  }
};

// A simulated robot: torques in, positions and velocities out, by its forward dynamics.
template <class Robot, class S = double>
class Plant {
 public:
  using Options = PlantOptions<Robot, S>;

  // At rest at the neutral position, clamped to the limits, or where the loops are closed near it.
  explicit Plant(const Robot& robot = Robot{}) : Plant(robot, Options(robot)) {}
  Plant(const Robot& robot, const Options& options) : robot_(robot), options_(options), limits_(robot) {
    neutral_position(robot_, q_);
    limit_inputs(robot_, u_);
    if (options_.stops) limit_position(limits_, q_);
    if constexpr (kLoops) {
      LoopOptions<Robot, S> loops;
      loops.within_limits = options_.stops;
      close_loops(robot_, q_, loops);
    }
  }

  const S* q() const { return q_; }
  const S* v() const { return v_; }
  S time() const { return time_; }  // s
  Options& options() { return options_; }

  // With loops: a position that closes them (romas::close_loops), and a velocity that keeps them closed
  // (close_velocity).
  void set_state(const S* q, const S* v) {
    for (int i = 0; i < Robot::n_q; ++i) q_[i] = q[i];
    for (int i = 0; i < Robot::n_v; ++i) v_[i] = v[i];
  }

  // Inputs of the thrusters (input_count values) from now on, kept within their limits. At first they are 0,
  // or the limit that is nearest to it.
  void set_inputs(const S* u) {
    for (int i = 0; i < input_count<Robot>; ++i) u_[i] = u[i];
    limit_inputs(robot_, u_);
  }
  const S* inputs() const { return u_; }

  // Moves on by `duration` seconds under constant torques (n_v values). False, with the state as it was
  // before the failing step, if an acceleration is not finite: the mass matrix is singular, a torque is NaN
  // or infinite, or the rows of the loops' Jacobian depend on each other. False as well if the loops cannot
  // be kept closed.
  bool step(const S* tau, S duration) {
    // Rounding must not add a step: 0.003 / 0.001 is a little more than 3.
    int steps = 1;
    while (duration / static_cast<S>(steps) > options_.longest_step * S(1.000001)) ++steps;
    const S dt = duration / static_cast<S>(steps);
    for (int i = 0; i < steps; ++i) {
      const bool good =
          options_.integrator == Integrator::runge_kutta_4 ? runge_kutta(tau, dt) : semi_implicit(tau, dt);
      if (!good || !settle()) return false;
      time_ += dt;
    }
    return true;
  }

 private:
  static constexpr int n_q = Robot::n_q, n_v = Robot::n_v;
  static constexpr bool kLoops = constraint_count<Robot> != 0;

  // How far joint variable i is beyond a stop; 0 between them.
  S beyond(int i, const S* q) const {
    if (!options_.stops || limits_.position[i] < 0) return S(0);
    const S position = q[limits_.position[i]];
    return position > limits_.upper[i]   ? position - limits_.upper[i]
           : position < limits_.lower[i] ? position - limits_.lower[i]
                                         : S(0);
  }

  // Torques with what springs, thrusters and wings of the description add to the dynamics.
  void add_applied_forces(const S* q, const S* v, S* tau) const {
    if constexpr (has_applied_forces<Robot> && (!forces_in_dynamics<Robot> || input_count<Robot> != 0)) {
      S applied[n_v];
      robot_.applied_forces(q, v, u_, applied);
      for (int i = 0; i < n_v; ++i) tau[i] += applied[i];
      if constexpr (forces_in_dynamics<Robot>) {
        const S none[input_count<Robot>]{};
        robot_.applied_forces(q, v, none, applied);
        for (int i = 0; i < n_v; ++i) tau[i] -= applied[i];
      }
    } else {
      (void)q;
      (void)v;
      (void)tau;
    }
  }

  // How much of the resistance to a velocity the dynamics have themselves.
  S counted_resistance([[maybe_unused]] std::size_t i, [[maybe_unused]] S v) const {
    using std::sqrt;
    if constexpr (forces_in_dynamics<Robot>) {
      const S width(described_friction_width);
      return static_cast<S>(robot_.joint_damping[i]) +
             static_cast<S>(robot_.joint_friction[i]) / sqrt(v * v + width * width);
    } else {
      return S(0);
    }
  }

  // Friction is a resistance R times the velocity at the end of the step, and a stop is a spring at the
  // position there: (M + dt R + dt^2 K) a = tau - bias - R v - K (x + dt v). Forces of the description are
  // those of the step's begin.
  bool semi_implicit(const S* torques, S dt) {
    using std::sqrt;
    S a[n_v], resistance[n_v], tau[n_v];
    for (int i = 0; i < n_v; ++i) tau[i] = torques[i];
    add_applied_forces(q_, v_, tau);
    bool losses = false;
    for (int i = 0; i < n_v; ++i) {
      const S x = beyond(i, q_);
      const S spring = x == S(0) ? S(0) : options_.stop_stiffness;
      resistance[i] =
          options_.damping[i] +
          options_.friction[i] / sqrt(v_[i] * v_[i] + options_.friction_width * options_.friction_width) +
          (x == S(0) ? S(0) : options_.stop_damping) + dt * spring;
      a[i] = tau[i] - spring * x - resistance[i] * v_[i];
      resistance[i] += counted_resistance(static_cast<std::size_t>(i), v_[i]);
      losses = losses || resistance[i] > S(0);
    }
    if (losses) {
      S M[n_v * n_v], bias[n_v];
      robot_.mass_matrix(q_, M);
      robot_.bias_torque(q_, v_, bias);
      for (int i = 0; i < n_v; ++i) {
        M[i * n_v + i] += dt * resistance[i];
        a[i] -= bias[i];
      }
      if (!dense::factor<n_v>(M)) return false;
      if constexpr (kLoops) {
        if (!solve_with_loops(robot_, q_, v_, M, S(1) / dt, a)) return false;
      } else {
        dense::solve<n_v>(M, a);
      }
    } else {
      free_acceleration(q_, v_, tau, S(1) / dt, a);
    }
    if (!finite(a)) return false;
    for (int i = 0; i < n_v; ++i) v_[i] += dt * a[i];
    integrate_position(robot_, q_, v_, dt, q_);
    return true;
  }

  // Of the robot alone; s (1/s): how fast velocities that open loops are taken back.
  void free_acceleration(const S* q, const S* v, const S* tau, [[maybe_unused]] S s, S* a) const {
    if constexpr (kLoops) {
      const S stabilization[2] = {s, S(0)};
      S lambda[constraint_count<Robot>];
      robot_.constrained_forward_dynamics(q, v, tau, stabilization, a, lambda);
    } else {
      robot_.forward_dynamics(q, v, tau, a);
    }
  }

  // Closes what integration has left open of the loops.
  bool settle() {
    if constexpr (kLoops) {
      LoopOptions<Robot, S> loops;
      loops.within_limits = false;  // stops are springs
      loops.most_steps = 10;
      const LoopResult<S> result = close_loops(robot_, q_, loops);
      if (!result.converged && !(result.residual < options_.largest_gap)) return false;
      if (options_.integrator == Integrator::runge_kutta_4) return close_velocity(robot_, q_, v_);
    }
    return true;
  }

  bool acceleration(const S* q, const S* v, const S* tau, S* a) const {
    using std::sqrt;
    S torque[n_v];
    for (int i = 0; i < n_v; ++i) {
      const S x = beyond(i, q);
      torque[i] =
          tau[i] - options_.damping[i] * v[i] -
          options_.friction[i] * v[i] / sqrt(v[i] * v[i] + options_.friction_width * options_.friction_width);
      if (!(x == S(0))) torque[i] -= options_.stop_stiffness * x + options_.stop_damping * v[i];
    }
    add_applied_forces(q, v, torque);
    free_acceleration(q, v, torque, S(0), a);
    return finite(a);
  }

  // Classical Runge-Kutta on velocities, with positions integrated from the same stages; on quaternions each
  // stage moves along a constant velocity from the start of the step (the method of Munthe-Kaas without its
  // corrections, of lower order).
  bool runge_kutta(const S* tau, S dt) {
    S q[n_q], v[4][n_v], a[4][n_v], mean[n_v];
    const S part[4] = {S(0), dt / S(2), dt / S(2), dt};
    for (int stage = 0; stage < 4; ++stage) {
      if (stage == 0) {
        for (int i = 0; i < n_q; ++i) q[i] = q_[i];
        for (int i = 0; i < n_v; ++i) v[0][i] = v_[i];
      } else {
        advance(q_, v[stage - 1], part[stage], q);
        for (int i = 0; i < n_v; ++i) v[stage][i] = v_[i] + part[stage] * a[stage - 1][i];
      }
      if (!acceleration(q, v[stage], tau, a[stage])) return false;
    }
    for (int i = 0; i < n_v; ++i) {
      mean[i] = (v[0][i] + S(2) * (v[1][i] + v[2][i]) + v[3][i]) / S(6);
      v_[i] += dt * (a[0][i] + S(2) * (a[1][i] + a[2][i]) + a[3][i]) / S(6);
    }
    advance(q_, mean, dt, q_);
    return true;
  }

  // integrate_position, but a floating body turns while it moves along its own axes: it goes where half of
  // its turn points to, which is right to the second order.
  void advance(const S* q, const S* v, S dt, S* out) const {
    S velocity[n_v];
    for (int i = 0; i < n_v; ++i) velocity[i] = v[i];
    if constexpr (!has_plain_positions<Robot>)
      for_each_joint(robot_, [&](const JointVariables& joint) {
        if (!joint.is_floating()) return;
        S* linear = velocity + joint.v_start;
        S half[3], turn[4], turned[3];
        for (int k = 0; k < 3; ++k) half[k] = linear[3 + k] * dt / S(2);
        detail::quaternion_exponential(half, turn);
        detail::quaternion_rotate(turn, linear, turned);
        for (int k = 0; k < 3; ++k) linear[k] = turned[k];
      });
    integrate_position(robot_, q, velocity, dt, out);
  }

  static bool finite(const S* a) {
    for (int i = 0; i < n_v; ++i)
      if (!(a[i] * S(0) == S(0))) return false;
    return true;
  }

  Robot robot_;
  Options options_;
  Limits<Robot, S> limits_;
  S q_[n_q]{}, v_[n_v]{}, u_[input_count<Robot> == 0 ? 1 : input_count<Robot>]{}, time_{};
};

}  // namespace romas
