// Unused definitions, hidden names and code that never runs in the main file.
#pragma once

#include "frontend/language/lower/session.h"
#include "frontend/language/program/file_text.h"

namespace romas::language {

// Reports them. Imported files are checked when they are compiled themselves. A file that makes no robot
// defines things for other files, so only its imports and private definitions can be unused.
void find_unused_definitions(const FileText& text, Session& session);

}  // namespace romas::language
