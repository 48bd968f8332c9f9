#include "ir/kernel/kernel.h"

#include <cmath>

#include "support/text.h"

namespace romas {

std::string_view op_name(Op op) {
  constexpr std::array<std::string_view, kOpCount> kNames = {
      "input", "constant", "add", "sub", "mul", "div", "neg", "fma", "sqrt", "sin", "cos", "select"};
  return kNames[static_cast<std::size_t>(op)];
}

int operand_count(Op op) {
  constexpr std::array<int, kOpCount> kCounts = {0, 0, 2, 2, 2, 2, 1, 3, 1, 1, 1, 3};
  return kCounts[static_cast<std::size_t>(op)];
}

std::size_t OpCounts::multiplications() const {
  return (*this)[Op::mul] + (*this)[Op::div] + (*this)[Op::fma];
}
std::size_t OpCounts::additions() const { return (*this)[Op::add] + (*this)[Op::sub] + (*this)[Op::fma]; }
std::size_t OpCounts::total() const { return multiplications() + additions(); }

std::vector<std::uint32_t> count_uses(const Kernel& kernel) {
  std::vector<std::uint32_t> uses(kernel.nodes.size(), 0);
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements) ++uses[value.index()];
  for (std::size_t i = kernel.nodes.size(); i-- > 0;) {
    if (uses[i] == 0) continue;
    const Node& node = kernel.nodes[i];
    for (int k = 0; k < operand_count(node.op); ++k)
      ++uses[node.operands[static_cast<std::size_t>(k)].index()];
  }
  return uses;
}

OpCounts count_operations(const Kernel& kernel) {
  const std::vector<std::uint32_t> uses = count_uses(kernel);
  OpCounts counts;
  for (std::size_t i = 0; i < kernel.nodes.size(); ++i)
    if (uses[i] != 0) ++counts.by_op[static_cast<std::size_t>(kernel.nodes[i].op)];
  return counts;
}

std::string verify_kernel(const Kernel& kernel) {
  for (std::size_t i = 0; i < kernel.nodes.size(); ++i) {
    const Node& node = kernel.nodes[i];
    for (int k = 0; k < operand_count(node.op); ++k) {
      const Value operand = node.operands[static_cast<std::size_t>(k)];
      if (!operand.valid() || operand.index() >= i)
        return concat("%", i, " (", op_name(node.op), ") uses a value that does not come before it");
    }
    if (node.op == Op::input &&
        (node.array >= kernel.inputs.size() || node.element >= kernel.inputs[node.array].size))
      return concat("%", i, " reads outside of the inputs");
  }
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements)
      if (!value.valid() || value.index() >= kernel.nodes.size())
        return concat("output '", output.name, "' has an element without a value");
  return {};
}

namespace {
double evaluate_node(const Node& node, const std::vector<double>& values) {
  const auto at = [&](std::size_t k) { return values[node.operands[k].index()]; };
  switch (node.op) {
    case Op::input: return 0;
    case Op::constant: return node.constant;
    case Op::add: return at(0) + at(1);
    case Op::sub: return at(0) - at(1);
    case Op::mul: return at(0) * at(1);
    case Op::div: return at(0) / at(1);
    case Op::neg: return -at(0);
    case Op::fma: return at(0) * at(1) + at(2);
    case Op::sqrt: return std::sqrt(at(0));
    case Op::sin: return std::sin(at(0));
    case Op::cos: return std::cos(at(0));
    case Op::select: return at(0) >= 0 ? at(1) : at(2);
  }
  return 0;
}
}  // namespace

std::vector<double> evaluate_kernel(const Kernel& kernel, const std::vector<std::vector<double>>& inputs) {
  std::vector<double> values(kernel.nodes.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Node& node = kernel.nodes[i];
    values[i] = node.op == Op::input ? inputs[node.array][node.element] : evaluate_node(node, values);
  }
  std::vector<double> results;
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements) results.push_back(values[value.index()]);
  return results;
}

}  // namespace romas
