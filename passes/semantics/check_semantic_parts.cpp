// The parts of semantics beside groups and states: end effectors (RM2013), virtual joints (RM2012), pairs of
// links (RM2014), and names of all of them (RM2001, RM2007).
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "passes/semantics/semantics_checks.h"

namespace romas {

namespace {

// Reports what has the name of an earlier one.
template <class Part>
void check_part_names(SemanticsChecks& checks, const std::vector<Part>& parts, std::string_view kind,
                      std::string_view which) {
  std::unordered_map<std::string_view, const Part*> known;
  for (const Part& part : parts) {
    const auto [first, fresh] = known.try_emplace(part.name.text, &part);
    if (fresh || part.name.text.empty()) continue;
    checks
        .report(
            Rule::srdf_duplicate, part.name.range,
            concat(kind, " '", part.name.text, "' is defined twice, and MoveIt uses ", which, "; rename one"))
        .note(first->second->name.range, "the first is here");
  }
}

// How many groups can move each link.
class Holders {
 public:
  explicit Holders(const SemanticsChecks& checks) {
    if (checks.robot == nullptr || checks.semantics.end_effectors.empty()) return;
    by_joint_.resize(checks.robot->joints.size());
    for (const SemanticGroups::Group& group : checks.groups.groups) {
      for (const JointId joint : group.joints) ++by_joint_[joint.index()];
      root_ += group.root_joint ? 1 : 0;
      all_known_ = all_known_ && group.whole;
    }
  }
  // Whether it is certain that at most one group holds the link.
  bool one_at_most(LinkId link, const KinematicTree& tree) const {
    const JointId joint = tree.parent_joint(link);
    return all_known_ && (joint ? by_joint_[joint.index()] : root_) <= 1;
  }

 private:
  std::vector<std::size_t> by_joint_;
  std::size_t root_ = 0;
  bool all_known_ = true;
};

void check_end_effector(SemanticsChecks& checks, const EndEffector& tool, const Holders& holders) {
  const std::string what = concat("end effector '", tool.name.text, "'");
  const SemanticGroups::Group* own = checks.find_group(tool.group, what);
  const LinkId parent = checks.find_link(tool.parent_link, what);
  if (tool.parent_group) {
    const SemanticGroups::Group* group = checks.find_group(*tool.parent_group, what);
    if (group != nullptr && group == own) {
      checks.report(Rule::srdf_end_effector, tool.parent_group->range,
                    concat(what, " has its own group '", tool.group.text,
                           "' as its parent group; name the group that moves it"));
    } else if (group != nullptr && parent && group->whole && !has_link(*group, parent, *checks.tree)) {
      checks.report(Rule::srdf_end_effector, tool.parent_link.range,
                    concat("the parent link '", tool.parent_link.text, "' of ", what,
                           " is not in its parent group '", tool.parent_group->text, "'"));
    }
    return;
  }
  if (own == nullptr || !parent || !has_link(*own, parent, *checks.tree) ||
      !holders.one_at_most(parent, *checks.tree))
    return;
  checks.report(
      Rule::srdf_end_effector, tool.parent_link.range,
      concat("the parent link '", tool.parent_link.text, "' of ", what, " is only in its own group '",
             tool.group.text, "'; name the link that carries it, in the group that moves it"));
}

// MoveIt says nothing of a fixed joint to what hangs on a bare root link 'world'.
bool is_bare_world(const Model& robot, LinkId root, const VirtualJoint& joint) {
  const Link& link = robot.link(root);
  return link.name == "world" && joint.type == VirtualJointType::fixed && link.visuals.empty() &&
         link.collisions.empty();
}

void check_virtual_joints(SemanticsChecks& checks) {
  check_part_names(checks, checks.semantics.virtual_joints, "virtual joint", "the first");
  if (checks.robot == nullptr) return;
  const LinkId root = checks.tree->is_tree() ? checks.tree->roots().front() : LinkId();
  const VirtualJoint* taken = nullptr;
  for (const VirtualJoint& joint : checks.semantics.virtual_joints) {
    const LinkId child = checks.find_link(joint.child_link, concat("virtual joint '", joint.name.text, "'"));
    if (!child || !root) continue;
    if (child == root && taken != nullptr && taken->name.text != joint.name.text) {
      checks
          .report(
              Rule::srdf_virtual_joint, joint.name.range,
              concat("virtual joint '", joint.name.text, "' leads to the root link '", joint.child_link.text,
                     "' like '", taken->name.text, "', and MoveIt uses the first of them; remove one"))
          .note(taken->name.range, "the first is here");
    } else if (child == root) {
      taken = &joint;
    } else if (!is_bare_world(*checks.robot, root, joint)) {
      checks
          .report(Rule::srdf_virtual_joint, joint.child_link.range,
                  concat("virtual joint '", joint.name.text, "' leads to '", joint.child_link.text,
                         "', but the root link of the robot is '", checks.robot->link(root).name, "'"))
          .suggest(joint.child_link.range, checks.robot->link(root).name)
          .note(checks.robot->link(root).name_range, "the root link is here");
    }
  }
}

void check_pairs(SemanticsChecks& checks) {
  using Key = std::tuple<bool, std::string_view, std::string_view>;
  std::map<Key, const CollisionPair*> known;
  for (const CollisionPair& pair : checks.semantics.collision_pairs) {
    const std::string_view what = pair.enabled ? "<enable_collisions>" : "<disable_collisions>";
    checks.find_link(pair.link1, what);
    checks.find_link(pair.link2, what);
    if (pair.link1.text.empty() || pair.link2.text.empty()) continue;
    const auto [one, other] =
        std::minmax({std::string_view(pair.link1.text), std::string_view(pair.link2.text)});
    const auto [first, fresh] = known.try_emplace({pair.enabled, one, other}, &pair);
    if (one == other)
      checks.report(Rule::srdf_pair, pair.range,
                    concat(what, " names the link '", one, "' twice; a link does not collide with itself"));
    else if (!fresh)
      checks
          .report(Rule::srdf_pair, pair.range,
                  concat(what, " repeats the pair of '", one, "' and '", other, "'; remove it"))
          .note(first->second->range, "the first is here");
  }
}

}  // namespace

void check_semantic_parts(SemanticsChecks& checks) {
  const Semantics& semantics = checks.semantics;
  check_virtual_joints(checks);
  check_part_names(checks, semantics.end_effectors, "end effector", "one of them");
  const Holders holders(checks);
  for (const EndEffector& tool : semantics.end_effectors) check_end_effector(checks, tool, holders);
  for (const SemanticName& joint : semantics.passive_joints) checks.find_joint(joint, "<passive_joint>");
  for (const JointProperty& property : semantics.joint_properties)
    checks.find_joint(property.joint, "<joint_property>");
  for (const SphereApproximation& spheres : semantics.spheres)
    checks.find_link(spheres.link, "<link_sphere_approximation>");
  for (const SemanticName& link : semantics.unchecked_links)
    checks.find_link(link, "<disable_default_collisions>");
  check_pairs(checks);
}

}  // namespace romas
