// Which inertia tensors bodies have, and the nearest one for a tensor that no body has.
//
// A body with tensor I (kg m², about its centre of mass) has the second moments of mass
// S = ∫ρ(r) r rᵀ dV = ½ tr(I) 1 − I, and every positive semidefinite S belongs to a body. S has no negative
// eigenvalue exactly if the principal moments fulfil the triangle inequality; then I has none either.
// (Wensing, Kim, Slotine: Linear Matrix Inequalities for Physically Consistent Inertial Parameter
// Identification, IEEE Robotics and Automation Letters 3(1), 2018, section IV.)
#pragma once

#include <optional>

#include "ir/values/spatial.h"

namespace romas {

// Tolerance of the triangle inequality for rounded digits, relative to the largest principal moment.
constexpr double kTriangleTolerance = 1e-6;

// Sylvester's criterion on the tensor scaled to a unit diagonal (a correlation matrix), which is independent
// of the unit and works for flat bodies.
bool is_positive_definite(const Matrix3& I);
// I1 + I2 >= I3 for the principal moments, up to the tolerance. It may say no within rounding errors of it.
bool satisfies_triangle(const Matrix3& I, double tolerance = kTriangleTolerance);

Matrix3 second_moments(const Matrix3& I);
Matrix3 tensor_of_second_moments(const Matrix3& S);

struct NearestInertia {
  Matrix3 tensor;       // kg m²
  double distance = 0;  // kg m²
};

// The tensor with second moments nearest to those of I in the Frobenius norm, and its distance in this norm:
// S projected onto the cone of positive semidefinite matrices, by leaving out its negative eigenvalues
// (Higham: Computing a nearest symmetric positive semidefinite matrix, Linear Algebra and its Applications
// 103, 1988, theorem 2.1). The norm is also that of the pseudo-inertia of a body whose mass and centre of
// mass stay. Precondition: I is finite.
NearestInertia nearest_inertia(const Matrix3& I);

// A tensor of few decimal digits that is positive definite, satisfies the triangle inequality without a
// tolerance, and is no farther from I than the nearest one by more than a hundredth. Nothing where the
// nearest one is zero or as good as zero, or beyond the range of a double.
std::optional<NearestInertia> nearest_short_inertia(const Matrix3& I);

}  // namespace romas
