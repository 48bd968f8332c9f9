#include "ir/compare/declared_changes.h"

#include <filesystem>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/compare/rename_references.h"
#include "ir/packages/file_names.h"

namespace romas {

void DeclaredChanges::rename(EntityKind kind, std::size_t index, std::string name) {
  renamings_.push_back({kind, index, std::move(name)});
}

void DeclaredChanges::allow(EntityKind entity, std::string_view name, std::string_view field) {
  allowed_.emplace(entity, name, field);
}

void DeclaredChanges::move_files(Model& model, const std::string& output_folder) const {
  for_each_file_name(model, [&](std::string& filename) {
    if (const auto found = files_.find(filename); found != files_.end())
      filename = (std::filesystem::path(output_folder) / found->second).lexically_normal().string();
  });
}

Model DeclaredChanges::renamed(const Model& model, const std::string& output_folder) const {
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
  for (const auto& [shape, name] : shape_names_) {
    Link& link = result.links[shape.index];
    (shape.slot == Slot::visual ? link.visuals[shape.sub].name : link.collisions[shape.sub].name) = name;
  }
  if (!files_.empty()) move_files(result, output_folder);
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

std::pair<Model, Model> DeclaredChanges::with_common_names(const Model& model, const Model& output,
                                                           const std::string& output_folder) const {
  Model expected = renamed(model, output_folder);
  Model named = with_names_of(expected, output);
  expected.rebuild_index();
  named.rebuild_index();
  return {std::move(expected), std::move(named)};
}

bool DeclaredChanges::allows(const ModelDifference& difference) const {
  const bool missing = difference.change == ModelDifference::Change::removed;
  for (const SourceRange& range : allowed_ranges_) {
    const bool within =
        range.file == difference.a.file && range.begin <= difference.a.begin && difference.a.end <= range.end;
    // A part of foreign content may be left out, which is one difference of its whole text.
    const bool of_part = difference.field.starts_with("extension") && range.file == difference.a.file &&
                         difference.a.begin <= range.begin && range.end <= difference.a.end;
    if (difference.a.valid() && (range == difference.a || (missing && within) || of_part)) return true;
  }
  // "limit upper", "limit", and all of the entity
  std::string field = difference.field;
  while (!allowed_.contains({difference.entity, difference.name, field})) {
    if (field.empty()) return false;
    const std::size_t blank = field.rfind(' ');
    field.resize(blank == std::string::npos ? 0 : blank);
  }
  return true;
}

std::vector<ModelDifference> DeclaredChanges::all_differences(const Model& model, const Model& output,
                                                              const CompareOptions& options) const {
  if (files_.empty()) return compare_models(model, output, options).differences;
  Model expected = model;
  move_files(expected, options.b.folder);
  return compare_models(expected, output, options).differences;
}

std::vector<ModelDifference> DeclaredChanges::undeclared_differences(const Model& model, const Model& output,
                                                                     const CompareOptions& options) const {
  const bool changes_shapes = !shape_names_.empty() || !files_.empty();
  const Model expected = renamings_.empty() && !changes_shapes ? model : renamed(model, options.b.folder);
  std::vector<ModelDifference> differences =
      compare_models(expected, unnamed_.empty() ? output : with_names_of(expected, output), options)
          .differences;
  std::erase_if(differences, [&](const ModelDifference& difference) { return allows(difference); });
  return differences;
}

}  // namespace romas
