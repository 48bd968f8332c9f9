// Closed triangle meshes as solid bodies: whether they enclose a volume, and its exact mass properties.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/values/spatial.h"

namespace romas {

struct TriangleMesh {
  using Triangle = std::array<std::uint32_t, 3>;  // indices of vertices, counter-clockwise seen from outside
  std::vector<Vector3> vertices;                  // m
  std::vector<Triangle> triangles;
};

// Merges vertices with exactly the same position (an STL file repeats them for every triangle).
void weld_vertices(TriangleMesh& mesh);

// Indices of the triangles of zero area, ascending: their corners coincide or lie on one line.
std::vector<std::size_t> degenerate_triangles(const TriangleMesh& mesh);

// An edge of a triangle, with its vertices in ascending order.
struct MeshEdge {
  std::uint32_t low = 0, high = 0;
  std::uint32_t triangle = 0;
  bool ascending = false;  // the triangle passes it from low to high
};
// By their vertices, and then by their triangle.
std::vector<MeshEdge> sorted_edges(const TriangleMesh& mesh);

// A fault that keeps a mesh from enclosing a volume. A surface is closed if the triangles pass each edge
// equally often in both directions: once in each for a consistent surface.
struct SurfaceFault {
  enum class Kind : std::uint8_t {
    open_edge,    // no triangle lies on the other side
    turned_edge,  // the triangle on the other side has the opposite orientation
    uneven_edge,  // more than two triangles meet, unequally often in both directions
  } kind = Kind::open_edge;
  std::size_t triangle = 0;             // one that has the edge
  std::array<std::uint32_t, 2> edge{};  // vertices
};
struct SurfaceCheck {
  std::size_t faulty_edges = 0;
  std::optional<SurfaceFault> first;  // of the triangle that comes first
  bool closed() const { return faulty_edges == 0; }
};
// Corners must be welded.
SurfaceCheck check_surface(const TriangleMesh& mesh);

// Mass (the volume in m³ for density 1), centre of mass and tensor of the solid inside of a closed surface.
// With the triangles turned inwards the volume is negative, and the tensor has the opposite sign. The sum
// over the tetrahedra between the triangles and one point: F. Tonon, "Explicit exact formulas for the 3-D
// tetrahedron inertia tensor in terms of its vertex coordinates", J. Math. Stat. 1 (2005), as second moments:
// ∫ x xᵀ dV = det/120 (Σ v vᵀ + s sᵀ) with s = Σ v over the corners of a tetrahedron at the origin.
SpatialInertia integrate_volume(const TriangleMesh& mesh, double density);

// How many of the mesh's extents are more than rounding: 3 for a body, 2 for a flat one, 1 for a line.
int mesh_dimensions(const TriangleMesh& mesh, const Vector3& scale);

// Reverses the orientation of every triangle.
void turn_inside_out(TriangleMesh& mesh);

}  // namespace romas
