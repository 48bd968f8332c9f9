// Gains for joint controllers, from the robot's own inertia and weight. All of them are computed once, before
// a loop starts.
//
// A joint's inertia and gravity torque change with the posture, by factors of ten and more in hands and
// humanoids. Gains for one posture are too soft or too fast in another one; default_gains therefore samples
// many postures.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <romas/limits.hpp>
#include <romas/linear_algebra.hpp>
#include <romas/robot.hpp>

namespace romas {

// Stiffness and damping that make each joint, with all others held, an oscillator of this natural frequency
// (rad/s) and damping ratio: kp = w^2 M_ii, kd = 2 ratio w M_ii, with the mass matrix at q.
template <class Robot, class S>
void gains_from_inertia(const Robot& robot, const S* q, S frequency, S ratio, S* kp, S* kd) {
  S M[Robot::n_v * Robot::n_v];
  robot.mass_matrix(q, M);
  for (int i = 0; i < Robot::n_v; ++i) {
    kp[i] = frequency * frequency * M[i * Robot::n_v + i];
    kd[i] = S(2) * ratio * frequency * M[i * Robot::n_v + i];
  }
}

namespace detail {

// A pseudorandom number in [0, 1), determined by the two counters.
template <class S>
S scattered(int k, int i) {
  std::uint32_t bits =
      static_cast<std::uint32_t>(k) * 0x9e3779b9U + static_cast<std::uint32_t>(i) * 0x85ebca6bU;
  bits = (bits ^ (bits >> 16U)) * 0x7feb352dU;
  bits = (bits ^ (bits >> 15U)) * 0x846ca68bU;
  return static_cast<S>((bits ^ (bits >> 16U)) >> 8U) / S(16777216);
}

// Whether a robot's loops do not reach all positions (romas/independent_joints.hpp).
template <class Robot, class S, class = void>
struct HasReach : std::false_type {};
template <class Robot, class S>
struct HasReach<Robot, S,
                std::void_t<decltype(std::declval<const Robot&>().reaches(std::declval<const S*>()))>>
    : std::true_type {};

}  // namespace detail

// Posture number k of a deterministic sample within the limits; number 0 is q. Joints without limits move by
// up to half a turn (3.14 m) to both sides of q; a floating base stays. A posture that loops do not reach is
// moved towards q.
template <class Robot, class S>
void sample_posture(const Robot& robot, const Limits<Robot, S>& limits, const S* q, int k, S* posture) {
  constexpr S half_turn = S(3.141592653589793);
  S way[Robot::n_v];
  for (int i = 0; i < Robot::n_v; ++i) {
    S low = -half_turn, high = half_turn;
    if (limits.position[i] >= 0) {
      const S at = q[limits.position[i]];
      if (limits.lower[i] - at > low) low = limits.lower[i] - at;
      if (limits.upper[i] - at < high) high = limits.upper[i] - at;
    }
    way[i] = k == 0 || (i < 6 && has_floating_base(robot)) ? S(0)
                                                           : low + detail::scattered<S>(k, i) * (high - low);
  }
  integrate_position(robot, q, way, S(1), posture);
  if constexpr (detail::HasReach<Robot, S>::value) {
    for (S part(0.7); !robot.reaches(posture); part = part > S(0.01) ? part * S(0.7) : S(0)) {
      integrate_position(robot, q, way, part, posture);
      if (part == S(0)) break;
    }
  }
}

namespace detail {

// The largest eigenvalue of A^-1 diag(d), with A's factor, by power iteration. `motion` becomes its vector,
// largest component 1.
template <int N, class S>
S largest_rate(const S* factor, const S* d, S* motion) {
  S largest(0);
  for (int i = 0; i < N; ++i) motion[i] = S(1) + S(i % 3);
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < N; ++i) motion[i] *= d[i];
    dense::solve<N>(factor, motion);
    largest = S(0);
    for (int i = 0; i < N; ++i) {
      const S size = motion[i] < S(0) ? -motion[i] : motion[i];
      if (size > largest) largest = size;
    }
    if (!(largest > S(0))) return S(0);
    for (int i = 0; i < N; ++i) motion[i] /= largest;
  }
  return largest;
}

}  // namespace detail

// Lowers kd until dampers that act once in `period` seconds are stable at q: period times the largest
// eigenvalue of M^-1 Kd must stay below 2 (below 1 if commands act one cycle late), and is brought to at most
// 0.8. Each step lowers every joint's kd by the joint's share of the power that the fastest motion
// dissipates, so that joints which contribute little keep theirs. Returns the smallest factor applied to a
// kd: 1 if nothing changed, 0 if the mass matrix is singular.
template <class Robot, class S>
S keep_damping_stable(const Robot& robot, const S* q, S period, S* kd) {
  constexpr int n = Robot::n_v;
  S M[n * n], factor[n], motion[n], lowered[n];
  robot.mass_matrix(q, M);
  if (!dense::factor<n>(M)) return S(0);
  for (int i = 0; i < n; ++i) factor[i] = S(1), lowered[i] = kd[i];
  for (int step = 0; step < 1000 && period * detail::largest_rate<n>(M, lowered, motion) > S(0.8); ++step) {
    S largest(0);
    for (int i = 0; i < n; ++i) {
      const S power = lowered[i] * motion[i] * motion[i];
      if (power > largest) largest = power;
    }
    for (int i = 0; i < n; ++i) {
      factor[i] *= S(1) - S(0.1) * lowered[i] * motion[i] * motion[i] / largest;
      lowered[i] = factor[i] * kd[i];
    }
  }
  S smallest(1);
  for (int i = 0; i < n; ++i) {
    kd[i] = lowered[i];
    smallest = factor[i] < smallest ? factor[i] : smallest;
  }
  return smallest;
}

// How many postures default_gains and slowest_damping look at.
constexpr int kGainPostures = 32;

// Options of default_gains, and the inertia and weight that it found.
template <class Robot, class S = double>
struct GainDesign {
  S frequency{20};  // rad/s, of each joint with all others held, where its inertia is largest; softer where
                    // sampling asks for it
  S ratio{1};       // of damping
  S least_ratio{S(0.4)};  // of damping where sampling forbids more
  S sag{0};  // rad or m: how far a joint may give way to its whole weight, and at most a twentieth of its
             // range; 0: something else carries that
  S period{S(1e-3)};  // s between two commands
  // Share of the sampled postures, the present one included, in which the dampers must be stable at this
  // period. It is below 1 because of singular postures, in which two axes of a shoulder or hip line up: gains
  // that are stable there are useless everywhere else.
  S coverage{S(0.75)};
  // Postures of the motion to come (n_q values each), in all of which the dampers must be stable.
  const S* path = nullptr;
  int path_count = 0;

  S inertia[Robot::n_v];  // the largest M_ii, kg m^2 or kg
  S coupled[Robot::n_v];  // the largest sum of |M_ij|: what accelerations of all joints ask of this one
  S gravity[Robot::n_v];  // the largest |g_i|, N m or N
};

namespace detail {

// The largest inertia and weight of each joint.
template <class Robot, class S>
void measure(const Robot& robot, const Limits<Robot, S>& limits, const S* q, GainDesign<Robot, S>& design) {
  constexpr int n = Robot::n_v;
  S posture[Robot::n_q], M[n * n], weight[n];
  for (int i = 0; i < n; ++i) design.inertia[i] = design.coupled[i] = design.gravity[i] = S(0);
  for (int k = 0; k < kGainPostures; ++k) {
    sample_posture(robot, limits, q, k, posture);
    robot.mass_matrix(posture, M);
    robot.gravity_torque(posture, weight);
    for (int i = 0; i < n; ++i) {
      const S size = weight[i] < S(0) ? -weight[i] : weight[i];
      S row(0);
      for (int j = 0; j < n; ++j) row += M[i * n + j] < S(0) ? -M[i * n + j] : M[i * n + j];
      if (M[i * n + i] > design.inertia[i]) design.inertia[i] = M[i * n + i];
      if (row > design.coupled[i]) design.coupled[i] = row;
      if (size > design.gravity[i]) design.gravity[i] = size;
    }
  }
}

// Lowers kd until it is stable in the share of postures that is asked for, and along the path.
template <class Robot, class S>
void keep_damping_stable(const Robot& robot, const Limits<Robot, S>& limits, const S* q,
                         const GainDesign<Robot, S>& design, S* kd) {
  constexpr int n = Robot::n_v;
  S posture[Robot::n_q], M[n * n], motion[n], rate[kGainPostures];
  for (int k = 0; k < kGainPostures; ++k) {
    sample_posture(robot, limits, q, k, posture);
    robot.mass_matrix(posture, M);
    rate[k] = dense::factor<n>(M) ? largest_rate<n>(M, kd, motion) : S(0);
  }
  for (int k = 0; k < kGainPostures; ++k) {
    int faster = 0;
    for (const S other : rate) faster += other > rate[k];
    if (k != 0 && S(faster) < (S(1) - design.coverage) * S(kGainPostures)) continue;
    sample_posture(robot, limits, q, k, posture);
    romas::keep_damping_stable(robot, posture, design.period, kd);
  }
  for (int k = 0; k < design.path_count; ++k)
    romas::keep_damping_stable(robot, design.path + k * Robot::n_q, design.period, kd);
}

}  // namespace detail

// kp and kd (n_v values each) for a diagonal PD controller in all postures. Inertia and weight are the
// largest of a sample of postures.
//   kd_i = 2 ratio w_i M_ii, lowered until it is stable at this period in most postures of the sample
//     (coverage, keep_damping_stable);
//   kp_i = M_ii w_i^2 with the w_i that this damping allows, but at least gravity_i / sag.
// The bound by sag takes precedence over the damping ratio: without it, a joint has no equilibrium near its
// target. A weakly damped joint has one. A floating base has no motors: 0.
template <class Robot, class S>
void default_gains(const Robot& robot, const S* q, GainDesign<Robot, S>& design, S* kp, S* kd) {
  using std::sqrt;
  constexpr int n = Robot::n_v;
  const Limits<Robot, S> limits(robot);
  detail::measure(robot, limits, q, design);
  const auto has_motor = [&](int i) { return i >= 6 || !has_floating_base(robot); };
  const auto needed = [&](int i) {
    const S part = S(0.05) * (limits.upper[i] - limits.lower[i]);
    const S sag = part > S(0) && part < design.sag ? part : design.sag;
    return sag > S(0) ? design.gravity[i] / sag : S(0);
  };
  for (int i = 0; i < n; ++i) {
    const S wanted = design.frequency * design.frequency * design.inertia[i];
    kp[i] = has_motor(i) ? wanted > needed(i) ? wanted : needed(i) : S(0);
    kd[i] = S(2) * design.ratio * sqrt(kp[i] * design.inertia[i]);
  }
  detail::keep_damping_stable(robot, limits, q, design, kd);
  for (int i = 0; i < n; ++i) {
    const S damped =
        design.inertia[i] > S(0)
            ? kd[i] * kd[i] / (S(4) * design.least_ratio * design.least_ratio * design.inertia[i])
            : S(0);
    if (damped < kp[i]) kp[i] = damped > needed(i) ? damped : needed(i);
  }
}

// How far joints with these gains may be from their targets (n_v values, rad or m) though nothing is wrong:
// by `part` of the largest weight of the design, which the law does not carry, and by targets of all joints
// that accelerate by `acceleration` (rad/s^2 or m/s^2).
template <class Robot, class S>
void expected_errors(const GainDesign<Robot, S>& design, const S* kp, S part, S acceleration, S* error) {
  for (int i = 0; i < Robot::n_v; ++i)
    error[i] = kp[i] > S(0) ? (part * design.gravity[i] + acceleration * design.coupled[i]) / kp[i] : S(0);
}

// The largest acceleration of each joint (n_v values, rad/s^2 or m/s^2) under the robot's weight alone, in
// the sample of postures. 0 for a floating base.
template <class Robot, class S>
void falling_acceleration(const Robot& robot, const S* q, S* a) {
  constexpr int n = Robot::n_v;
  const Limits<Robot, S> limits(robot);
  S posture[Robot::n_q], M[n * n], weight[n];
  for (int i = 0; i < n; ++i) a[i] = S(0);
  for (int k = 0; k < kGainPostures; ++k) {
    sample_posture(robot, limits, q, k, posture);
    robot.mass_matrix(posture, M);
    robot.gravity_torque(posture, weight);
    if (!dense::factor<n>(M)) continue;
    dense::solve<n>(M, weight);
    for (int i = has_floating_base(robot) ? 6 : 0; i < n; ++i) {
      const S size = weight[i] < S(0) ? -weight[i] : weight[i];
      if (size > a[i]) a[i] = size;
    }
  }
}

// The slowest rate (1/s) at which a motion dies out under these dampers alone: the smallest eigenvalue of
// M^-1 Kd in the sample of postures. An integral that takes over faster than that, ki > rate kp, makes a PID
// controller unstable.
template <class Robot, class S>
S slowest_damping(const Robot& robot, const S* q, const S* kd) {
  constexpr int n = Robot::n_v;
  const Limits<Robot, S> limits(robot);
  S posture[Robot::n_q], M[n * n], motion[n], slowest(0);
  for (int k = 0; k < kGainPostures; ++k) {
    sample_posture(robot, limits, q, k, posture);
    robot.mass_matrix(posture, M);
    // Power iteration with Kd^-1 M, whose largest eigenvalue is the time of the slowest motion.
    S time(0);
    for (int i = 0; i < n; ++i) motion[i] = S(1) + S(i % 3);
    for (int round = 0; round < 50; ++round) {
      S next[n], largest(0);
      dense::multiply<n, n>(M, motion, next);
      for (int i = 0; i < n; ++i) {
        motion[i] = kd[i] > S(0) ? next[i] / kd[i] : S(0);
        const S size = motion[i] < S(0) ? -motion[i] : motion[i];
        if (size > largest) largest = size;
      }
      time = largest;
      if (!(largest > S(0))) break;
      for (int i = 0; i < n; ++i) motion[i] /= largest;
    }
    if (time > slowest) slowest = time;
  }
  return slowest > S(0) ? S(1) / slowest : S(0);
}

}  // namespace romas
