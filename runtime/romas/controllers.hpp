// Torque controllers for joints, and for a link in space. Each is a struct of gains with a function
//
//   controller.torque(state, target, tau);      // tau: n_v values, N m or N
//
// that a control loop calls once a cycle. Robot is a type as robot.hpp says. Position errors are velocities
// that lead there in one second (position_difference), so that quaternions work too. A floating base has no
// motors: its torques are 0. limit_torque (limits.hpp) keeps torques within what the motors can do.
#pragma once

#include <type_traits>
#include <utility>

#include <romas/described_forces.hpp>
#include <romas/limits.hpp>
#include <romas/linear_algebra.hpp>
#include <romas/robot.hpp>

namespace romas {

// The measured state: positions (rad, m) and velocities (rad/s, m/s).
template <class Robot, class S = double>
struct JointState {
  S q[Robot::n_q]{};
  S v[Robot::n_v]{};
};
// The target of the joints: positions, velocities and accelerations (rad/s^2, m/s^2).
template <class Robot, class S = double>
struct JointTarget {
  S q[Robot::n_q]{};
  S v[Robot::n_v]{};
  S a[Robot::n_v]{};
};

namespace detail {

template <class Robot, class S>
void release_base(const Robot& robot, S* tau) {
  if (!has_floating_base(robot)) return;
  for (int i = 0; i < 6; ++i) tau[i] = S(0);
}

// Position and velocity errors, target minus state.
template <class Robot, class S>
struct TrackingError {
  S q[Robot::n_v], v[Robot::n_v];
  TrackingError(const Robot& robot, const JointState<Robot, S>& state, const JointTarget<Robot, S>& target) {
    position_difference(robot, state.q, target.q, q);
    for (int i = 0; i < Robot::n_v; ++i) v[i] = target.v[i] - state.v[i];
  }
};

}  // namespace detail

// tau = kp (q_d - q) + kd (v_d - v).
template <class Robot, class S = double>
struct JointPd {
  Robot robot{};
  S kp[Robot::n_v]{};  // N m/rad or N/m
  S kd[Robot::n_v]{};  // N m s/rad or N s/m

  void torque(const JointState<Robot, S>& state, const JointTarget<Robot, S>& target, S* tau) const {
    const detail::TrackingError<Robot, S> error(robot, state, target);
    for (int i = 0; i < Robot::n_v; ++i) tau[i] = kp[i] * error.q[i] + kd[i] * error.v[i];
    detail::release_base(robot, tau);
  }
};

// PD and the integral of the position error. Anti-windup: the integral's torque stays within integral_limit,
// and an error is not integrated in a direction in which the joint's motor is already at its effort limit
// (conditional integration; Åström and Hägglund, Advanced PID Control, section 3.5).
template <class Robot, class S = double>
struct JointPid {
  Robot robot{};
  S kp[Robot::n_v]{}, ki[Robot::n_v]{}, kd[Robot::n_v]{};  // ki: N m/(rad s) or N/(m s)
  S integral_limit[Robot::n_v]{};                          // N m or N
  Limits<Robot, S> limits{robot};
  S integral[Robot::n_v]{};  // N m or N

  void reset() {
    for (S& sum : integral) sum = S(0);
  }
  // period: seconds since the last call.
  void torque(const JointState<Robot, S>& state, const JointTarget<Robot, S>& target, S period, S* tau) {
    const detail::TrackingError<Robot, S> error(robot, state, target);
    for (int i = 0; i < Robot::n_v; ++i) {
      const S rest = kp[i] * error.q[i] + kd[i] * error.v[i];
      const S step = ki[i] * error.q[i] * period;
      const S wanted = rest + integral[i];
      const bool saturated =
          (wanted > limits.effort[i] && step > S(0)) || (wanted < -limits.effort[i] && step < S(0));
      if (!saturated) integral[i] = detail::clamp(integral[i] + step, -integral_limit[i], integral_limit[i]);
      tau[i] = rest + integral[i];
    }
    detail::release_base(robot, tau);
  }
};

// tau = g(q) + kp (q_d - q) + kd (v_d - v): PD with gravity compensation (Takegaki and Arimoto 1981).
template <class Robot, class S = double>
struct PdGravity {
  Robot robot{};
  S kp[Robot::n_v]{}, kd[Robot::n_v]{};

  void torque(const JointState<Robot, S>& state, const JointTarget<Robot, S>& target, S* tau) const {
    const detail::TrackingError<Robot, S> error(robot, state, target);
    robot.gravity_torque(state.q, tau);
    for (int i = 0; i < Robot::n_v; ++i) tau[i] += kp[i] * error.q[i] + kd[i] * error.v[i];
    detail::release_base(robot, tau);
  }
};

// tau = M(q) (a_d + kp (q_d - q) + kd (v_d - v)) + C(q, v) v + g(q): every joint follows its target as a unit
// mass would (Siciliano et al., Robotics, section 8.5.2). The gains give accelerations: kp in 1/s^2, kd in
// 1/s.
template <class Robot, class S = double>
struct ComputedTorque {
  Robot robot{};
  S kp[Robot::n_v]{}, kd[Robot::n_v]{};

  void torque(const JointState<Robot, S>& state, const JointTarget<Robot, S>& target, S* tau) const {
    const detail::TrackingError<Robot, S> error(robot, state, target);
    S a[Robot::n_v];
    for (int i = 0; i < Robot::n_v; ++i) a[i] = target.a[i] + kp[i] * error.q[i] + kd[i] * error.v[i];
    robot.inverse_dynamics(state.q, state.v, a, tau);
    detail::release_base(robot, tau);
  }
};

// tau = M(q) a_d + C(q, v) v + g(q) + K (q_d - q) + D (v_d - v): joints that yield to outer forces as springs
// do. The damping follows the mass matrix, D_ii = 2 ratio sqrt(K_ii M_ii(q)), so that the damping ratio stays
// when the arm's posture changes (Albu-Schäffer et al. 2003).
template <class Robot, class S = double>
struct JointImpedance {
  Robot robot{};
  S stiffness[Robot::n_v]{};  // N m/rad or N/m
  S damping_ratio{1};

  void torque(const JointState<Robot, S>& state, const JointTarget<Robot, S>& target, S* tau) const {
    using std::sqrt;
    const detail::TrackingError<Robot, S> error(robot, state, target);
    S M[Robot::n_v * Robot::n_v];
    robot.mass_matrix(state.q, M);
    robot.inverse_dynamics(state.q, state.v, target.a, tau);
    for (int i = 0; i < Robot::n_v; ++i) {
      const S damping = S(2) * damping_ratio * sqrt(stiffness[i] * M[i * Robot::n_v + i]);
      tau[i] += stiffness[i] * error.q[i] + damping * error.v[i];
    }
    detail::release_base(robot, tau);
  }
};

// The target of a link: pose (row-major 3x4 in {W}) and velocity (linear of the link's origin, then
// angular, in {W}).
template <class S = double>
struct LinkTarget {
  S pose[12] = {S(1), S(0), S(0), S(0), S(0), S(1), S(0), S(0), S(0), S(0), S(1), S(0)};
  S velocity[6]{};
};

// A spring and a damper between a link and its target: tau = C(q, v) v + g(q) + J^T (K e + D (V_d - J v)) +
// tau_0, in {W} (Hogan 1985; Ott, Cartesian Impedance Control of Redundant and Flexible-Joint Robots, chapter
// 4, without shaping the inertia). tau_0 is a spring and a damper that pull the joints to a posture. It is
// projected by 1 - J^T (J J^T + s^2 1)^-1 J, so that the link does not feel it.
template <class Robot, typename Robot::Link L, class S = double>
struct CartesianImpedance {
  Robot robot{};
  S stiffness[6]{};                   // N/m, N m/rad
  S damping[6]{};                     // N s/m, N m s/rad
  S posture[Robot::n_q]{};            // desired position of redundant joints
  S posture_stiffness[Robot::n_v]{};  // N m/rad or N/m
  S posture_damping[Robot::n_v]{};    // N m s/rad or N s/m
  S singular{S(0.01)};                // s: damping of the projection near singular postures (m or rad)

  // The same stiffness in all directions, with critical damping for a mass and an inertia of this size.
  void set_stiffness(S linear, S angular, S mass, S inertia) {
    using std::sqrt;
    for (int i = 0; i < 3; ++i) {
      stiffness[i] = linear, stiffness[i + 3] = angular;
      damping[i] = S(2) * sqrt(linear * mass), damping[i + 3] = S(2) * sqrt(angular * inertia);
    }
  }

  void torque(const JointState<Robot, S>& state, const LinkTarget<S>& target, S* tau) const {
    constexpr int n_v = Robot::n_v;
    S pose[12], J[6 * n_v], error[6], velocity[6], wrench[6], link_torque[n_v], posture_torque[n_v],
        posture_error[n_v];
    robot.template link_pose<L>(state.q, pose);
    robot.template jacobian<L>(state.q, J);
    pose_difference(pose, target.pose, error);
    dense::multiply<6, n_v>(J, state.v, velocity);
    for (int i = 0; i < 6; ++i)
      wrench[i] = stiffness[i] * error[i] + damping[i] * (target.velocity[i] - velocity[i]);
    dense::multiply_transposed<6, n_v>(J, wrench, link_torque);
    position_difference(robot, state.q, posture, posture_error);
    for (int i = 0; i < n_v; ++i)
      posture_torque[i] = posture_stiffness[i] * posture_error[i] - posture_damping[i] * state.v[i];
    project(J, posture_torque);
    robot.bias_torque(state.q, state.v, tau);
    for (int i = 0; i < n_v; ++i) tau[i] += link_torque[i] + posture_torque[i];
    detail::release_base(robot, tau);
  }

 private:
  void project(const S* J, S* tau) const {
    constexpr int n_v = Robot::n_v;
    S G[36], wrench[6], felt[n_v];
    dense::damped_gram<n_v>(J, singular, G);
    dense::multiply<6, n_v>(J, tau, wrench);
    if (!dense::factor<6>(G)) return;
    dense::solve<6>(G, wrench);
    dense::multiply_transposed<6, n_v>(J, wrench, felt);
    for (int i = 0; i < n_v; ++i) tau[i] -= felt[i];
  }
};

// Torque that damping and dry friction of the joints take away: tau = damping v + friction v / sqrt(v^2 +
// width^2). Pass the desired velocity where there is one: the measured one is noisy around zero. Where the
// robot's dynamics have them (forces_in_dynamics), laws that compensate these compensate friction as well,
// and nothing is added unless it is set.
template <class Robot, class S = double>
struct FrictionCompensation {
  S damping[Robot::n_v];                 // N m s/rad or N s/m
  S friction[Robot::n_v];                // N m or N
  S width{S(described_friction_width)};  // rad/s or m/s: the sign of a velocity below it is blurred

  // As the description says, or 0.
  explicit FrictionCompensation(const Robot& robot = Robot{}) {
    for (int i = 0; i < Robot::n_v; ++i) {
      const auto at = static_cast<std::size_t>(i);
      damping[i] = static_cast<S>(forces_in_dynamics<Robot> ? 0.0 : robot.joint_damping[at]);
      friction[i] = static_cast<S>(forces_in_dynamics<Robot> ? 0.0 : robot.joint_friction[at]);
    }
  }
  // Adds to tau.
  void add(const S* v, S* tau) const {
    using std::sqrt;
    for (int i = 0; i < Robot::n_v; ++i)
      tau[i] += damping[i] * v[i] + friction[i] * v[i] / sqrt(v[i] * v[i] + width * width);
  }
};

namespace detail {

template <class Robot, class = void>
struct HasWhole : std::false_type {};
template <class Robot>
struct HasWhole<Robot, std::void_t<decltype(std::declval<const Robot&>().whole)>> : std::true_type {};

template <class Robot>
void subtract_forces([[maybe_unused]] const Robot& robot, [[maybe_unused]] const double* q,
                     [[maybe_unused]] const double* v, [[maybe_unused]] double* tau) {
  if constexpr (has_applied_forces<Robot> && !forces_in_dynamics<Robot>) {
    double applied[Robot::n_v];
    const double none[input_count<Robot> == 0 ? 1 : input_count<Robot>]{};
    robot.applied_forces(q, v, none, applied);
    for (int i = 0; i < Robot::n_v; ++i) tau[i] -= applied[i];
  }
}

}  // namespace detail

// How near to a limit (rad or m) a joint that follows in a loop may touch its stop: two counts of the
// encoders of the joints that it follows, times what a loop makes of them.
inline constexpr double kAtStop = 5e-3;

// How far the loops of a robot are from their dead centres at q (see follow in independent_joints.hpp); 1
// where there are no loops.
template <class Robot>
double room_of([[maybe_unused]] const Robot& robot, [[maybe_unused]] const double* q) {
  if constexpr (detail::HasWhole<Robot>::value) {
    double all[std::decay_t<decltype(robot.whole)>::n_q];
    return robot.positions(q, all);
  } else {
    return 1;
  }
}

// Adds the losses at (q, v) to n_v torques. Where loops hold joints, they are those of all joints. Returns
// false if one that follows may be at a stop, whose force nobody knows, while the joints go by `way` (n_v
// values, not negative; null: they stand).
template <class Robot>
bool add_described_losses(const Robot& robot, [[maybe_unused]] const FrictionCompensation<Robot>& losses,
                          const double* q, const double* v, double* tau,
                          [[maybe_unused]] const double* way = nullptr) {
  if constexpr (detail::HasWhole<Robot>::value) {
    using Whole = std::decay_t<decltype(robot.whole)>;
    constexpr int n = Robot::n_v;
    double all[Whole::n_q], G[Whole::n_v * n], rates[Whole::n_v], lost[Whole::n_v]{}, own[n];
    robot.positions(q, all);
    robot.whole.independent_jacobian(all, G);
    dense::multiply<Whole::n_v, n>(G, v, rates);
    FrictionCompensation<Whole>(robot.whole).add(rates, lost);
    detail::subtract_forces(robot.whole, all, rates, lost);
    dense::multiply_transposed<Whole::n_v, n>(G, lost, own);
    for (int i = 0; i < n; ++i) tau[i] += own[i];
    const Limits<Whole> limits(robot.whole);
    for (int i = 0; i < Whole::n_v; ++i) {
      const double x = limits.position[i] < 0 ? 0 : all[limits.position[i]];
      double margin = kAtStop;
      for (int k = 0; k < n && way != nullptr; ++k) margin += std::fabs(G[i * n + k]) * way[k];
      if (x > limits.upper[i] - margin || x < limits.lower[i] + margin) return false;
    }
  } else {
    losses.add(v, tau);
    detail::subtract_forces(robot, q, v, tau);
  }
  return true;
}

}  // namespace romas
