// What bytes a text of the language may hold.
#pragma once

#include "support/diagnostic.h"

namespace romas::language {

// False, and an error, where a text is not UTF-8 or holds a NUL character. The parser reads bytes and trusts
// them.
bool check_encoding(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics);

}  // namespace romas::language
