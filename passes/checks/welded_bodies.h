// Links that no joint moves against each other count as one body: simulators add their masses, and what one
// of them says wrong may not matter beside the others.
#pragma once

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas {

class WeldedBodies {
 public:
  // Both must outlive this. Takes time linear in the model.
  WeldedBodies(const Model& model, const DiagnosticEngine& diagnostics);

  const KinematicTree& tree() const { return tree_; }
  // A joint moves the link itself, and not just something that it is fixed to. One whose type was not
  // understood may be a fixed one.
  bool is_moved(LinkId link) const;
  // The topmost link of the body.
  LinkId body_of(LinkId link) const { return body_of_[link.index()]; }
  // Mass (kg) of the whole body. Negative masses count as 0, and a link of which something was not understood
  // as 1 kg.
  double mass(LinkId link) const { return mass_[body_of(link).index()]; }
  // The body is fixed to the ground, or its model is <static>: nothing moves it, whatever its mass.
  bool stands_still(LinkId link) const;
  // Some link of the body has a tensor that is not zero, or was not understood.
  bool has_inertia(LinkId link) const { return has_inertia_[body_of(link).index()]; }
  // Returns, for each of these bodies (indices of their topmost links), the sum of the links for which
  // `counts` is true, in the frame of the topmost link.
  std::unordered_map<std::size_t, SpatialInertia> sums(const std::unordered_set<std::size_t>& bodies,
                                                       const std::function<bool(LinkId)>& counts) const;

  // Whether the link only marks a frame: no joint moves it, and its inertial is zero, or negligible if the
  // link has no shape. Precondition: it has an inertial.
  bool marks_frame(LinkId link) const;

 private:
  const Model& model_;
  const DiagnosticEngine& diagnostics_;
  KinematicTree tree_;
  std::vector<LinkId> body_of_;  // by link
  std::vector<double> mass_;     // by topmost link
  std::vector<bool> has_inertia_;
  bool is_static_ = false;
};

bool is_zero(const InertiaTensor& tensor);
bool is_diagonal(const InertiaTensor& tensor);
// The same power of ten three times on the diagonal.
bool is_placeholder(const InertiaTensor& tensor);

}  // namespace romas
