// Rigid transforms, rotations and spatial inertia. Frames are named in monogram notation: X_PC is the pose of
// frame C in frame P, R_PC its rotation, p_PC its origin; adjacent letters agree: X_PD = X_PC * X_CD.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string_view>

namespace romas {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

// The pose of a frame C in a frame P: p_PX = R * p_CX + p.
struct RigidTransform {
  Matrix3 R = Matrix3::Identity();
  Vector3 p = Vector3::Zero();  // metres

  RigidTransform inverse() const;
  friend RigidTransform operator*(const RigidTransform& X_PC, const RigidTransform& X_CD);
  friend Vector3 operator*(const RigidTransform& X_PC, const Vector3& p_CX) { return X_PC.R * p_CX + X_PC.p; }
  bool is_identity() const { return R == Matrix3::Identity() && p == Vector3::Zero(); }
};

// Sine and cosine of an angle in radians; exactly 0 and ±1 where the angle is the double nearest to a
// multiple of 90°.
struct SinCos {
  double sin = 0;
  double cos = 1;
};
SinCos exact_sincos(double radians);
// The same for degrees: exact at every multiple of 90.
SinCos exact_sincos_degrees(double degrees);

// R = Rz(yaw) Ry(pitch) Rx(roll): rotations about the fixed axes x, y, z in this order (radians).
Matrix3 rotation_from_rpy(const Vector3& rpy);
Matrix3 rotation_from_rpy(const SinCos& roll, const SinCos& pitch, const SinCos& yaw);
// Roll, pitch, yaw with pitch in [-π/2, π/2]; roll is 0 where pitch is ±π/2 (only roll ∓ yaw is defined
// there). Exact multiples of π/2 for signed permutations.
Vector3 rpy_from_rotation(const Matrix3& R);
// True if the rows are orthogonal, of length 1 and right-handed, each up to the tolerance.
bool is_rotation(const Matrix3& R, double tolerance);
// Unit quaternion (x, y, z, w); the input is normalised. The zero quaternion gives the identity.
Matrix3 rotation_from_quaternion(double x, double y, double z, double w);
// Right-handed rotation by an angle (radians) about a unit axis (Rodrigues' formula); exact for multiples of
// 90° about coordinate axes.
Matrix3 rotation_about(const Vector3& unit_axis, double radians);

// A coordinate axis with its sign, as Romas Blocks name them.
enum class SignedAxis : unsigned char { plus_x, minus_x, plus_y, minus_y, plus_z, minus_z };
std::string_view to_string(SignedAxis axis);                         // "x", "-x", …
std::optional<SignedAxis> parse_signed_axis(std::string_view text);  // exactly one of those
Vector3 unit_vector(SignedAxis axis);
bool parallel(SignedAxis a, SignedAxis b);  // also when opposite

// Mass, centre of mass and rotational inertia of a body. The tensor is about the centre of mass, along the
// axes of the frame in which the centre of mass is given.
struct SpatialInertia {
  double mass = 0;                   // kg
  Vector3 com = Vector3::Zero();     // m
  Matrix3 tensor = Matrix3::Zero();  // kg m²

  // The same body seen from frame P, where X_PC is the pose of the present frame C.
  SpatialInertia expressed_in(const RigidTransform& X_PC) const;
  // Both bodies as one, both given in the same frame (parallel axis theorem; exact also for massless parts).
  friend SpatialInertia operator+(const SpatialInertia& a, const SpatialInertia& b);
};

// Principal moments of a symmetric tensor in ascending order.
Vector3 principal_moments(const Matrix3& tensor);

}  // namespace romas
