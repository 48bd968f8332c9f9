// Properties of the tolerant reader that hold for every text. Tests and a fuzz target check them.
#pragma once

#include <string>
#include <string_view>

#include "lsp/markup/tree/tree.h"

namespace romas::test {

// Returns a fault in how the text is read; empty if all of this is true:
// - The tokens cover the text without a gap.
// - Nodes stand in order, lie in their parents, and `parent` and `next` say the same.
// - Each offset has a place, whose word holds the offset.
// - If the text is well-formed, the tree is that of the compiler's reader: names, attributes, values, ranges.
std::string problem_of(std::string_view text);

// A node a line, indented: "<joint name=\"a\"> 0-16 … </joint>".
std::string print(const markup::Tree& tree);

}  // namespace romas::test
