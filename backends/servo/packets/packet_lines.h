// Lines of packets in texts for people and for senders.
#pragma once

#include <string>
#include <string_view>

#include "backends/servo/packets/packets.h"

namespace romas {

enum class PacketUse : std::uint8_t { read, write };

// "ff ff fd 00 …"
std::string bytes_text(const ServoPacket& packet);
// "write   ff ff …   # torque_enable = 0", with its end.
std::string packet_line(PacketUse use, const ServoPacket& packet, std::string_view comment);

}  // namespace romas
