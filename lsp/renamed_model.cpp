#include "lsp/renamed_model.h"

#include "ir/visit.h"

namespace romas::lsp {

RenamedModel::RenamedModel(const Model& model, const Names& names) : model_(model) {
  const auto rename = [&](EntityKind kind, std::string& name) {
    const auto found = names.find({kind, name});
    if (found != names.end()) name = found->second;
  };
  // References first: they are looked up by the old names.
  for_each_link_ref(model_,
                    [&](LinkRef& ref, EntityKind, std::size_t) { rename(EntityKind::link, ref.name); });
  for_each_joint_ref(model_,
                     [&](JointRef& ref, EntityKind, std::size_t) { rename(EntityKind::joint, ref.name); });
  for (Gazebo& gazebo : model_.gazebos)
    if (gazebo.reference)
      rename(gazebo.joint && !gazebo.link ? EntityKind::joint : EntityKind::link, *gazebo.reference);
  for (Ros2Control& control : model_.ros2_controls)
    for (Ros2Component& component : control.components)
      if (component.kind == Ros2Component::Kind::joint) rename(EntityKind::joint, component.name);
  for (Link& link : model_.links)
    for (Visual& visual : link.visuals)
      if (visual.material && visual.material->name) rename(EntityKind::material, *visual.material->name);
  rename(EntityKind::robot, model_.name);
  for (Link& link : model_.links) rename(EntityKind::link, link.name);
  for (Joint& joint : model_.joints) rename(EntityKind::joint, joint.name);
  for (Frame& frame : model_.frames) rename(EntityKind::frame, frame.name);
  for (Material& material : model_.materials) rename(EntityKind::material, material.name);
  model_.rebuild_index();
}

std::optional<std::string> RenamedModel::difference_from(const Model& other) const {
  if (model_ == other) return std::nullopt;
  return "something else than the name changes";
}

}  // namespace romas::lsp
