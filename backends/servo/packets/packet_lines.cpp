#include "backends/servo/packets/packet_lines.h"

#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

std::string bytes_text(const ServoPacket& packet) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : packet) {
    if (!text.empty()) text.push_back(' ');
    text.push_back(kDigits[byte >> 4U]);
    text.push_back(kDigits[byte & 15U]);
  }
  return text;
}

std::string packet_line(PacketUse use, const ServoPacket& packet, std::string_view comment) {
  constexpr std::size_t kComments = 58;  // column
  std::string text = concat(use == PacketUse::read ? "read    " : "write   ", bytes_text(packet));
  if (comment.empty()) return text + "\n";
  if (text.size() < kComments) text.append(kComments - text.size(), ' ');
  return concat(text, "  # ", one_line(comment), "\n");
}

}  // namespace romas
