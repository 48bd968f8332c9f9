// The finding on an element that the format does not have at its place.
#pragma once

#include <string>
#include <string_view>

#include "frontend/xml/reader/xml_element.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Reports RM1002. If `near`, the nearest name that the format has, is not empty, the message asks for it and
// the fix suggests it in both tags.
void report_unknown_element(DiagnosticEngine& diagnostics, const XmlElement& element, std::string message,
                            std::string_view near);

// Reports an element whose name is written wrong, where a required one is missing (RM1013). The fix writes
// `meant` in both tags.
void report_misnamed_element(DiagnosticEngine& diagnostics, const XmlElement& element, std::string message,
                             std::string_view meant);

}  // namespace romas
