// Hovers: properties of the thing that a name refers to, values and meanings.
#pragma once

#include <optional>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// Describes the first of these that the position has: a name of a program with its values, a link, joint or
// other thing of a robot, a key of YAML, the value of an expression, the file of a mesh, a number in other
// units, the meaning of an element or attribute. A link has its mass, centre of mass, principal moments, the
// mass of all links that hang on it, and its pose in the root with all joints at zero. A joint has its type,
// limits, axis in the root frame, gravity load against effort, and the joint that it mimics.
std::optional<Hover> hover(Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
