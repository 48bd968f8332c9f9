// Layouts of packets in device files: the key `packets` of a family.
#pragma once

#include <vector>

#include "frontend/servo/device_registers.h"
#include "ir/servo/packet_layout.h"

namespace romas {

// Reads a map of names and layouts. A layout with a mistake is reported and left out.
std::vector<PacketLayout> read_packet_layouts(const YamlNode& node, DeviceFileProblems& problems);

// Reports registers of layouts that are none, and packets of registers that are none.
void check_packet_layouts(SourceRange place, const std::vector<PacketLayout>& layouts,
                          std::vector<ServoRegisterDraft>& registers, DeviceFileProblems& problems);

}  // namespace romas
