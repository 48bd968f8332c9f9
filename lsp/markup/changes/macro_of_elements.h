// A xacro macro in place of equal elements of a text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/markup/changes/format.h"
#include "lsp/markup/changes/macro_parameters.h"
#include "lsp/markup/tree/tree.h"

namespace romas::markup {

// Returns the elements that can become one macro with this one, itself too, in the order of the text: at
// least two, or none. Elements that xacro does not evaluate where they are, and those with a comment that
// silences rules, are left out. Returns none for elements with fewer than two others in them, for elements
// that define names, and where xacro means nothing.
std::vector<NodeId> elements_for_macro(const Tree& tree, NodeId element);

struct MacroOfElements {
  std::string name;
  Edit definition;          // in front of everything that uses it
  std::vector<Edit> calls;  // for each element, in the same order
};
// `macros` are the names of the known macros. The expanded text stays the same, with its comments, if the
// values are of the kinds that they look like. `as_texts` helps if computed texts look like numbers
// (make_parameters). Returns nullopt if no macro can be written. Precondition: the elements are those of
// elements_for_macro().
std::optional<MacroOfElements> macro_of_elements(const Tree& tree, const std::vector<NodeId>& elements,
                                                 const NameSet& macros, bool as_texts);

}  // namespace romas::markup
