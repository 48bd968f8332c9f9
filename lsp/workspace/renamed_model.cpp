#include "lsp/workspace/renamed_model.h"

#include "ir/compare/compare.h"
#include "ir/model/visit.h"
#include "support/text/text.h"

namespace romas::lsp {

RenamedModel::RenamedModel(const Model& model, const Names& names) : model_(model) {
  const auto rename = [&](NameKind kind, std::string& name) {
    const auto found = names.find({kind, name});
    if (found != names.end()) name = found->second;
  };
  // References first: they are looked up by the old names.
  for_each_link_ref(model_, [&](LinkRef& ref, EntityKind, std::size_t) { rename(NameKind::link, ref.name); });
  for_each_joint_ref(model_,
                     [&](JointRef& ref, EntityKind, std::size_t) { rename(NameKind::joint, ref.name); });
  for (Gazebo& gazebo : model_.gazebos)
    if (gazebo.reference)
      rename(gazebo.joint && !gazebo.link ? NameKind::joint : NameKind::link, *gazebo.reference);
  for (Ros2Control& control : model_.ros2_controls)
    for (Ros2Component& component : control.components)
      if (component.kind == Ros2Component::Kind::joint) rename(NameKind::joint, component.name);
  for (Link& link : model_.links)
    for (Visual& visual : link.visuals)
      if (visual.material && visual.material->name) rename(NameKind::material, *visual.material->name);
  rename(NameKind::robot, model_.name);
  for (Link& link : model_.links) rename(NameKind::link, link.name);
  for (Joint& joint : model_.joints) rename(NameKind::joint, joint.name);
  for (Frame& frame : model_.frames) rename(NameKind::frame, frame.name);
  for (Material& material : model_.materials) rename(NameKind::material, material.name);
  model_.rebuild_index();
}

std::optional<std::string> RenamedModel::difference_from(const Model& other) const {
  if (model_ == other) return std::nullopt;
  const std::vector<ModelDifference> found = compare_models(model_, other).differences;
  if (found.empty()) return "something else than the name is written differently";
  return concat("something else than the name changes: ", message_of(found.front()),
                found.size() > 1 ? concat(", and ", found.size() - 1, " more") : "");
}

RenamedModel::Names names_made_anew(const Model& was, const RenamedModel::Names& known, const Model& is) {
  RenamedModel::Names found;
  bool are_as_many = true;
  const auto add = [&](NameKind kind, const auto& before, const auto& after) {
    are_as_many = are_as_many && before.size() == after.size();
    for (std::size_t i = 0; are_as_many && i < before.size(); ++i)
      if (const std::pair name(kind, before[i].name);
          before[i].name != after[i].name && !known.contains(name))
        found[name] = after[i].name;
  };
  add(NameKind::link, was.links, is.links);
  add(NameKind::joint, was.joints, is.joints);
  add(NameKind::frame, was.frames, is.frames);
  add(NameKind::material, was.materials, is.materials);
  return are_as_many ? found : RenamedModel::Names();
}

std::optional<std::string> difference_of_semantics(Semantics semantics, const RenamedModel::Names& names,
                                                   const Semantics& other) {
  for_each_name(semantics, [&](SemanticName& name, SemanticKind kind, bool) {
    const auto found = names.find({name_kind(kind), name.text});
    if (found != names.end()) name.text = found->second;
  });
  if (semantics == other) return std::nullopt;
  return "something else than the name changes";
}

}  // namespace romas::lsp
