// Explains why a text is not well-formed XML: errors (RM1001) that say what to do.
#pragma once

#include <cstddef>
#include <string_view>

#include "frontend/xml/mistakes/xml_mistakes.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Why a text is not well-formed.
struct ExplainedXml {
  std::size_t first = 0;  // the place of the first mistake
  BrokenXml xml;
  bool is_xml = true;  // mistakes aside
};

// Reports the mistakes of a text of which the XML parser complained at an offset. Its words are used only if
// no mistake is found without it.
ExplainedXml explain_malformed(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
                               std::string_view complaint, std::size_t offset);

}  // namespace romas
