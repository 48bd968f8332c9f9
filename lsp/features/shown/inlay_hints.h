// Hints between the words of a text: values of expressions, degrees behind radians, the mass of the robot,
// poses of links, names of parameters.
#pragma once

#include <vector>

#include "lsp/protocol/editing_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

struct HintKinds {
  bool values = true, degrees = true, mass = true, poses = true, parameters = true;
};

// Names of parameters in the Romas language, the others in XML. Files of more than 5,000 lines have none.
std::vector<InlayHint> inlay_hints(Workspace& workspace, const View& view, Range range,
                                   const HintKinds& kinds);

}  // namespace romas::lsp
