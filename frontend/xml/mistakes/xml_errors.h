// Explains why a text is not well-formed XML: errors (RM1001) that say what to do.
#pragma once

#include <cstddef>
#include <string_view>

#include "support/findings/diagnostic.h"

namespace romas {

// Reports the mistakes of a text of which the XML parser complained at an offset. Its words are used only if
// no mistake is found without it. Returns the place of the first mistake.
std::size_t explain_malformed(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
                              std::string_view complaint, std::size_t offset);

}  // namespace romas
