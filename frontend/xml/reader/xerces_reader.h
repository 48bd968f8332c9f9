// Reads XML with Xerces-C: any text, and the errors of those that are not well-formed.
#pragma once

#include "frontend/xml/reader/xml_reader.h"

namespace romas {

// Reads as read_xml does, which must have found the text to be valid UTF-8 and within the limits. A document
// type declaration is skipped. `recovers`: elements around mistakes are read (recovering_reader.h).
bool read_with_xerces(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics, const XmlSink& sink,
                      std::size_t max_elements, bool recovers);

}  // namespace romas
