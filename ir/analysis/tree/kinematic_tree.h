// The tree of links and joints of a Model: parents, children, order, and where each joint's variables start.
// It is derived from the model and never patched: build a new one when the model has changed.
#pragma once

#include <span>
#include <vector>

#include "ir/model/model.h"

namespace romas {

// Works for every model, also for one that is no tree: joints with an unresolved end are left out, and of
// several joints with the same child the first one counts. Loop joints are not part of it. Building takes
// time linear in the model and no recursion.
class KinematicTree {
 public:
  explicit KinematicTree(const Model& model);

  // Links that are the child of no joint (not even of one with an unresolved parent), in file order.
  const std::vector<LinkId>& roots() const { return roots_; }
  // Links in depth-first order, children in file order of their joints; only what the roots reach.
  const std::vector<LinkId>& order() const { return order_; }
  // The moving and fixed joints in the order in which order() reaches their children.
  const std::vector<JointId>& joint_order() const { return joint_order_; }
  // The joint that has the link as its child; invalid for roots.
  JointId parent_joint(LinkId link) const { return parent_joint_[link.index()]; }
  LinkId parent_link(LinkId link) const;
  // Joints that have the link as their parent, in file order.
  std::span<const JointId> child_joints(LinkId link) const;
  bool reached(LinkId link) const { return depth_[link.index()] >= 0; }
  // Number of joints between the root and the link; -1 if no root reaches it.
  int depth(LinkId link) const { return depth_[link.index()]; }

  // Every cycle, as the joints around it; each begins with its first joint in the file.
  const std::vector<std::vector<JointId>>& cycles() const { return cycles_; }
  // Joints whose child is already the child of an earlier joint.
  const std::vector<JointId>& second_parents() const { return second_parents_; }
  // Exactly one root, which reaches every link.
  bool is_tree() const {
    return roots_.size() == 1 && order_.size() == depth_.size() && second_parents_.empty();
  }

  // Returns the index of a joint's first variable in q or v. The variables are in joint_order(), and mimic
  // joints count as independent. -1 for joints without variables.
  int q_index(JointId joint) const { return q_index_[joint.index()]; }
  int v_index(JointId joint) const { return v_index_[joint.index()]; }
  int q_size() const { return q_size_; }
  int v_size() const { return v_size_; }

 private:
  void walk(const Model& model);
  void find_cycles(const Model& model);

  std::vector<LinkId> roots_, order_, parent_of_;
  std::vector<JointId> joint_order_, parent_joint_, children_, second_parents_;
  std::vector<std::uint32_t> children_begin_;
  std::vector<int> depth_;
  std::vector<std::vector<JointId>> cycles_;
  std::vector<int> q_index_, v_index_;
  int q_size_ = 0, v_size_ = 0;
};

}  // namespace romas
