// Whether edits of a document leave its robots what they are.
#pragma once

#include <string>
#include <vector>

#include "lsp/markup/changes/format.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// There are robots that read the document, all of them without errors, and what a target makes of them
// ("expanded", "romas") is the same to the byte after the edits, which do not overlap.
bool leave_robots_alone(Workspace& workspace, const View& view, const std::vector<markup::Edit>& edits,
                        const std::string& target);

}  // namespace romas::lsp
