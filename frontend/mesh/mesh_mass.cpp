#include "frontend/mesh/mesh_mass.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "frontend/mesh/convex_hull.h"

namespace romas {

namespace {

// Integrals of 1, x and x xᵀ.
struct Moments {
  double zeroth = 0;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();

  SpatialInertia inertia() const {
    const Vector3 centre = first / zeroth;
    const Matrix3 about_centre = second - zeroth * centre * centre.transpose();
    return {zeroth, centre, about_centre.trace() * Matrix3::Identity() - about_centre};
  }
};

// A simplex of measure m with the corners v has the moments m s / n and m (Σ v vᵀ + s sᵀ) / (n (n + 1)), with
// s = Σ v over its n corners: of triangles n is 3, of tetrahedra 4 (mesh_volume.h).
void add_simplex(Moments& moments, double measure, const Vector3& sum, const Matrix3& squares, int n) {
  moments.zeroth += measure;
  moments.first += measure / n * sum;
  moments.second += measure / (n * (n + 1)) * (squares + sum * sum.transpose());
}

Matrix3 corners_of(const TriangleMesh& mesh, const TriangleMesh::Triangle& triangle) {
  Matrix3 corners;
  corners << mesh.vertices[triangle[0]], mesh.vertices[triangle[1]], mesh.vertices[triangle[2]];
  return corners;
}

Moments surface(const TriangleMesh& mesh) {
  Moments moments;
  for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
    const Matrix3 v = corners_of(mesh, triangle);
    const double area = (v.col(1) - v.col(0)).cross(v.col(2) - v.col(0)).norm() / 2;
    add_simplex(moments, area, v.rowwise().sum(), v * v.transpose(), 3);
  }
  return moments;
}

// About a point, of the tetrahedra between it and the triangles.
Moments volume(const TriangleMesh& mesh, const Vector3& point, MeshMass kind) {
  Moments moments;
  for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
    const Matrix3 v = corners_of(mesh, triangle).colwise() - point;
    const double signed_volume = v.determinant() / 6;
    add_simplex(moments, kind == MeshMass::legacy ? std::abs(signed_volume) : signed_volume,
                v.rowwise().sum(), v * v.transpose(), 4);
  }
  return moments;
}

// MuJoCo takes the centre of mass from the tetrahedra to the middle of the surface, and mass and tensor from
// those to this centre. It makes no difference where they fill a closed surface once.
std::optional<SpatialInertia> filled(const TriangleMesh& mesh, const Vector3& middle, MeshMass kind) {
  const Moments first = volume(mesh, middle, kind);
  if (!(first.zeroth > 0)) return std::nullopt;
  const Vector3 centre = middle + first.first / first.zeroth;
  const Moments moments = volume(mesh, centre, kind);
  if (!(moments.zeroth > 0)) return std::nullopt;
  return SpatialInertia{moments.zeroth, centre,
                        moments.second.trace() * Matrix3::Identity() - moments.second};
}

}  // namespace

std::optional<SpatialInertia> mesh_mass(const TriangleMesh& mesh, MeshMass kind) {
  if (kind == MeshMass::convex) {
    auto hull = convex_hull(mesh.vertices);
    if (!hull) return std::nullopt;
    return mesh_mass({mesh.vertices, std::move(*hull)}, MeshMass::exact);
  }
  const Moments moments = surface(mesh);
  if (!(moments.zeroth > 0)) return std::nullopt;
  if (kind == MeshMass::shell) return moments.inertia();
  return filled(mesh, moments.first / moments.zeroth, kind);
}

}  // namespace romas
