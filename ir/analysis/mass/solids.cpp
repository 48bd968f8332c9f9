#include "ir/analysis/mass/solids.h"

#include <numbers>

#include "ir/values/vector_of.h"

namespace romas {

namespace {

SpatialInertia at_centre(double mass, double ixx, double iyy, double izz) {
  return {mass, Vector3::Zero(), Vector3(ixx, iyy, izz).asDiagonal().toDenseMatrix()};
}

}  // namespace

SpatialInertia solid_box(const Vector3& size, double density) {
  const double mass = density * size.x() * size.y() * size.z();
  const Vector3 squares = size.cwiseProduct(size);
  return at_centre(mass, mass * (squares.y() + squares.z()) / 12, mass * (squares.x() + squares.z()) / 12,
                   mass * (squares.x() + squares.y()) / 12);
}

SpatialInertia solid_cylinder(double radius, double length, double density) {
  const double mass = density * std::numbers::pi * radius * radius * length;
  const double across = mass * (3 * radius * radius + length * length) / 12;
  return at_centre(mass, across, across, mass * radius * radius / 2);
}

SpatialInertia solid_sphere(double radius, double density) {
  const double mass = density * 4 / 3 * std::numbers::pi * radius * radius * radius;
  const double moment = mass * radius * radius * 2 / 5;
  return at_centre(mass, moment, moment, moment);
}

SpatialInertia solid_capsule(double radius, double length, double density) {
  const SpatialInertia cylinder = solid_cylinder(radius, length, density);
  const SpatialInertia ball = solid_sphere(radius, density);
  // Half balls of m/2 each about the capsule's centre, an axis across: 2/5 m r² about the centre of the ball;
  // moving both halves by L/2 along z adds m (L²/4 + 2 · 3/8 r · L/2).
  const double across =
      ball.tensor(0, 0) + ball.mass * (length * length / 4 + 3 * length * radius / 8) + cylinder.tensor(0, 0);
  return at_centre(cylinder.mass + ball.mass, across, across, cylinder.tensor(2, 2) + ball.tensor(2, 2));
}

SpatialInertia solid_cone(double radius, double length, double density) {
  const double mass = density * std::numbers::pi * radius * radius * length / 3;
  const double across = mass * 3 / 80 * (4 * radius * radius + length * length);
  SpatialInertia body = at_centre(mass, across, across, mass * radius * radius * 3 / 10);
  body.com.z() = -length / 4;
  return body;
}

SpatialInertia solid_ellipsoid(const Vector3& radii, double density) {
  const double mass = density * 4 / 3 * std::numbers::pi * radii.x() * radii.y() * radii.z();
  const Vector3 squares = radii.cwiseProduct(radii);
  return at_centre(mass, mass * (squares.y() + squares.z()) / 5, mass * (squares.x() + squares.z()) / 5,
                   mass * (squares.x() + squares.y()) / 5);
}

namespace {

// Plates in the middle of which the axes stand, and at a distance from it; z is across them.
SpatialInertia plate(double x, double y, double density, double distance) {
  const double mass = density * x * y;
  const double far = mass * distance * distance;
  return at_centre(mass, mass * y * y / 12 + far, mass * x * x / 12 + far, mass * (x * x + y * y) / 12);
}

SpatialInertia shell_box(const Vector3& size, double density) {
  Vector3 moments = Vector3::Zero();
  double mass = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const int a = (axis + 1) % 3;
    const int b = (axis + 2) % 3;
    const SpatialInertia side = plate(size[a], size[b], density, size[axis] / 2);
    mass += 2 * side.mass;
    moments[a] += 2 * side.tensor(0, 0);
    moments[b] += 2 * side.tensor(1, 1);
    moments[axis] += 2 * side.tensor(2, 2);
  }
  return at_centre(mass, moments.x(), moments.y(), moments.z());
}

SpatialInertia tube(double radius, double length, double density) {
  const double mass = density * 2 * std::numbers::pi * radius * length;
  const double across = mass * (radius * radius / 2 + length * length / 12);
  return at_centre(mass, across, across, mass * radius * radius);
}

SpatialInertia shell_cylinder(double radius, double length, double density) {
  const SpatialInertia side = tube(radius, length, density);
  const double ends = density * 2 * std::numbers::pi * radius * radius;
  const double across = side.tensor(0, 0) + ends * (radius * radius / 4 + length * length / 4);
  return at_centre(side.mass + ends, across, across, side.tensor(2, 2) + ends * radius * radius / 2);
}

// The centres of half spheres lie half a radius away from their flat sides: moving both halves of m/2 by L/2
// along z adds m (L²/4 + 2 · r/2 · L/2).
SpatialInertia shell_capsule(double radius, double length, double density) {
  const SpatialInertia side = tube(radius, length, density);
  const double ball = density * 4 * std::numbers::pi * radius * radius;
  const double moment = ball * radius * radius * 2 / 3;
  const double across = side.tensor(0, 0) + moment + ball * (length * length / 4 + length * radius / 2);
  return at_centre(side.mass + ball, across, across, side.tensor(2, 2) + moment);
}

}  // namespace

std::optional<SpatialInertia> shell(const Shape& shape, double density) {
  if (const auto* box = std::get_if<Box>(&shape)) return shell_box(vector_of(box->size), density);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return shell_cylinder(cylinder->radius.value(), cylinder->length.value(), density);
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    const double radius = sphere->radius.value();
    const double mass = density * 4 * std::numbers::pi * radius * radius;
    const double moment = mass * radius * radius * 2 / 3;
    return at_centre(mass, moment, moment, moment);
  }
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return shell_capsule(capsule->radius.value(), capsule->length.value(), density);
  return std::nullopt;
}

std::optional<SpatialInertia> solid(const Shape& shape, double density) {
  if (const auto* box = std::get_if<Box>(&shape)) return solid_box(vector_of(box->size), density);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return solid_cylinder(cylinder->radius.value(), cylinder->length.value(), density);
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return solid_sphere(sphere->radius.value(), density);
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return solid_capsule(capsule->radius.value(), capsule->length.value(), density);
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape))
    return solid_ellipsoid(vector_of(ellipsoid->radii), density);
  return std::nullopt;
}

SpatialInertia scaled_to_mass(const SpatialInertia& body, double mass) {
  return {mass, body.com, body.tensor * (mass / body.mass)};
}

}  // namespace romas
