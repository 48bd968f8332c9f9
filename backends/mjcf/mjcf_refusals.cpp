// Bodies that MuJoCo refuses although no rule about inertia is broken: those that joints move and whose mass
// or moments are too small for it.
#include "backends/mjcf/mjcf_document.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// mjMINVAL of MuJoCo, in kg and kg m².
constexpr double kLeast = 1e-15;

bool is_enough(const Link& link) {
  return link.inertial && link.inertial->mass.value() >= kLeast &&
         principal_moments(link.inertial->inertia.matrix())[0] >= kLeast;
}

}  // namespace

void check_moving_bodies(Document& document) {
  const TargetOptions& options = document.context.options;
  if (least_inertia(options.number(TargetOption::mjcf_bound_mass).value_or(0)) >= kLeast) return;
  const Model& model = document.model;
  const KinematicTree& tree = document.tree;
  // For each link: whether it, or something that is fixed to it and hangs below, is heavy enough.
  std::vector<bool> enough(model.links.size());
  const auto joint_of = [&](LinkId link) { return tree.parent_joint(link); };
  const auto is_moved = [&](LinkId link) {
    const JointId joint = joint_of(link);
    return joint ? !document.freedoms[joint.index()].empty() : options.floating_base && !document.world;
  };
  for (auto at = tree.order().rbegin(); at != tree.order().rend(); ++at) {
    const LinkId link = *at;
    if (is_enough(model.link(link))) enough[link.index()] = true;
    if (joint_of(link) && !is_moved(link) && enough[link.index()])
      enough[tree.parent_link(link).index()] = true;
    if (!is_moved(link) || enough[link.index()] || document.is_between(link)) continue;
    const Link& body = model.link(link);
    document.context.diagnostics.report(
        Rule::target_refuses, body.inertial ? SourceRange(body.inertial->inertia.range) : name_place(body),
        concat("MuJoCo rejects moving bodies with a mass or a moment of inertia below 1e-15, such as link '",
               body.name, "'; --mjcf-bound-mass=KG gives every body at least that much"));
  }
}

}  // namespace romas::mjcf
