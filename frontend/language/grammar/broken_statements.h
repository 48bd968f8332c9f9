// Facts that can still be read from a statement with errors.
#pragma once

#include "frontend/language/grammar/token_reader.h"
#include "frontend/language/syntax/ast.h"

namespace romas::language {

// Whether the name that it defines is known, so that its uses are no errors.
bool defines_name(const Statement& s);
// Whether a link or joint stands within another one, where it is none: what it was meant to be is lost.
bool holds_entity(const TokenBatch& batch);

}  // namespace romas::language
