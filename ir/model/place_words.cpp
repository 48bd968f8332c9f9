#include "ir/model/place_words.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

namespace {
constexpr std::array kSlotWords = {
#define SLOT(name) std::string_view(#name),
#include "ir/model/slots.def"
#undef SLOT
};
}  // namespace

std::string_view to_string(Slot slot) {
  const auto index = static_cast<std::size_t>(slot);
  return index < kSlotWords.size() ? kSlotWords[index] : std::string_view();
}

std::string slot_path(const Place& place) {
  if (place.slot == Slot::self && place.sub == 0 && place.subsub == 0) return {};
  std::string path = concat(".", to_string(place.slot));
  if (place.sub != 0 || place.subsub != 0) path += concat("[", place.sub, "]");
  if (place.subsub != 0) path += concat("[", place.subsub, "]");
  return path;
}

// Without a default: the compiler says when an enumerator has no word.
std::string_view to_string(Frame::Origin origin) {
  switch (origin) {
    case Frame::Origin::written: return "written";
    case Frame::Origin::lumped_link: return "lumped_link";
    case Frame::Origin::block_body: return "block_body";
    case Frame::Origin::contact: return "contact";
  }
  return {};
}

std::vector<std::string_view> slot_words() { return {kSlotWords.begin(), kSlotWords.end()}; }

std::optional<EntityKind> parse_entity_kind(std::string_view word) {
  for (std::size_t i = 0; i < kEntityKindCount; ++i)
    if (entity_kind_name(static_cast<EntityKind>(i)) == word) return static_cast<EntityKind>(i);
  return std::nullopt;
}
std::optional<Slot> parse_slot(std::string_view word) {
  const auto found = std::find(kSlotWords.begin(), kSlotWords.end(), word);
  if (found == kSlotWords.end()) return std::nullopt;
  return static_cast<Slot>(found - kSlotWords.begin());
}
std::optional<Frame::Origin> parse_frame_origin(std::string_view word) {
  for (unsigned i = 0; !to_string(static_cast<Frame::Origin>(i)).empty(); ++i)
    if (to_string(static_cast<Frame::Origin>(i)) == word) return static_cast<Frame::Origin>(i);
  return std::nullopt;
}

// --- EntityNames -------------------------------------------------------------------------------------------

namespace {

template <class Entity>
std::optional<std::string_view> own_name(const Entity& entity) {
  if constexpr (std::is_same_v<Entity, Gazebo> || std::is_same_v<Entity, Part>) {
    return std::nullopt;
  } else if constexpr (std::is_same_v<Entity, Block>) {
    return entity.id;
  } else if constexpr (std::is_same_v<Entity, Transmission>) {
    return entity.name ? std::optional<std::string_view>(*entity.name) : std::nullopt;
  } else {
    return entity.name;
  }
}

}  // namespace

const EntityNames::Map& EntityNames::map(EntityKind kind) const {
  auto& slot = maps_[static_cast<std::size_t>(kind)];
  if (slot) return *slot;
  slot.emplace();
  for_each_store(model_, [&](EntityKind stored, const auto& store) {
    if (stored != kind) return;
    for (std::size_t i = 0; i < store.size(); ++i)
      if (const auto name = own_name(store[i])) slot->emplace(*name, static_cast<std::uint32_t>(i));
  });
  return *slot;
}

std::optional<std::uint32_t> EntityNames::find(EntityKind kind, std::string_view name) const {
  const auto found = map(kind).find(name);
  return found == map(kind).end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string_view> EntityNames::unique_name(EntityKind kind, std::uint32_t index) const {
  std::optional<std::string_view> name;
  for_each_store(model_, [&](EntityKind stored, const auto& store) {
    if (stored == kind && index < store.size()) name = own_name(store[index]);
  });
  return name && find(kind, *name) == index ? name : std::nullopt;
}

std::vector<std::string_view> EntityNames::all(EntityKind kind) const {
  std::vector<std::string_view> names;
  for_each_store(model_, [&](EntityKind stored, const auto& store) {
    if (stored != kind) return;
    for (const auto& entity : store)
      if (const auto name = own_name(entity)) names.push_back(*name);
  });
  return names;
}

}  // namespace romas
