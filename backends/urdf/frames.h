// Named frames in URDF, which has no element for them.
#pragma once

#include <string>
#include <vector>

#include "backends/target.h"
#include "ir/model/model.h"

namespace romas {

// The values of --frames.
std::vector<std::string> frame_form_names();

namespace urdf {

enum class FrameForm : unsigned char {
  links,  // a link without mass behind a fixed joint: every reader has its pose
  drake,  // <frame> of Drake's dialect, which other readers skip
  drop
};

// The form that was asked for. Otherwise frames of a model that was read from URDF stay what they are there,
// and those of other models become links.
FrameForm frame_form(const Model& model, const TargetOptions& options);

// Brings the frames into a form other than `drake`: reports each as rewritten (RM1902) or lost (RM1901), and
// removes it from the model's frames.
void legalize_frames(Model& model, FrameForm form, TargetContext& context);

}  // namespace urdf

}  // namespace romas
