// Whether the raw text of an extension can stand in XML as it is: targets copy it there.
#pragma once

#include "frontend/language/syntax/ast.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

// Reports the first thing for which a target could not take over the extension, at its place in the texts of
// the program (`name` and `raw`, which may have escapes or values in it):
//   of an element    a raw text that is not well-formed XML, or that is not exactly one element, processing
//                    instruction or piece of character data of the extension's name ("note", "?target", "")
//   of an attribute  a name that no attribute of XML can have; any raw text is right
void check_raw_text(const Extension& extension, const Name& name, const Text& raw,
                    const SourceManager& sources, DiagnosticEngine& diagnostics);

}  // namespace romas::language
