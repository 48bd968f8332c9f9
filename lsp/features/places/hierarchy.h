// Hierarchies of macros by their calls, and of links by their joints.
#pragma once

#include <vector>

#include "lsp/protocol/editing_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// The macros that the position names.
std::vector<HierarchyItem> prepare_calls(const Workspace& workspace, const View& view, Position position);
// `item`: what prepare_calls gave. Calls by macros, and by files outside of all macros.
std::vector<CallHierarchyIncomingCall> incoming_calls(Workspace& workspace, const HierarchyItem& item);
std::vector<CallHierarchyOutgoingCall> outgoing_calls(Workspace& workspace, const HierarchyItem& item);

// The links that the position names; the link above one, and those below it.
std::vector<HierarchyItem> prepare_links(const Workspace& workspace, const View& view, Position position);
std::vector<HierarchyItem> parent_links(Workspace& workspace, const HierarchyItem& item);
std::vector<HierarchyItem> child_links(Workspace& workspace, const HierarchyItem& item);

}  // namespace romas::lsp
