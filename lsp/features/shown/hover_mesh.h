// The hover on a mesh.
#pragma once

#include <optional>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// On the name of a mesh file: its triangles, its box as the description scales it, and its volume.
std::optional<Hover> hover_mesh(Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
