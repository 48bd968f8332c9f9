#include "passes/transforms/lump_plan.h"

#include <unordered_set>

#include "ir/model/visit.h"

namespace romas {

namespace {

// Upper bound of magnitudes whose sums and products are far from overflow.
constexpr double kTame = 1e80;
bool tame(const RigidTransform& X) { return X.p.cwiseAbs().maxCoeff() < kTame; }

// The inertia can be added to another one.
bool is_summable(const Link& link) {
  if (!link.inertial) return true;
  const Inertial& inertial = *link.inertial;
  return inertial.mass.value() >= 0 && inertial.mass.value() < kTame &&
         inertial.inertia.matrix().cwiseAbs().maxCoeff() < kTame && tame(inertial.origin.evaluate());
}

}  // namespace

bool is_massless(const Link& link) {
  return !link.inertial || (link.inertial->mass == 0 && link.inertial->inertia.matrix().isZero(0));
}

LumpPlan::LumpPlan(const Model& model, LumpMode mode)
    : target_(model.links.size()), X_TL_(model.links.size()) {
  const KinematicTree tree(model);
  const std::vector<bool> kept = kept_joints(model);
  const std::vector<bool> fit = lumpable_links(model, tree);
  for (std::size_t i = 0; i < target_.size(); ++i) target_[i] = LinkId(i);
  for (const LinkId id : tree.order()) {
    const JointId joint_id = tree.parent_joint(id);
    if (!joint_id) continue;
    const Joint& joint = model.joint(joint_id);
    const LinkId parent = tree.parent_link(id);
    if (joint.type != JointType::fixed || (mode == LumpMode::massless && !is_massless(model.link(id))))
      continue;
    const bool mounted =
        !tree.parent_joint(parent) && (model.link(parent).name == "world" || model.link(parent).implicit);
    const RigidTransform X_TL = X_TL_[parent.index()] * joint.origin.evaluate();
    if (kept[joint_id.index()] || mounted || !fit[id.index()] || !tame(X_TL) ||
        !(is_massless(model.link(id)) || is_summable(model.link(target(parent))))) {
      ++kept_count_;
      continue;
    }
    target_[id.index()] = target(parent);
    X_TL_[id.index()] = X_TL;
    lumped_.push_back({id, joint_id});
  }
}

// Joints that something refers to.
std::vector<bool> LumpPlan::kept_joints(const Model& model) {
  std::vector<bool> kept(model.joints.size(), false);
  const auto keep = [&](JointId id) {
    if (id) kept[id.index()] = true;
  };
  for_each_joint_ref(model, [&](const JointRef& ref, EntityKind, std::size_t) { keep(ref.id); });
  for (const Gazebo& gazebo : model.gazebos) keep(gazebo.joint);
  for (const Ros2Control& control : model.ros2_controls)
    for (const Ros2Component& component : control.components) keep(component.joint);
  for (const Extension& extension : model.extensions)
    if (extension.owner.kind == EntityKind::joint) kept[extension.owner.index] = true;
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    if (model.find_joint(model.joints[i].name) != JointId(i)) kept[i] = true;
  return kept;
}

std::vector<bool> LumpPlan::lumpable_links(const Model& model, const KinematicTree& tree) {
  std::unordered_set<std::string_view> frames;
  for (const Frame& frame : model.frames) frames.insert(frame.name);
  std::unordered_set<std::string_view> names;
  std::vector<bool> fit(model.links.size());
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    fit[i] = is_summable(link) && !frames.contains(link.name) && names.insert(link.name).second;
  }
  for (const Extension& extension : model.extensions)
    if (extension.owner.kind == EntityKind::gazebo && model.gazebos[extension.owner.index].link)
      fit[model.gazebos[extension.owner.index].link.index()] = false;
  for (const JointId joint : tree.second_parents()) fit[model.joint(joint).child.id.index()] = false;
  for (const ForceElement& element : model.force_elements)
    if (const auto* wing = std::get_if<Wing>(&element.force); wing != nullptr && wing->parent.id)
      fit[wing->parent.id.index()] = false;
  // Everything that moves to another link gets a new pose, which must be finite.
  for_each_attachment(model, [&](const LinkRef& ref, const TransformExpr& origin) {
    if (ref.id && !tame(origin.evaluate())) fit[ref.id.index()] = false;
  });
  for (const Joint& joint : model.joints)
    if (joint.parent.id && !tame(joint.origin.evaluate())) fit[joint.parent.id.index()] = false;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    for (const Visual& visual : model.links[i].visuals) fit[i] = fit[i] && tame(visual.origin.evaluate());
    for (const Collision& collision : model.links[i].collisions)
      fit[i] = fit[i] && tame(collision.origin.evaluate());
  }
  return fit;
}

}  // namespace romas
