// The XML parser, Xerces-C: reads every text, and finds what is wrong with those that are not well-formed.
#pragma once

#include "frontend/xml/xml_reader.h"

namespace romas {

// Reads a text as read_xml says, once that has found it to be valid UTF-8 and within the limits. A document
// type declaration is stepped over.
bool read_with_xerces(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics,
                      const XmlSink& sink);

}  // namespace romas
