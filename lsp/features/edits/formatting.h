// Formatting: texts of the Romas language in their canonical style; of XML the indentation and the breaks
// between attributes alone.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lsp/markup/changes/format.h"
#include "lsp/protocol/editing_types.h"
#include "lsp/reading/documents.h"

namespace romas::lsp {

// Settings for the layout of XML. An empty member leaves the default.
struct FormatSettings {
  std::optional<std::size_t> columns;
  std::optional<markup::AttributeBreaks> attributes;
};
// "fill", "each" or "keep". Returns nullopt for another word.
std::optional<markup::AttributeBreaks> attribute_breaks(std::string_view word);

// Returns the edits that format a document. Properties of .editorconfig come before the options of
// the client and before `settings`. There are none for a text that is not complete, or that is
// formatted already. `within`: only there; in a text of the language, the white space in front of each word
// that begins there.
std::vector<TextEdit> format_document(const Document& document, PositionEncoding encoding,
                                      const FormattingOptions& options, const FormatSettings& settings,
                                      const std::optional<Range>& within = std::nullopt);

}  // namespace romas::lsp
