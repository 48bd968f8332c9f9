// Postures in which the loops of a robot are closed. They are searched for from one that is near, as a hand
// would move the mechanism; all solutions of planar loops, and what generated code does, are elsewhere
// (passes/kernel/loops/planar_loops.h, close_loops.h).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas {

// The loop with the widest gap at the end of a search.
struct OpenLoop {
  std::size_t loop = 0;   // in Model::loop_joints
  double gap = 0;         // m or rad
  bool rotation = false;  // the gap is an angle
};

class ClosedPosture {
 public:
  // Both must outlive this. The model is a tree without its loop joints.
  ClosedPosture(const Model& model, const KinematicTree& tree);

  // False: no loop joint forbids anything, and every posture is closed.
  bool has_loops() const { return !loops_.empty(); }
  // How often a call of `move` places all links, at most.
  std::size_t cost() const;

  // Takes the held joints from their positions in q to those in `to`, on a straight way, and lets the other
  // joints of one variable follow, with their followers. Vectors are laid out by tree.q_index(); `held` says
  // which variables are given. The loops are closed to 1e-10 m and rad then, and nothing comes back; else q
  // is where the search ended.
  std::optional<OpenLoop> move(std::vector<double>& q, const std::vector<double>& to,
                               const std::vector<bool>& held) const;

 private:
  Eigen::VectorXd residuals(std::vector<double> q) const;
  Eigen::MatrixXd jacobian(const std::vector<double>& q, const std::vector<std::size_t>& free) const;
  bool close(std::vector<double>& q, const std::vector<std::size_t>& free) const;
  OpenLoop widest(const std::vector<double>& q) const;
  void place_followers(std::vector<double>& q) const;

  // A residual, in the order of `residuals`.
  struct Residual {
    std::size_t loop = 0;
    bool rotation = false;
    int axis = 0;
  };

  const Model& model_;
  const KinematicTree& tree_;
  std::vector<std::size_t> loops_;  // in Model::loop_joints, that forbid something
  std::vector<Residual> residuals_;
  std::vector<std::size_t> movable_;  // variables of joints that have no other and follow none
};

}  // namespace romas
