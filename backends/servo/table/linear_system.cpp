#include "backends/servo/table/linear_system.h"

#include <Eigen/LU>

namespace romas {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

std::optional<std::vector<double>> inverse(std::span<const double> rows, std::size_t size) {
  const auto n = static_cast<Eigen::Index>(size);
  if (n == 0) return std::vector<double>();
  const Eigen::Map<const Matrix> matrix(rows.data(), n, n);
  const Eigen::VectorXd largest = matrix.cwiseAbs().rowwise().maxCoeff();
  if (!(largest.minCoeff() > 0)) return std::nullopt;
  const Eigen::FullPivLU<Matrix> solver(largest.cwiseInverse().asDiagonal() * matrix);
  if (!solver.isInvertible()) return std::nullopt;
  std::vector<double> result(rows.size());
  Eigen::Map<Matrix>(result.data(), n, n) = solver.inverse() * largest.cwiseInverse().asDiagonal();
  return result;
}

}  // namespace romas
