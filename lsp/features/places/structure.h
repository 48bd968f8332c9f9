// The structure of a text for an editor: folding and growing selections; tag pairs and colours of XML.
#pragma once

#include <optional>
#include <vector>

#include "lsp/protocol/editing_types.h"
#include "lsp/reading/documents.h"

namespace romas::lsp {

// Elements, macros and comments, statements of the Romas language, and keys and items of YAML of more than
// one line. The line of an end tag or closing brace stays visible.
std::vector<FoldingRange> folding_ranges(const Document& document, PositionEncoding encoding);
// One for each position, in order.
std::vector<SelectionRange> selection_ranges(const Document& document, PositionEncoding encoding,
                                             const std::vector<Position>& positions);
// The names of the start and end tag in one of which the position is.
std::optional<LinkedEditingRanges> linked_editing(const Document& document, PositionEncoding encoding,
                                                  Position position);
std::vector<ColorInformation> document_colors(const Document& document, PositionEncoding encoding);
std::vector<ColorPresentation> color_presentations(const Color& color, Range range);

}  // namespace romas::lsp
