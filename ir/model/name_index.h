// Finds the entities of a store by name, with four to eight bytes each: the names stay where they are.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace romas {

// A hash table of places in a store, open addressing with linear probing. It is built for a fixed store.
// After later changes of the store a search may miss names, but never returns a wrong entity.
class NameIndex {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  template <class Store>
  void build(const Store& store) {
    slots_.assign(std::bit_ceil(store.size() + store.size() / 2 + 1), kNone);
    for (std::size_t i = 0; i < store.size(); ++i) {
      const std::size_t slot = find_slot(store, store[i].name);
      if (slots_[slot] == kNone) slots_[slot] = static_cast<std::uint32_t>(i);
    }
  }

  // The place of the first entity with this name; kNone if there is none.
  template <class Store>
  std::uint32_t find(const Store& store, std::string_view name) const {
    return slots_.empty() ? kNone : slots_[find_slot(store, name)];
  }

 private:
  // Returns the slot of the name, or the empty slot at which the search for it ends.
  template <class Store>
  std::size_t find_slot(const Store& store, std::string_view name) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = std::hash<std::string_view>()(name) & mask;
    while (slots_[slot] != kNone && (slots_[slot] >= store.size() || store[slots_[slot]].name != name))
      slot = (slot + 1) & mask;
    return slot;
  }

  std::vector<std::uint32_t> slots_;  // a power of two of them, at least a third empty
};

}  // namespace romas
