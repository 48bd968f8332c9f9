// What a name stands for, in figures.
#pragma once

#include <optional>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace.h"

namespace romas::lsp {

// Of a link: mass, centre of mass, principal moments, mass of all that hangs on it, pose in the root at zero.
// Of a joint: type, limits, axis in the root, gravity load against effort, whom it follows. Markdown.
std::optional<Hover> hover(const Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
