#include "ir/analysis/mass/equal_moments.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "ir/analysis/mass/physical_inertia.h"

namespace romas {

EqualMoments equal_moments(const SpatialInertia& inertia) {
  // A power of two: the second moments of a large tensor stay finite.
  const double largest = inertia.tensor.cwiseAbs().maxCoeff();
  const double scale = largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1;
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(second_moments(inertia.tensor / scale));
  EqualMoments result{solver.eigenvectors(), Vector3::Zero(), Vector3::Zero()};
  if (result.R_LP.determinant() < 0) result.R_LP.col(2) *= -1;
  const Vector3& second = solver.eigenvalues();
  const bool tensor_is_possible = second.minCoeff() >= -kTriangleTolerance * second.cwiseAbs().maxCoeff();
  result.possible = tensor_is_possible && (inertia.mass > 0 || (inertia.mass == 0 && largest == 0));
  if (!(inertia.mass > 0)) return result;
  const Vector3 radii_of_gyration =
      second.cwiseMax(0).cwiseSqrt() * (std::sqrt(scale) / std::sqrt(inertia.mass));
  result.box_size = std::sqrt(12.0) * radii_of_gyration;
  result.ellipsoid_radii = std::sqrt(5.0) * radii_of_gyration;
  return result;
}

}  // namespace romas
