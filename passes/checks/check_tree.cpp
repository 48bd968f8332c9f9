// check-tree: no root, or several (RM1010); links that are their own ancestors, and links with two parents
// (RM1011). One fault gives one finding: a link that is a root only because the joint to it is broken, or
// because another link has its name, is not reported as an extra root, and a cycle is not also reported as a
// missing root. If two links have one name, the tree is not checked: a joint may mean either of them. A joint
// of which both links are unknown explains a root only if its child's name is nearly that of the root.
#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/entity.h"
#include "passes/checks/listed.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

class TreeChecker {
 public:
  TreeChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), tree_(model), diagnostics_(diagnostics) {}
  void run();

 private:
  void check_roots();
  LinkId root_of(LinkId link) const;
  std::size_t count_explained(const std::vector<LinkId>& roots) const;
  void report_roots(const std::vector<LinkId>& roots);
  void report_cycle(const std::vector<JointId>& cycle);
  void check_parents();
  void report_second_parent(const Joint& joint, const Joint& first);
  bool has_doubtful_names() const;

  const Model& model_;
  KinematicTree tree_;
  DiagnosticEngine& diagnostics_;
};

void TreeChecker::run() {
  if (has_doubtful_names()) return;
  check_roots();
  for (const auto& cycle : tree_.cycles()) report_cycle(cycle);
  check_parents();
}

// An error at the name of a link: it is missing, or another link has it.
bool TreeChecker::has_doubtful_names() const {
  return std::any_of(model_.links.begin(), model_.links.end(),
                     [&](const Link& link) { return diagnostics_.in_doubt(link.name_range); });
}

void TreeChecker::check_roots() {
  if (model_.links.empty()) {
    if (diagnostics_.in_doubt(model_.range)) return;
    diagnostics_.report(Rule::root_count, name_place(model_), "the robot has no link");
    return;
  }
  std::vector<LinkId> roots;
  for (const LinkId root : tree_.roots())
    if (model_.find_link(model_.link(root).name) == root) roots.push_back(root);
  if (roots.size() > 1 && roots.size() > 1 + count_explained(roots)) report_roots(roots);
}

// Counts the roots that other faults explain: joints whose child does not exist, although it should be one of
// the roots, and joints to a link that already has a parent, which is reported.
std::size_t TreeChecker::count_explained(const std::vector<LinkId>& roots) const {
  // Limits the work of comparing names.
  constexpr std::size_t kCompared = 20;
  std::set<std::size_t> second_roots;
  for (const JointId id : tree_.second_parents())
    if (const Joint& joint = model_.joint(id); joint.parent.id &&
                                               !tree_.parent_joint(root_of(joint.parent.id)) &&
                                               root_of(joint.parent.id) != root_of(joint.child.id))
      second_roots.insert(root_of(joint.parent.id).index());
  std::size_t explained = second_roots.size();
  std::size_t compared = 0;
  for (const Joint& joint : model_.joints) {
    if (joint.child.id) continue;
    const bool alone = !joint.parent.id && compared++ < kCompared &&
                       nearest_name(joint.child.name, roots, [&](LinkId root) -> std::string_view {
                         return model_.link(root).name;
                       }).empty();
    if (!alone) ++explained;
  }
  return explained;
}

// Returns the root above a link. For a link in a cycle it returns a link of the cycle.
LinkId TreeChecker::root_of(LinkId link) const {
  for (std::size_t steps = 0; steps < model_.links.size() && tree_.parent_joint(link); ++steps)
    link = tree_.parent_link(link);
  return link;
}

void TreeChecker::report_roots(const std::vector<LinkId>& roots) {
  const std::span<const LinkId> listed = std::span(roots).first(std::min(roots.size(), kMaxListed));
  std::string names = join(listed, ", ", [&](LinkId root) { return in_quotes(model_.link(root).name); });
  if (roots.size() > kMaxListed) names += ", …";
  auto builder = diagnostics_.report(Rule::root_count, name_place(model_),
                                     concat("the links form ", roots.size(), " trees, with the roots ", names,
                                            "; connect them with joints so that one root remains"));
  for (const LinkId id : listed) {
    const Link& root = model_.link(id);
    builder.note(name_place(root), tree_.child_joints(id).empty()
                                       ? concat("link '", root.name, "' is connected to nothing")
                                       : concat("link '", root.name, "' is the child of no joint"));
  }
}

void TreeChecker::report_cycle(const std::vector<JointId>& cycle) {
  const Joint& first = model_.joint(cycle.front());
  std::string path = concat("'", first.parent.name, "'");
  for (std::size_t i = 0; i < std::min(cycle.size(), kMaxListed); ++i)
    path += concat(" -> '", model_.joint(cycle[i]).child.name, "'");
  if (cycle.size() > kMaxListed) path += concat(" -> … -> '", first.parent.name, "'");
  auto builder = diagnostics_.report(
      Rule::kinematic_cycle, place_or_name(first.child.range, first),
      cycle.size() == 1
          ? concat("joint '", first.name, "' connects link '", first.parent.name, "' to itself")
          : concat("the joints form a cycle: ", path, "; close loops with a loop joint instead"));
  for (std::size_t i = 1; i < std::min(cycle.size(), kMaxListed); ++i) {
    const Joint& joint = model_.joint(cycle[i]);
    builder.note(
        place_or_name(joint.child.range, joint),
        concat("joint '", joint.name, "' goes from '", joint.parent.name, "' to '", joint.child.name, "'"));
  }
}

// Joints whose parent does not exist are included: that is another fault.
void TreeChecker::check_parents() {
  std::vector<JointId> first(model_.links.size());
  std::set<std::pair<FileId, std::uint32_t>> told;  // texts that a loop reads several times
  for (std::size_t i = 0; i < model_.joints.size(); ++i) {
    const Joint& joint = model_.joints[i];
    if (!joint.child.id) continue;
    JointId& known = first[joint.child.id.index()];
    const SourceRange text = joint.child.range;
    if (known && (!text.valid() || told.emplace(text.file, text.begin).second))
      report_second_parent(joint, model_.joint(known));
    if (!known) known = JointId(i);
  }
}

void TreeChecker::report_second_parent(const Joint& joint, const Joint& first) {
  diagnostics_
      .report(Rule::kinematic_cycle, place_or_name(joint.child.range, joint),
              concat("link '", joint.child.name, "' is the child of two joints, '", first.name, "' and '",
                     joint.name, "'; a link can have only one parent"))
      .note(place_or_name(first.child.range, first), concat("joint '", first.name, "' is here"));
}

}  // namespace

void check_tree(const Model& model, const CheckContext& context) {
  TreeChecker(model, context.diagnostics).run();
}

}  // namespace romas
