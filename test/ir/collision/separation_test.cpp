// Distances of colliders: both bounds are held against points of the shapes, and trees against all pairs.
#include "ir/collision/separation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace romas {
namespace {

class Chances {
 public:
  explicit Chances(std::uint32_t seed) : random_(seed) {}
  double uniform(double from, double to) {
    return from + (to - from) * static_cast<double>(random_()) * 0x1p-32;
  }
  Vector3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  RigidTransform pose(double size) {
    return {rotation_from_quaternion(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)),
            vector(size)};
  }
  Shape shape() {
    const auto size = [&] { return uniform(0.05, 0.5); };
    switch (random_() % 5) {
      case 0: return Box{{size(), size(), size()}};
      case 1: return Sphere{size()};
      case 2: return Capsule{size(), size()};
      case 3: return Cylinder{size(), size()};
      default: return Ellipsoid{{size(), size(), size()}};
    }
  }
  Surface triangles(int count, double spread) {
    Surface surface;
    for (int k = 0; k < count; ++k) {
      const Vector3 at = vector(spread);
      const auto first = static_cast<std::uint32_t>(surface.corners.size());
      for (int corner = 0; corner < 3; ++corner) surface.corners.emplace_back(at + vector(0.2));
      surface.triangles.push_back({first, first + 1, first + 2});
    }
    return surface;
  }

 private:
  std::mt19937 random_;
};

Collider collider_of(const Shape& shape, const RigidTransform& X = {}) {
  Collider collider;
  EXPECT_TRUE(collider.add(shape, X));
  collider.finish();
  return collider;
}
Collider collider_of(const Surface& surface) {
  Collider collider;
  EXPECT_TRUE(collider.add(Mesh{"any", {}, {}}, {}, &surface));
  collider.finish();
  return collider;
}

// How far a point in the shape's frame is outside of it, in a measure that is 0 on its surface and has about
// the scale of lengths there.
double outside(const Shape& shape, const Vector3& p) {
  if (const auto* box = std::get_if<Box>(&shape))
    return std::max({std::abs(p.x()) - box->size[0].value() / 2, std::abs(p.y()) - box->size[1].value() / 2,
                     std::abs(p.z()) - box->size[2].value() / 2});
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return p.norm() - sphere->radius.value();
  const double across = std::hypot(p.x(), p.y());
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    const double half = capsule->length.value() / 2;
    return std::hypot(across, p.z() - std::clamp(p.z(), -half, half)) - capsule->radius.value();
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return std::max(across - cylinder->radius.value(), std::abs(p.z()) - cylinder->length.value() / 2);
  const Number3& radii = std::get<Ellipsoid>(shape).radii;
  const Vector3 scaled = p.cwiseQuotient(Vector3(radii[0].value(), radii[1].value(), radii[2].value()));
  return (scaled.norm() - 1) * std::min({radii[0].value(), radii[1].value(), radii[2].value()});
}

// A point of the shape, most often on its surface.
Vector3 point_of(const Shape& shape, Chances& chances) {
  Vector3 inside = Vector3::Zero(), beyond = chances.vector(1).normalized() * 2;
  for (int step = 0; step < 60; ++step) {
    const Vector3 middle = (inside + beyond) / 2;
    (outside(shape, middle) <= 0 ? inside : beyond) = middle;
  }
  return inside;
}

TEST(Separation, boundsHoldForTwoShapes) {
  Chances chances(1);
  int apart = 0, touching = 0;
  for (int run = 0; run < 20'000; ++run) {
    const Shape shape_a = chances.shape(), shape_b = chances.shape();
    const RigidTransform X_AB = chances.pose(0.8), X_BA = X_AB.inverse();
    const Separation found = separation(collider_of(shape_a), collider_of(shape_b), X_AB);
    SCOPED_TRACE(run);
    ASSERT_LE(found.lower, found.upper);
    // The witnesses are points of the shapes.
    ASSERT_LE(outside(shape_a, found.on_a), 1e-8);
    ASSERT_LE(outside(shape_b, X_BA * found.on_b), 1e-8);
    if (found.touches()) {
      ++touching;
      ASSERT_LE((found.on_a - found.on_b).norm(), 1e-8);
      continue;
    }
    ++apart;
    ASSERT_LE(found.upper - found.lower, 1e-9);
    ASSERT_NEAR((found.on_a - found.on_b).norm(), found.upper, 1e-9);
    for (int k = 0; k < 5; ++k)
      ASSERT_GE((point_of(shape_a, chances) - X_AB * point_of(shape_b, chances)).norm(), found.lower);
  }
  EXPECT_GT(apart, 3000);
  EXPECT_GT(touching, 3000);
}

TEST(Separation, isThatOfKnownShapes) {
  const auto along_x = [](const Shape& a, const Shape& b, double x) {
    return separation(collider_of(a), collider_of(b), RigidTransform{Matrix3::Identity(), Vector3(x, 0, 0)});
  };
  EXPECT_NEAR(along_x(Sphere{0.5}, Sphere{0.25}, 1).upper, 0.25, 1e-12);
  EXPECT_NEAR(along_x(Sphere{0.5}, Sphere{0.25}, 0.7).upper, -0.05, 1e-12);
  EXPECT_NEAR(along_x(Box{{1, 1, 1}}, Box{{1, 1, 1}}, 1.5).lower, 0.5, 1e-9);
  EXPECT_TRUE(along_x(Box{{1, 1, 1}}, Box{{1, 1, 1}}, 0.99).touches());
  EXPECT_NEAR(along_x(Cylinder{0.5, 1}, Capsule{0.1, 1}, 1).upper, 0.4, 1e-9);
  EXPECT_NEAR(along_x(Ellipsoid{{2, 1, 1}}, Sphere{1}, 4).upper, 1, 1e-9);
  EXPECT_TRUE(along_x(Box{{1, 1, 1}}, Sphere{0.1}, 0).touches());
}

TEST(Separation, ofMeshesIsThatOfTheirNearestTriangles) {
  Chances chances(2);
  int touching = 0;
  for (int run = 0; run < 200; ++run) {
    const Collider a = collider_of(chances.triangles(40, 0.6)), b = collider_of(chances.triangles(30, 0.6));
    const RigidTransform X_AB = chances.pose(1.2);
    double lower = std::numeric_limits<double>::infinity(), upper = lower;
    for (const ConvexPiece& in_a : a.pieces())
      for (const ConvexPiece& in_b : b.pieces()) {
        const Separation pair = separation(a, in_a, b, in_b, X_AB);
        lower = std::min(lower, pair.lower);
        upper = std::min(upper, pair.upper);
      }
    const Separation found = separation(a, b, X_AB);
    SCOPED_TRACE(run);
    ASSERT_EQ(found.touches(), upper <= 0);
    touching += found.touches() ? 1 : 0;
    if (!found.touches()) {
      ASSERT_NEAR(found.upper, upper, 1e-9);
      ASSERT_NEAR(found.lower, lower, 1e-9);
    }
    // A search that ends early says less, and nothing wrong.
    const Separation early = separation(a, b, X_AB, {0.05, 1'000'000});
    ASSERT_LE(early.lower, upper);
    if (upper > 0.051) {
      ASSERT_GE(early.lower, 0.05);
    }
    const Separation short_of = separation(a, b, X_AB, {1e9, 3});
    ASSERT_LE(short_of.lower, upper);
    ASSERT_GE(short_of.upper, lower);
    const Separation guessed = separation(a, b, X_AB, {}, nullptr, &early);
    ASSERT_EQ(guessed.touches(), found.touches());
  }
  EXPECT_GT(touching, 20);
  EXPECT_LT(touching, 180);
}

// Boxes along the axes: the gap between two boxes of the trees is the distance of what they hold.
TEST(Separation, ofBoxesAlongTheAxesIsThatOfTheNearest) {
  Chances chances(4);
  for (int run = 0; run < 300; ++run) {
    std::array<std::vector<BoundingBox>, 2> boxes;
    std::array<Collider, 2> colliders;
    for (int side = 0; side < 2; ++side) {
      for (int k = 0; k < 20; ++k) {
        const Vector3 at = chances.vector(0.8);
        const Vector3 half = chances.vector(0.05).cwiseAbs() + Vector3::Constant(0.01);
        boxes[side].emplace_back(Vector3(at - half), Vector3(at + half));
        ASSERT_TRUE(
            colliders[side].add(Box{{2 * half.x(), 2 * half.y(), 2 * half.z()}}, {Matrix3::Identity(), at}));
      }
      colliders[side].finish();
    }
    const Vector3 shift(chances.uniform(1, 2), chances.uniform(-0.5, 0.5), chances.uniform(-0.5, 0.5));
    double nearest = std::numeric_limits<double>::infinity();
    for (const BoundingBox& a : boxes[0])
      for (BoundingBox b : boxes[1]) nearest = std::min(nearest, a.exteriorDistance(b.translate(shift)));
    const Separation found = separation(colliders[0], colliders[1], {Matrix3::Identity(), shift});
    SCOPED_TRACE(run);
    if (nearest == 0) {
      ASSERT_TRUE(found.touches());
      continue;
    }
    ASSERT_NEAR(found.upper, nearest, 1e-9);
    ASSERT_NEAR(found.lower, nearest, 1e-9);
    // A search that asks for a little more does not find it.
    const Separation asked =
        separation(colliders[0], colliders[1], {Matrix3::Identity(), shift}, {nearest * 1.01, 1'000'000});
    ASSERT_LE(asked.lower, nearest + 1e-12);
  }
}

TEST(Separation, ofFlatAndRepeatedCorners) {
  Surface flat;
  flat.corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  flat.triangles = {{0, 1, 2}, {1, 3, 2}, {0, 0, 0}, {0, 1, 1}};
  const Collider plate = collider_of(flat);
  for (const double height : {1.0, 1e-3, 1e-6}) {
    const Separation found = separation(plate, plate, {Matrix3::Identity(), Vector3(0, 0, height)});
    EXPECT_NEAR(found.upper, height, 1e-9);
    EXPECT_NEAR(found.lower, height, 1e-9);
  }
  EXPECT_TRUE(separation(plate, plate, {}).touches());
}

TEST(Collider, refusesWhatHasNoSize) {
  Collider collider;
  EXPECT_FALSE(collider.add(Box{{1, 0, 1}}, {}));
  EXPECT_FALSE(collider.add(Sphere{-1}, {}));
  EXPECT_FALSE(collider.add(Mesh{"missing", {}, {}}, {}));
  collider.finish();
  EXPECT_TRUE(collider.empty());
}

TEST(Collider, hasAllPiecesInItsBallAndBoxes) {
  Chances chances(3);
  for (int run = 0; run < 200; ++run) {
    Collider collider;
    std::vector<std::pair<Shape, RigidTransform>> shapes;
    for (int k = 0; k < 7; ++k) {
      shapes.emplace_back(chances.shape(), chances.pose(0.5));
      ASSERT_TRUE(collider.add(shapes.back().first, shapes.back().second));
    }
    collider.finish();
    for (const auto& [shape, X] : shapes) {
      const Vector3 point = X * point_of(shape, chances);
      EXPECT_LE((point - collider.centre()).norm(), collider.radius() + 1e-9);
      const Collider::Node& root = collider.nodes().front();
      EXPECT_LE(((point - root.centre).cwiseAbs() - root.half).maxCoeff(), 1e-9);
    }
  }
}

}  // namespace
}  // namespace romas
