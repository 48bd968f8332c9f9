#include "frontend/mesh/mesh_volume.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <numeric>
#include <tuple>

namespace romas {

namespace {

// Lexicographic order of positions, in which -0 equals 0.
bool lies_before(const Vector3& a, const Vector3& b) {
  return std::tie(a.x(), a.y(), a.z()) < std::tie(b.x(), b.y(), b.z());
}

}  // namespace

void weld_vertices(TriangleMesh& mesh) {
  std::vector<std::uint32_t> order(mesh.vertices.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return lies_before(mesh.vertices[a], mesh.vertices[b]);
  });
  std::vector<std::uint32_t> first(mesh.vertices.size());  // the earliest vertex at the same place
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && mesh.vertices[order[i]] == mesh.vertices[order[i - 1]];
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  std::vector<std::uint32_t> renumbered(mesh.vertices.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (first[i] != i) continue;
    renumbered[i] = static_cast<std::uint32_t>(kept);
    mesh.vertices[kept++] = mesh.vertices[i];
  }
  mesh.vertices.resize(kept);
  for (TriangleMesh::Triangle& triangle : mesh.triangles)
    for (std::uint32_t& corner : triangle) corner = renumbered[first[corner]];
}

std::vector<std::size_t> degenerate_triangles(const TriangleMesh& mesh) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& [a, b, c] = mesh.triangles[i];
    if (a == b || b == c || c == a ||
        (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]).isZero(0))
      found.push_back(i);
  }
  return found;
}

std::vector<MeshEdge> sorted_edges(const TriangleMesh& mesh) {
  std::vector<MeshEdge> edges;
  edges.reserve(mesh.triangles.size() * 3);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = mesh.triangles[t][k];
      const std::uint32_t to = mesh.triangles[t][(k + 1) % 3];
      edges.push_back({std::min(from, to), std::max(from, to), static_cast<std::uint32_t>(t), from < to});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const MeshEdge& a, const MeshEdge& b) {
    return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
  });
  return edges;
}

SurfaceCheck check_surface(const TriangleMesh& mesh) {
  const std::vector<MeshEdge> edges = sorted_edges(mesh);
  SurfaceCheck check;
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    std::size_t ascending = 0;
    for (end = begin;
         end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high;
         ++end)
      ascending += edges[end].ascending ? 1U : 0U;
    const std::size_t count = end - begin;
    if (2 * ascending == count || edges[begin].low == edges[begin].high) continue;
    ++check.faulty_edges;
    if (check.first && check.first->triangle <= edges[begin].triangle) continue;
    const auto kind = count == 1   ? SurfaceFault::Kind::open_edge
                      : count == 2 ? SurfaceFault::Kind::turned_edge
                                   : SurfaceFault::Kind::uneven_edge;
    check.first = SurfaceFault{kind, edges[begin].triangle, {edges[begin].low, edges[begin].high}};
  }
  return check;
}

SpatialInertia integrate_volume(const TriangleMesh& mesh, double density) {
  if (mesh.triangles.empty()) return {};
  // The common corner of the tetrahedra may be any point. One in the middle keeps them small, and with them
  // cancellation errors.
  Vector3 low = mesh.vertices[mesh.triangles[0][0]];
  Vector3 high = low;
  for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      low = low.cwiseMin(mesh.vertices[corner]);
      high = high.cwiseMax(mesh.vertices[corner]);
    }
  }
  const Vector3 middle = low + (high - low) / 2;
  double six_volumes = 0;
  Vector3 first = Vector3::Zero();   // 24 ∫ x dV
  Matrix3 second = Matrix3::Zero();  // 120 ∫ x xᵀ dV
  for (const auto& [a, b, c] : mesh.triangles) {
    Matrix3 corners;  // as columns
    corners << mesh.vertices[a] - middle, mesh.vertices[b] - middle, mesh.vertices[c] - middle;
    const double determinant = corners.determinant();
    const Vector3 sum = corners.rowwise().sum();
    six_volumes += determinant;
    first += determinant * sum;
    second += determinant * (corners * corners.transpose() + sum * sum.transpose());
  }
  if (six_volumes == 0) return {};
  const double volume = six_volumes / 6;
  const Vector3 offset = first / 24 / volume;
  const Matrix3 about_com = second / 120 - volume * offset * offset.transpose();
  return {density * volume, middle + offset, density * (about_com.trace() * Matrix3::Identity() - about_com)};
}

int mesh_dimensions(const TriangleMesh& mesh, const Vector3& scale) {
  constexpr double kFlat = 1e-12;  // of the extent: qhull then finds no simplex
  Vector3 mean = Vector3::Zero();
  for (const Vector3& v : mesh.vertices)
    mean += scale.cwiseProduct(v) / static_cast<double>(mesh.vertices.size());
  Matrix3 spread = Matrix3::Zero();
  for (const Vector3& v : mesh.vertices) {
    const Vector3 p = scale.cwiseProduct(v) - mean;
    spread += p * p.transpose();
  }
  const Vector3 along = Eigen::SelfAdjointEigenSolver<Matrix3>(spread).eigenvalues().cwiseMax(0).cwiseSqrt();
  int count = 0;
  for (const double extent : along)
    if (extent > kFlat * along[2] && extent > 0) ++count;
  return count;
}

void turn_inside_out(TriangleMesh& mesh) {
  for (TriangleMesh::Triangle& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
}

}  // namespace romas
