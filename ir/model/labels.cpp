#include "ir/model/labels.h"

#include <ostream>

#include "ir/model/entity.h"
#include "ir/model/place_words.h"
#include "support/text/text.h"

namespace romas {

namespace {

// "joint 3", "robot".
std::string number_label(EntityKind kind, std::size_t index) {
  if (kind == EntityKind::robot) return std::string(to_string(kind));
  return concat(to_string(kind), " ", index);
}
template <class Entity>
std::string number_label(EntityKind kind, Id<Entity> id) {
  return id ? number_label(kind, id.index()) : concat("no ", to_string(kind));
}
template <class Entity>
std::string label_of(const Model& model, EntityKind kind, Id<Entity> id) {
  return id ? label(model, kind, id.index()) : number_label(kind, id);
}

}  // namespace

std::string label(const Model& model, EntityKind kind, std::size_t index) {
  const std::string name = entity_name(model, kind, index);
  return name.empty() ? number_label(kind, index) : concat(number_label(kind, index), " '", name, "'");
}

std::string label(const Model& model, LinkId id) { return label_of(model, EntityKind::link, id); }
std::string label(const Model& model, JointId id) { return label_of(model, EntityKind::joint, id); }
std::string label(const Model& model, MaterialId id) { return label_of(model, EntityKind::material, id); }
std::string label(const Model& model, BlockId id) { return label_of(model, EntityKind::block, id); }
std::string label(const Model& model, const Place& place) {
  return label(model, place.kind, place.index) + slot_path(place);
}

std::ostream& operator<<(std::ostream& out, LinkId id) { return out << number_label(EntityKind::link, id); }
std::ostream& operator<<(std::ostream& out, JointId id) { return out << number_label(EntityKind::joint, id); }
std::ostream& operator<<(std::ostream& out, MaterialId id) {
  return out << number_label(EntityKind::material, id);
}
std::ostream& operator<<(std::ostream& out, BlockId id) { return out << number_label(EntityKind::block, id); }
std::ostream& operator<<(std::ostream& out, const Place& place) {
  return out << number_label(place.kind, place.index) << slot_path(place);
}

}  // namespace romas
