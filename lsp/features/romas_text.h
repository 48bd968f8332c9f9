// A document of the Romas language for lsp/language: the files around it, and what is shown of its calls.
#pragma once

#include <optional>
#include <vector>

#include "lsp/language/names.h"
#include "lsp/protocol/editing_types.h"
#include "lsp/workspace.h"

namespace romas::lsp {

// Whether a document is read as the Romas language, complete or not.
bool is_romas(const Document& document);

// What a text cannot tell: files from the editor and the disk, and the servos of the compiler. Refers to the
// workspace, which lives on.
typing::TextFacts romas_facts(Workspace& workspace, const View& view);

// Of the function or module in whose call the position stands.
std::optional<SignatureHelp> romas_signature_help(Workspace& workspace, const View& view, Position position);

// The names of parameters in front of the values of calls.
std::vector<InlayHint> romas_parameter_hints(Workspace& workspace, const View& view, Range range);

// What an angle is in degrees that the text gives in radians or by a call, as each robot computes it.
std::vector<InlayHint> romas_degree_hints(const Workspace& workspace, const View& view, Range range);

// How a definition is shown; nothing: it is not.
std::optional<SymbolKind> symbol_kind(language::Definition::Kind kind);

// Modules with what they hold, functions, values and parameters of the file; robots too, where nothing else
// is known of them.
std::vector<DocumentSymbol> romas_symbols(const Workspace& workspace, const View& view, bool with_robots);

}  // namespace romas::lsp
