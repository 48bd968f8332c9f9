// Formatting: texts of the Romas language in their canonical style; of XML the indentation and the breaks
// between attributes alone.
#pragma once

#include <optional>
#include <vector>

#include "lsp/protocol/editing_types.h"
#include "lsp/reading/documents.h"

namespace romas::lsp {

// Returns the edits that format a document. There are none for a text that is not complete, or that is
// formatted already. `within`: only there; in a text of the language, the white space in front of each word
// that begins there.
std::vector<TextEdit> format_document(const Document& document, PositionEncoding encoding,
                                      const FormattingOptions& options,
                                      const std::optional<Range>& within = std::nullopt);

}  // namespace romas::lsp
