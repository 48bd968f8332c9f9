#include "passes/kernel/algebra/factored_matrix.h"

namespace romas::lowering {

FactoredMatrix::FactoredMatrix(std::vector<Scalar> M, std::size_t n) : n_(n), L_(n * n), inverse_(n) {
  for (std::size_t k = n; k-- > 0;) {
    inverse_[k] = M[k * n + k].like(1) / M[k * n + k];
    for (std::size_t i = 0; i < k; ++i) L_[k * n + i] = M[k * n + i] * inverse_[k];
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j <= i; ++j) M[i * n + j] -= L_[k * n + i] * M[k * n + j];
  }
}

void FactoredMatrix::eliminate(std::vector<Scalar>& b, std::size_t last) const {
  for (std::size_t k = last + 1; k-- > 0;)
    for (std::size_t i = 0; i < k; ++i) b[i] -= L_[k * n_ + i] * b[k];
}

void FactoredMatrix::substitute(std::vector<Scalar>& b, std::size_t last) const {
  for (std::size_t k = 0; k <= last; ++k) {
    b[k] = b[k] * inverse_[k];
    for (std::size_t i = 0; i < k; ++i) b[k] -= L_[k * n_ + i] * b[i];
  }
}

std::vector<Scalar> FactoredMatrix::solve(std::vector<Scalar> b) const {
  return substituted(eliminated(std::move(b)));
}

std::vector<Scalar> FactoredMatrix::eliminated(std::vector<Scalar> b) const {
  if (n_ != 0) eliminate(b, n_ - 1);
  return b;
}

Scalar FactoredMatrix::product(const std::vector<Scalar>& b, const std::vector<Scalar>& c) const {
  Scalar sum = inverse_.front().like(0);
  for (std::size_t k = 0; k < n_; ++k) sum += b[k] * inverse_[k] * c[k];
  return sum;
}

std::vector<Scalar> FactoredMatrix::substituted(std::vector<Scalar> b) const {
  if (n_ != 0) substitute(b, n_ - 1);
  return b;
}

std::vector<Scalar> FactoredMatrix::inverse() const {
  std::vector<Scalar> result(n_ * n_);
  for (std::size_t column = 0; column < n_; ++column) {
    std::vector<Scalar> b(n_, inverse_[0].like(0));
    b[column] = b[column].like(1);
    eliminate(b, column);
    // The rows behind it are columns that follow: the inverse is symmetric.
    substitute(b, column);
    for (std::size_t row = 0; row <= column; ++row)
      result[row * n_ + column] = result[column * n_ + row] = b[row];
  }
  return result;
}

}  // namespace romas::lowering
