// Parses a single expression: what stands between braces in a string, and the values of -D.
#pragma once

#include <optional>

#include "frontend/language/syntax/ast.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

// Reads the whole range as one expression. Errors are reported, and nullopt is returned then.
std::optional<Expr> parse_expression(SourceRange range, const SourceManager& sources,
                                     DiagnosticEngine& diagnostics);

}  // namespace romas::language
