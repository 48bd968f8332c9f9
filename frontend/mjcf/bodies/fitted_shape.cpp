#include "frontend/mjcf/bodies/fitted_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace romas::mjcf {

namespace {

constexpr double kLeastMoment = 1e-12;  // kg m²
constexpr int kMostTurns = 500;

// The turn about the third axis that makes the product of inertia of two axes vanish, the smaller of the two
// that do (Jacobi).
Matrix3 turn_to_principal(const Matrix3& tensor, int row, int column) {
  const double ratio = (tensor(column, column) - tensor(row, row)) / (2 * tensor(row, column));
  const double tangent = std::copysign(1, ratio) / (std::abs(ratio) + std::sqrt(1 + ratio * ratio));
  const double cosine = 1 / std::sqrt(1 + tangent * tangent);
  Matrix3 R = Matrix3::Identity();
  R(row, row) = R(column, column) = cosine;
  R(row, column) = tangent * cosine;
  R(column, row) = -tangent * cosine;
  return R;
}

// The pair of axes with the largest product of inertia; of equal ones the last, as in MuJoCo: where two
// moments are equal, the axes depend on the order of the turns.
std::pair<int, int> largest_product(const Matrix3& tensor) {
  constexpr std::array<std::pair<int, int>, 3> kPairs = {{{1, 2}, {0, 2}, {0, 1}}};
  return *std::ranges::max_element(
      kPairs, {}, [&](const std::pair<int, int>& pair) { return std::abs(tensor(pair.first, pair.second)); });
}

// Axes of descending moments.
Matrix3 axes_of(const Matrix3& tensor) {
  Matrix3 R = Matrix3::Identity(), seen = tensor;
  for (int turn = 0; turn < kMostTurns; ++turn) {
    const auto [row, column] = largest_product(seen);
    if (std::abs(seen(row, column)) < kLeastMoment) break;
    R = R * turn_to_principal(seen, row, column);
    seen = R.transpose() * tensor * R;
  }
  Vector3 moments = seen.diagonal();
  for (const int first : {0, 1, 0}) {
    if (moments[first] + kLeastMoment >= moments[first + 1]) continue;
    std::swap(moments[first], moments[first + 1]);
    R.col(first).swap(R.col(first + 1));
  }
  if (R.determinant() < 0) R.col(2) *= -1;
  return R;
}

}  // namespace

FitBox inertia_box(const SpatialInertia& body) {
  FitBox box{{axes_of(body.tensor), body.com}, Vector3::Zero()};
  const Vector3 moments = (box.X_MP.R.transpose() * body.tensor * box.X_MP.R).diagonal();
  // A box with the half edges a, b, c has the moment m (b² + c²) / 3 about the first axis.
  for (int i = 0; i < 3; ++i)
    box.halves[i] = std::sqrt(std::max(0.0, 1.5 * (moments.sum() - 2 * moments[i]) / body.mass));
  return box;
}

std::optional<Shape> fitted_shape(std::string_view type, const Vector3& halves, bool around, double scale) {
  const double radius = scale * (around ? std::max(halves.x(), halves.y()) : (halves.x() + halves.y()) / 2);
  const double half_length = scale * halves.z();
  const Number3 sizes = {Number(scale * halves.x()), Number(scale * halves.y()), Number(scale * halves.z())};
  if (type == "sphere") return Sphere{Number(scale * (around ? halves.maxCoeff() : halves.mean()))};
  if (type == "capsule") {
    const double tube = half_length - (around ? radius : radius / 2);
    return Capsule{Number(radius), Number(2 * std::max(0.0, tube))};
  }
  if (type == "cylinder") return Cylinder{Number(radius), Number(2 * half_length)};
  if (type == "ellipsoid") return Ellipsoid{sizes};
  if (type != "box") return std::nullopt;
  return Box{{Number(2 * sizes[0].value()), Number(2 * sizes[1].value()), Number(2 * sizes[2].value())}};
}

}  // namespace romas::mjcf
