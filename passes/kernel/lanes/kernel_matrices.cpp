#include "passes/kernel/lanes/kernel_matrices.h"

#include <algorithm>
#include <utility>

#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/lanes/lane_match.h"

namespace romas {

namespace {

std::uint32_t operation_behind_signs(const Kernel& kernel, Value value) {
  while (kernel.node(value).op == Op::neg) value = kernel.node(value).operands[0];
  return goes_through_lanes(kernel.node(value).op) ? value.index() : KernelMatrix::kNoNode;
}

}  // namespace

std::uint32_t line_of(const KernelMatrix& matrix, MatrixLines lines, std::size_t row, std::size_t column) {
  constexpr std::size_t kKind = std::size_t{1} << 24U;
  if (lines == MatrixLines::columns) {
    const std::size_t lanes = (matrix.group + kMostLanes - 1) / kMostLanes * kMostLanes;
    return static_cast<std::uint32_t>(column / matrix.group * lanes + column % matrix.group);
  }
  // Counted from the last one, so that those far from the root, which have the most elements, are together.
  const std::size_t from_last = matrix.rows - 1 - std::max(row, column);
  return static_cast<std::uint32_t>((row <= column ? 2 : 3) * kKind - 1 - from_last);
}

std::vector<KernelMatrix> find_matrices(const Kernel& kernel, std::size_t n) {
  std::vector<KernelMatrix> result;
  for (const OutputArray& output : kernel.outputs) {
    const std::size_t size = output.elements.size();
    if (size % n != 0 || size / n < 3) continue;
    KernelMatrix matrix{n, size / n, size / n, {}};
    // Rows of a point or of a twist; columns of links.
    if (matrix.columns == 3 || matrix.columns == 6)
      matrix = {size / n, n, n, {}};
    else if (matrix.columns != n && matrix.columns % lowering::kLinkParameters == 0)
      matrix.group = lowering::kLinkParameters;
    for (const Value value : output.elements)
      matrix.elements.push_back(operation_behind_signs(kernel, value));
    result.push_back(std::move(matrix));
  }
  for (const ValueLabel::Quantity quantity :
       {ValueLabel::Quantity::torque_by_position, ValueLabel::Quantity::torque_by_velocity}) {
    KernelMatrix matrix{n, n, n, std::vector<std::uint32_t>(n * n, KernelMatrix::kNoNode), true};
    bool found = false;
    for (std::uint32_t i = 0; i < kernel.nodes.size(); ++i) {
      const ValueLabel& label = kernel.nodes[i].label;
      if (label.quantity != quantity || !goes_through_lanes(kernel.nodes[i].op)) continue;
      if (label.joint >= n || label.component >= n) continue;
      found = true;
      matrix.elements[label.joint * n + label.component] = i;
    }
    if (found) result.push_back(std::move(matrix));
  }
  return result;
}

}  // namespace romas
