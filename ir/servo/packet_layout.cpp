#include "ir/servo/packet_layout.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

unsigned layout_bits(const std::vector<PacketField>& fields) {
  unsigned bits = 0;
  for (const PacketField& field : fields) bits += field.bits;
  return bits;
}

const PacketLayout* find_layout(const std::vector<PacketLayout>& layouts, std::string_view name) {
  const auto found = std::find_if(layouts.begin(), layouts.end(),
                                  [&](const PacketLayout& layout) { return layout.name == name; });
  return found == layouts.end() ? nullptr : &*found;
}

const PacketLayout* find_answer(const std::vector<PacketLayout>& layouts, const PacketLayout& packet) {
  return find_layout(layouts, concat(packet.name, kAnswerEnding));
}

bool names_registers(const PacketLayout& layout) {
  return std::any_of(layout.data.begin(), layout.data.end(),
                     [](const PacketField& field) { return field.source == PacketField::Source::named; });
}

bool names_register(const PacketLayout& layout, std::string_view reg) {
  return std::any_of(layout.data.begin(), layout.data.end(), [&](const PacketField& field) {
    return field.source == PacketField::Source::named && field.reg == reg;
  });
}

}  // namespace romas
