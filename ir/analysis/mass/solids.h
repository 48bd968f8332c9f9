// Mass properties of solid shapes of uniform density, in closed form.
//
// A solid's spatial inertia stands in the shape's own frame: its centre, with the axes of ir/model/links.h.
// Solids of several shapes are summed with SpatialInertia's operator+, after expressed_in() has brought them
// to one frame.
#pragma once

#include <optional>

#include "ir/model/links.h"

namespace romas {

// Every function takes metres and kg/m³; with density 1 the mass is the volume in m³. The tensors are those
// of standard tables (Meriam, Kraige: Engineering Mechanics, Dynamics, table D/4; the capsule is a cylinder
// and two half balls, whose own centres lie 3/8 of the radius away from their flat faces).
SpatialInertia solid_box(const Vector3& size, double density);
SpatialInertia solid_cylinder(double radius, double length, double density);  // along z
SpatialInertia solid_sphere(double radius, double density);
SpatialInertia solid_capsule(double radius, double length,
                             double density);  // along z; the length is that of the cylindrical part
SpatialInertia solid_cone(double radius, double length,
                          double density);  // along z, the tip up; z = 0 is half way to the tip
SpatialInertia solid_ellipsoid(const Vector3& radii, double density);

// Nothing for a mesh: frontend/mesh/mesh_volume.h integrates its triangles.
std::optional<SpatialInertia> solid(const Shape& shape, double density);

// The surface of a shape with this mass a square metre, the ends of cylinders included. Nothing for
// ellipsoids, whose surface has no closed form, and meshes. Tensors: of thin plates, tubes and spheres
// (Meriam, Kraige, table D/4).
std::optional<SpatialInertia> shell(const Shape& shape, double density);

// The same body with another mass; the tensor is scaled with it. Precondition: the body has a mass other than
// 0.
SpatialInertia scaled_to_mass(const SpatialInertia& body, double mass);

}  // namespace romas
