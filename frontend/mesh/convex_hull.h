// The convex hull of points.
#pragma once

#include <optional>
#include <vector>

#include "frontend/mesh/mesh_volume.h"

namespace romas {

// Triangles between corners of the hull, counter-clockwise seen from outside; nothing where all points lie in
// one plane up to 1e-11 of their extent. Quickhull: C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The quickhull
// algorithm for convex hulls", ACM Trans. Math. Softw. 22 (1996). The surface is closed; points nearer to it
// than that bound may be no corners of it.
std::optional<std::vector<TriangleMesh::Triangle>> convex_hull(const std::vector<Vector3>& points);

}  // namespace romas
