// The matrices that a kernel computes, and the lines by which their values are told apart.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/kernel/kernel.h"

namespace romas {

// An output, or a matrix on the way to the outputs. Elements are nodes behind negations, row-major; kNoNode
// where nothing is computed.
struct KernelMatrix {
  static constexpr std::uint32_t kNoNode = 0xffffffff;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t group = 0;  // so many columns belong together: of one link, or all
  std::vector<std::uint32_t> elements;
  bool on_the_way = false;
};

// The ways to divide the values of a matrix into lines.
// columns: element (r, c) is of column c. branches: it is of the larger of r and c, and elements above the
// diagonal are apart from those below. If joints follow each other, a column ends at the diagonal and goes on
// as a row.
enum class MatrixLines : std::uint8_t { none, columns, branches };

// The number of the line of an element. Numbers from 4 k to 4 k + 3 are side by side in lanes.
std::uint32_t line_of(const KernelMatrix& matrix, MatrixLines lines, std::size_t row, std::size_t column);

// `n`: of velocity variables. Outputs whose rows or columns are velocity variables, and matrices that values
// are labelled with.
std::vector<KernelMatrix> find_matrices(const Kernel& kernel, std::size_t n);

}  // namespace romas
