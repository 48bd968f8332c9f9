// Names that are known in a part of an expression: those of `let … in`, and the variables of lists.
#pragma once

#include <vector>

#include "frontend/language/typing/definitions.h"
#include "frontend/language/typing/outline.h"

namespace romas::language {

// Adds the local names in the heads of all statements, each with the bytes in which it is known. A text that
// is half typed may lack the end of an expression: then that is the end of the head.
void add_local_names(const Outline& outline, std::vector<Definition>& definitions);

}  // namespace romas::language
