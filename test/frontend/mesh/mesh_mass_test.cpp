// Hulls of points, and masses of meshes in MuJoCo's four ways; the numbers are those that MuJoCo 3.3.8
// computes.
#include "frontend/mesh/mesh_mass.h"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <random>

#include "frontend/mesh/convex_hull.h"

namespace romas {
namespace {

// A prism over a square out of whose upper side a wedge is cut, 1 m high.
TriangleMesh notched() {
  TriangleMesh mesh;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {2.0, 0.0}, {2.0, 2.0}, {1.0, 0.5}, {0.0, 2.0}})
      mesh.vertices.emplace_back(x, y, z);
  mesh.triangles = {{0, 3, 1}, {1, 3, 2}, {0, 4, 3}, {5, 6, 8}, {6, 7, 8}, {5, 8, 9}, {0, 1, 6}, {0, 6, 5},
                    {1, 2, 7}, {1, 7, 6}, {2, 3, 8}, {2, 8, 7}, {3, 4, 9}, {3, 9, 8}, {4, 0, 5}, {4, 5, 9}};
  return mesh;
}

void expect_mass(const TriangleMesh& mesh, MeshMass kind, double mass, const Vector3& com,
                 const Vector3& descending) {
  const auto body = mesh_mass(mesh, kind);
  ASSERT_TRUE(body);
  EXPECT_NEAR(body->mass, mass, 1e-12 * mass);
  EXPECT_LE((body->com - com).norm(), 1e-12);
  const Vector3 moments = Eigen::SelfAdjointEigenSolver<Matrix3>(body->tensor).eigenvalues().reverse();
  EXPECT_LE((moments - descending).norm(), 1e-12 * descending.norm()) << moments.transpose();
}

TEST(MeshMass, isThatOfMuJoCo) {
  const TriangleMesh mesh = notched();
  expect_mass(mesh, MeshMass::exact, 2.5, {1, 0.7, 0.5},
              {1.629166666666667, 1.2916666666666667, 0.7541666666666669});
  expect_mass(mesh, MeshMass::legacy, 2.8532592453904576, {1, 0.7649444340428432, 0.5},
              {1.7999732980741294, 1.3799814780142808, 0.871984411265561});
  expect_mass(mesh, MeshMass::convex, 4, {1, 1, 0.5}, {8.0 / 3, 5.0 / 3, 5.0 / 3});
  expect_mass(mesh, MeshMass::shell, 14.605551275463988, {1, 0.8220805136263883, 0.5},
              {13.349227832802424, 10.085646364776661, 7.364506680603089});
}

TEST(MeshMass, ofOpenAndInvertedMeshes) {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{2, 0, 3}, {0, 1, 3}, {1, 2, 3}};  // without its fourth side
  const Vector3 centre(0.21949788301796344, 0.21949788301796344, 1.0 / 3);
  const Vector3 moments(0.010579616948599119, 0.006922164337184843, 0.006390670174672856);
  for (const MeshMass kind : {MeshMass::legacy, MeshMass::exact})
    expect_mass(mesh, kind, 1.0 / 9, centre, moments);
  turn_inside_out(mesh);
  EXPECT_FALSE(mesh_mass(mesh, MeshMass::exact));
  expect_mass(mesh, MeshMass::legacy, 1.0 / 9, centre, moments);
  expect_mass(mesh, MeshMass::convex, 1.0 / 6, {0.25, 0.25, 0.25}, {1.0 / 60, 1.0 / 96, 1.0 / 96});
}

// Closed, and no point lies outside.
void expect_hull(const std::vector<Vector3>& points, std::size_t corners) {
  const auto triangles = convex_hull(points);
  ASSERT_TRUE(triangles);
  EXPECT_TRUE(check_surface({points, *triangles}).closed());
  EXPECT_EQ(triangles->size(), 2 * corners - 4);  // Euler
  for (const auto& [a, b, c] : *triangles) {
    const Vector3 normal = (points[b] - points[a]).cross(points[c] - points[a]).stableNormalized();
    for (const Vector3& p : points) ASSERT_LE(normal.dot(p - points[a]), 1e-9);
  }
}

TEST(ConvexHull, ofACubeWithPointsInside) {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) points.emplace_back(i & 1, i >> 1 & 1, i >> 2);
  points.emplace_back(0.5, 0.5, 0.5);
  points.emplace_back(0.25, 0.5, 0.5);
  points.push_back(points.front());  // twice
  expect_hull(points, 8);
  EXPECT_NEAR(mesh_mass({points, {}}, MeshMass::convex)->mass, 1, 1e-12);
}

TEST(ConvexHull, ofRandomPoints) {
  std::mt19937 chance(1);
  std::normal_distribution<double> number;
  for (const double scale : {1e-4, 1.0, 1e5}) {
    std::vector<Vector3> sphere;
    for (int i = 0; i < 300; ++i)
      sphere.push_back(Vector3(number(chance), number(chance), number(chance)).normalized() * scale);
    const auto triangles = convex_hull(sphere);
    ASSERT_TRUE(triangles);
    EXPECT_EQ(triangles->size(), 2 * sphere.size() - 4);  // all of them are corners
    for (int i = 0; i < 2000; ++i)
      sphere.push_back(Vector3(number(chance), number(chance), number(chance)).normalized() * 0.5 * scale);
    EXPECT_EQ(convex_hull(sphere)->size(), triangles->size());
  }
}

TEST(ConvexHull, ofFlatPointsIsNone) {
  EXPECT_FALSE(convex_hull({}));
  EXPECT_FALSE(convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_FALSE(convex_hull({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.3, 0.2, 1}}));
  EXPECT_FALSE(convex_hull({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {3, 3, 3}}));
  EXPECT_FALSE(convex_hull({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}));
}

}  // namespace
}  // namespace romas
