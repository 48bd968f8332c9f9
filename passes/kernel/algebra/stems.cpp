#include "passes/kernel/algebra/stems.h"

namespace romas {

Stem stem_of(const Kernel& kernel, Value value) {
  Stem result;
  for (; kernel.node(value).op == Op::neg; value = kernel.node(value).operands[0])
    result.minus = !result.minus;
  result.node = value.index();
  return result;
}

std::vector<std::uint32_t> count_uses_of_stems(const Kernel& kernel) {
  std::vector<std::uint32_t> uses(kernel.nodes.size(), 0);
  const std::vector<std::uint32_t> needed = count_uses(kernel);
  for (std::size_t i = 0; i < kernel.nodes.size(); ++i) {
    const Node& node = kernel.nodes[i];
    if (needed[i] == 0 || node.op == Op::neg) continue;
    for (int k = 0; k < operand_count(node); ++k)
      ++uses[stem_of(kernel, node.operands[static_cast<std::size_t>(k)]).node];
  }
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements) ++uses[stem_of(kernel, value).node];
  return uses;
}

}  // namespace romas
