// What is shown between the words of a text: values of expressions, degrees behind radians, the mass of the
// robot.
#pragma once

#include <vector>

#include "lsp/protocol/editing_types.h"
#include "lsp/workspace.h"

namespace romas::lsp {

struct HintKinds {
  bool values = true, degrees = true, mass = true;
};

// In XML, and not in files of more than 5,000 lines.
std::vector<InlayHint> inlay_hints(const Workspace& workspace, const View& view, Range range,
                                   const HintKinds& kinds);

}  // namespace romas::lsp
