// The joints between two links, and how much they can change the distance between these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/collision/collider.h"

namespace romas {

// The position of a joint that follows no other one.
struct CollisionVariable {
  JointId joint;
  double lower = 0, upper = 0;  // rad or m; one turn where nothing bounds a joint that turns
};

class PairChain {
 public:
  // The chain from link a to link b of one tree. `because`, if there is none: a joint between them has
  // several variables, or no bounds.
  // `followed`: by joint index, whether other joints follow it: then one turn does not have all postures.
  static std::optional<PairChain> between(const Model& model, const KinematicTree& tree,
                                          const std::vector<bool>& followed, LinkId a, LinkId b,
                                          std::string& because);

  const std::vector<CollisionVariable>& variables() const { return variables_; }

  // X_AB where the variables have these values.
  RigidTransform pose(const std::vector<double>& values) const;

  // The most by which the distance of any point of a from any point of b changes, m, while each variable
  // moves from `centre` by at most its `half`. `shares`: what each variable contributes. A joint moves one of
  // two points by the chord of its angle times the point's distance from the axis, or the other one just so.
  double motion(const Collider& a, const Collider& b, const std::vector<double>& centre,
                const std::vector<double>& half, std::vector<double>& shares) const;

 private:
  struct Step {
    RigidTransform before;  // from the frame after the step before
    Vector3 axis;
    bool turns = false, slides = false;  // a screw does both
    double pitch = 0;                    // m/rad, of a screw
    std::size_t variable = 0;
    double multiplier = 1, offset = 0;
    double value(const std::vector<double>& values) const { return multiplier * values[variable] + offset; }
    RigidTransform motion(double q) const;
  };
  bool add_joint(const Model& model, const std::vector<bool>& followed, JointId id, bool upwards,
                 std::string& because);
  std::optional<std::size_t> variable_of(const Model& model, JointId leader, bool alone,
                                         std::string& because);

  std::vector<Step> steps_;
  std::vector<CollisionVariable> variables_;
  RigidTransform after_;  // from the frame after the last step to b
};

// By joint index: whether another joint follows it.
std::vector<bool> followed_joints(const Model& model);

}  // namespace romas
