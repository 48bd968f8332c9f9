#include "ir/analysis/tree/kinematic_tree.h"

#include <algorithm>

namespace romas {

KinematicTree::KinematicTree(const Model& model) {
  const std::size_t links = model.links.size();
  parent_joint_.resize(links);
  parent_of_.resize(links);
  std::vector<bool> is_child(links, false);
  std::vector<std::uint32_t> child_count(links, 0);

  const auto counts = [&](std::size_t index) {
    const Joint& joint = model.joints[index];
    return joint.parent.id && joint.child.id && parent_joint_[joint.child.id.index()] == JointId(index);
  };
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    if (!joint.child.id) continue;
    const std::size_t child = joint.child.id.index();
    if (is_child[child]) {
      second_parents_.emplace_back(i);
      continue;
    }
    is_child[child] = true;
    if (!joint.parent.id) continue;
    parent_joint_[child] = JointId(i);
    parent_of_[child] = joint.parent.id;
    ++child_count[joint.parent.id.index()];
  }

  children_begin_.resize(links + 1, 0);
  for (std::size_t i = 0; i < links; ++i) children_begin_[i + 1] = children_begin_[i] + child_count[i];
  children_.resize(children_begin_[links]);
  std::vector<std::uint32_t> next(children_begin_.begin(), children_begin_.end() - 1);
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    if (counts(i)) children_[next[model.joints[i].parent.id.index()]++] = JointId(i);

  for (std::size_t i = 0; i < links; ++i)
    if (!is_child[i]) roots_.emplace_back(i);
  walk(model);
  find_cycles(model);
}

LinkId KinematicTree::parent_link(LinkId link) const { return parent_of_[link.index()]; }

std::span<const JointId> KinematicTree::child_joints(LinkId link) const {
  const std::size_t i = link.index();
  return std::span(children_).subspan(children_begin_[i], children_begin_[i + 1] - children_begin_[i]);
}

void KinematicTree::walk(const Model& model) {
  depth_.assign(model.links.size(), -1);
  q_index_.assign(model.joints.size(), -1);
  v_index_.assign(model.joints.size(), -1);
  order_.reserve(model.links.size());
  std::vector<LinkId> stack(roots_.rbegin(), roots_.rend());
  while (!stack.empty()) {
    const LinkId link = stack.back();
    stack.pop_back();
    order_.push_back(link);
    const JointId joint = parent_joint_[link.index()];
    if (joint) {
      depth_[link.index()] = depth_[parent_of_[link.index()].index()] + 1;
      joint_order_.push_back(joint);
      const JointType type = model.joint(joint).type;
      if (dof(type) > 0) {
        q_index_[joint.index()] = q_size_;
        v_index_[joint.index()] = v_size_;
        q_size_ += position_count(type);
        v_size_ += dof(type);
      }
    } else {
      depth_[link.index()] = 0;
    }
    const auto children = child_joints(link);
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      stack.push_back(model.joint(*child).child.id);
  }
}

void KinematicTree::find_cycles(const Model& model) {
  // From a link that no root reaches, the chain of parents ends in a cycle or at a joint with an unresolved
  // parent. `visit` holds the number (from 1) of the walk that visited a link first.
  std::vector<std::uint32_t> visit(model.links.size(), 0);
  std::uint32_t walk_number = 0;
  for (std::size_t start = 0; start < model.links.size(); ++start) {
    if (depth_[start] >= 0 || visit[start] != 0) continue;
    ++walk_number;
    LinkId at(start);
    while (at && depth_[at.index()] < 0 && visit[at.index()] == 0) {
      visit[at.index()] = walk_number;
      at = parent_of_[at.index()];
    }
    if (!at || depth_[at.index()] >= 0 || visit[at.index()] != walk_number) continue;
    std::vector<JointId> cycle;
    LinkId link = at;
    do {
      cycle.push_back(parent_joint_[link.index()]);
      link = parent_of_[link.index()];
    } while (link != at);
    std::reverse(cycle.begin(), cycle.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    cycles_.push_back(std::move(cycle));
  }
}

}  // namespace romas
