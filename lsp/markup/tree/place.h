// Finds the element and word of a text in which a cursor is.
#pragma once

#include <vector>

#include "lsp/markup/tree/tree.h"

namespace romas::markup {

enum class Where : unsigned char {
  content,          // between tags, in or outside of an element
  tag_name,         // behind '<' or in the name of a start tag
  attribute_name,   // in one, or where one could begin
  attribute_value,  // between quotes, or behind '='
  in_tag,           // elsewhere in a start tag: behind a quote, in "/>"
  end_tag,          // behind "</" or in the name of an end tag
  comment,
  section,
  instruction,
  doctype,
};

struct Place {
  Where where = Where::content;
  // The elements around the place, the root first. In the tag of an element, those around that element.
  std::vector<NodeId> path;
  // The element whose tag it is, the end tag, comment and so on; kNone in content.
  NodeId node = kNone;
  // Index in Tree::attributes, in the name or value of one; kNone elsewhere.
  std::uint32_t attribute = kNone;
  // The name or value that the cursor is in; empty, at the cursor, if there is none.
  Range word;

  NodeId parent() const { return path.empty() ? kNone : path.back(); }
};

// The place of a cursor between two bytes; `offset` is at most the size of the text. Takes time logarithmic
// in the number of nodes, and linear in the depth and the size of a tag.
Place place_at(const Tree& tree, std::uint32_t offset);

// The innermost node whose range holds the range; kNone if none does.
NodeId innermost(const Tree& tree, Range range);

}  // namespace romas::markup
