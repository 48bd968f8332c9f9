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

// Where in the file the byte of that text with this offset is written; the closing quote for the text's end.
// Only for literals without interpolated values.
std::uint32_t place_in_string(SourceRange literal, const SourceManager& sources, std::size_t offset);

}  // namespace romas::language
