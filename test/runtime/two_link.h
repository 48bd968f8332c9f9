// A two-link arm in closed form, written by hand in the shape of a generated header's Robot.
#pragma once

#include <array>
#include <romas/generated.hpp>
#include <string_view>

namespace romas::test {

// Two rods in the vertical x-z plane, turning about y; q = 0 hangs straight down. Equations of motion:
// Siciliano et al., Robotics, section 7.3.2, with the angles counted from -z.
struct TwoLink {
  static constexpr int n_joints = 2, n_q = 2, n_v = 2, n_links = 3;
  static constexpr std::array<int, 2> q_index{0, 1}, v_index{0, 1};
  static constexpr std::array<std::string_view, 2> joint_names{"shoulder", "elbow"};
  static constexpr std::array<std::string_view, 3> link_names{"base", "upper", "lower"};
  static constexpr std::array<JointLimits, 2> limits{{{-3, 3, 60, 8}, {-2.5, 2.5, 30, 8}}};
  static constexpr std::array<double, 2> joint_damping{0.2, 0.1}, joint_friction{0.1, 0.05};
  enum class Link : int { base, upper, lower };

  static constexpr double kLength1 = 0.5, kCom1 = 0.2, kCom2 = 0.15, kMass1 = 2, kMass2 = 1.5,
                          kInertia1 = 0.03, kInertia2 = 0.02, kGravity = 9.81;

  template <class S>
  static void link_poses(const S* q, S* upper, S* lower) {
    S angle[2] = {q[0], q[0] + q[1]}, s[2], c[2];
    sincos_all<2>(angle, s, c);
    const S zero(0), one(1), length(kLength1);
    S* const poses[2] = {upper, lower};
    for (int i = 0; i < 2; ++i) {
      const S pose[12] = {c[i],  zero, s[i], i == 0 ? zero : -length * s[0],  //
                          zero,  one,  zero, zero,                            //
                          -s[i], zero, c[i], i == 0 ? zero : -length * c[0]};
      for (int k = 0; k < 12; ++k) poses[i][k] = pose[k];
    }
  }
  template <class S>
  static void forward_kinematics(const S* q, S* poses) {
    for (int k = 0; k < 12; ++k) poses[k] = S(k == 0 || k == 5 || k == 10 ? 1 : 0);
    link_poses(q, poses + 12, poses + 24);
  }
  template <Link L, class S>
  static void link_pose(const S* q, S* pose) {
    S poses[36];
    forward_kinematics(q, poses);
    for (int k = 0; k < 12; ++k) pose[k] = poses[12 * static_cast<int>(L) + k];
  }
  template <Link L, class S>
  static void jacobian(const S* q, S* J) {
    for (int k = 0; k < 12; ++k) J[k] = S(0);
    if constexpr (L != Link::base) J[8] = S(1);
    if constexpr (L == Link::lower) {
      S s[1], c[1];
      sincos_all<1>(q, s, c);
      J[9] = S(1);
      J[0] = S(-kLength1) * c[0];
      J[4] = S(kLength1) * s[0];
    }
  }
  template <class S>
  static void mass_matrix(const S* q, S* M) {
    S s[2], c[2];
    sincos_all<2>(q, s, c);
    const S coupling = S(kMass2 * kLength1 * kCom2) * c[1];
    M[3] = S(kInertia2 + kMass2 * kCom2 * kCom2);
    M[1] = M[2] = M[3] + coupling;
    M[0] = S(kInertia1 + kMass1 * kCom1 * kCom1 + kMass2 * kLength1 * kLength1) + M[3] + S(2) * coupling;
  }
  template <class S>
  static void bias_torque(const S* q, const S* v, S* tau) {
    S angle[3] = {q[0], q[1], q[0] + q[1]}, s[3], c[3];
    sincos_all<3>(angle, s, c);
    const S h = S(kMass2 * kLength1 * kCom2) * s[1];
    const S lower = S(kMass2 * kCom2 * kGravity) * s[2];
    tau[0] =
        -h * v[1] * (S(2) * v[0] + v[1]) + S((kMass1 * kCom1 + kMass2 * kLength1) * kGravity) * s[0] + lower;
    tau[1] = h * v[0] * v[0] + lower;
  }
  template <class S>
  static void gravity_torque(const S* q, S* tau) {
    const S v[2] = {S(0), S(0)};
    bias_torque(q, v, tau);
  }
  template <class S>
  static void inverse_dynamics(const S* q, const S* v, const S* a, S* tau) {
    S M[4];
    mass_matrix(q, M);
    bias_torque(q, v, tau);
    tau[0] += M[0] * a[0] + M[1] * a[1];
    tau[1] += M[2] * a[0] + M[3] * a[1];
  }
  template <class S>
  static void forward_dynamics(const S* q, const S* v, const S* tau, S* a) {
    S M[4], bias[2];
    mass_matrix(q, M);
    bias_torque(q, v, bias);
    const S x = tau[0] - bias[0], y = tau[1] - bias[1], determinant = M[0] * M[3] - M[1] * M[2];
    a[0] = (M[3] * x - M[1] * y) / determinant;
    a[1] = (M[0] * y - M[2] * x) / determinant;
  }
};

}  // namespace romas::test
