// What can be typed at a position, and the parameters of what is being called there.
#pragma once

#include <optional>

#include "lsp/protocol/editing_types.h"
#include "lsp/workspace.h"

namespace romas::lsp {

// In XML and the Romas language, complete or half typed. `snippets`: the client knows places in what it
// inserts.
CompletionList completion(Workspace& workspace, const View& view, Position position, bool snippets);

// Of the macro, function or module in whose call the position stands.
std::optional<SignatureHelp> signature_help(Workspace& workspace, const View& view, Position position);

// What is said of the element or attribute under the position.
std::optional<Hover> hover_word(Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
