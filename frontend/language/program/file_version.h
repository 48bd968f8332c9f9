// Versions of files, and what imports need of them.
#pragma once

#include <string_view>

#include "frontend/language/program/file_text.h"

namespace romas::language {

// version "1.2.0"; outside of robots. A second one and one that is none are reported.
void note_version(const Statement& s, Syntax& syntax, DiagnosticEngine& diagnostics);

// import "PATH" version "1.2": reports a file that has neither this version nor a later one that goes on with
// it. `imported`: how messages name the file. `meaning`: what was imported; null: that failed, or has errors,
// which are reported.
void check_version(const Statement& import, std::string_view imported, const Scope::Meaning* meaning,
                   DiagnosticEngine& diagnostics);

}  // namespace romas::language
