// The canonical style of a document.
#pragma once

#include <vector>

#include "lsp/documents.h"

namespace romas::lsp {

// The edits that bring a text of the Romas language into its canonical style, as `romasc --reformat` does;
// none where it has errors, and for other formats.
std::vector<TextEdit> format_document(const Document& document, PositionEncoding encoding);

}  // namespace romas::lsp
