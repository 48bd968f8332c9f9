// The entities of a model by kind: their number, names and places in the source. For messages, and for code
// that treats all kinds alike.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "ir/model/model.h"

namespace romas {

inline constexpr std::size_t kEntityKindCount = static_cast<std::size_t>(EntityKind::part) + 1;

// "link", "loop joint", …
std::string_view to_string(EntityKind kind);

// Calls visit(kind, store) for the store of every kind; the robot itself has none.
template <class ModelRef, class Visit>
void for_each_store(ModelRef& model, Visit&& visit) {
  visit(EntityKind::link, model.links);
  visit(EntityKind::joint, model.joints);
  visit(EntityKind::frame, model.frames);
  visit(EntityKind::material, model.materials);
  visit(EntityKind::transmission, model.transmissions);
  visit(EntityKind::sensor, model.sensors);
  visit(EntityKind::loop_joint, model.loop_joints);
  visit(EntityKind::force_element, model.force_elements);
  visit(EntityKind::gazebo, model.gazebos);
  visit(EntityKind::ros2_control, model.ros2_controls);
  visit(EntityKind::block, model.blocks);
  visit(EntityKind::part, model.parts);
}

// Number of entities by kind, indexed by the kind; the robot counts 1.
std::array<std::size_t, kEntityKindCount> entity_counts(const Model& model);

// The name of an entity; empty where it has none (a <gazebo>: what it refers to; a part: its number).
std::string entity_name(const Model& model, EntityKind kind, std::size_t index);
// "joint 'elbow'", "a transmission" where there is no name.
std::string describe(const Model& model, EntityKind kind, std::size_t index);

// The best place to report something about a whole entity: its name, else all of it.
template <class Entity>
SourceRange name_place(const Entity& entity) {
  return entity.name_range.valid() ? entity.name_range : entity.range;
}
// The place of a part of an entity, or of the entity where the source gives no place for the part.
template <class Entity>
SourceRange place_or_name(SourceRange range, const Entity& entity) {
  return range.valid() ? range : name_place(entity);
}

}  // namespace romas
