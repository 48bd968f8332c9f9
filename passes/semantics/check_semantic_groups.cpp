// Groups of semantics: names (RM2001), chains (RM2004), cycles (RM2005), groups without a joint (RM2006), and
// groups that are there twice (RM2007).

#include <algorithm>

#include "passes/semantics/semantics_checks.h"

namespace romas {

namespace {

std::string group_text(const SemanticGroup& group) { return concat("group '", group.name.text, "'"); }

void check_duplicates(SemanticsChecks& checks) {
  for (std::size_t i = 0; i < checks.semantics.groups.size(); ++i) {
    const SemanticGroup& group = checks.semantics.groups[i];
    const auto first = checks.groups.find(group.name.text);
    if (!first || *first == i) continue;
    checks
        .report(Rule::srdf_duplicate, group.name.range,
                concat(group_text(group),
                       " is defined twice, and MoveIt uses the first; merge them or rename one"))
        .note(checks.semantics.groups[*first].name.range, "the first is here");
  }
}

void check_cycles(SemanticsChecks& checks) {
  for (const std::vector<std::size_t>& cycle : checks.groups.cycles) {
    const SemanticGroup& first = checks.semantics.groups[cycle.front()];
    constexpr std::size_t kShown = 10;
    std::string way;
    for (std::size_t i = 0; i < std::min(cycle.size(), kShown); ++i)
      way += concat("'", checks.semantics.groups[cycle[i]].name.text, "' → ");
    if (cycle.size() > kShown) way += "… → ";
    checks.report(Rule::srdf_group_cycle, first.name.range,
                  cycle.size() == 1 ? concat(group_text(first), " contains itself; remove that entry")
                                    : concat("the groups ", way, "'", first.name.text,
                                             "' contain each other; remove one of these entries"));
  }
}

void check_chain(SemanticsChecks& checks, const SemanticGroup& group, const SemanticChain& chain,
                 std::string_view what) {
  const LinkId base = checks.find_link(chain.base, what);
  const LinkId tip = checks.find_link(chain.tip, what);
  if (!base || !tip) return;
  const ChainJoints found = joints_of_chain(chain, *checks.robot, *checks.tree);
  if (found.shape == ChainShape::down) return;
  const std::string ends =
      concat("the chain from '", chain.base.text, "' to '", chain.tip.text, "' in ", group_text(group));
  if (found.shape == ChainShape::up) {
    checks
        .report(Rule::srdf_chain, chain.range,
                concat(ends, " has its ends swapped: the base is below the tip"))
        .suggest(chain.base.range, chain.tip.text)
        .suggest(chain.tip.range, chain.base.text);
  } else if (found.shape == ChainShape::bent) {
    checks.report(Rule::srdf_chain, chain.range,
                  concat(ends, " leads up to '", checks.robot->link(found.ancestor).name,
                         "' and down again, so kinematics solvers cannot use it, and it also holds the joint "
                         "above that link; begin it at an ancestor of its tip, or name the joints"));
  }
}

// Reports a group whose own names give no joint. Faults of its subgroups are reported at these.
void check_empty(SemanticsChecks& checks, const SemanticGroup& group, const SemanticGroups::Group& resolved) {
  if (group.links.empty() && group.joints.empty() && group.chains.empty() && group.subgroups.empty()) {
    if (!checks.diagnostics.in_doubt(group.range))
      checks.report(Rule::srdf_group_empty, group.name.range,
                    concat(group_text(group), " is empty; give it a <chain>, <joint>, <link> or <group>"));
    return;
  }
  if (resolved.whole && resolved.joints.empty() && !resolved.root_joint && group.subgroups.empty())
    checks.report(Rule::srdf_group_empty, group.name.range,
                  concat(group_text(group), " has no joint: its chains begin and end at the same link"));
}

}  // namespace

void check_semantic_groups(SemanticsChecks& checks) {
  check_duplicates(checks);
  check_cycles(checks);
  for (std::size_t i = 0; i < checks.semantics.groups.size(); ++i) {
    const SemanticGroup& group = checks.semantics.groups[i];
    const std::string what = group_text(group);
    const std::string of_chain = concat("a chain of ", what);
    for (const SemanticName& link : group.links) checks.find_link(link, what);
    for (const SemanticName& joint : group.joints) checks.find_joint(joint, what);
    for (const SemanticChain& chain : group.chains) check_chain(checks, group, chain, of_chain);
    for (const SemanticName& subgroup : group.subgroups) checks.find_group(subgroup, what);
    check_empty(checks, group, checks.groups.groups[i]);
  }
}

}  // namespace romas
