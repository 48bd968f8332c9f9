// Packets whose layout a device file describes (the protocol `layout`).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "backends/servo/packets/packets.h"
#include "ir/servo/frame.h"

namespace romas {

// The values of a packet's fields besides constants and the servo's number, as raw bits.
struct LayoutValues {
  const ServoRegister* reg = nullptr;  // that is written or read
  std::uint64_t value = 0;
  std::function<std::optional<std::uint64_t>(std::string_view)> named;  // registers that go together
  std::array<std::int64_t, 5> codes{};                                  // of a command, by FrameField
};

// The packet of a layout. Empty if a field has nothing to hold.
ServoPacket layout_packet(const ServoFamily& family, const PacketLayout& layout, std::int64_t id,
                          const LayoutValues& values);

// The layout that writes or reads a register; null: there is none.
const PacketLayout* layout_to_write(const ServoFamily& family, const ServoRegister& reg);
const PacketLayout* layout_to_read(const ServoFamily& family, const ServoRegister& reg);

// Bytes of the packet's head that hold the identifier of a CAN frame; 0: it is a packet of a serial line.
std::size_t identifier_size(const PacketLayout& layout);

// The command to a motor (kCommandLayout): codes by FrameField, which are kept within their fields. Empty:
// the family has no such command.
ServoPacket command_packet(const ServoFamily& family, const ServoDevice& device, std::int64_t id,
                           const std::array<std::int64_t, 5>& codes);
// The nearest codes of values in SI units at the motor's output, by FrameField.
std::array<std::int64_t, 5> command_codes(const ServoDevice& device, const std::array<double, 5>& values);

}  // namespace romas
