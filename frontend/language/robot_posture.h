// A robot in one posture after the other, for its tests.
#pragma once

#include <optional>
#include <vector>

#include "ir/analysis/kinematic_tree.h"
#include "ir/model.h"

namespace romas::language {

// Every joint is at 0, or where its leader puts it, until it is moved. Works on broken models, too. Loop
// joints do not move anything.
class RobotPosture {
 public:
  // The model must outlive this.
  explicit RobotPosture(const Model& model);

  const Model& model() const { return model_; }
  // rad or m. Precondition: a joint of one variable that follows none.
  void move(JointId joint, double position);

  // X_RF in the frame of the root R.
  const RigidTransform& pose(LinkId link);
  RigidTransform pose(const Frame& frame);
  // What holds the joint against gravity: N m, of a prismatic joint N; never negative. Nothing where loads do
  // not follow from the model (ir/analysis/static_loads.h).
  std::optional<double> holding_effort(JointId joint);
  // In the frame of the root, m; nothing where nothing has a mass.
  std::optional<Vector3> center_of_mass();

 private:
  void update();

  const Model& model_;
  KinematicTree tree_;
  std::vector<double> q_;  // by tree_.q_index()
  std::vector<RigidTransform> X_RL_;
  std::vector<double> loads_;  // by joint; empty: not computed since the last move
  bool moved_ = true;
};

}  // namespace romas::language
