// The bytes that a text of the language may hold.
#pragma once

#include "support/findings/diagnostic.h"

namespace romas::language {

// Reports a text that is not UTF-8 or holds a NUL character, and returns false then. The parser relies on
// this check.
bool check_encoding(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics);

}  // namespace romas::language
