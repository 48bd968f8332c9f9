// Which diagnostics of a report are shown.
#pragma once

#include "support/shown/diagnostic_render.h"

namespace romas {

// Calls `visit` for the diagnostics that the error limit lets through; returns how many errors it held back.
template <class Visit>
std::size_t for_each_shown(std::span<const Diagnostic> diagnostics, const RenderOptions& options,
                           Visit visit) {
  std::size_t errors = 0;
  std::size_t hidden = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::error && options.error_limit != 0 &&
        ++errors > options.error_limit) {
      ++hidden;
      continue;
    }
    visit(diagnostic);
  }
  return hidden;
}

}  // namespace romas
