// Limits of a robot by velocity variable, and functions that keep commands within them. The limits of a joint
// hold for each of its variables. Quaternions have no position limits. A floating base has no motors: its
// torque limit is 0.
#pragma once

#include <limits>

#include <romas/robot.hpp>

namespace romas {

// The limits of each velocity variable; infinite if the description sets none.
template <class Robot, class S = double>
struct Limits {
  S lower[Robot::n_v], upper[Robot::n_v];  // rad or m
  S effort[Robot::n_v];                    // N m or N
  S velocity[Robot::n_v];                  // rad/s or m/s
  int position[Robot::n_v];  // index in q of the variable whose derivative this velocity is; -1: there is
                             // none

  explicit Limits(const Robot& robot = Robot{}) {
    const S infinite = std::numeric_limits<S>::infinity();
    for_each_joint(robot, [&](const JointVariables& joint) {
      for (int k = 0; k < joint.v_count; ++k) {
        const int i = joint.v_start + k;
        const bool turned = joint.is_ball() || (joint.is_floating() && k >= 3);
        position[i] = joint.is_ball() || joint.is_floating() ? -1 : joint.q_start + k;
        lower[i] = -infinite, upper[i] = infinite, effort[i] = joint.joint < 0 ? S(0) : infinite,
        velocity[i] = infinite;
        if (joint.joint < 0) continue;
        const JointLimits& allowed = robot.limits[static_cast<std::size_t>(joint.joint)];
        if (!turned && position[i] >= 0)
          lower[i] = static_cast<S>(allowed.lower), upper[i] = static_cast<S>(allowed.upper);
        effort[i] = static_cast<S>(allowed.effort), velocity[i] = static_cast<S>(allowed.velocity);
      }
    });
  }
};

namespace detail {

// The nearest number in [low, high]; NaN becomes 0, or the bound nearest to 0, so that an invalid command
// moves nothing.
template <class S>
S clamp(S x, S low, S high) {
  if (!(x == x)) x = S(0);
  return x < low ? low : x > high ? high : x;
}

}  // namespace detail

// Cuts torques to what the joints can do (n_v values, in place). True if one was cut.
template <class Robot, class S>
bool limit_torque(const Limits<Robot, S>& limits, S* tau) {
  bool cut = false;
  for (int i = 0; i < Robot::n_v; ++i) {
    const S allowed = detail::clamp(tau[i], -limits.effort[i], limits.effort[i]);
    cut = cut || !(allowed == tau[i]);
    tau[i] = allowed;
  }
  return cut;
}

// Scales a commanded velocity (n_v values, in place) down until no joint exceeds its limit; the direction
// stays.
template <class Robot, class S>
bool limit_velocity(const Limits<Robot, S>& limits, S* v) {
  S scale(1);
  for (int i = 0; i < Robot::n_v; ++i) {
    if (!(v[i] == v[i])) v[i] = S(0), scale = S(0);
    const S speed = v[i] < S(0) ? -v[i] : v[i];
    if (speed > limits.velocity[i] && limits.velocity[i] / speed < scale) scale = limits.velocity[i] / speed;
  }
  if (scale == S(1)) return false;
  for (int i = 0; i < Robot::n_v; ++i) v[i] = v[i] * scale;
  return true;
}

// Moves a commanded position (n_q values, in place) between the joints' stops. True if it was outside.
template <class Robot, class S>
bool limit_position(const Limits<Robot, S>& limits, S* q) {
  bool cut = false;
  for (int i = 0; i < Robot::n_v; ++i) {
    if (limits.position[i] < 0) continue;
    S& position = q[limits.position[i]];
    const S allowed = detail::clamp(position, limits.lower[i], limits.upper[i]);
    cut = cut || !(allowed == position);
    position = allowed;
  }
  return cut;
}

// Slows a commanded velocity near the stops so that a joint can still brake with `deceleration` (rad/s^2 or
// m/s^2): at a distance d from a stop it approaches with at most sqrt(2 deceleration d), and at the stop or
// beyond with 0.
template <class Robot, class S>
bool slow_down_at_stops(const Limits<Robot, S>& limits, const S* q, S deceleration, S* v) {
  using std::sqrt;
  bool cut = false;
  const auto fastest = [&](S distance) {
    return distance > S(0) ? S(sqrt(S(2) * deceleration * distance)) : S(0);
  };
  for (int i = 0; i < Robot::n_v; ++i) {
    if (limits.position[i] < 0) continue;
    const S position = q[limits.position[i]];
    const S allowed =
        detail::clamp(v[i], -fastest(position - limits.lower[i]), fastest(limits.upper[i] - position));
    cut = cut || !(allowed == v[i]);
    v[i] = allowed;
  }
  return cut;
}

}  // namespace romas
