// Removes or reorders entities of a model and updates everything that addresses them by index: ids, places of
// extensions, the Layout. All functions take time linear in the model.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ir/model/entity.h"

namespace romas {

// New indices of entities, by kind.
class Renumbering {
 public:
  // `new_index` holds the new index of every old one, or kRemoved; what remains must be numbered from 0
  // without gaps.
  static constexpr std::uint32_t kRemoved = 0xffffffff;
  void set(EntityKind kind, std::vector<std::uint32_t> new_index) {
    maps_[static_cast<std::size_t>(kind)] = std::move(new_index);
  }
  // Removes the marked entities and keeps the order of the others.
  void remove(EntityKind kind, const std::vector<bool>& removed);
  // `order` lists the old indices in their new order.
  void reorder(EntityKind kind, const std::vector<std::uint32_t>& order);

  // The new index of an entity, or kRemoved. Kinds that were not set stay as they are.
  std::uint32_t operator()(EntityKind kind, std::uint32_t old_index) const;
  const std::vector<std::uint32_t>& map(EntityKind kind) const {
    return maps_[static_cast<std::size_t>(kind)];
  }

 private:
  std::array<std::vector<std::uint32_t>, kEntityKindCount> maps_;
};

// Moves and removes entities. References by name are resolved anew; the ids that parts hold follow, or become
// invalid. Extensions of a removed entity are removed, too; relocate_places moves them elsewhere first.
// Comments of the Layout that stood in a removed entity move to where the entity stood.
void renumber(Model& model, const Renumbering& renumbering);

// Changes the places that extensions belong to, and those whose children the Layout orders
// (`new_layout_place`; the same function if it is left out). If the function returns nothing, the extension
// or the order of the children is dropped.
using PlaceFunction = std::function<std::optional<Place>(const Place&)>;
void relocate_places(Model& model, const PlaceFunction& new_place,
                     const PlaceFunction& new_layout_place = {});

// Appends an item to the order of the children of a place, where the source's order is kept at all.
void append_to_layout(Model& model, const Place& place, const LayoutItem& item);

}  // namespace romas
