// The part of the C tables for servos whose packets a device file lays out.
#pragma once

#include "backends/servo/table/servo_table.h"
#include "support/text/template.h"

namespace romas {

bool has_laid_packets(const ServoTable& table);

// The bytes of the longest packet of the tables and of the driver.
std::size_t laid_packet_bytes(const Model& model, const ServoTable& table);

// Adds what laid.h.in and laid.c.in need, and the holes for such motors in frames.h.in and frames.c.in; these
// are empty if no servo has such packets.
void add_laid_values(const Model& model, const ServoTable& table, TemplateValues& values);

}  // namespace romas
