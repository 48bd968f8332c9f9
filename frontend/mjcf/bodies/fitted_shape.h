// Shapes that MuJoCo fits to a mesh: <geom type="capsule" mesh="m"/>. Sizes are those of MuJoCo 3.3.
#pragma once

#include <optional>
#include <string_view>

#include "ir/model/links.h"
#include "ir/values/spatial.h"

namespace romas::mjcf {

// A box along axes P, by half its edges.
struct FitBox {
  RigidTransform X_MP;  // its middle and axes, in the frame of the mesh
  Vector3 halves;       // m
};

// The box with the moments of a mesh of density 1, the longest edge along z. MuJoCo turns the axes until the
// products of inertia are below 1e-12 kg m², and takes moments that differ by less for equal: the box of a
// mesh of a few millimetres stands along the axes of the mesh.
FitBox inertia_box(const SpatialInertia& body);

// The shape of this type (sphere, capsule, cylinder, ellipsoid, box) for a box of moments, or, where
// `around`, for a box that the shape is to reach around a mesh; sizes are `scale` times as large. Nothing for
// other types.
std::optional<Shape> fitted_shape(std::string_view type, const Vector3& halves, bool around, double scale);

}  // namespace romas::mjcf
