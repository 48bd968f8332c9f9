// String literals of the language.
#pragma once

#include <string>
#include <string_view>

#include "support/diagnostic.h"

namespace romas::language {

// The text that a literal "…" or r#"…"# (with its quotes) stands for. In names and messages an unescaped '{' begins an
// interpolation. Wrong escapes are reported and stand for themselves.
std::string read_string(std::string_view literal, SourceLocation begin, bool interpolates, DiagnosticEngine& diagnostics);

}  // namespace romas::language
