// Hovers on names of a program, on expressions and on numbers.
#pragma once

#include <optional>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// A property, parameter or argument: its values in the instances, and where each comes from; a macro with its
// parameters.
std::optional<Hover> hover_program_name(const Workspace& workspace, const View& view, Position position);
// The values of an expression in its instances.
std::optional<Hover> hover_value(const Workspace& workspace, const View& view, Position position);
// A number in other units.
std::optional<Hover> hover_number(const Workspace& workspace, const View& view, Position position);
// Returns the comment above a definition in the Romas language ('///'). `definition` begins at the name.
// Returns an empty text if there is no comment, or if the text is in another language.
std::string documentation_in_romas(const SourceManager& sources, SourceRange definition);

}  // namespace romas::lsp
