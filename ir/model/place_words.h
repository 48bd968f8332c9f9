// The words by which texts name the slots of places ("visual_material"), kinds of entities and frames, and
// entities by name.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/model/entity.h"

namespace romas {

std::optional<EntityKind> parse_entity_kind(std::string_view word);  // as entity_kind_name() writes it
std::string_view to_string(Slot slot);
std::optional<Slot> parse_slot(std::string_view word);
std::vector<std::string_view> slot_words();  // all, for suggestions
// The part of a place behind its entity, as the language writes it: ".visual_origin[1]"; empty for the
// entity's own element.
std::string slot_path(const Place& place);

std::string_view to_string(Frame::Origin origin);
std::optional<Frame::Origin> parse_frame_origin(std::string_view word);

// Finds entities of every kind by name; the first of several with one name. Views into the model: it must not
// change.
class EntityNames {
 public:
  explicit EntityNames(const Model& model) : model_(model) {}
  // Nothing for kinds whose entities have no names of their own (gazebo, part) and for the robot.
  std::optional<std::uint32_t> find(EntityKind kind, std::string_view name) const;
  // The name if it finds this entity again.
  std::optional<std::string_view> unique_name(EntityKind kind, std::uint32_t index) const;
  std::vector<std::string_view> all(EntityKind kind) const;

 private:
  using Map = std::unordered_map<std::string_view, std::uint32_t>;
  const Map& map(EntityKind kind) const;
  const Model& model_;
  mutable std::array<std::optional<Map>, kEntityKindCount> maps_;  // made on first use
};

}  // namespace romas
