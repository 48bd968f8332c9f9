// What stands under a position: figures of what a name stands for, values, meanings.
#pragma once

#include <optional>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace.h"

namespace romas::lsp {

// Of a link: mass, centre of mass, principal moments, mass of all that hangs on it, pose in the root at zero.
// Of a joint: type, limits, axis in the root, gravity load against effort, whom it follows. Of names and
// expressions of a program: their values (hover_program.h). Of the name of a mesh: what its file holds. Of a
// number: other units. Of an element or attribute: what it means. The first of these that the position has, a
// name of the program before all.
std::optional<Hover> hover(Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
