// A document of the Romas language for lsp/language: the files around it, and what is shown of its calls.
#pragma once

#include <optional>
#include <vector>

#include "lsp/language/names.h"
#include "lsp/protocol/editing_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// Whether a document is read as the Romas language, complete or not.
bool is_romas(const Document& document);

// Returns facts that lsp/language cannot take from a text: files from the editor and the disk, and the servos
// of the compiler. Refers to the workspace, which must outlive it.
typing::TextFacts romas_facts(Workspace& workspace, const View& view);

// Describes the function or module in whose call the position is.
std::optional<SignatureHelp> romas_signature_help(Workspace& workspace, const View& view, Position position);

// The names of parameters in front of the values of calls.
std::vector<InlayHint> romas_parameter_hints(Workspace& workspace, const View& view, Range range);

// Shows angles in degrees behind expressions in radians and behind calls, as each robot computes them.
std::vector<InlayHint> romas_degree_hints(const Workspace& workspace, const View& view, Range range);

// Returns the kind under which a definition is shown. Returns nullopt if it is not shown.
std::optional<SymbolKind> symbol_kind(language::Definition::Kind kind);

// Returns the modules with their contents, functions, values and parameters of the file; with `with_robots`
// also its robots.
std::vector<DocumentSymbol> romas_symbols(const Workspace& workspace, const View& view, bool with_robots);

}  // namespace romas::lsp
