#include "ir/model/edit.h"

#include <algorithm>
#include <cassert>

namespace romas {

void Renumbering::remove(EntityKind kind, const std::vector<bool>& removed) {
  std::vector<std::uint32_t> new_index(removed.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < removed.size(); ++i) new_index[i] = removed[i] ? kRemoved : next++;
  set(kind, std::move(new_index));
}

void Renumbering::reorder(EntityKind kind, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> new_index(order.size(), kRemoved);
  for (std::size_t i = 0; i < order.size(); ++i) new_index[order[i]] = static_cast<std::uint32_t>(i);
  set(kind, std::move(new_index));
}

std::uint32_t Renumbering::operator()(EntityKind kind, std::uint32_t old_index) const {
  const auto& new_index = map(kind);
  return new_index.empty() ? old_index : new_index[old_index];
}

namespace {

constexpr std::uint32_t kRemoved = Renumbering::kRemoved;

// Stores of entities that are moved or removed.
void permute_stores(Model& model, const Renumbering& renumbering) {
  for_each_store(model, [&](EntityKind kind, auto& store) {
    const auto& new_index = renumbering.map(kind);
    if (new_index.empty()) return;
    assert(new_index.size() == store.size());
    std::remove_reference_t<decltype(store)> moved(static_cast<std::size_t>(
        std::count_if(new_index.begin(), new_index.end(), [](auto i) { return i != kRemoved; })));
    for (std::size_t i = 0; i < store.size(); ++i)
      if (new_index[i] != kRemoved) moved[new_index[i]] = std::move(store[i]);
    store = std::move(moved);
  });
}

// Parts hold ids without names.
void renumber_parts(Model& model, const Renumbering& renumbering) {
  const auto follow = [&](auto id, EntityKind kind) {
    if (!id) return id;
    const std::uint32_t index = renumbering(kind, static_cast<std::uint32_t>(id.index()));
    return index == kRemoved ? decltype(id)() : decltype(id)(index);
  };
  for (Part& part : model.parts) {
    part.block = follow(part.block, EntityKind::block);
    part.link = follow(part.link, EntityKind::link);
    part.joint = follow(part.joint, EntityKind::joint);
  }
}

// Returns the new index of every extension.
std::vector<std::uint32_t> renumber_extensions(Model& model, const PlaceFunction& new_place) {
  std::vector<std::uint32_t> new_index(model.extensions.size(), kRemoved);
  std::vector<Extension> kept;
  kept.reserve(model.extensions.size());
  for (std::size_t i = 0; i < model.extensions.size(); ++i) {
    const std::optional<Place> owner = new_place(model.extensions[i].owner);
    if (!owner) continue;
    new_index[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(model.extensions[i]));
    kept.back().owner = *owner;
  }
  model.extensions = std::move(kept);
  return new_index;
}

// Comments of entities that are removed.
using OrphanedComments = std::unordered_map<Place, std::vector<LayoutItem>, PlaceHash>;

std::vector<LayoutItem> renumber_items(std::vector<LayoutItem> items, const Renumbering& renumbering,
                                       const std::vector<std::uint32_t>& extension_index,
                                       const OrphanedComments& orphans) {
  std::vector<LayoutItem> kept;
  kept.reserve(items.size());
  for (LayoutItem& item : items) {
    if (item.kind == LayoutItem::Kind::entity) {
      const std::uint32_t index = renumbering(item.entity, item.index);
      if (index == kRemoved) {
        const auto orphaned = orphans.find(Place{item.entity, Slot::self, 0, item.index, 0});
        if (orphaned != orphans.end())
          kept.insert(kept.end(), orphaned->second.begin(), orphaned->second.end());
        continue;
      }
      item.index = index;
    } else if (item.kind == LayoutItem::Kind::extension) {
      if (extension_index[item.index] == kRemoved) continue;
      item.index = extension_index[item.index];
    }
    kept.push_back(item);
  }
  return kept;
}

void renumber_layout(Model& model, const Renumbering& renumbering,
                     const std::vector<std::uint32_t>& extension_index, const PlaceFunction& new_place) {
  OrphanedComments orphans;
  for (const auto& [place, items] : model.layout.children) {
    if (new_place(place)) continue;
    auto& comments = orphans[Place{place.kind, Slot::self, 0, place.index, 0}];
    std::copy_if(items.begin(), items.end(), std::back_inserter(comments),
                 [](const LayoutItem& item) { return item.kind == LayoutItem::Kind::comment; });
  }
  // Comments of several slots of one entity are sorted in the source's order, because the map has none.
  for (auto& [place, comments] : orphans)
    std::sort(comments.begin(), comments.end(),
              [](const LayoutItem& a, const LayoutItem& b) { return a.index < b.index; });

  decltype(model.layout.children) children;
  for (auto& [place, items] : model.layout.children)
    if (const auto target = new_place(place))
      children[*target] = renumber_items(std::move(items), renumbering, extension_index, orphans);
  model.layout.children = std::move(children);

  decltype(model.layout.prefixed_names) prefixed;
  for (auto& [place, names] : model.layout.prefixed_names)
    if (const auto target = new_place(place)) prefixed[*target] = std::move(names);
  model.layout.prefixed_names = std::move(prefixed);
}

}  // namespace

void renumber(Model& model, const Renumbering& renumbering) {
  const auto new_place = [&](const Place& place) -> std::optional<Place> {
    if (place.kind == EntityKind::robot) return place;
    Place moved = place;
    moved.index = renumbering(place.kind, place.index);
    if (moved.index == kRemoved) return std::nullopt;
    return moved;
  };
  permute_stores(model, renumbering);
  renumber_parts(model, renumbering);
  const auto extension_index = renumber_extensions(model, new_place);
  renumber_layout(model, renumbering, extension_index, new_place);
  model.rebuild_index();
}

void relocate_places(Model& model, const PlaceFunction& new_place, const PlaceFunction& new_layout_place) {
  const auto extension_index = renumber_extensions(model, new_place);
  renumber_layout(model, Renumbering(), extension_index, new_layout_place ? new_layout_place : new_place);
  model.rebuild_index();
}

void append_to_layout(Model& model, const Place& place, const LayoutItem& item) {
  if (const auto found = model.layout.children.find(place); found != model.layout.children.end())
    found->second.push_back(item);
}

}  // namespace romas
