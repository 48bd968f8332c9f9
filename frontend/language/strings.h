// String literals of the language.
#pragma once

#include <string>

#include "frontend/language/ast.h"
#include "support/diagnostic.h"

namespace romas::language {

// The text that a literal "…" or r#"…"# (with its quotes) stands for. In "…" an unescaped '{' begins an
// interpolated value: then `pieces` gets texts and values. Wrong escapes are reported and stand for
// themselves.
std::string read_string(SourceRange literal, const SourceManager& sources, DiagnosticEngine& diagnostics,
                        TemplatePtr& pieces);

}  // namespace romas::language
