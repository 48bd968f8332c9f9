// Protects the closed forms of mass properties: compared with an integral over cross-sections, which uses
// none of them.
#include "ir/analysis/mass/solids.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace romas {
namespace {

// A slice of a body across z: its area, and ∫x² and ∫y² over it.
struct Section {
  double area = 0, xx = 0, yy = 0;
};
Section ellipse(double a, double b) {
  return {std::numbers::pi * a * b, std::numbers::pi * a * a * a * b / 4,
          std::numbers::pi * a * b * b * b / 4};
}
Section rectangle(double a, double b) { return {a * b, a * a * a * b / 12, a * b * b * b / 12}; }

// Simpson's rule over z from `low` to `high`.
SpatialInertia integrate(double low, double high, double density,
                         const std::function<Section(double)>& section) {
  constexpr int kSteps = 2000;
  double mass = 0, xx = 0, yy = 0, zz = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double z = low + (high - low) * i / kSteps;
    const double weight = density * (high - low) / kSteps / 3 *
                          (i == 0 || i == kSteps ? 1
                           : i % 2 == 0          ? 2
                                                 : 4);
    const Section s = section(z);
    mass += weight * s.area;
    xx += weight * s.xx;
    yy += weight * s.yy;
    zz += weight * s.area * z * z;
  }
  return {mass, Vector3::Zero(), Vector3(yy + zz, xx + zz, xx + yy).asDiagonal().toDenseMatrix()};
}

void expect_same(const SpatialInertia& a, const SpatialInertia& b, double tolerance) {
  EXPECT_NEAR(a.mass, b.mass, tolerance * std::abs(b.mass));
  EXPECT_LE((a.com - b.com).norm(), tolerance) << a.com.transpose() << " and " << b.com.transpose();
  EXPECT_LE((a.tensor - b.tensor).norm(), tolerance * b.tensor.norm()) << a.tensor << "\nand\n" << b.tensor;
}

TEST(Solids, agreeWithTheIntegralOverCrossSections) {
  constexpr double kDensity = 2700;
  expect_same(solid_box({0.1, 0.2, 0.7}, kDensity),
              integrate(-0.35, 0.35, kDensity, [](double) { return rectangle(0.1, 0.2); }), 1e-12);
  expect_same(solid_cylinder(0.3, 0.4, kDensity),
              integrate(-0.2, 0.2, kDensity, [](double) { return ellipse(0.3, 0.3); }), 1e-12);
  const auto ellipsoid = [](double a, double b, double c) {
    return [=](double z) {
      const double s = std::sqrt(std::max(0.0, 1 - z * z / (c * c)));
      return ellipse(a * s, b * s);
    };
  };
  expect_same(solid_sphere(0.3, kDensity), integrate(-0.3, 0.3, kDensity, ellipsoid(0.3, 0.3, 0.3)), 1e-11);
  expect_same(solid_ellipsoid({0.1, 0.5, 0.2}, kDensity),
              integrate(-0.2, 0.2, kDensity, ellipsoid(0.1, 0.5, 0.2)), 1e-11);
  for (const double length : {0.0, 0.05, 3.0}) {
    const auto capsule = [&](double z) {
      const double beyond = std::max(0.0, std::abs(z) - length / 2);
      const double r = std::sqrt(std::max(0.0, 0.3 * 0.3 - beyond * beyond));
      return ellipse(r, r);
    };
    // the two caps and the middle apart, so that no kink of the outline lies inside of a step
    const double middle = length / 2;
    SpatialInertia sum = integrate(-middle - 0.3, -middle, kDensity, capsule);
    const SpatialInertia body = integrate(-middle, middle, kDensity, capsule);
    const SpatialInertia top = integrate(middle, middle + 0.3, kDensity, capsule);
    // all three are about the middle of the capsule already
    sum = {sum.mass + body.mass + top.mass, Vector3::Zero(), sum.tensor + body.tensor + top.tensor};
    expect_same(solid_capsule(0.3, length, kDensity), sum, 1e-10);
  }
}

TEST(Solids, takeEveryShapeButMeshes) {
  const Shape box = Box{{0.1, 0.2, 0.3}};
  EXPECT_EQ(solid(box, 10)->mass, solid_box({0.1, 0.2, 0.3}, 10).mass);
  EXPECT_TRUE(solid(Cylinder{1, 2}, 1)->tensor == solid_cylinder(1, 2, 1).tensor);
  EXPECT_TRUE(solid(Sphere{1}, 1)->tensor == solid_sphere(1, 1).tensor);
  EXPECT_TRUE(solid(Capsule{1, 2}, 1)->tensor == solid_capsule(1, 2, 1).tensor);
  EXPECT_TRUE(solid(Ellipsoid{{1, 2, 3}}, 1)->tensor == solid_ellipsoid({1, 2, 3}, 1).tensor);
  EXPECT_FALSE(solid(Mesh{}, 1));
}

TEST(Solids, sumAndScale) {
  // A box of two halves is the box.
  const SpatialInertia half = solid_box({0.1, 0.2, 0.3}, 1000);
  const SpatialInertia left = half.expressed_in({Matrix3::Identity(), Vector3(-0.05, 0, 0)});
  const SpatialInertia right = half.expressed_in({Matrix3::Identity(), Vector3(0.05, 0, 0)});
  expect_same(left + right, solid_box({0.2, 0.2, 0.3}, 1000), 1e-14);
  expect_same(scaled_to_mass(half, 12), solid_box({0.1, 0.2, 0.3}, 12 / 0.006), 1e-14);
}

// The inertia of a shell is the difference of two solids whose surfaces lie a little apart, for a unit of
// thickness.
SpatialInertia between(const Shape& inner, const Shape& outer, double thickness) {
  const auto in = solid(inner, 1 / thickness);
  const auto out = solid(outer, 1 / thickness);
  return {out->mass - in->mass, Vector3::Zero(), out->tensor - in->tensor};
}

TEST(Shells, areThinSolids) {
  constexpr double t = 1e-5;
  const auto box = [](double x, double y, double z) { return Shape(Box{{Number(x), Number(y), Number(z)}}); };
  const auto round = [](auto shape, double radius, double length) {
    shape.radius = Number(radius);
    shape.length = Number(length);
    return Shape(shape);
  };
  const std::vector<std::pair<Shape, SpatialInertia>> cases = {
      {box(0.2, 0.4, 0.6), between(box(0.2 - t, 0.4 - t, 0.6 - t), box(0.2 + t, 0.4 + t, 0.6 + t), t)},
      {Sphere{Number(0.3)}, between(Sphere{Number(0.3 - t / 2)}, Sphere{Number(0.3 + t / 2)}, t)},
      {round(Cylinder{}, 0.1, 0.5),
       between(round(Cylinder{}, 0.1 - t / 2, 0.5 - t), round(Cylinder{}, 0.1 + t / 2, 0.5 + t), t)},
      {round(Capsule{}, 0.1, 0.5),
       between(round(Capsule{}, 0.1 - t / 2, 0.5), round(Capsule{}, 0.1 + t / 2, 0.5), t)},
  };
  for (const auto& [shape, wanted] : cases) {
    const auto found = shell(shape, 3);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->mass, 3 * wanted.mass, 1e-7 * found->mass);
    EXPECT_LE((found->tensor - 3 * wanted.tensor).norm(), 1e-7 * found->tensor.norm());
    EXPECT_TRUE(found->com.isZero(0));
  }
  EXPECT_FALSE(shell(Ellipsoid{{Number(1), Number(2), Number(3)}}, 1));
}

}  // namespace
}  // namespace romas
