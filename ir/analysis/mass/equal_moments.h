// Simple solids with the mass, centre of mass and inertia of a body: pictures of what its tensor says.
#pragma once

#include "ir/values/spatial.h"

namespace romas {

// A box and an ellipsoid of uniform density, centred at the centre of mass, both with the body's moments. If
// no body can have the tensor, they have the moments of the nearest possible one
// (ir/analysis/mass/physical_inertia.h).
struct EqualMoments {
  Matrix3 R_LP;             // principal axes P in the frame L of the inertia, right-handed
  Vector3 box_size;         // m, full edges along the principal axes
  Vector3 ellipsoid_radii;  // m
  bool possible = true;     // a body has this mass and tensor
};

// Second moments are s = m a²/12 for an edge a, and s = m r²/5 for a half axis r. Sizes are zero where the
// mass is not positive. Precondition: all numbers are finite.
EqualMoments equal_moments(const SpatialInertia& inertia);

}  // namespace romas
