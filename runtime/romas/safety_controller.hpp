// Safety controllers of the description (URDF's <safety_controller>): velocities and torques kept within what
// positions and velocities allow, so that a joint slows down in front of its soft limits. Robots of which no
// joint has one are kept within their limits alone.
#pragma once

#include <type_traits>
#include <utility>

#include <romas/limits.hpp>

namespace romas {

namespace detail {

template <class Robot, class = void>
struct HasSafety : std::false_type {};
template <class Robot>
struct HasSafety<Robot, std::void_t<decltype(std::declval<const Robot&>().safety)>> : std::true_type {};

}  // namespace detail

// Whether a joint of the robot has a safety controller: Robot has an array<JointSafety, n_joints> safety.
template <class Robot>
inline constexpr bool has_safety = detail::HasSafety<Robot>::value;

// A velocity v at position q is kept within
//   low = clamp(k_position (soft_lower - q), -velocity, velocity), and high likewise by soft_upper,
// and a torque within
//   clamp(k_velocity (low - v), -effort, effort) and clamp(k_velocity (high - v), -effort, effort),
// as http://wiki.ros.org/pr2_controller_manager/safety_limits has it. A k_position of 0 leaves the velocity
// limit, a k_velocity of 0 the effort limit. A velocity limit of 0 is taken not to be known. A NaN of q
// leaves no velocity, one of v no torque.
template <class Robot, class S = double>
struct SafetyController {
  Limits<Robot, S> limits;
  S soft_lower[Robot::n_v], soft_upper[Robot::n_v];  // rad or m
  S k_position[Robot::n_v];                          // 1/s
  S k_velocity[Robot::n_v];                          // N m s/rad or N s/m

  explicit SafetyController(const Robot& robot = Robot{})
      : SafetyController(robot, Limits<Robot, S>(robot)) {}
  SafetyController(const Robot& robot, const Limits<Robot, S>& allowed) : limits(allowed) {
    for (int i = 0; i < Robot::n_v; ++i) {
      soft_lower[i] = soft_upper[i] = k_position[i] = k_velocity[i] = S(0);
      if (!(limits.velocity[i] > S(0))) limits.velocity[i] = std::numeric_limits<S>::infinity();
    }
    if constexpr (has_safety<Robot>)
      for_each_joint(robot, [&](const JointVariables& joint) {
        if (joint.joint < 0) return;
        const JointSafety& safety = robot.safety[static_cast<std::size_t>(joint.joint)];
        for (int i = joint.v_start; i < joint.v_start + joint.v_count; ++i) {
          soft_lower[i] = static_cast<S>(safety.soft_lower),
          soft_upper[i] = static_cast<S>(safety.soft_upper);
          k_position[i] = limits.position[i] < 0 ? S(0) : static_cast<S>(safety.k_position);
          k_velocity[i] = static_cast<S>(safety.k_velocity);
        }
      });
  }

  // Which velocities variable i may have at these positions.
  void velocity_bounds(int i, const S* q, S& low, S& high) const {
    high = limits.velocity[i], low = -high;
    if (!(k_position[i] > S(0))) return;
    const S position = q[limits.position[i]];
    const S most = high;
    low = detail::clamp(k_position[i] * (soft_lower[i] - position), -most, most);
    high = detail::clamp(k_position[i] * (soft_upper[i] - position), -most, most);
  }
  // Which torques variable i may have at these positions and velocities.
  void torque_bounds(int i, const S* q, const S* v, S& low, S& high) const {
    const S most = limits.effort[i];
    low = -most, high = most;
    if (!(k_velocity[i] > S(0))) return;
    S slowest, fastest;
    velocity_bounds(i, q, slowest, fastest);
    low = detail::clamp(k_velocity[i] * (slowest - v[i]), -most, most);
    high = detail::clamp(k_velocity[i] * (fastest - v[i]), -most, most);
  }

  // Keeps commanded velocities (n_v values, in place) within their bounds, each joint by itself. True if one
  // was cut.
  bool limit_velocity(const S* q, S* v) const {
    bool cut = false;
    for (int i = 0; i < Robot::n_v; ++i) {
      S low, high;
      velocity_bounds(i, q, low, high);
      keep(v[i], low, high, cut);
    }
    return cut;
  }
  // Keeps torques (n_v values, in place) within their bounds. True if one was cut.
  bool limit_torque(const S* q, const S* v, S* tau) const {
    bool cut = false;
    for (int i = 0; i < Robot::n_v; ++i) {
      S low, high;
      torque_bounds(i, q, v, low, high);
      keep(tau[i], low, high, cut);
    }
    return cut;
  }

 private:
  static void keep(S& value, S low, S high, bool& cut) {
    const S allowed = detail::clamp(value, low, high);
    cut = cut || !(allowed == value);
    value = allowed;
  }
};

}  // namespace romas
