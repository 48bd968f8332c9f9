// The mass of a mesh: as a solid, and in the ways of MuJoCo's <mesh inertia> since 3.0.
#pragma once

#include <optional>

#include "frontend/mesh/mesh_volume.h"

namespace romas {

enum class MeshMass : std::uint8_t {
  solid,   // the volume that the triangles enclose; parts that are turned inwards and are no cavities are
           // turned
  exact,   // the same, but such parts are subtracted
  legacy,  // the tetrahedra between the triangles and the middle of the surface: what lies in several counts
           // several times
  convex,  // the volume of the convex hull
  shell,   // the surface
};

// Returns the inertia at density 1: the mass is the volume in m³, or the area in m² of a shell. Returns
// nothing if the mass is not positive.
std::optional<SpatialInertia> mesh_mass(const TriangleMesh& mesh, MeshMass kind);

}  // namespace romas
