// Parses a single expression: what stands between braces in a string, and the values of -D.
#pragma once

#include <optional>

#include "frontend/language/ast.h"
#include "support/diagnostic.h"

namespace romas::language {

// The expression that the range holds, and nothing else. Errors are reported; nothing comes back then.
std::optional<Expr> parse_expression(SourceRange range, const SourceManager& sources,
                                     DiagnosticEngine& diagnostics);

}  // namespace romas::language
