// String literals of the language.
#pragma once

#include <string>

#include "frontend/language/syntax/ast.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

// The text that a literal "…" or r#"…"# (with its quotes) stands for. In "…" an unescaped '{' begins an
// interpolated value: then `pieces` gets texts and values. Wrong escapes are reported and stand for
// themselves.
std::string read_string(SourceRange literal, const SourceManager& sources, DiagnosticEngine& diagnostics,
                        TemplatePtr& pieces);

// Returns the place in the file at which the byte of that text with this offset is written. The end of the
// text is at the closing quote. Only for literals without interpolated values.
std::uint32_t place_in_string(SourceRange literal, const SourceManager& sources, std::size_t offset);

}  // namespace romas::language
