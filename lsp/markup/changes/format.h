// Canonical indentation of a text of XML. Only white space changes, and only where it means nothing: between
// the tags of elements that hold elements alone, and between attributes.
#pragma once

#include <string>
#include <vector>

#include "lsp/markup/tree/tree.h"

namespace romas::markup {

struct FormatOptions {
  std::string indent = "  ";
  std::size_t columns = 110;  // start tags that are longer get a line for each attribute
};

struct Edit {
  Range range;
  std::string text;
  friend bool operator==(const Edit&, const Edit&) = default;
};

// Returns the edits that format the text in the range, in the order of the text. Each changes only white
// space. There are none for a text with a start tag or end tag that lacks its other half, or that is nested
// too deeply, because its structure is unclear. Formatting twice changes nothing.
std::vector<Edit> format(const Tree& tree, Range within, const FormatOptions& options = {});
std::vector<Edit> format(const Tree& tree, const FormatOptions& options = {});

// The text after edits that do not overlap, in their order.
std::string apply_edits(std::string_view text, const std::vector<Edit>& edits);

}  // namespace romas::markup
