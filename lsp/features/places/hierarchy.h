// Hierarchies of macros by their calls, and of links by their joints.
#pragma once

#include <vector>

#include "lsp/protocol/editing_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// The macros that the position names.
std::vector<HierarchyItem> prepare_calls(const Workspace& workspace, const View& view, Position position);
// `item`: what prepare_calls gave. Calls by macros, and by files outside of all macros, of every robot that
// reads the file; with what each call gives.
std::vector<CallHierarchyIncomingCall> incoming_calls(Workspace& workspace, const HierarchyItem& item);
std::vector<CallHierarchyOutgoingCall> outgoing_calls(Workspace& workspace, const HierarchyItem& item);

// The links or modules that the position names; the link above one and those below it, the modules that a
// module is made of and those that are made of it.
std::vector<HierarchyItem> prepare_links(const Workspace& workspace, const View& view, Position position);
std::vector<HierarchyItem> parent_links(Workspace& workspace, const HierarchyItem& item);
std::vector<HierarchyItem> child_links(Workspace& workspace, const HierarchyItem& item);

}  // namespace romas::lsp
