// The plan of lump-fixed-joints: the target of each link and its pose there.
#pragma once

#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas {

enum class LumpMode : unsigned char { massless, all };

class LumpPlan {
 public:
  LumpPlan(const Model& model, LumpMode mode);

  struct Lumped {
    LinkId link;
    JointId joint;  // the fixed joint that goes with it
  };
  // In depth-first order.
  const std::vector<Lumped>& lumped() const { return lumped_; }
  bool is_lumped(LinkId link) const { return target_[link.index()] != link; }
  // The link that takes it in, which is not lumped itself; the link itself if it stays.
  LinkId target(LinkId link) const { return target_[link.index()]; }
  // X_TL, the pose of link L in its target T.
  const RigidTransform& X_TL(LinkId link) const { return X_TL_[link.index()]; }
  // Number of fixed joints that the mode would lump but that have to stay.
  std::size_t kept_count() const { return kept_count_; }

 private:
  static std::vector<bool> kept_joints(const Model& model);
  static std::vector<bool> lumpable_links(const Model& model, const KinematicTree& tree);

  std::vector<LinkId> target_;
  std::vector<RigidTransform> X_TL_;
  std::vector<Lumped> lumped_;
  std::size_t kept_count_ = 0;
};

// Without an inertial, or with one that is 0.
bool is_massless(const Link& link);

}  // namespace romas
