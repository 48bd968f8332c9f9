// The outline of a document, and search for names in the robots of a workspace.
#pragma once

#include <string>
#include <vector>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// The kinematic tree: a link holds its joints, and a joint its child link, as far as they stand in this
// document. Materials follow. Trees that are deeper than kDeepestOutline go on at their robot.
std::vector<DocumentSymbol> document_symbols(const Workspace& workspace, const View& view);

// Returns links, joints, robots, groups and macros whose names have the letters of the query in this order,
// in any case; at most 500. Those of open documents come first, then those of the folders, whose robots are
// read for the first search.
std::vector<SymbolInformation> workspace_symbols(Workspace& workspace, const std::string& query);

}  // namespace romas::lsp
