// How well a link can be moved in a posture, and the postures in which it loses a direction.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "ir/analysis/motion/reach.h"

namespace romas {

// The manipulability ellipsoid of a link's Jacobian. Source: Yoshikawa, Manipulability of Robotic Mechanisms,
// International Journal of Robotics Research 4(2), 1985.
struct MotionEllipsoid {
  // The product of the singular values, sqrt(det(J Jᵀ)); of the Jacobian in m and rad.
  double volume = 0;
  // The smallest and the largest singular value. Lengths count as parts of LinkMotion::length, so that
  // rotations and translations compare; sliding joints move by parts of it.
  double smallest = 0, largest = 0;
};

// Postures in which the link loses a direction, and what they have in common.
struct SingularPostures {
  std::vector<double> q;  // one of them
  // Position variables of which each alone leads out of the singular postures. Empty: it takes several at
  // once.
  std::vector<std::size_t> variables;
  // With one variable all postures of the group have its value in common, up to whole turns; the values of
  // several depend on each other.
  bool is_value_enough = false;  // of the one variable: every start of the search is singular with it
  std::size_t found = 0;         // starts of the search that led there
  int lost = 1;                  // how many directions
  // The lost direction in {W}, where it is one: the part that turns, and the part that moves as a part of
  // LinkMotion::length; together of length 1. Zero where the directions depend on the posture too much.
  Vector3 turn = Vector3::Zero(), shift = Vector3::Zero();
  // Variables that together move without the link, where there are as many variables as directions.
  std::vector<std::size_t> idle;
};

// How the joints of a chain move its link. With six variables or more turns and translations count, with
// fewer translations alone.
class LinkMotion {
 public:
  // length (m): what translations are measured in, such as the reach. `postures`: some at random, from which
  // follows in which directions the link moves at all.
  LinkMotion(const DynamicsModel& dynamics, const LimbChain& chain, double length,
             const std::vector<std::vector<double>>& postures);

  bool counts_turns() const { return turns_; }
  int directions() const { return rank_; }  // in which it moves in most postures: at most 6, or 3
  double length() const { return length_; }
  MotionEllipsoid ellipsoid(const std::vector<double>& q);

  // A smallest singular value below this is one of 0.
  static constexpr double kSingular = 1e-6;

  // From these postures, steps to where the smallest singular value is 0, grouped. Within the ranges. Groups
  // that were found most often come first. There may be more that were not found.
  std::vector<SingularPostures> singular_postures(const std::vector<std::vector<double>>& starts,
                                                  const std::vector<VariableRange>& ranges);

 private:
  Eigen::MatrixXd jacobian(const std::vector<double>& q);  // rows as turns_ says, columns of the variables
  Eigen::MatrixXd scaled(const std::vector<double>& q);    // in base_, without units
  double smallest(const std::vector<double>& q);
  bool descend(std::vector<double>& q, const std::vector<VariableRange>& ranges);
  bool is_value_enough(const SingularPostures& group, const std::vector<std::vector<double>>& starts);
  SingularPostures describe(const std::vector<double>& q, const std::vector<VariableRange>& ranges);
  bool leads_out(const std::vector<double>& q, std::size_t variable, const VariableRange& range);

  const LimbChain& chain_;
  Posture posture_;
  double length_;
  bool turns_;
  std::vector<bool> slides_;  // by variable of the chain
  Eigen::MatrixXd base_;      // columns: directions in which the link moves in some posture
  int rank_ = 0;
};

}  // namespace romas
