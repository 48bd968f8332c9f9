// A robot in one posture after the other, for its tests.
#pragma once

#include <optional>
#include <vector>

#include "ir/analysis/motion/closed_posture.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas::language {

// Every joint is at 0, or where its leader puts it, until it is moved; the joints of loops that are not moved
// stand where the loops are closed. Works on broken models, too.
class RobotPosture {
 public:
  // The model must outlive this.
  explicit RobotPosture(const Model& model);

  const Model& model() const { return model_; }
  // rad or m. Precondition: a joint of one variable that follows none.
  void move(JointId joint, double position);

  // A reason why the robot cannot take a posture: a loop that stays open, or a joint beyond a limit.
  struct Obstacle {
    std::optional<OpenLoop> open;
    JointId beyond;       // follows from the loops
    double position = 0;  // of it, rad or m
  };
  // Nothing where the posture is one.
  const std::optional<Obstacle>& obstacle();
  std::size_t moves() const { return moves_; }  // so far
  // How often closing the loops places all links, at most.
  std::size_t cost() const { return loops_.has_loops() ? loops_.cost() : 1; }

  // X_RF in the frame of the root R.
  const RigidTransform& pose(LinkId link);
  RigidTransform pose(const Frame& frame);
  // Returns the effort that holds the joint against gravity: N m, for a prismatic joint N; never negative.
  // Returns nothing if loads do not follow from the model (ir/analysis/loads/static_loads.h).
  std::optional<double> holding_effort(JointId joint);
  // In the frame of the root, m; nothing where nothing has a mass.
  std::optional<Vector3> center_of_mass();

 private:
  void update();
  void close_loops();
  bool is_within_limits(JointId joint) const;

  const Model& model_;
  KinematicTree tree_;
  ClosedPosture loops_;
  std::vector<double> q_, wanted_;  // by tree_.q_index(): where joints are, and where moved ones shall be
  std::vector<bool> held_;          // the moved ones
  std::optional<Obstacle> obstacle_;
  std::vector<RigidTransform> X_RL_;
  std::vector<double> loads_;  // by joint; empty: not computed since the last move
  bool moved_ = true;
  std::size_t moves_ = 0;
};

}  // namespace romas::language
