// Links that a simulator puts where it is told, and no force moves.
#pragma once

#include "ir/model/model.h"

namespace romas {

// Whether the joint stands for such a motion: it floats, and MJCF calls its child a mocap body. The format
// has no joint for it.
bool is_moved_from_outside(const Model& model, const Joint& joint);

}  // namespace romas
