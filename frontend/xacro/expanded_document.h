// The text that a file of xacro, or of any other XML, stands for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/xml/reader/write_xml.h"

namespace romas {

struct ExpandedDocument {
  std::string text;                // as --emit=expanded prints it
  std::vector<PrintedPart> parts;  // of the text; chains of calls are seen in context.sources
};

// Nothing, and reported, if there are errors.
std::optional<ExpandedDocument> expand_document(FileId file, FrontendContext& context);

}  // namespace romas
