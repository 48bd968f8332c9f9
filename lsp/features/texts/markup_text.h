// A document of XML as its tolerant tree, and its places in the protocol.
#pragma once

#include "lsp/markup/tree/tree.h"
#include "lsp/protocol/positions.h"
#include "lsp/reading/documents.h"

namespace romas::lsp {

// Whether a document is read as XML, complete or not.
bool is_markup(const Document& document);

struct MarkupText {
  MarkupText(const Document& document, PositionEncoding encoding)
      : tree(markup::parse(document.text)), positions(document.text, encoding) {}

  Range range(markup::Range bytes) const { return positions.range(bytes.begin, bytes.end); }
  std::uint32_t offset(Position position) const {
    return static_cast<std::uint32_t>(positions.offset(position));
  }

  markup::Tree tree;
  TextPositions positions;
};

}  // namespace romas::lsp
