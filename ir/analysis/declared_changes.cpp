#include "ir/analysis/declared_changes.h"

#include "ir/analysis/kinematic_tree.h"
#include "ir/visit.h"

namespace romas {

namespace {

// References follow the names of what they refer to.
void rename_references(Model& model) {
  for_each_link_ref(model, [&](LinkRef& ref, EntityKind, std::size_t) {
    if (ref.id) ref.name = model.link(ref.id).name;
  });
  for_each_joint_ref(model, [&](JointRef& ref, EntityKind, std::size_t) {
    if (ref.id) ref.name = model.joint(ref.id).name;
  });
  model.rebuild_index();
}

}  // namespace

void DeclaredChanges::rename(EntityKind kind, std::size_t index, std::string name) {
  renamings_.push_back({kind, index, std::move(name)});
}

void DeclaredChanges::allow(EntityKind entity, std::string_view name, Kind kind, std::string_view field) {
  allowed_.emplace(entity, name, kind, field);
}

Model DeclaredChanges::renamed(const Model& model) const {
  Model result = model;
  for (const Renaming& renaming : renamings_) {
    switch (renaming.kind) {
      case EntityKind::robot: result.name = renaming.name; break;
      case EntityKind::link: result.links[renaming.index].name = renaming.name; break;
      case EntityKind::joint: result.joints[renaming.index].name = renaming.name; break;
      case EntityKind::frame: result.frames[renaming.index].name = renaming.name; break;
      default: break;  // other entities are not compared by name
    }
  }
  rename_references(result);
  return result;
}

Model DeclaredChanges::with_names_of(const Model& model, const Model& output) const {
  Model result = output;
  const KinematicTree tree(output);
  for (const JointId id : unnamed_) {
    const LinkId child = output.find_link(model.joint(id).child.name);
    const JointId joint = child ? tree.parent_joint(child) : JointId();
    if (joint && output.joint(joint).type == JointType::floating)
      result.joint(joint).name = model.joint(id).name;
  }
  rename_references(result);
  return result;
}

bool DeclaredChanges::allows(const ModelDifference& difference) const {
  const auto is_allowed = [&](std::string_view field) {
    return allowed_.contains({difference.entity, difference.name, difference.kind, std::string(field)});
  };
  return is_allowed({}) || is_allowed(difference.field);
}

std::vector<ModelDifference> DeclaredChanges::undeclared_differences(
    const Model& model, const Model& output, const CompareTolerances& tolerances) const {
  const Model expected = renamings_.empty() ? model : renamed(model);
  auto differences =
      compare_models(expected, unnamed_.empty() ? output : with_names_of(expected, output), tolerances);
  std::erase_if(differences, [&](const ModelDifference& difference) { return allows(difference); });
  return differences;
}

}  // namespace romas
