// check-loops: loops of links that no position closes, or none within the limits (RM1911). Positions are
// searched for as generated code searches for its constraint's; where code is made, that tells of it instead
// (driver/request/pipelines.cpp).
#include "ir/analysis/tree/kinematic_tree.h"
#include "passes/kernel/loops/close_loops.h"
#include "passes/pass/pass_functions.h"

namespace romas {

void check_loops(const Model& model, const CheckContext& context) {
  // A search needs all joints, and the numbers of all.
  if (model.loop_joints.empty() ||
      context.diagnostics.error_count() > context.diagnostics.reported(Rule::xml_malformed) ||
      !context.diagnostics.enabled(Rule::loop_unclosed))
    return;
  const KinematicTree tree(model);
  if (!tree.is_tree()) return;
  for (const Joint& joint : model.joints)
    if (joint.type == JointType::foreign) return;
  for (const LoopJoint& loop : model.loop_joints)
    if (!loop.link1.link.id || !loop.link2.link.id) return;
  lowering::report_unclosed_loops(model, make_dynamics_model(model, tree, {}), context.diagnostics);
}

}  // namespace romas
