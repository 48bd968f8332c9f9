#include "lsp/names.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "ir/visit.h"

namespace romas::lsp {

namespace {

class Collector {
 public:
  Collector(const SourceManager& sources, std::vector<NameUse>& uses) : sources_(sources), uses_(uses) {}

  void collect(const Model& model, std::uint32_t robot) {
    robot_ = robot;
    add_definitions(model);
    add_link_refs(model);
    add_joint_refs(model);
    add_materials(model);
  }

 private:
  void add(EntityKind kind, const std::string& name, SourceRange range, bool is_definition, EntityKind owner,
           std::size_t index) {
    if (!range.valid() || name.empty()) return;
    uses_.push_back({{robot_, kind, name}, sources_.written(range), range, is_definition, owner, index});
  }
  void define(EntityKind kind, const std::string& name, SourceRange range, std::size_t index) {
    add(kind, name, range, true, kind, index);
  }
  void refer(EntityKind kind, const std::string& name, SourceRange range, EntityKind owner,
             std::size_t index) {
    add(kind, name, range, false, owner, index);
  }

  void add_definitions(const Model& model) {
    add(EntityKind::robot, model.name, model.name_range, true, EntityKind::robot, 0);
    for (std::size_t i = 0; i < model.links.size(); ++i)
      define(EntityKind::link, model.links[i].name, model.links[i].name_range, i);
    for (std::size_t i = 0; i < model.joints.size(); ++i)
      define(EntityKind::joint, model.joints[i].name, model.joints[i].name_range, i);
    for (std::size_t i = 0; i < model.frames.size(); ++i)
      define(EntityKind::frame, model.frames[i].name, model.frames[i].name_range, i);
    for (std::size_t i = 0; i < model.materials.size(); ++i)
      define(EntityKind::material, model.materials[i].name, model.materials[i].name_range, i);
  }

  void add_link_refs(const Model& model) {
    for_each_link_ref(model, [&](const LinkRef& ref, EntityKind owner, std::size_t i) {
      refer(EntityKind::link, ref.name, ref.range, owner, i);
    });
    for (std::size_t i = 0; i < model.gazebos.size(); ++i) {
      const Gazebo& gazebo = model.gazebos[i];
      if (!gazebo.reference) continue;
      const EntityKind kind = gazebo.joint && !gazebo.link ? EntityKind::joint : EntityKind::link;
      refer(kind, *gazebo.reference, gazebo.reference_range, EntityKind::gazebo, i);
    }
  }

  void add_joint_refs(const Model& model) {
    for_each_joint_ref(model, [&](const JointRef& ref, EntityKind owner, std::size_t i) {
      refer(EntityKind::joint, ref.name, ref.range, owner, i);
    });
    for (std::size_t i = 0; i < model.ros2_controls.size(); ++i)
      for (const Ros2Component& component : model.ros2_controls[i].components)
        if (component.kind == Ros2Component::Kind::joint)
          refer(EntityKind::joint, component.name, component.name_range, EntityKind::ros2_control, i);
  }

  void add_materials(const Model& model) {
    for (std::size_t i = 0; i < model.links.size(); ++i)
      for (const Visual& visual : model.links[i].visuals)
        if (visual.material && visual.material->name)
          refer(EntityKind::material, *visual.material->name, visual.material->name_range, EntityKind::link,
                i);
  }

  const SourceManager& sources_;
  std::vector<NameUse>& uses_;
  std::uint32_t robot_ = 0;
};

auto place(const NameUse& use) { return std::tuple(use.range.file, use.range.begin, use.range.end); }

}  // namespace

NameTable::NameTable(const std::vector<Model>& models, const SourceManager& sources) {
  Collector collector(sources, uses_);
  for (std::size_t i = 0; i < models.size(); ++i) collector.collect(models[i], static_cast<std::uint32_t>(i));
  std::stable_sort(uses_.begin(), uses_.end(),
                   [](const NameUse& a, const NameUse& b) { return place(a) < place(b); });
}

std::vector<const NameUse*> NameTable::at(FileId file, std::size_t offset) const {
  std::vector<const NameUse*> found;
  // Names do not overlap, so that those before the offset which do not reach it end the search.
  auto use = std::upper_bound(
      uses_.begin(), uses_.end(), std::pair(file, offset), [](const auto& wanted, const NameUse& candidate) {
        return wanted < std::pair(candidate.range.file, std::size_t{candidate.range.begin});
      });
  while (use != uses_.begin()) {
    --use;
    if (use->range.file != file || use->range.end < offset) break;
    found.push_back(&*use);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<const NameUse*> NameTable::of(const NamedThing& thing) const {
  std::vector<const NameUse*> found;
  std::set<std::tuple<FileId, std::uint32_t, std::uint32_t>> places;
  for (const bool definitions : {true, false})
    for (const NameUse& use : uses_)
      if (use.is_definition == definitions && use.thing == thing && places.insert(place(use)).second)
        found.push_back(&use);
  return found;
}

const NameUse* NameTable::definition(const NamedThing& thing) const {
  for (const NameUse& use : uses_)
    if (use.is_definition && use.thing == thing) return &use;
  return nullptr;
}

}  // namespace romas::lsp
