// Reads texts without errors by the grammar's own tables: what the generated parser does, but with a small
// tree, and without its search for what an error might mean. Where it says no, the generated parser looks
// again, and says why.
#pragma once

#include <vector>

#include "frontend/language/parse_tree.h"

namespace romas::language {

struct Walk {
  // Else the words do not fit, or are nested too deep for the stack, and the tree is of no use.
  bool whole = false;
  std::uint32_t reached = 0;  // the furthest word that was looked at
};

// The words as the rule of the grammar, all of them. Of several ways to go on the first is taken that fits by
// itself, without a look at what comes behind it.
Walk walk_rule(std::size_t rule, const std::vector<Lexeme>& words, ParseTree& tree);

}  // namespace romas::language
