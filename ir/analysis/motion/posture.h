// A robot in one posture after the other: where its bodies are, how a place moves with the joints, and what
// gravity does to them. Numbers, where passes/kernel has formulas.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"

namespace romas {

// Rows: rotation about x, y, z (rad), then translation along them (m).
using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;

// Zero for all variables, and the identity for quaternions.
std::vector<double> neutral_position(const DynamicsModel& dynamics);

class Posture {
 public:
  // In the neutral position. The model must outlive this.
  explicit Posture(const DynamicsModel& dynamics);

  // q: by position variable of the DynamicsModel, rad and m. Time linear in the bodies.
  void move_to(std::span<const double> q);
  // Moves these bodies alone, in the time that they take: parents come before children, and parents that are
  // not among them stay where they are.
  void move_to(std::span<const double> q, std::span<const std::size_t> bodies);

  // X_WF of a link or frame; {W} is the root's frame.
  RigidTransform pose(const Placement& place) const;
  const RigidTransform& body(std::size_t index) const { return X_WB_[index]; }

  // 6 x n_v, by velocity variable: how the frame of the place turns, and how its origin moves, in {W}. A
  // follower counts in the column of what it follows.
  Jacobian jacobian(const Placement& place) const;

  // By velocity variable: the torque or force (N m or N) with which gravity acts along it, on all bodies that
  // it moves; what holds the joint is the opposite.
  Eigen::VectorXd gravity_effort() const;
  // The same of a point mass of 1 kg at the origin of the place.
  Eigen::VectorXd gravity_effort_of_unit_mass(const Placement& place) const;

 private:
  void move_body(std::size_t index, std::span<const double> q);
  const DynamicsModel& dynamics_;
  std::vector<RigidTransform> X_WB_;
};

}  // namespace romas
