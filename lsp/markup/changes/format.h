// Canonical indentation of a text of XML. Only white space changes, and only where it means nothing: between
// the tags of elements that hold elements alone, and between attributes. A tidy text does not change: one
// that is indented by the step, with a line for each element, and start tags that fit or that the author
// broke.
#pragma once

#include <string>
#include <vector>

#include "lsp/markup/tree/tree.h"

namespace romas::markup {

// How a start tag that is too long for a line is broken. Line breaks of the author stay in each case.
enum class AttributeBreaks : unsigned char {
  fill,  // as many attributes on a line as fit
  each,  // a line for each attribute
  keep,  // not at all
};

struct FormatOptions {
  std::string indent = "  ";
  std::size_t columns = 120;
  AttributeBreaks attributes = AttributeBreaks::fill;
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
