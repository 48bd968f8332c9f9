// How a Place addresses lists inside of lists. Frontends file extensions and layouts under these places,
// backends look them up.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/model/place.h"

namespace romas {

// The element of an entity itself.
inline Place entity_place(EntityKind kind, std::size_t index) {
  return {kind, Slot::self, 0, static_cast<std::uint32_t>(index), 0};
}

// The place of a child element: the `index`-th of its slot in the element at `parent`.
//   link             visual i: sub = i; its origin, geometry, …: the same sub
//   transmission     joint i: sub = i; its hardware interface k: subsub = k; likewise actuators, whose
//                    children have the top bit of sub set; what is said of the whole transmission: all bits set
//   ros2_control     component c: sub = c; its interface k: subsub = k; parameters: subsub = number, and sub
//                    says of what
inline Place child_place(const Place& parent, Slot slot, std::size_t index = 0) {
  constexpr std::uint32_t kWhole = 0xffffffff;
  constexpr std::uint32_t kActuator = 0x80000000;
  Place place{parent.kind, slot, static_cast<std::uint16_t>(index), parent.index, parent.sub};
  switch (parent.slot) {
    case Slot::self:
      place.sub = slot == Slot::mechanical_reduction ? kWhole : static_cast<std::uint32_t>(index);
      place.subsub = 0;
      break;
    case Slot::transmission_actuator: place.sub = parent.sub | kActuator; break;
    case Slot::hardware: place.sub = kWhole; break;
    case Slot::component:
      if (slot == Slot::parameter) place.sub = parent.sub << 16U | 0xffffU;
      break;
    case Slot::command_interface: place.sub = parent.sub << 16U | (parent.subsub & 0x7fffU); break;
    case Slot::state_interface: place.sub = parent.sub << 16U | 0x8000U | (parent.subsub & 0x7fffU); break;
    default: break;
  }
  return place;
}

}  // namespace romas
