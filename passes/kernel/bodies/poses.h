// Poses of bodies and places as values of a kernel.
#pragma once

#include <array>
#include <vector>

#include "passes/kernel/bodies/symbolic_tree.h"

namespace romas::lowering {

// The last body that both lie beyond, or are; -1: the ground.
int common_ancestor(const DynamicsModel& model, int a, int b);

// A pose in the frame of a Poses: the columns of R, and p.
struct Pose {
  std::array<Vec, 3> axes;
  Vec p;
  // A vector along the axes of this pose, along those that it is given in.
  Vec rotated(const Vec& v) const { return v.x * axes[0] + v.y * axes[1] + v.z * axes[2]; }
};

// The poses of all bodies, in frames whose z is each joint's axis and which are otherwise the source's.
class Poses {
 public:
  // In {W}; or in the frame of the body `from`, and then of the bodies beyond it alone.
  Poses(const Variables& variables, const DynamicsModel& model, int from = -1);
  const Pose& of(int body) const { return body == from_ ? origin_ : known_[static_cast<std::size_t>(body)]; }
  Pose of(const Placement& placement) const;
  const SymbolicTree& tree() const { return tree_; }

 private:
  Pose beyond(std::size_t i) const;

  KernelBuilder& builder_;
  SymbolicTree tree_;
  int from_;
  Pose origin_;
  std::vector<Pose> known_;
};

}  // namespace romas::lowering
