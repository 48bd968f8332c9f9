// A symmetric positive definite matrix, factorised from its last row to the first, as values of a kernel.
#pragma once

#include <vector>

#include "passes/kernel/algebra/algebra.h"

namespace romas::lowering {

// M = Lᵀ D L for a mass matrix whose structural zeros are constants. Eliminated from the leaves to the root,
// the branches of a tree cause no fill-in (Featherstone 2008, section 6.5). The reciprocals of D are computed
// once, so that a row of L takes no division.
class FactoredMatrix {
 public:
  // `M`: n × n, row-major; the lower triangle counts.
  FactoredMatrix(std::vector<Scalar> M, std::size_t n);
  // M⁻¹ b
  std::vector<Scalar> solve(std::vector<Scalar> b) const;
  // M⁻¹, n × n
  std::vector<Scalar> inverse() const;

  // Half of solve: L⁻ᵀ b, where zeros at the end of b save work.
  std::vector<Scalar> eliminated(std::vector<Scalar> b) const;
  // bᵀ M⁻¹ c from L⁻ᵀ b and L⁻ᵀ c.
  Scalar product(const std::vector<Scalar>& b, const std::vector<Scalar>& c) const;
  // The other half: M⁻¹ b from L⁻ᵀ b.
  std::vector<Scalar> substituted(std::vector<Scalar> b) const;

 private:
  // The first of both sweeps of solve, from row `last` on: rows behind it are 0 in b.
  void eliminate(std::vector<Scalar>& b, std::size_t last) const;
  void substitute(std::vector<Scalar>& b, std::size_t last) const;

  std::size_t n_;
  std::vector<Scalar> L_;        // below the diagonal
  std::vector<Scalar> inverse_;  // of D
};

}  // namespace romas::lowering
