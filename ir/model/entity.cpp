#include "ir/model/entity.h"

#include <type_traits>

#include "support/text/text.h"

namespace romas {

std::string_view to_string(EntityKind kind) {
  constexpr std::array<std::string_view, kEntityKindCount> kNames = {
      "robot",      "link",          "joint",          "frame",        "material", "transmission", "sensor",
      "loop joint", "force element", "gazebo element", "ros2_control", "block",    "part"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::array<std::size_t, kEntityKindCount> entity_counts(const Model& model) {
  std::array<std::size_t, kEntityKindCount> counts{};
  counts[static_cast<std::size_t>(EntityKind::robot)] = 1;
  for_each_store(model, [&](EntityKind kind, const auto& store) {
    counts[static_cast<std::size_t>(kind)] = store.size();
  });
  return counts;
}

namespace {
template <class Entity>
std::string name_of(const Entity& entity) {
  if constexpr (std::is_same_v<Entity, Gazebo>) {
    return entity.reference.value_or("");
  } else if constexpr (std::is_same_v<Entity, Part>) {
    return concat(entity.id);
  } else if constexpr (std::is_same_v<Entity, Transmission>) {
    return entity.name.value_or("");
  } else {
    return entity.name;
  }
}
}  // namespace

std::string entity_name(const Model& model, EntityKind kind, std::size_t index) {
  if (kind == EntityKind::robot) return model.name;
  std::string name;
  for_each_store(model, [&](EntityKind store_kind, const auto& store) {
    if (store_kind == kind && index < store.size()) name = name_of(store[index]);
  });
  return name;
}

std::string describe(const Model& model, EntityKind kind, std::size_t index) {
  const std::string name = entity_name(model, kind, index);
  return name.empty() ? concat("a ", to_string(kind)) : concat(to_string(kind), " '", name, "'");
}

}  // namespace romas
