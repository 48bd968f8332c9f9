// Small dense systems of linear equations.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace romas {

// The inverse of a square matrix, both row by row. Nothing if it is singular to working precision. Rows may
// differ by orders of magnitude. LU decomposition with full pivoting, after each row is divided by its
// largest element.
std::optional<std::vector<double>> inverse(std::span<const double> rows, std::size_t size);

}  // namespace romas
