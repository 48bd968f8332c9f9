// Shells of meshes: turned, nested, touching and moved into each other at random, held against winding
// numbers in space.
#include "frontend/mesh/mesh_shells.h"

#include <gmock/gmock.h>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

namespace romas {
namespace {

using Kind = ShellFault::Kind;

void add(TriangleMesh& mesh, const TriangleMesh& part) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const auto& [a, b, c] : part.triangles) mesh.triangles.push_back({first + a, first + b, first + c});
}

// With outward triangles; `other` diagonals cut its sides.
TriangleMesh box(const Vector3& low, const Vector3& high, bool other = false) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.emplace_back((i & 1 ? high : low).x(), (i & 2 ? high : low).y(), (i & 4 ? high : low).z());
  using Quad = std::array<std::uint32_t, 4>;
  for (const auto& [a, b, c, d] :
       {Quad{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    if (other)
      mesh.triangles.insert(mesh.triangles.end(), {{b, c, d}, {b, d, a}});
    else
      mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
  }
  return mesh;
}

TriangleMesh octahedron(const Vector3& centre, double radius) {
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {radius, -radius})
      mesh.vertices.emplace_back(centre + side * Vector3::Unit(axis));
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t a = i & 1, b = 2 + (i >> 1 & 1), c = 4 + (i >> 2);
    mesh.triangles.push_back((a + b + c) % 2 == 0 ? TriangleMesh::Triangle{a, b, c}
                                                  : TriangleMesh::Triangle{a, c, b});
  }
  return mesh;
}

std::vector<ShellFault> faults_in(TriangleMesh& mesh) {
  weld_vertices(mesh);
  EXPECT_TRUE(check_surface(mesh).closed());
  return faults_of(mesh, closed_shells(mesh));
}

// By solid angles: A. van Oosterom and J. Strackee, "The solid angle of a plane triangle", IEEE Trans.
// Biomed. Eng. 30 (1983).
int winding_number(const TriangleMesh& mesh, const Vector3& point) {
  double sum = 0;
  for (const auto& [i, k, l] : mesh.triangles) {
    const Vector3 a = mesh.vertices[i] - point, b = mesh.vertices[k] - point, c = mesh.vertices[l] - point;
    const double x = a.norm(), y = b.norm(), z = c.norm();
    sum += 2 * std::atan2(a.dot(b.cross(c)), x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y);
  }
  return static_cast<int>(std::lround(sum / (4 * M_PI)));
}

TEST(MeshShells, touchingBoxesAreTwo) {
  for (const bool other : {false, true}) {
    for (const Vector3& step : {Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(1, 1, 1)}) {
      TriangleMesh mesh = box(Vector3::Zero(), Vector3::Ones());
      TriangleMesh second = box(step, step + Vector3::Ones(), other);
      for (const bool turned : {false, true}) {
        if (turned) turn_inside_out(second);
        TriangleMesh both = mesh;
        add(both, second);
        weld_vertices(both);
        const auto shells = closed_shells(both);
        ASSERT_EQ(shells.size(), 2U) << step.transpose() << other << turned;
        EXPECT_NEAR(shells[0].volume, 1, 1e-12);
        EXPECT_NEAR(shells[1].volume, turned ? -1 : 1, 1e-12);
        const auto faults = faults_of(both, shells);
        ASSERT_EQ(faults.size(), turned ? 1U : 0U);
        if (turned) {
          EXPECT_EQ(faults[0].shell, 1U);
        }
      }
    }
  }
}

TEST(MeshShells, turnedOutermostShellsTakeTheirInsideAlong) {
  TriangleMesh mesh = box({0, 0, 0}, {9, 9, 9});
  TriangleMesh cavity = box({1, 1, 1}, {8, 8, 8});
  turn_inside_out(cavity);
  add(mesh, cavity);
  add(mesh, octahedron({4, 4, 4}, 1));
  EXPECT_TRUE(faults_in(mesh).empty());
  turn_inside_out(mesh);
  const auto faults = faults_in(mesh);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].kind, Kind::turned);
  EXPECT_THAT(faults[0].within, ::testing::UnorderedElementsAre(1, 2));
}

TEST(MeshShells, barsThatCrossAreFoundWithoutACornerInside) {
  TriangleMesh mesh = box({-5, -0.1, -0.1}, {5, 0.1, 0.1});
  add(mesh, box({-0.1, -5, -0.1}, {0.1, 5, 0.1}));
  const auto faults = faults_in(mesh);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].kind, Kind::crossing);
}

TEST(MeshShells, aBodyThatIsThereTwiceCountsTwice) {
  TriangleMesh mesh = octahedron({1, 2, 3}, 1);
  add(mesh, octahedron({1, 2, 3}, 1));
  EXPECT_EQ(faults_in(mesh).size(), 1U);
}

class Chance {
 public:
  explicit Chance(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int up_to(int most) { return std::uniform_int_distribution<int>(0, most)(engine_); }
  Vector3 point(double low, double high) {
    return {between(low, high), between(low, high), between(low, high)};
  }

 private:
  std::mt19937 engine_;
};

// One to five bodies: apart, one in the other, side by side, or moved into each other; each of them turned or
// not.
TriangleMesh random_bodies(Chance& chance, std::vector<BoundingBox>& places) {
  TriangleMesh mesh;
  BoundingBox last(Vector3::Zero(), Vector3::Ones());
  const int count = chance.up_to(4);
  for (int i = 0; i <= count; ++i) {
    switch (i == 0 ? 3 : chance.up_to(3)) {
      case 0: {  // inside
        const Vector3 margin = last.sizes() * chance.between(0.1, 0.3);
        last = {last.min() + margin, last.max() - margin};
        break;
      }
      case 1: last.translate(Vector3(last.sizes().x(), 0, 0)); break;
      case 2: last.translate(last.sizes().cwiseProduct(chance.point(0.15, 0.6))); break;
      default: last = {Vector3(10.0 * i, 0, 0), Vector3(10.0 * i + 1, chance.between(0.5, 2), 1)};
    }
    TriangleMesh body = chance.up_to(1) == 0 ? box(last.min(), last.max(), chance.up_to(1) == 0)
                                             : octahedron(last.center(), last.sizes().minCoeff() / 2);
    if (chance.up_to(1) == 0) turn_inside_out(body);
    add(mesh, body);
    places.push_back(last);
  }
  return mesh;
}

TEST(MeshShells, ofRandomBodiesAreThoseOfTheirWindingNumbers) {
  Chance chance(1);
  std::array<int, 4> seen{};
  const bool full =
      std::getenv("ROMAS_TEST_FULL") != nullptr;  // NOLINT(concurrency-mt-unsafe): nobody sets it
  for (int run = 0; run < (full ? 10'000 : 2'000); ++run) {
    std::vector<BoundingBox> places;
    TriangleMesh mesh = random_bodies(chance, places);
    weld_vertices(mesh);
    const auto shells = closed_shells(mesh);
    const auto faults = faults_of(mesh, shells);
    TriangleMesh turned = mesh;
    bool sum_is_solid = true;
    for (const ShellFault& fault : faults) {
      ++seen[static_cast<std::size_t>(fault.kind)];
      sum_is_solid = sum_is_solid && fault.kind == Kind::turned;
      if (fault.kind != Kind::turned) continue;
      std::vector<std::size_t> all = fault.within;
      all.push_back(fault.shell);
      for (const std::size_t shell : all)
        for (const std::uint32_t triangle : shells[shell].triangles)
          std::swap(turned.triangles[triangle][1], turned.triangles[triangle][2]);
    }
    seen[3] += faults.empty() ? 1 : 0;
    std::vector<Vector3> points;  // in the bodies, near to their corners too
    for (const BoundingBox& place : places)
      for (int i = 0; i < 30; ++i)
        points.emplace_back(place.min() + place.sizes().cwiseProduct(chance.point(0.001, 0.999)));
    for (const MeshShell& shell : shells)
      for (const std::uint32_t triangle : shell.triangles)
        for (const std::uint32_t corner : mesh.triangles[triangle])
          points.emplace_back(mesh.vertices[corner] + 0.03 * (shell.box.center() - mesh.vertices[corner]));
    bool is_sound = true;  // as written
    for (const Vector3& point : points) {
      const int times = winding_number(mesh, point);
      is_sound = is_sound && (times == 0 || times == 1);
      const int after = winding_number(turned, point);
      ASSERT_TRUE(!sum_is_solid || after == 0 || after == 1) << "run " << run << ", " << after << " times";
    }
    // A fault of a small part needs more points.
    for (int i = 0; i < 300'000 && is_sound && !faults.empty(); ++i) {
      const BoundingBox& place = shells[static_cast<std::size_t>(i) % shells.size()].box;
      const int times =
          winding_number(mesh, place.min() + place.sizes().cwiseProduct(chance.point(0.001, 0.999)));
      is_sound = times == 0 || times == 1;
    }
    ASSERT_EQ(faults.empty(), is_sound) << "run " << run;
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace romas
