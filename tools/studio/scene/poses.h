// The poses of a robot's links, and the loads on its joints, for any position of the joints.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/analysis/tree/mimic.h"

namespace romas::studio {

struct PoseAnswer {
  std::vector<float> poses;  // of each link twelve: R row by row, then the origin, in the frame of its root
  std::vector<float> loads;  // of each joint: its gravity load (ir/analysis/loads/static_loads.h)
};

class PoseCalculator {
 public:
  // The model must outlive it.
  explicit PoseCalculator(const Model& model);

  std::size_t q_size() const { return static_cast<std::size_t>(tree_.q_size()); }
  // `q` has q_size() values; those of followers are overwritten.
  PoseAnswer answer(std::vector<double> q) const;

 private:
  struct Follower {
    std::size_t q, leader_q;
    double multiplier, offset;
  };

  const Model& model_;
  KinematicTree tree_;
  std::vector<Follower> followers_;
};

}  // namespace romas::studio
