#include "ir/analysis/mass/physical_inertia.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>

#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Upper bound of the determinant of a singular correlation matrix with rounding errors.
constexpr double kSingular = 1e-15;
// Share of the distance by which digits may be left out.
constexpr double kMoreDistance = 0.01;
// Beside the largest second moment of a tensor, what counts as zero.
constexpr double kNothing = 1e-9;
constexpr int kFewestDigits = 2, kMostDigits = 15;

// The nearest matrix whose eigenvalues are at least `least`.
Matrix3 with_eigenvalues_from(const Matrix3& S, double least) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(S);
  const Matrix3& V = solver.eigenvectors();
  return V * solver.eigenvalues().cwiseMax(least).asDiagonal() * V.transpose();
}

double largest_eigenvalue(const Matrix3& S) {
  return Eigen::SelfAdjointEigenSolver<Matrix3>(S, Eigen::EigenvaluesOnly).eigenvalues()[2];
}

// Decimal digits that read back as the rounded value. An entry of zero stays one.
Matrix3 rounded_to(const Matrix3& I, double unit) {
  Matrix3 result;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column <= row; ++column) {
      const double steps = std::round(I(row, column) / unit);
      const double value = steps == 0 ? 0 : round_to_digits(steps * unit, kMostDigits);
      result(row, column) = result(column, row) = value;
    }
  return result;
}

// A power of two of the size of the largest entry, by which no division changes a digit.
double scale_of(const Matrix3& I) {
  const double largest = I.cwiseAbs().maxCoeff();
  return largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1;
}

}  // namespace

bool is_positive_definite(const Matrix3& I) {
  if (I(0, 0) <= 0 || I(1, 1) <= 0 || I(2, 2) <= 0) return false;
  const Vector3 scale = I.diagonal().cwiseSqrt();
  const double a = I(1, 0) / scale[1] / scale[0];
  const double b = I(2, 0) / scale[2] / scale[0];
  const double c = I(2, 1) / scale[2] / scale[1];
  if (std::abs(a) >= 1 || std::abs(b) >= 1 || std::abs(c) >= 1) return false;
  return 1 + 2 * a * b * c - a * a - b * b - c * c > kSingular;
}

// A Cholesky factorisation of the second moments says so faster than the principal moments themselves, and
// the largest entry of the diagonal is at most I3, so that success is certain.
bool satisfies_triangle(const Matrix3& I, double tolerance) {
  const double slack = tolerance / 2 * I.diagonal().maxCoeff();
  const Matrix3 moments = (I.trace() / 2 + slack) * Matrix3::Identity() - I;
  return Eigen::LLT<Matrix3>(moments).info() == Eigen::Success;
}

Matrix3 second_moments(const Matrix3& I) { return I.trace() / 2 * Matrix3::Identity() - I; }

// The trace of S is half of that of I.
Matrix3 tensor_of_second_moments(const Matrix3& S) { return S.trace() * Matrix3::Identity() - S; }

NearestInertia nearest_inertia(const Matrix3& I) {
  const double scale = scale_of(I);
  const Matrix3 S = second_moments(I / scale);
  const Matrix3 nearest = with_eigenvalues_from(S, 0);
  return {tensor_of_second_moments(nearest) * scale, (nearest - S).norm() * scale};
}

std::optional<NearestInertia> nearest_short_inertia(const Matrix3& I) {
  const double scale = scale_of(I);
  const Matrix3 scaled = I / scale;
  const Matrix3 S = second_moments(scaled);
  const double largest = largest_eigenvalue(S);
  if (!(largest > kNothing * S.cwiseAbs().maxCoeff())) return std::nullopt;
  const double distance = nearest_inertia(scaled).distance;
  for (int digits = kFewestDigits; digits <= kMostDigits; ++digits) {
    // The unit is one of I's own decimals. Rounding an entry moves eigenvalues by less than two units.
    const double unit = math::pow(10.0, std::floor(math::log10(largest * scale)) + 1 - digits);
    const Matrix3 inside = tensor_of_second_moments(with_eigenvalues_from(S, 2 * unit / scale));
    const Matrix3 candidate = rounded_to(inside * scale, unit);
    const Matrix3 tried = candidate / scale;
    const double farther = (second_moments(tried) - S).norm();
    if (farther > distance * (1 + kMoreDistance)) continue;
    if (!is_positive_definite(tried) || !satisfies_triangle(tried, 0)) continue;
    return candidate.allFinite() && std::isfinite(farther * scale)
               ? std::optional(NearestInertia{candidate, farther * scale})
               : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace romas
