#include "ir/values/spatial.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/math/functions.h"

namespace romas {

RigidTransform RigidTransform::inverse() const { return {R.transpose(), -(R.transpose() * p)}; }

RigidTransform operator*(const RigidTransform& X_PC, const RigidTransform& X_CD) {
  return {X_PC.R * X_CD.R, X_PC.R * X_CD.p + X_PC.p};
}

namespace {
SinCos quarter_turns(long long quarters) {
  switch (((quarters % 4) + 4) % 4) {
    case 0: return {0, 1};
    case 1: return {1, 0};
    case 2: return {0, -1};
    default: return {-1, 0};
  }
}
SinCos sincos(double radians) {
  const math::SineCosine of = math::sine_cosine(radians);
  return {of.sine, of.cosine};
}
}  // namespace

SinCos exact_sincos(double radians) {
  constexpr double kQuarter = std::numbers::pi / 2;
  const double quarters = std::round(radians / kQuarter);
  // Up to a thousand turns, k * (π/2 as a double) equals the double that people get by writing the multiple
  // out.
  if (std::abs(quarters) < 4000 && quarters * kQuarter == radians)
    return quarter_turns(static_cast<long long>(quarters));
  return sincos(radians);
}

SinCos exact_sincos_degrees(double degrees) {
  const double reduced = std::remainder(degrees, 360.0);  // exact, in [-180, 180]
  const double quarters = reduced / 90.0;
  if (quarters == std::round(quarters)) return quarter_turns(static_cast<long long>(quarters));
  return sincos(reduced * (std::numbers::pi / 180.0));
}

Matrix3 rotation_from_rpy(const SinCos& roll, const SinCos& pitch, const SinCos& yaw) {
  Matrix3 R;
  R << yaw.cos * pitch.cos, yaw.cos * pitch.sin * roll.sin - yaw.sin * roll.cos,
      yaw.cos * pitch.sin * roll.cos + yaw.sin * roll.sin,  //
      yaw.sin * pitch.cos, yaw.sin * pitch.sin * roll.sin + yaw.cos * roll.cos,
      yaw.sin * pitch.sin * roll.cos - yaw.cos * roll.sin,  //
      -pitch.sin, pitch.cos * roll.sin, pitch.cos * roll.cos;
  return R;
}

Matrix3 rotation_from_rpy(const Vector3& rpy) {
  return rotation_from_rpy(exact_sincos(rpy.x()), exact_sincos(rpy.y()), exact_sincos(rpy.z()));
}

Vector3 rpy_from_rotation(const Matrix3& R) {
  const double cos_pitch = math::hypot(R(0, 0), R(1, 0));
  const double pitch = math::atan2(-R(2, 0), cos_pitch);
  if (cos_pitch > 1e-12) return {math::atan2(R(2, 1), R(2, 2)), pitch, math::atan2(R(1, 0), R(0, 0))};
  return {0, pitch, math::atan2(-R(0, 1), R(1, 1))};
}

bool is_rotation(const Matrix3& R, double tolerance) {
  const Matrix3 deviation = R * R.transpose() - Matrix3::Identity();
  return deviation.cwiseAbs().maxCoeff() <= tolerance && R.row(0).cross(R.row(1)).dot(R.row(2)) > 0;
}

Matrix3 rotation_from_quaternion(double x, double y, double z, double w) {
  double norm = std::sqrt(x * x + y * y + z * z + w * w);
  if (const double largest = std::max({std::abs(x), std::abs(y), std::abs(z), std::abs(w)});
      largest != 0 && (!std::isfinite(norm) || norm < 1e-150)) {
    // Without scaling, the squares would overflow or underflow.
    x /= largest, y /= largest, z /= largest, w /= largest;
    norm = std::sqrt(x * x + y * y + z * z + w * w);
  }
  if (norm == 0) return Matrix3::Identity();
  x /= norm, y /= norm, z /= norm, w /= norm;
  Matrix3 R;
  R << 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),  //
      2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),   //
      2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y);
  return R;
}

Matrix3 rotation_about(const Vector3& unit_axis, double radians) {
  const auto [s, c] = exact_sincos(radians);
  Matrix3 K;
  K << 0, -unit_axis.z(), unit_axis.y(), unit_axis.z(), 0, -unit_axis.x(), -unit_axis.y(), unit_axis.x(), 0;
  return Matrix3(c * Matrix3::Identity() + s * K + (1 - c) * unit_axis * unit_axis.transpose());
}

std::string_view to_string(SignedAxis axis) {
  constexpr std::array<std::string_view, 6> kNames = {"x", "-x", "y", "-y", "z", "-z"};
  return kNames[static_cast<std::size_t>(axis)];
}

std::optional<SignedAxis> parse_signed_axis(std::string_view text) {
  for (unsigned char i = 0; i < 6; ++i)
    if (text == to_string(static_cast<SignedAxis>(i))) return static_cast<SignedAxis>(i);
  return std::nullopt;
}

Vector3 unit_vector(SignedAxis axis) {
  const auto index = static_cast<int>(axis);
  Vector3 v = Vector3::Zero();
  v[index / 2] = index % 2 == 0 ? 1 : -1;
  return v;
}

bool parallel(SignedAxis a, SignedAxis b) { return static_cast<int>(a) / 2 == static_cast<int>(b) / 2; }

namespace {
// The tensor that a point mass at p adds about the origin, divided by the mass: |p|² 1 − p pᵀ.
Matrix3 point_tensor(const Vector3& p) {
  return Matrix3(p.squaredNorm() * Matrix3::Identity() - p * p.transpose());
}
}  // namespace

SpatialInertia SpatialInertia::expressed_in(const RigidTransform& X_PC) const {
  return {mass, X_PC * com, Matrix3(X_PC.R * tensor * X_PC.R.transpose())};
}

SpatialInertia operator+(const SpatialInertia& a, const SpatialInertia& b) {
  SpatialInertia sum;
  sum.mass = a.mass + b.mass;
  // A massless part does not move the centre of mass.
  if (b.mass == 0) {
    sum.com = a.com;
  } else if (a.mass == 0) {
    sum.com = b.com;
  } else {
    sum.com = (a.mass * a.com + b.mass * b.com) / sum.mass;
  }
  sum.tensor = a.tensor + b.tensor;
  if (a.mass != 0) sum.tensor += a.mass * point_tensor(a.com - sum.com);
  if (b.mass != 0) sum.tensor += b.mass * point_tensor(b.com - sum.com);
  return sum;
}

Vector3 principal_moments(const Matrix3& tensor) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(tensor, Eigen::EigenvaluesOnly);
  return solver.eigenvalues();
}

}  // namespace romas
