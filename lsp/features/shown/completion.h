// Completion at a position, and the parameters of the call around it.
#pragma once

#include <optional>

#include "lsp/protocol/editing_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// Completes words in XML and the Romas language, complete or half typed. `snippets`: the client knows places
// in inserted text.
CompletionList completion(Workspace& workspace, const View& view, Position position, bool snippets);

// Describes the macro, function or module in whose call the position is.
std::optional<SignatureHelp> signature_help(Workspace& workspace, const View& view, Position position);

// Describes the element or attribute under the position.
std::optional<Hover> hover_word(Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
