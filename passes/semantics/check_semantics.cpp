// Checks of semantics: their order, and how names are looked up (RM2001).
#include "passes/semantics/check_semantics.h"

#include "passes/semantics/semantics_checks.h"

namespace romas {

SemanticsChecks::SemanticsChecks(const Semantics& of, const Model* about, DiagnosticEngine& to)
    : semantics(of),
      robot(about),
      tree(about == nullptr ? std::nullopt : std::optional<KinematicTree>(*about)),
      diagnostics(to),
      groups(resolve_groups(of, about, tree ? &*tree : nullptr)) {
  const bool one_root = tree && tree->roots().size() == 1;
  for (const VirtualJoint& joint : semantics.virtual_joints) {
    virtual_joints_.try_emplace(joint.name.text, &joint);
    if (root_joint == nullptr && one_root && robot->find_link(joint.child_link.text) == tree->roots().front())
      root_joint = &joint;
  }
}

template <class Names>
void SemanticsChecks::report_unknown(const SemanticName& name, std::string message, const Names& names,
                                     bool note_robot) {
  auto builder = diagnostics.report(Rule::srdf_unknown_name, name.range, std::move(message));
  if (suggestions_left_ > 0) {
    --suggestions_left_;
    builder.nearest(name.text, names, [](const auto& entity) -> std::string_view {
      if constexpr (requires { entity.name.text; })
        return entity.name.text;
      else
        return entity.name;
    });
  }
  if (note_robot && robot->name_range.valid())
    builder.note(robot->name_range, concat("the robot '", robot->name, "' is described here"));
}

LinkId SemanticsChecks::find_link(const SemanticName& name, std::string_view what) {
  if (robot == nullptr || name.text.empty()) return {};
  const LinkId link = robot->find_link(name.text);
  if (!link) {
    const bool joint = robot->find_joint(name.text).valid();
    report_unknown(name,
                   concat(what, " names the link '", name.text, "', which robot '", robot->name,
                          joint ? "' has only as a joint" : "' does not have"),
                   robot->links, true);
  }
  return link;
}

FoundJoint SemanticsChecks::find_joint(const SemanticName& name, std::string_view what) {
  if (robot == nullptr || name.text.empty()) return {};
  if (const JointId joint = robot->find_joint(name.text)) return {joint, nullptr};
  if (const auto found = virtual_joints_.find(name.text); found != virtual_joints_.end())
    return {{}, found->second};
  const bool link = robot->find_link(name.text).valid();
  report_unknown(name,
                 concat(what, " names the joint '", name.text, "', which robot '", robot->name,
                        link ? "' has only as a link" : "' does not have"),
                 robot->joints, true);
  return {};
}

const SemanticGroups::Group* SemanticsChecks::find_group(const SemanticName& name, std::string_view what) {
  if (name.text.empty()) return nullptr;
  const auto found = groups.find(name.text);
  if (found) return &groups.groups[*found];
  report_unknown(name, concat(what, " names the group '", name.text, "', which the SRDF does not have"),
                 semantics.groups, false);
  return nullptr;
}

void check_semantic_robot(SemanticsChecks& checks) {
  const SemanticName& name = checks.semantics.robot;
  const Model* robot = checks.robot;
  if (robot == nullptr || name.text.empty() || robot->name.empty() || name.text == trim(robot->name)) return;
  checks
      .report(Rule::srdf_robot_name, name.range,
              concat("the SRDF is for robot '", name.text, "', but is read with robot '", robot->name, "'"))
      .suggest(name.range, std::string(trim(robot->name)))
      .note(robot->name_range, concat("the robot '", robot->name, "' is described here"));
}

void check_semantics(const Semantics& semantics, const Model* robot, DiagnosticEngine& diagnostics) {
  SemanticsChecks checks(semantics, robot, diagnostics);
  if (!checks.groups.complete)
    checks.report(
        Rule::input_limit, semantics.range,
        "the groups of the SRDF hold more than 5 million joints together; those that came last were "
        "not checked");
  check_semantic_robot(checks);
  check_semantic_groups(checks);
  check_semantic_states(checks);
  check_semantic_parts(checks);
}

}  // namespace romas
