// The checks of semantics, and the parts that they share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "ir/analysis/tree/semantic_groups.h"
#include "passes/semantics/check_semantics.h"
#include "support/text/text.h"

namespace romas {

// A joint of the robot, or one that the semantics add between the world and its root.
struct FoundJoint {
  JointId id;
  const VirtualJoint* virtual_joint = nullptr;
};

class SemanticsChecks {
 public:
  SemanticsChecks(const Semantics& of, const Model* about, DiagnosticEngine& to);

  const Semantics& semantics;
  const Model* robot;                 // null: unknown
  std::optional<KinematicTree> tree;  // of the robot
  DiagnosticEngine& diagnostics;
  SemanticGroups groups;
  const VirtualJoint* root_joint = nullptr;  // the first that leads to the robot's root link

  // Each reports a name that nothing has (RM2001), and returns what has it. `what` says whose name it is:
  // "group 'arm'". Names that are empty were reported where they were read.
  LinkId find_link(const SemanticName& name, std::string_view what);
  FoundJoint find_joint(const SemanticName& name, std::string_view what);
  const SemanticGroups::Group* find_group(const SemanticName& name, std::string_view what);
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return diagnostics.report(rule, range, std::move(message));
  }

 private:
  template <class Names>
  void report_unknown(const SemanticName& name, std::string message, const Names& names, bool note_robot);

  std::unordered_map<std::string_view, const VirtualJoint*> virtual_joints_;
  int suggestions_left_ = 50;  // finding the nearest name compares every name
};

void check_semantic_robot(SemanticsChecks& checks);
void check_semantic_groups(SemanticsChecks& checks);
void check_semantic_states(SemanticsChecks& checks);
void check_semantic_parts(SemanticsChecks& checks);  // end effectors, virtual joints, pairs, and the rest

}  // namespace romas
