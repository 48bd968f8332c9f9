// What the stages of one compilation work with, and how each of them can end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/diagnostic.h"
#include "support/source_manager.h"

namespace romas::driver {

// From good to bad: of two stages the worse one counts.
enum class CompileStatus : std::uint8_t { ok, errors, unreadable, internal_error };

// A stage reports findings, adds the files that it reads, and prints what was asked for. Only these three
// change: what it makes is returned.
struct Stage {
  SourceManager& sources;
  DiagnosticEngine& diagnostics;
  std::vector<std::string>& files_read;  // for depfiles
  std::string& printed;                  // what --print-after and its like show, and internal errors
};

}  // namespace romas::driver
