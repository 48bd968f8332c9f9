// Puts a model into the form that URDF can say, and reports what it cannot.
#pragma once

#include <optional>

#include "backends/target.h"
#include "ir/model.h"

namespace romas::urdf {

// Name of the format in Layout::format.
inline constexpr std::string_view kFormat = "urdf";

// True if the model was read from URDF: then it is printed in the words of its source.
inline bool from_urdf(const Model& model) { return model.layout.format == kFormat; }

// What changes, for models that come from elsewhere:
//   frames that no <frame> wrote (Blocks' bodies and contacts, lumped links) become links without mass on
//     fixed joints (RM1902)
//   ball, universal and screw joints become joints of Drake's dialect (RM1216)
//   materials of visuals get names (RM1902), because other readers reject a material without one
//   where there are quaternions the version of URDF is named; a file that was read from URDF keeps what it
//     said, even if it named none
// What is lost: gravity, ellipsoids of models that were not read from URDF, foreign content of Blocks
// (RM1901). Nothing if the model can be printed as it is.
std::optional<Model> legalize(const Model& model, TargetContext& context);

}  // namespace romas::urdf
