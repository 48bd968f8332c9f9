// The words by which texts name the kinds of entities and the slots of places ("link", "visual_material").
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/model.h"

namespace romas {

std::string_view to_string(EntityKind kind);
std::optional<EntityKind> parse_entity_kind(std::string_view word);
std::string_view to_string(Slot slot);
std::optional<Slot> parse_slot(std::string_view word);
// All words, for suggestions.
std::vector<std::string_view> entity_kind_words();
std::vector<std::string_view> slot_words();

std::string_view to_string(Frame::Origin origin);
std::optional<Frame::Origin> parse_frame_origin(std::string_view word);

// The name of an entity by kind and index in its store; nothing for kinds without names (gazebo, part), for unnamed entities
// and for indices out of range.
std::optional<std::string_view> entity_name(const Model& model, EntityKind kind, std::size_t index);
// How many entities the store of a kind has; the robot itself counts as one.
std::size_t entity_count(const Model& model, EntityKind kind);

}  // namespace romas
