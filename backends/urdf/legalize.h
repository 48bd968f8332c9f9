// Rewrites a model so that URDF can express it, and reports what URDF cannot.
#pragma once

#include <optional>

#include "backends/target.h"
#include "ir/model.h"

namespace romas::urdf {

// Name of the format in Layout::format.
inline constexpr std::string_view kFormat = "urdf";

// True if the model was read from URDF: it is then printed in the words of its source.
inline bool from_urdf(const Model& model) { return model.layout.format == kFormat; }

// Changes to models from other formats:
//   frames that no <frame> wrote (Blocks' bodies and contacts, lumped links) become links without mass on
//     fixed joints (RM1902)
//   ball, universal and screw joints become joints of Drake's dialect (RM1216)
//   materials of visuals get names (RM1902), because other readers reject a material without one
//   the version of URDF is named if there are quaternions; a file that was read from URDF keeps its version,
//     or none
// Losses (RM1901): gravity, ellipsoids of models that were not read from URDF, foreign content of Blocks.
// Returns nothing if the model can be printed as it is.
std::optional<Model> legalize(const Model& model, TargetContext& context);

}  // namespace romas::urdf
