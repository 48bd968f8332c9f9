// Joints that turn about two axes, one after the other: revolute2, and universal joints that the model's own
// universal joint cannot say (about x, then y of its frame, without limits, followed by nobody).
#pragma once

#include "frontend/sdf/includes.h"

namespace romas::sdf {

// Replaces each of them in a model, and in the models in it, by two revolute joints with a massless link
// between: NAME_axis1 turns about the first axis, and NAME, which keeps its place and its name, about the
// second one. Joints that follow the first axis of NAME follow NAME_axis1. Each is reported (RM1902), and so
// is a revolute2 joint without its axes. Names are kept by `sources`.
void split_two_axis_joints(XmlElement& model, const Versions& versions, SourceManager& sources,
                           DiagnosticEngine& diagnostics);

}  // namespace romas::sdf
