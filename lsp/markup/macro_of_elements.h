// A xacro macro in place of equal elements of a text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/markup/format.h"
#include "lsp/markup/macro_parameters.h"
#include "lsp/markup/tree.h"

namespace romas::markup {

// The elements that can become one macro with this one, itself too, in the order of the text; at least two,
// or none. Left out are elements that xacro does not evaluate where they stand, and those to which a comment
// belongs that silences rules. None for elements with fewer than two others in them, for what defines names,
// and where xacro means nothing.
std::vector<NodeId> elements_for_macro(const Tree& tree, NodeId element);

struct MacroOfElements {
  std::string name;
  Edit definition;          // in front of everything that uses it
  std::vector<Edit> calls;  // for each element, in the same order
};
// `macros`: the names that macros have. What the text expands to stays the same, comments too, if the values
// are what they seem to be; `as_texts` helps where computed texts look like numbers (make_parameters).
// Nothing where it cannot be written. Precondition: the elements are those of elements_for_macro().
std::optional<MacroOfElements> macro_of_elements(const Tree& tree, const std::vector<NodeId>& elements,
                                                 const NameSet& macros, bool as_texts);

}  // namespace romas::markup
