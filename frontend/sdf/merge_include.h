// <include merge="true">: the content of a model moves up into the model around it.
#pragma once

#include <vector>

#include "frontend/sdf/includes.h"

namespace romas::sdf {

// The attribute of the frame that stands for a merged model: the frame in the model to which the pose
// belongs. SDF has it for models only.
inline constexpr std::string_view kPlacementFrame = "placement_frame";

// Names of frames that stand for merged models begin with it.
inline constexpr std::string_view kMergedPrefix = "_merged__";

// Returns the elements that stand in the outer model or world (`parent`: which of the two) in place of
// `model`: a frame _merged__NAME__model__ in its place, and its links, joints, frames, models, grippers,
// plugins and elements of other vocabularies, in which the frame stands for __model__. Lost content is
// reported (RM1901), and so are links and grippers that would stand in a world. Names are kept by `sources`.
std::vector<XmlElement> merged_content(XmlElement model, std::string_view parent, const Versions& versions,
                                       SourceManager& sources, DiagnosticEngine& diagnostics);

}  // namespace romas::sdf
