// Protects the solid that a triangle mesh encloses: compared with closed forms and under transformations.
// Also checks which meshes enclose no solid.
#include "frontend/mesh/mesh_volume.h"

#include <gtest/gtest.h>

#include <map>

#include "ir/analysis/mass/solids.h"

namespace romas {
namespace {

TriangleMesh box_mesh(const Vector3& size) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.emplace_back((i & 1 ? 0.5 : -0.5) * size.x(), (i & 2 ? 0.5 : -0.5) * size.y(),
                               (i & 4 ? 0.5 : -0.5) * size.z());
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TriangleMesh moved(TriangleMesh mesh, const RigidTransform& X) {
  for (Vector3& vertex : mesh.vertices) vertex = X * vertex;
  return mesh;
}

TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const auto offset = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (TriangleMesh::Triangle t : b.triangles)
    a.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  return a;
}

// An octahedron whose triangles are cut in four `times` times, pushed out to the unit sphere.
TriangleMesh ball_mesh(int times) {
  TriangleMesh mesh;
  mesh.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (; times > 0; --times) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [found, fresh] =
          middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh.vertices.size()));
      if (fresh) mesh.vertices.push_back((mesh.vertices[a] + mesh.vertices[b]).normalized());
      return found->second;
    };
    std::vector<TriangleMesh::Triangle> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.triangles = finer;
  }
  return mesh;
}

void expect_same(const SpatialInertia& a, const SpatialInertia& b, double tolerance) {
  EXPECT_NEAR(a.mass, b.mass, tolerance * std::abs(b.mass));
  EXPECT_LE((a.com - b.com).norm(), tolerance * (1 + b.com.norm()));
  EXPECT_LE((a.tensor - b.tensor).norm(), tolerance * b.tensor.norm()) << a.tensor << "\nand\n" << b.tensor;
}

TEST(MeshVolume, aBoxIsTheBox) {
  const Vector3 size(0.1, 0.2, 0.7);
  const SpatialInertia box = solid_box(size, 2700);
  EXPECT_TRUE(check_surface(box_mesh(size)).closed());
  expect_same(integrate_volume(box_mesh(size), 2700), box, 1e-14);
  const RigidTransform X{rotation_from_rpy({1, 2, 3}), {0.4, -5, 60}};
  expect_same(integrate_volume(moved(box_mesh(size), X), 2700), box.expressed_in(X), 1e-11);
  // Far away from the origin the digits that are left are those of the corners.
  const RigidTransform far{Matrix3::Identity(), {1e5, -1e5, 1e5}};
  expect_same(integrate_volume(moved(box_mesh(size), far), 2700), box.expressed_in(far), 1e-8);
}

TEST(MeshVolume, aTetrahedronIsThatOfTonon) {
  // The numerical example of the paper: corners in m, density 1; volume, centroid and tensor as printed
  // there.
  TriangleMesh mesh;
  mesh.vertices = {{8.33220, -11.86875, 0.93355},
                   {0.75523, 5.00000, 16.37072},
                   {52.61236, 5.00000, -5.38580},
                   {2.00000, 5.00000, 3.00000}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  SpatialInertia body = integrate_volume(mesh, 1);
  if (body.mass < 0) {
    turn_inside_out(mesh);
    body = integrate_volume(mesh, 1);
  }
  EXPECT_NEAR(body.com.x(), 15.92492, 5e-5);
  EXPECT_NEAR(body.com.y(), 0.78281, 1e-5);
  EXPECT_NEAR(body.com.z(), 3.72962, 1e-5);
  EXPECT_NEAR(body.tensor(0, 0) / 43520.33257, 1, 1e-5);
  EXPECT_NEAR(body.tensor(1, 1) / 194711.28938, 1, 1e-5);
  EXPECT_NEAR(body.tensor(2, 2) / 191168.76173, 1, 1e-5);
  EXPECT_NEAR(-body.tensor(1, 2) / 4417.66150, 1, 1e-6);
  EXPECT_NEAR(-body.tensor(0, 2) / -46343.16662, 1, 1e-6);
  EXPECT_NEAR(-body.tensor(0, 1) / 11996.20119, 1, 1e-6);
}

TEST(MeshVolume, aFineBallIsNearlyTheBall) {
  const SpatialInertia coarse = integrate_volume(ball_mesh(3), 1);
  const SpatialInertia fine = integrate_volume(ball_mesh(4), 1);
  const SpatialInertia ball = solid_sphere(1, 1);
  EXPECT_TRUE(check_surface(ball_mesh(4)).closed());
  expect_same(fine, ball, 0.01);
  // The error falls with the square of the edge length.
  EXPECT_NEAR((ball.mass - coarse.mass) / (ball.mass - fine.mass), 4, 0.1);
}

TEST(MeshVolume, hollowAndTouchingBodiesAreClosedToo) {
  TriangleMesh hole = box_mesh({1, 1, 1});
  turn_inside_out(hole);
  EXPECT_DOUBLE_EQ(integrate_volume(hole, 1).mass, -1);
  const TriangleMesh hollow = joined(box_mesh({2, 2, 2}), hole);
  EXPECT_TRUE(check_surface(hollow).closed());
  EXPECT_DOUBLE_EQ(integrate_volume(hollow, 1).mass, 7);
  // Two boxes that share an edge: four triangles meet there, and match.
  TriangleMesh touching =
      joined(box_mesh({1, 1, 1}), moved(box_mesh({1, 1, 1}), {Matrix3::Identity(), {1, 1, 0}}));
  weld_vertices(touching);
  EXPECT_EQ(touching.vertices.size(), 14U);
  EXPECT_TRUE(check_surface(touching).closed());
}

TEST(MeshVolume, faultsOfTheSurfaceAreFound) {
  TriangleMesh open = box_mesh({1, 1, 1});
  open.triangles.erase(open.triangles.begin() + 5);  // {0, 5, 4}
  SurfaceCheck check = check_surface(open);
  EXPECT_EQ(check.faulty_edges, 3U);
  ASSERT_TRUE(check.first);
  EXPECT_EQ(check.first->kind, SurfaceFault::Kind::open_edge);
  EXPECT_EQ(check.first->triangle, 2U);
  EXPECT_EQ(check.first->edge, (std::array<std::uint32_t, 2>{4, 5}));

  TriangleMesh turned = box_mesh({1, 1, 1});
  std::swap(turned.triangles[3][0], turned.triangles[3][1]);
  check = check_surface(turned);
  EXPECT_EQ(check.faulty_edges, 3U);
  EXPECT_EQ(check.first->kind, SurfaceFault::Kind::turned_edge);

  TriangleMesh fin = box_mesh({1, 1, 1});
  fin.vertices.emplace_back(3, 3, 3);
  fin.triangles.push_back({0, 1, 8});
  check = check_surface(fin);
  EXPECT_EQ(check.faulty_edges, 3U);
  EXPECT_EQ(check.first->kind, SurfaceFault::Kind::uneven_edge);
}

TEST(MeshVolume, weldingJoinsEqualCornersAlone) {
  TriangleMesh soup;
  const TriangleMesh box = box_mesh({1, 1, 1});
  for (const TriangleMesh::Triangle& t : box.triangles) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const std::uint32_t corner : t) soup.vertices.push_back(box.vertices[corner]);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  EXPECT_FALSE(check_surface(soup).closed());
  weld_vertices(soup);
  EXPECT_EQ(soup.vertices.size(), 8U);
  EXPECT_TRUE(check_surface(soup).closed());
  TriangleMesh zeros;
  zeros.vertices = {{0.0, 0, 0}, {-0.0, 0, 0}, {1e-300, 0, 0}};
  zeros.triangles = {{0, 1, 2}};
  weld_vertices(zeros);
  EXPECT_EQ(zeros.vertices.size(), 2U);
  EXPECT_EQ(zeros.triangles[0], (TriangleMesh::Triangle{0, 0, 1}));
}

TEST(MeshVolume, trianglesWithoutAreaAreHarmless) {
  TriangleMesh mesh = box_mesh({1, 1, 1});
  mesh.triangles.push_back({3, 3, 3});
  mesh.triangles.push_back({0, 1, 0});
  mesh.vertices.emplace_back(0, -0.5, -0.5);  // the middle of the edge 0-1
  mesh.triangles.push_back({0, 8, 1});
  EXPECT_EQ(degenerate_triangles(mesh), (std::vector<std::size_t>{12, 13, 14}));
  mesh.triangles.pop_back();
  EXPECT_TRUE(check_surface(mesh).closed());
  EXPECT_DOUBLE_EQ(integrate_volume(mesh, 1).mass, 1);
  EXPECT_EQ(integrate_volume({}, 1).mass, 0);
}

}  // namespace
}  // namespace romas
