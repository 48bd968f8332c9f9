#include "ir/compare/match_structure.h"

#include <algorithm>
#include <functional>

#include "ir/analysis/tree/axis.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/compare/rename_references.h"
#include "ir/model/entity.h"

namespace romas {

namespace {

// Joints of one link beyond this number are matched by name alone.
constexpr std::size_t kMostMatched = 200;

class StructureMatcher {
 public:
  StructureMatcher(const Model& a, const Model& b, double tolerance)
      : a_(a),
        b_(b),
        tree_a_(a),
        tree_b_(b),
        tolerance_(tolerance),
        size_a_(sizes(a, tree_a_)),
        size_b_(sizes(b, tree_b_)) {}
  StructureMatch run();

 private:
  using Test = std::function<bool(JointId, JointId)>;

  void match_below(LinkId in_a, LinkId in_b);
  void pair_where(std::vector<JointId>& joints_a, std::vector<JointId>& joints_b, const Test& test);
  bool move_alike(JointId in_a, JointId in_b) const;
  static std::vector<std::size_t> sizes(const Model& model, const KinematicTree& tree);

  const Model& a_;
  const Model& b_;
  const KinematicTree tree_a_, tree_b_;
  const double tolerance_;
  const std::vector<std::size_t> size_a_, size_b_;  // by link: how many links are behind it
  std::vector<std::pair<LinkId, LinkId>> links_;
  std::vector<std::pair<JointId, JointId>> joints_;
};

// Links behind each link, by index.
std::vector<std::size_t> StructureMatcher::sizes(const Model& model, const KinematicTree& tree) {
  std::vector<std::size_t> count(model.links.size(), 0);
  for (auto link = tree.order().rbegin(); link != tree.order().rend(); ++link)
    if (const LinkId parent = tree.parent_link(*link)) count[parent.index()] += count[link->index()] + 1;
  return count;
}

bool StructureMatcher::move_alike(JointId in_a, JointId in_b) const {
  const Joint& x = a_.joint(in_a);
  const Joint& y = b_.joint(in_b);
  if (x.type != y.type) return false;
  const RigidTransform X = x.origin.evaluate();
  const RigidTransform Y = y.origin.evaluate();
  const double size = std::max({1e-3, X.p.cwiseAbs().maxCoeff(), Y.p.cwiseAbs().maxCoeff()});
  if ((X.R - Y.R).cwiseAbs().maxCoeff() > tolerance_ || (X.p - Y.p).cwiseAbs().maxCoeff() > tolerance_ * size)
    return false;
  if (!has_axis(x.type)) return true;
  const Vector3 axis_x = x.axis_or_default();
  const Vector3 axis_y = y.axis_or_default();
  if (axis_x == Vector3::Zero() || axis_y == Vector3::Zero()) return axis_x == axis_y;
  return (unit_axis(axis_x) - unit_axis(axis_y)).cwiseAbs().maxCoeff() <= tolerance_;
}

// Takes pairs that pass the test out of both lists.
void StructureMatcher::pair_where(std::vector<JointId>& joints_a, std::vector<JointId>& joints_b,
                                  const Test& test) {
  std::vector<JointId> left;
  for (const JointId joint : joints_a) {
    const auto found =
        std::find_if(joints_b.begin(), joints_b.end(), [&](JointId other) { return test(joint, other); });
    if (found == joints_b.end()) {
      left.push_back(joint);
      continue;
    }
    joints_.emplace_back(joint, *found);
    links_.emplace_back(a_.joint(joint).child.id, b_.joint(*found).child.id);
    joints_b.erase(found);
  }
  joints_a = std::move(left);
}

void StructureMatcher::match_below(LinkId in_a, LinkId in_b) {
  const auto children = [](const Model& model, const KinematicTree& tree, LinkId link) {
    std::vector<JointId> joints;
    for (const JointId joint : tree.child_joints(link))
      if (model.joint(joint).child.id && tree.parent_joint(model.joint(joint).child.id) == joint)
        joints.push_back(joint);
    return joints;
  };
  std::vector<JointId> joints_a = children(a_, tree_a_, in_a);
  std::vector<JointId> joints_b = children(b_, tree_b_, in_b);
  if (joints_a.size() > kMostMatched || joints_b.size() > kMostMatched) {
    for (const JointId joint : joints_a)
      if (const JointId other = b_.find_joint(a_.joint(joint).name);
          other && b_.joint(other).parent.id == in_b && b_.joint(other).child.id) {
        joints_.emplace_back(joint, other);
        links_.emplace_back(a_.joint(joint).child.id, b_.joint(other).child.id);
      }
    return;
  }
  const auto child_name = [](const Model& model, JointId joint) { return model.joint(joint).child.name; };
  pair_where(joints_a, joints_b, [&](JointId x, JointId y) { return a_.joint(x).name == b_.joint(y).name; });
  pair_where(joints_a, joints_b,
             [&](JointId x, JointId y) { return child_name(a_, x) == child_name(b_, y); });
  pair_where(joints_a, joints_b, [&](JointId x, JointId y) { return move_alike(x, y); });
  pair_where(joints_a, joints_b, [&](JointId x, JointId y) {
    return size_a_[a_.joint(x).child.id.index()] == size_b_[b_.joint(y).child.id.index()];
  });
}

StructureMatch StructureMatcher::run() {
  StructureMatch match;
  match.renamed = a_;
  for (std::size_t i = 0; i < std::min(tree_a_.roots().size(), tree_b_.roots().size()); ++i)
    links_.emplace_back(tree_a_.roots()[i], tree_b_.roots()[i]);
  for (std::size_t i = 0; i < links_.size(); ++i) match_below(links_[i].first, links_[i].second);
  const auto rename = [&](EntityKind kind, auto& entity, const auto& other) {
    if (entity.name == other.name) return;
    ModelDifference difference;
    difference.topic = Topic::tree;
    difference.change = ModelDifference::Change::renamed;
    difference.entity = kind;
    difference.name = difference.old_text = entity.name;
    difference.new_text = other.name;
    difference.a = name_place(entity);
    difference.b = name_place(other);
    match.renamings.push_back(std::move(difference));
    entity.name = other.name;
  };
  for (const auto& [in_a, in_b] : links_) rename(EntityKind::link, match.renamed.link(in_a), b_.link(in_b));
  for (const auto& [in_a, in_b] : joints_)
    rename(EntityKind::joint, match.renamed.joint(in_a), b_.joint(in_b));
  rename_references(match.renamed);
  return match;
}

}  // namespace

StructureMatch match_structure(const Model& a, const Model& b, double tolerance) {
  return StructureMatcher(a, b, tolerance).run();
}

}  // namespace romas
