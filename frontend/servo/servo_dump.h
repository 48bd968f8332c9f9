// Reads a dump of servos' registers (--servo-present), as JSON or YAML:
//   {"servos": [{"bus": "", "id": 11, "registers": {"mode": 3, "84": 800, "0x607D:1": -512}}]}
// A register is given by its name, or by its address with an optional subindex after a colon. The default of
// the bus is "".
#pragma once

#include <optional>
#include <string>

#include "frontend/frontend.h"
#include "ir/servo/dump.h"

namespace romas {

// Returns nullopt if the file cannot be read or is malformed. Every problem is reported. The names of
// registers are not checked against devices.
std::optional<ServoDump> read_servo_dump(const std::string& path, FrontendContext& context);
// The same for a text that was read already.
std::optional<ServoDump> parse_servo_dump(FileId file, const SourceManager& sources,
                                          DiagnosticEngine& diagnostics);

}  // namespace romas
