#include "passes/semantics/check_parameters.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "support/text/text.h"

namespace romas {

namespace {

using Words = std::set<std::string_view>;

// Names that differ in digits alone are those of two things: "joint6" and "joint7".
bool differs_in_digits_alone(std::string_view a, std::string_view b) {
  const auto without_digits = [](std::string_view name) {
    std::string rest(name);
    std::erase_if(rest, [](char c) { return c >= '0' && c <= '9'; });
    return rest;
  };
  return without_digits(a) == without_digits(b);
}

// All joints, or all groups, that parameters name.
class KindOfParameters {
 public:
  KindOfParameters(std::span<const ParameterName> names, SemanticKind kind, Words known)
      : kind_(kind), known_(std::move(known)) {
    for (const ParameterName& name : names)
      if (name.kind == kind) said_.emplace(name.text, name.list);
    for (const ParameterName& name : names)
      if (name.kind == kind && name.judged && !known_.contains(name.text)) unknown_.push_back(&name);
  }

  bool is_clear(bool are_sure) const {
    const auto is_known = [&](const auto& said) { return known_.contains(said.first); };
    const auto known = static_cast<std::size_t>(std::ranges::count_if(said_, is_known));
    const bool is_group = kind_ == SemanticKind::group;
    if (are_sure && (is_group || 2 * known > said_.size())) return true;
    return (is_group || are_sure || 2 * known >= said_.size()) &&
           std::ranges::all_of(unknown_, [&](const ParameterName* name) { return is_misspelt(*name); });
  }
  const std::vector<const ParameterName*>& unknown() const { return unknown_; }
  const Words& known() const { return known_; }

 private:
  bool is_misspelt(const ParameterName& name) const {
    constexpr std::size_t kMostEdits = 2;
    return std::ranges::any_of(known_, [&](std::string_view other) {
      // A name with more at an end, as with a prefix, is that of another thing.
      const bool has_other_end =
          kind_ == SemanticKind::group &&
          (name.text.find(other) != std::string::npos || other.find(name.text) != std::string::npos);
      return !said_.contains({other, name.list}) && other.size() > kMostEdits && !has_other_end &&
             edit_distance(name.text, other, kMostEdits) <= kMostEdits &&
             !differs_in_digits_alone(name.text, other);
    });
  }

  SemanticKind kind_;
  Words known_;
  std::set<std::pair<std::string_view, std::size_t>> said_;  // names and their lists
  std::vector<const ParameterName*> unknown_;
};

const Model& best_robot(std::span<const ParameterName> names, const std::vector<Model>& robots) {
  return *std::ranges::max_element(robots, {}, [&](const Model& robot) {
    return std::ranges::count_if(names, [&](const ParameterName& name) {
      return name.kind == SemanticKind::joint && robot.find_joint(name.text).valid();
    });
  });
}

void report_joints(std::span<const ParameterName> names, const ParameterOwners& owners,
                   DiagnosticEngine& diagnostics) {
  if (owners.robots.empty()) return;
  Words known;
  for (const Model& robot : owners.robots)
    for (const Joint& joint : robot.joints) known.insert(joint.name);
  if (owners.semantics)
    for (const VirtualJoint& joint : owners.semantics->virtual_joints) known.insert(joint.name.text);
  const KindOfParameters joints(names, SemanticKind::joint, std::move(known));
  if (joints.unknown().empty() || !joints.is_clear(owners.robots_are_sure)) return;
  const Model& robot = best_robot(names, owners.robots);
  for (const ParameterName* name : joints.unknown()) {
    auto report = diagnostics.report(
        Rule::parameter_unknown_name, name->range,
        concat(in_quotes(name->key), " names the joint '", name->text, "', which robot '", robot.name,
               robot.find_link(name->text).valid() ? "' has only as a link" : "' does not have"));
    report.nearest(name->text, joints.known());
    if (robot.name_range.valid())
      report.note(robot.name_range, concat("the robot '", robot.name, "' is described here"));
  }
}

void report_groups(std::span<const ParameterName> names, const ParameterOwners& owners,
                   DiagnosticEngine& diagnostics) {
  if (!owners.semantics || owners.semantics->groups.empty()) return;
  Words known;
  for (const SemanticGroup& group : owners.semantics->groups) known.insert(group.name.text);
  const KindOfParameters groups(names, SemanticKind::group, std::move(known));
  if (groups.unknown().empty() || !groups.is_clear(owners.groups_are_sure)) return;
  for (const ParameterName* name : groups.unknown())
    diagnostics
        .report(Rule::parameter_unknown_name, name->range,
                concat("the table with ", in_quotes(name->key), " is for the group '", name->text,
                       "', which the SRDF does not have"))
        .nearest(name->text, groups.known())
        .note(owners.semantics->range,
              concat("the groups of robot '", owners.semantics->robot.text, "' are in this SRDF"));
}

}  // namespace

void check_parameters(std::span<const ParameterName> names, const ParameterOwners& owners,
                      DiagnosticEngine& diagnostics) {
  report_joints(names, owners, diagnostics);
  report_groups(names, owners, diagnostics);
}

}  // namespace romas
