// The functions of a Robot (robot.hpp) with Eigen's vectors and matrices of fixed size. Nothing is allocated,
// and nothing is copied but arguments that are not contiguous (to the stack).
//
//   using Arm = romas::EigenRobot<panda::Robot>;
//   Arm::Velocity tau = Arm::inverse_dynamics(q, v, a);
//   Eigen::Isometry3d X = Arm::link_pose<panda::Link::panda_hand>(q);
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <romas/robot.hpp>

namespace romas {

// The functions of a Robot with vectors and matrices of Eigen in the place of pointers.
template <class Robot, class S = double>
struct EigenRobot {
  static constexpr int n_q = Robot::n_q, n_v = Robot::n_v;
  using Position = Eigen::Matrix<S, n_q, 1>;
  using Velocity = Eigen::Matrix<S, n_v, 1>;
  using MassMatrix = Eigen::Matrix<S, n_v, n_v>;
  using Jacobian = Eigen::Matrix<S, 6, n_v>;  // rows 0-2 linear, 3-5 angular
  using Pose = Eigen::Transform<S, 3, Eigen::Isometry>;
  using PositionArgument = const Eigen::Ref<const Position>&;
  using VelocityArgument = const Eigen::Ref<const Velocity>&;
  using Link = typename Robot::Link;

  template <Link L>
  static Pose link_pose(PositionArgument q, const Robot& robot = Robot{}) {
    S numbers[12];
    robot.template link_pose<L>(q.data(), numbers);
    return pose(numbers);
  }
  template <Link L>
  static Jacobian jacobian(PositionArgument q, const Robot& robot = Robot{}) {
    Eigen::Matrix<S, 6, n_v, n_v == 1 ? Eigen::ColMajor : Eigen::RowMajor> J;
    robot.template jacobian<L>(q.data(), J.data());
    return J;
  }
  static Velocity inverse_dynamics(PositionArgument q, VelocityArgument v, VelocityArgument a,
                                   const Robot& robot = Robot{}) {
    Velocity tau;
    robot.inverse_dynamics(q.data(), v.data(), a.data(), tau.data());
    return tau;
  }
  static Velocity gravity_torque(PositionArgument q, const Robot& robot = Robot{}) {
    Velocity tau;
    robot.gravity_torque(q.data(), tau.data());
    return tau;
  }
  static Velocity bias_torque(PositionArgument q, VelocityArgument v, const Robot& robot = Robot{}) {
    Velocity tau;
    robot.bias_torque(q.data(), v.data(), tau.data());
    return tau;
  }
  static MassMatrix mass_matrix(PositionArgument q, const Robot& robot = Robot{}) {
    MassMatrix M;  // symmetric: the order of storage does not matter
    robot.mass_matrix(q.data(), M.data());
    return M;
  }
  static Velocity forward_dynamics(PositionArgument q, VelocityArgument v, VelocityArgument tau,
                                   const Robot& robot = Robot{}) {
    Velocity a;
    robot.forward_dynamics(q.data(), v.data(), tau.data(), a.data());
    return a;
  }
  // Of a row-major 3x4 [R | p].
  static Pose pose(const S* numbers) {
    Pose X;
    X.setIdentity();
    X.affine() = Eigen::Map<const Eigen::Matrix<S, 3, 4, Eigen::RowMajor>>(numbers);
    return X;
  }
};

}  // namespace romas
