#include "ir/kernel/kernel.h"

#include <algorithm>
#include <cmath>

#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

std::string_view op_name(Op op) {
  constexpr std::array<std::string_view, kOpCount> kNames = {"input", "constant", "add",    "sub",  "mul",
                                                             "div",   "neg",      "fma",    "sqrt", "sin",
                                                             "cos",   "select",   "gather", "lane"};
  return kNames[static_cast<std::size_t>(op)];
}

std::string_view quantity_name(ValueLabel::Quantity quantity) {
  constexpr std::array<std::string_view, ValueLabel::kQuantityCount> kNames = {
      "none",  "angular_velocity", "angular_acceleration", "acceleration",
      "force", "moment",           "mass_moment",          "second_mass_moment",
      "axis",  "origin",           "torque_by_position",   "torque_by_velocity"};
  return kNames[static_cast<std::size_t>(quantity)];
}

int operand_count(const Node& node) {
  constexpr std::array<int, kOpCount> kCounts = {0, 0, 2, 2, 2, 2, 1, 3, 1, 1, 1, 3, 0, 1};
  return node.op == Op::gather ? node.lanes : kCounts[static_cast<std::size_t>(node.op)];
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
    for (int k = 0; k < operand_count(node); ++k) ++uses[node.operands[static_cast<std::size_t>(k)].index()];
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

Kernel in_order_of_need(const Kernel& kernel, const std::vector<Value>& first,
                        const std::vector<int>& weights) {
  Kernel ordered{kernel.name, kernel.inputs, {}, {}};
  const std::vector<std::uint32_t> uses = count_uses(kernel);
  std::vector<Value> map(kernel.nodes.size());
  std::vector<Value> stack;
  const auto push_operands = [&](const Node& node) {
    const auto before = static_cast<std::ptrdiff_t>(stack.size());
    for (int k = operand_count(node); k-- > 0;) {
      const Value operand = node.operands[static_cast<std::size_t>(k)];
      if (!map[operand.index()].valid()) stack.push_back(operand);
    }
    if (!weights.empty())
      std::stable_sort(stack.begin() + before, stack.end(),
                       [&](Value a, Value b) { return weights[a.index()] < weights[b.index()]; });
    return static_cast<std::ptrdiff_t>(stack.size()) != before;
  };
  const auto place = [&](Value root) {
    if (uses[root.index()] != 0) stack.push_back(root);
    while (!stack.empty()) {
      const Value value = stack.back();
      Value& placed = map[value.index()];
      Node node = kernel.node(value);
      if (!placed.valid() && push_operands(node)) continue;
      stack.pop_back();
      if (placed.valid()) continue;
      for (int k = 0; k < operand_count(node); ++k) {
        Value& operand = node.operands[static_cast<std::size_t>(k)];
        operand = map[operand.index()];
      }
      placed = Value(ordered.nodes.size());
      ordered.nodes.push_back(node);
    }
  };
  for (const Value value : first) place(value);
  for (const OutputArray& output : kernel.outputs) {
    OutputArray& copy = ordered.outputs.emplace_back(OutputArray{output.name, {}});
    for (const Value value : output.elements) {
      place(value);
      copy.elements.push_back(map[value.index()]);
    }
  }
  return ordered;
}

std::vector<std::size_t> lane_counts(const Kernel& kernel) {
  std::vector<std::size_t> counts;
  for (const std::size_t lanes : {std::size_t{2}, kMostLanes})
    if (std::any_of(kernel.nodes.begin(), kernel.nodes.end(),
                    [&](const Node& node) { return node.lanes == lanes; }))
      counts.push_back(lanes);
  return counts;
}

namespace {

bool on_lanes(Op op) {
  return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div || op == Op::neg || op == Op::fma;
}

// Returns the fault in the numbers of lanes; empty if they fit.
std::string_view lanes_fault(const Kernel& kernel, const Node& node) {
  std::size_t most = 1;
  for (int k = 0; k < operand_count(node); ++k) {
    const std::size_t lanes = kernel.node(node.operands[static_cast<std::size_t>(k)]).lanes;
    if (lanes != 1 && most != 1 && lanes != most) return "has operands with different numbers of lanes";
    most = std::max(most, lanes);
  }
  switch (node.op) {
    case Op::gather:
      if (most != 1) return "gathers several numbers in a lane";
      return node.lanes == 2 || node.lanes == kMostLanes ? "" : "has a number of lanes that does not exist";
    case Op::lane: return node.lanes == 1 && node.element < most ? "" : "reads a lane that does not exist";
    default:
      if (node.lanes != most) return "has another number of lanes than its operands";
      return most == 1 || on_lanes(node.op) ? "" : "does not go through lanes";
  }
}

}  // namespace

std::string verify_kernel(const Kernel& kernel) {
  for (std::size_t i = 0; i < kernel.nodes.size(); ++i) {
    const Node& node = kernel.nodes[i];
    for (int k = 0; k < operand_count(node); ++k) {
      const Value operand = node.operands[static_cast<std::size_t>(k)];
      if (!operand.valid() || operand.index() >= i)
        return concat("%", i, " (", op_name(node.op), ") uses a value that does not come before it");
    }
    if (const std::string_view fault = lanes_fault(kernel, node); !fault.empty())
      return concat("%", i, " (", op_name(node.op), ") ", fault);
    if (node.op == Op::input &&
        (node.array >= kernel.inputs.size() || node.element >= kernel.inputs[node.array].size))
      return concat("%", i, " reads outside of the inputs");
  }
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements)
      if (!value.valid() || value.index() >= kernel.nodes.size())
        return concat("output '", output.name, "' has an element without a value");
      else if (kernel.node(value).lanes != 1)
        return concat("output '", output.name, "' has an element of several lanes");
  return {};
}

namespace {
// By node: the numbers of its lanes. One number stands in all of them.
using Lanes = std::array<double, kMostLanes>;

double evaluate_node(const Node& node, const std::vector<Lanes>& values, std::size_t lane) {
  const auto at = [&](std::size_t k) { return values[node.operands[k].index()][lane]; };
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
    case Op::sin: return math::sin(at(0));
    case Op::cos: return math::cos(at(0));
    case Op::select: return at(0) >= 0 ? at(1) : at(2);
    case Op::gather: return at(lane % node.lanes);
    case Op::lane: return values[node.operands[0].index()][node.element];
  }
  return 0;
}
}  // namespace

std::vector<double> evaluate_kernel(const Kernel& kernel, const std::vector<std::vector<double>>& inputs) {
  std::vector<Lanes> values(kernel.nodes.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Node& node = kernel.nodes[i];
    for (std::size_t lane = 0; lane < kMostLanes; ++lane) {
      const bool known = lane > 0 && node.lanes == 1;
      values[i][lane] = known                  ? values[i][0]
                        : node.op == Op::input ? inputs[node.array][node.element]
                                               : evaluate_node(node, values, lane);
    }
  }
  std::vector<double> results;
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements) results.push_back(values[value.index()][0]);
  return results;
}

}  // namespace romas
