// The concept Robot, which controllers, plants and inverse kinematics are written against: a type with these
// members. A header of --emit=cpp ends with one, `struct Robot`, which forwards to the functions of its
// namespace; romas::reference::Robot is one for robots loaded at run time.
//
//   struct Robot {
//     static constexpr int n_joints, n_q, n_v, n_links;
//     // where a joint's variables start, ascending
//     static constexpr std::array<int, n_joints> q_index, v_index;
//     static constexpr std::array<std::string_view, n_joints> joint_names;
//     static constexpr std::array<std::string_view, n_links> link_names;
//     static constexpr std::array<romas::JointLimits, n_joints> limits;
//     // only where a joint has a safety controller
//     static constexpr std::array<romas::JointSafety, n_joints> safety;
//     // N m s/rad or N s/m; N m or N
//     static constexpr std::array<double, n_v> joint_damping, joint_friction;
//     using Link = NAME::Link;                                                  // an enum, 0 the root
//     template <class S> static void forward_kinematics(const S* q, S* poses);
//     template <Link L, class S> static void link_pose(const S* q, S* pose);
//     template <Link L, class S> static void jacobian(const S* q, S* J);
//     template <class S> static void inverse_dynamics(const S* q, const S* v, const S* a, S* tau);
//     template <class S> static void gravity_torque(const S* q, S* tau);
//     template <class S> static void bias_torque(const S* q, const S* v, S* tau);
//     template <class S> static void mass_matrix(const S* q, S* M);
//     template <class S> static void forward_dynamics(const S* q, const S* v, const S* tau, S* a);
//   };
//
// Shapes, frames and units are those of the generated functions: poses n_links x 12 and pose 12 values,
// row-major 3x4 [R | p] in {W}; J 6 x n_v row-major, rows 0-2 the linear velocity of the link's origin, 3-5
// the angular velocity, in {W}; M n_v x n_v row-major. A function that a template does not call may be
// missing: a robot whose mass matrix is singular has no forward_dynamics, and everything but the simulated
// plant works with it.
//
// The templates keep a Robot by value and call its functions through the object, so that a Robot may also
// hold a pointer to its model; the counts n_joints, n_q and n_v are constants in any case, and arrays may be
// members of the object.
//
// The indices determine what a joint's variables are: 7 positions and 6 velocities are a floating joint
// (position and unit quaternion x y z w; linear and angular velocity in the frame of the moving body), 4 and
// 3 a ball joint (unit quaternion; angular velocity in the frame of the child), anything else has velocities
// that are the derivatives of its positions. With a floating base the first variables belong to it, in front
// of the first joint's.
#pragma once

// Controllers stop at NaN, and a limit that is not set is infinite. clang has no macro for
// -fno-honor-nans and -fno-honor-infinities by themselves.
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error \
    "controllers, limits and inverse kinematics compare with NaN and infinities, which -ffinite-math-only (in -ffast-math and -Ofast) leaves out: add -fno-finite-math-only"
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <romas/generated.hpp>

namespace romas {

// One joint's (or the floating base's) share of q and v.
struct JointVariables {
  int q_start = 0, q_count = 0;
  int v_start = 0, v_count = 0;
  int joint = -1;  // index of the joint; -1 for the floating base

  constexpr bool is_floating() const { return q_count == 7 && v_count == 6; }
  constexpr bool is_ball() const { return q_count == 4 && v_count == 3; }
};

// Whether the first variables of a robot are the free motion of its root link.
template <class Robot>
constexpr bool has_floating_base(const Robot& robot) {
  if constexpr (Robot::n_joints == 0)
    return static_cast<void>(robot), Robot::n_q == 7;
  else
    return robot.q_index[0] == 7;
}

// The variables of joint i.
template <class Robot>
constexpr JointVariables joint_variables(const Robot& robot, int i) {
  const auto at = static_cast<std::size_t>(i);
  const bool last = i + 1 == Robot::n_joints;
  const int q_end = last ? Robot::n_q : robot.q_index[last ? at : at + 1];
  const int v_end = last ? Robot::n_v : robot.v_index[last ? at : at + 1];
  return {robot.q_index[at], q_end - robot.q_index[at], robot.v_index[at], v_end - robot.v_index[at], i};
}

// Calls f(JointVariables) for the floating base, if there is one, and for every joint.
template <class Robot, class F>
constexpr void for_each_joint(const Robot& robot, F&& f) {
  if (has_floating_base(robot)) f(JointVariables{0, 7, 0, 6, -1});
  for (int i = 0; i < Robot::n_joints; ++i) f(joint_variables(robot, i));
}

// True if every velocity is the derivative of one position: differences of positions are then subtractions.
template <class Robot>
inline constexpr bool has_plain_positions = Robot::n_q == Robot::n_v;

namespace detail {

// Quaternions are x y z w, and rotate from the moving frame into the fixed one.
template <class S>
void quaternion_product(const S* a, const S* b, S* ab) {
  const S x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  const S y = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
  const S z = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
  const S w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  ab[0] = x, ab[1] = y, ab[2] = z, ab[3] = w;
}
// R v, with v in the moving frame.
template <class S>
void quaternion_rotate(const S* q, const S* v, S* out) {
  const S t[3] = {S(2) * (q[1] * v[2] - q[2] * v[1]), S(2) * (q[2] * v[0] - q[0] * v[2]),
                  S(2) * (q[0] * v[1] - q[1] * v[0])};
  const S r[3] = {v[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1],
                  v[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2],
                  v[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0]};
  for (int i = 0; i < 3; ++i) out[i] = r[i];
}
template <class S>
void quaternion_normalize(S* q) {
  using std::sqrt;
  const S norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; ++i) q[i] = q[i] / norm;
}
// The quaternion of a rotation vector (axis times angle, rad).
template <class S>
void quaternion_exponential(const S* rotation, S* q) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  const S angle2 = rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2];
  S factor = S(0.5) - angle2 / S(48);  // the series of sin(angle / 2) / angle
  q[3] = S(1) - angle2 / S(8);
  if (angle2 > S(1e-8)) {
    const S angle = sqrt(angle2);
    factor = sin(angle / S(2)) / angle;
    q[3] = cos(angle / S(2));
  }
  for (int i = 0; i < 3; ++i) q[i] = factor * rotation[i];
}
// The rotation vector of a unit quaternion, by the shorter way round (angle at most pi).
template <class S>
void quaternion_logarithm(const S* q, S* rotation) {
  using std::atan2;
  using std::sqrt;
  const S sign = q[3] < S(0) ? S(-1) : S(1);
  const S length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const S factor = length > S(1e-8) ? S(2) * atan2(length, sign * q[3]) / length * sign : S(2) * sign;
  for (int i = 0; i < 3; ++i) rotation[i] = factor * q[i];
}

}  // namespace detail

// One joint's share of integrate_position; q, v and out point at the first variables of the whole robot.
template <class S>
void integrate_joint(const JointVariables& joint, const S* q, const S* v, S dt, S* out) {
  const auto rotate = [dt](const S* from, const S* angular, S* to) {
    const S rotation[3] = {angular[0] * dt, angular[1] * dt, angular[2] * dt};
    S step[4];
    detail::quaternion_exponential(rotation, step);
    detail::quaternion_product(from, step, to);
    detail::quaternion_normalize(to);
  };
  const S* from = q + joint.q_start;
  const S* rate = v + joint.v_start;
  S* to = out + joint.q_start;
  if (joint.is_floating()) {
    S linear[3];
    detail::quaternion_rotate(from + 3, rate, linear);
    for (int i = 0; i < 3; ++i) to[i] = from[i] + dt * linear[i];
    rotate(from + 3, rate + 3, to + 3);
  } else if (joint.is_ball()) {
    rotate(from, rate, to);
  } else {
    for (int i = 0; i < joint.q_count; ++i) to[i] = from[i] + dt * rate[i];
  }
}

// Sets out (n_q values, may be q) to the position after moving with the constant velocity v for the time dt
// (s). Quaternions stay of length 1; a floating joint's linear velocity is turned into its fixed frame by its
// orientation in q.
template <class Robot, class S>
void integrate_position(const Robot& robot, const S* q, const S* v, S dt, S* out) {
  if constexpr (has_plain_positions<Robot>) {
    static_cast<void>(robot);
    for (int i = 0; i < Robot::n_q; ++i) out[i] = q[i] + dt * v[i];
  } else {
    for_each_joint(robot, [&](const JointVariables& joint) { integrate_joint(joint, q, v, dt, out); });
  }
}

// One joint's share of position_difference.
template <class S>
void joint_difference(const JointVariables& joint, const S* q0, const S* q1, S* difference) {
  const auto turn = [](const S* from, const S* to, S* rotation) {
    const S inverse[4] = {-from[0], -from[1], -from[2], from[3]};
    S relative[4];
    detail::quaternion_product(inverse, to, relative);
    detail::quaternion_logarithm(relative, rotation);
  };
  const S* from = q0 + joint.q_start;
  const S* to = q1 + joint.q_start;
  S* d = difference + joint.v_start;
  if (joint.is_floating()) {
    const S displacement[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    const S inverse[4] = {-from[3], -from[4], -from[5], from[6]};
    detail::quaternion_rotate(inverse, displacement, d);
    turn(from + 3, to + 3, d + 3);
  } else if (joint.is_ball()) {
    turn(from, to, d);
  } else {
    for (int i = 0; i < joint.q_count; ++i) d[i] = to[i] - from[i];
  }
}

// The velocity (n_v values) that leads from q0 to q1 in one second; controllers use it as the position error.
// Quaternions take the shorter way round; a floating joint's linear part is the displacement in the moving
// body's frame at q0.
template <class Robot, class S>
void position_difference(const Robot& robot, const S* q0, const S* q1, S* difference) {
  if constexpr (has_plain_positions<Robot>) {
    static_cast<void>(robot);
    for (int i = 0; i < Robot::n_q; ++i) difference[i] = q1[i] - q0[i];
  } else {
    for_each_joint(robot, [&](const JointVariables& joint) { joint_difference(joint, q0, q1, difference); });
  }
}

// Zeros, and the identity for quaternions.
template <class Robot, class S>
void neutral_position(const Robot& robot, S* q) {
  for (int i = 0; i < Robot::n_q; ++i) q[i] = S(0);
  if constexpr (has_plain_positions<Robot>)
    static_cast<void>(robot);
  else
    for_each_joint(robot, [&](const JointVariables& joint) {
      if (joint.is_floating() || joint.is_ball()) q[joint.q_start + joint.q_count - 1] = S(1);
    });
}

// Whether a type has what a Robot needs (without its functions, which are checked where they are called).
template <class R, class = void>
inline constexpr bool is_robot = false;
template <class R>
inline constexpr bool is_robot<R, std::void_t<decltype(R::n_joints + R::n_q + R::n_v + R::n_links),
                                              decltype(std::declval<const R&>().q_index[0]),
                                              decltype(std::declval<const R&>().v_index[0]),
                                              decltype(std::declval<const R&>().limits[0].lower)>> = true;

}  // namespace romas
