// Elements of a text that say the same but for their values: the same tags, attributes, comments and children
// in the same order.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lsp/markup/tree/tree.h"

namespace romas::markup {

// All elements like this one, itself too, in the order of the text. Just this one where it is incomplete.
std::vector<NodeId> equal_elements(const Tree& tree, NodeId element);

// A value that is not the same text in all of them.
struct VaryingValue {
  std::uint32_t node = 0;      // of the attribute's element or the text, counted from the element
  std::string_view attribute;  // its name; empty for a text
  std::vector<Range> ranges;   // in each element: between the quotes; of a text without the blanks around
};
// Returns the varying values in the order of the text. Precondition: the elements are equal_elements() of one
// of them, or some of these.
std::vector<VaryingValue> varying_values(const Tree& tree, const std::vector<NodeId>& elements);

}  // namespace romas::markup
