// The context of the stages of one compilation, and the status with which each of them ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "passes/pass/pass.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas::driver {

// From good to bad: of two stages the worse one counts.
enum class CompileStatus : std::uint8_t { ok, errors, unreadable, internal_error };

// A stage reports findings, lists the files that it reads, and prints requested texts. It changes nothing
// else: its product is returned.
struct Stage {
  SourceManager& sources;
  DiagnosticEngine& diagnostics;
  std::vector<std::string>& files_read;  // for depfiles
  std::string& printed;                  // output of --print-after and similar options, and internal errors
  // The number of diagnostics.collected() that were found before the first output; each target adds its own.
  std::size_t collected_before_outputs = 0;
  PassCount passes = {};  // that were numbered for --opt-bisect-limit
};

}  // namespace romas::driver
