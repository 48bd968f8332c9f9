// Frames whose z is an axis.
#pragma once

#include "ir/values/spatial.h"

namespace romas {

// A rotation that takes z to the unit vector; a signed permutation where it can be one.
Matrix3 frame_on_axis(const Vector3& axis);

// The rotation that takes z to the unit vector by the shortest way; half a turn about x for -z. Exact for z
// and -z.
Matrix3 plane_frame(const Vector3& axis);

}  // namespace romas
