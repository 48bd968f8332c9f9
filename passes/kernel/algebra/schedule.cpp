// The order of a kernel's operations. A value is computed shortly before its first use. The operand that
// keeps more values alive comes first (Sethi and Ullman, The generation of optimal code for arithmetic
// expressions, 1970). Few values are then alive at a time. Many results come in the order in which they were
// lowered: a recursion uses what it has before it goes on.
#include <algorithm>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/algebra/stems.h"

namespace romas {

namespace {

// Register need of an operation (Sethi-Ullman number), as if its operands were used nowhere else.
std::vector<int> register_needs(const Kernel& kernel) {
  std::vector<int> needs(kernel.nodes.size(), 1);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    const Node& node = kernel.nodes[i];
    std::array<int, kMostLanes> below{};
    const auto count = static_cast<std::size_t>(operand_count(node));
    for (std::size_t k = 0; k < count; ++k) below[k] = needs[node.operands[k].index()];
    std::sort(below.begin(), below.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>());
    for (std::size_t k = 0; k < count; ++k) needs[i] = std::max(needs[i], below[k] + static_cast<int>(k));
  }
  return needs;
}

// Few results hang together: the first one needs nearly everything, and what takes long should begin early.
constexpr std::size_t kMostInTheirOrder = 64;

}  // namespace

Kernel scheduled(const Kernel& kernel) {
  std::vector<Value> results;
  for (const OutputArray& output : kernel.outputs)
    results.insert(results.end(), output.elements.begin(), output.elements.end());
  if (results.size() > kMostInTheirOrder) {
    const auto place_of = [&](Value value) { return stem_of(kernel, value).node; };
    std::stable_sort(results.begin(), results.end(),
                     [&](Value a, Value b) { return place_of(a) < place_of(b); });
  }
  return in_order_of_need(kernel, results, register_needs(kernel));
}

}  // namespace romas
