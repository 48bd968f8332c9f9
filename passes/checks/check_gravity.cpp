// check-gravity: joints whose effort limit, plus friction, is less than their gravity load in a pose that the
// limits allow (RM1706). The load of a joint is its subtree, which holds where the root stands on the ground:
// other robots are left out (RM1707), because their joints carry what is above them. Poses are searched only
// if an upper bound of the load, which is cheap to compute, exceeds the limit, and only up to a limit of
// work.
#include <algorithm>

#include "ir/analysis/loads/ground_support.h"
#include "ir/analysis/loads/overload.h"
#include "ir/analysis/loads/worst_pose.h"
#include "ir/model/entity.h"
#include "ir/model/fields.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::size_t moving_joints(const Model& model) {
  return static_cast<std::size_t>(std::count_if(model.joints.begin(), model.joints.end(),
                                                [](const Joint& joint) { return moves(joint.type); }));
}

// Other rules report effort limits that are absent, zero or negative.
std::optional<double> effort_of(const Joint& joint) {
  if (!joint.limit || !joint.limit->effort || !(joint.limit->effort->value() > 0)) return std::nullopt;
  return joint.limit->effort->value();
}

void report_overload(const Model& model, const Overload& overload, DiagnosticEngine& diagnostics) {
  const Joint& joint = model.joint(overload.joint);
  const std::string unit = unit_text(Quantity::effort, joint.type == JointType::prismatic);
  const double friction = holding_friction(joint);
  diagnostics.report(Rule::effort_insufficient, place_or_name(joint.limit->range, joint),
                     concat("joint '", joint.name, "' needs ", about(overload.needed), unit,
                            " to hold its load against gravity ", overload.pose, ", but its effort limit is ",
                            joint.limit->effort->value(), unit,
                            friction > 0 ? concat(" and its friction ", friction, unit) : std::string()));
}

void report_unsettled(const Model& model, const Overloads& found, DiagnosticEngine& diagnostics) {
  diagnostics.report(
      Rule::effort_unsettled, model.name_range,
      concat("the search for the worst pose under gravity ended after ", kMostOverloadWork,
             " steps; the effort limits of ", found.unsettled, found.unsettled == 1 ? " joint" : " joints",
             " were not settled, the first is '", model.joint(found.first_unsettled).name, "'"));
}

// Nothing is left open where no joint has an effort limit.
void report_unknown_support(const Model& model, const KinematicTree& tree, DiagnosticEngine& diagnostics) {
  if (std::none_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
        return carries_load(joint.type) && joint.limit && joint.limit->effort &&
               joint.limit->effort->value() > 0;
      }))
    return;
  diagnostics.report(Rule::effort_unsettled, model.name_range,
                     concat("effort limits were not compared with the load of gravity, because the "
                            "description does not say whether robot '",
                            model.name, "' stands on its root '", model.link(tree.roots().front()).name,
                            "'; if it does, fix that link to a link 'world'"));
}

}  // namespace

void check_gravity(const Model& model, const CheckContext& context) {
  // Loads are computed only if all numbers could be read.
  if (context.diagnostics.error_count() > context.diagnostics.reported(Rule::xml_malformed) ||
      !context.diagnostics.enabled(Rule::effort_insufficient))
    return;
  const KinematicTree tree(model);
  if (!has_gravity_loads(model, tree)) return;
  if (!stands_on_root(model, tree)) return report_unknown_support(model, tree, context.diagnostics);
  if (const std::size_t moving = moving_joints(model); moving > kMostSearchedJoints) {
    context.diagnostics.report(
        Rule::effort_unsettled, model.name_range,
        concat("robot '", model.name, "' has ", moving,
               " joints that move; effort limits are compared with the load of gravity up to ",
               kMostSearchedJoints));
    return;
  }
  const Overloads found = find_overloads(model, tree, model.gravity_or_default(), effort_of);
  for (const Overload& overload : found.joints) report_overload(model, overload, context.diagnostics);
  if (found.unsettled > 0) report_unsettled(model, found, context.diagnostics);
}

}  // namespace romas
