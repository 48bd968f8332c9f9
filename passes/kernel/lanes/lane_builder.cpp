#include "passes/kernel/lanes/lane_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace romas {

namespace {

enum class Pattern : std::uint8_t { plus, minus, mixed };

Pattern pattern(const LaneSigns& signs, std::size_t lanes) {
  const auto minus = std::count(signs.begin(), signs.begin() + static_cast<std::ptrdiff_t>(lanes), true);
  if (minus == 0) return Pattern::plus;
  return minus == static_cast<std::ptrdiff_t>(lanes) ? Pattern::minus : Pattern::mixed;
}

LaneSigns different(const LaneSigns& a, const LaneSigns& b) {
  LaneSigns result{};
  for (std::size_t k = 0; k < kMostLanes; ++k) result[k] = a[k] != b[k];
  return result;
}

}  // namespace

LaneBuilder::LaneBuilder(const Kernel& like) {
  kernel_.name = like.name;
  kernel_.inputs = like.inputs;
}

Value LaneBuilder::add(Node node) {
  const Key key = {node.op,    node.lanes,   node.operands,
                   node.array, node.element, std::bit_cast<std::uint64_t>(node.constant)};
  const auto [entry, fresh] = known_.try_emplace(key, Value(kernel_.nodes.size()));
  if (fresh) kernel_.nodes.push_back(node);
  return entry->second;
}

Value LaneBuilder::constant(double number) {
  Node node;
  node.constant = number;
  return add(node);
}

Value LaneBuilder::negated(Value value) {
  const Node& of = node(value);
  if (of.op == Op::neg) return of.operands[0];
  if (of.op == Op::constant) return constant(-of.constant);
  Node result;
  result.op = Op::neg;
  result.lanes = of.lanes;
  result.operands[0] = value;
  return add(result);
}

Value LaneBuilder::lane(Value values, std::size_t lane) {
  Node result;
  result.op = Op::lane;
  result.operands[0] = values;
  result.element = static_cast<std::uint32_t>(lane);
  return add(result);
}

Value LaneBuilder::gather(const std::array<Value, kMostLanes>& numbers, std::size_t count) {
  const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(count);
  if (std::all_of(numbers.begin(), end, [&](Value value) { return value == numbers[0]; })) return numbers[0];
  Node result;
  result.op = Op::gather;
  result.lanes = static_cast<std::uint8_t>(count);
  std::copy(numbers.begin(), end, result.operands.begin());
  return add(result);
}

Value LaneBuilder::operation(Op op, std::size_t lanes, Value a, Value b, Value c) {
  Node result;
  result.op = op;
  result.operands = {a, b, c};
  const auto on_lanes = [&](Value value) { return value.valid() && node(value).lanes > 1; };
  if (on_lanes(a) || on_lanes(b) || on_lanes(c)) result.lanes = static_cast<std::uint8_t>(lanes);
  return add(result);
}

bool LaneBuilder::constant_lanes(Value value) const {
  const Node& of = node(value);
  if (of.op == Op::constant) return true;
  return of.op == Op::gather && std::all_of(of.operands.begin(), of.operands.begin() + of.lanes,
                                            [&](Value number) { return node(number).op == Op::constant; });
}

bool LaneBuilder::absorb(LaneOperand& operand, const LaneSigns& minus, std::size_t lanes) {
  if (!constant_lanes(operand.value)) return false;
  const Node of = node(operand.value);
  std::array<Value, kMostLanes> numbers{};
  for (std::size_t k = 0; k < lanes; ++k) {
    const double number = of.op == Op::constant ? of.constant : node(of.operands[k]).constant;
    numbers[k] = constant(minus[k] ? -number : number);
  }
  operand = {gather(numbers, lanes), {}};
  return true;
}

Value LaneBuilder::signs(const LaneSigns& minus, std::size_t lanes) {
  std::array<Value, kMostLanes> numbers{};
  for (std::size_t k = 0; k < lanes; ++k) numbers[k] = constant(minus[k] ? -1 : 1);
  return gather(numbers, lanes);
}

Value LaneBuilder::settled(const LaneOperand& operand, std::size_t lanes) {
  switch (pattern(operand.minus, lanes)) {
    case Pattern::plus: return operand.value;
    case Pattern::minus: return negated(operand.value);
    case Pattern::mixed: break;
  }
  LaneOperand constants = operand;
  if (absorb(constants, operand.minus, lanes)) return constants.value;
  return operation(Op::mul, lanes, operand.value, signs(operand.minus, lanes));
}

void LaneBuilder::label(Value value, const ValueLabel& label) {
  ValueLabel& known = kernel_.nodes[value.index()].label;
  if (known.quantity == ValueLabel::Quantity::none) known = label;
}

LaneOperand LaneBuilder::sum(LaneOperand a, LaneOperand b, std::size_t lanes) {
  for (LaneOperand* constants : {&a, &b}) absorb(*constants, constants->minus, lanes);
  const Pattern of_a = pattern(a.minus, lanes);
  const Pattern of_b = pattern(b.minus, lanes);
  if (of_a == Pattern::mixed && of_b != Pattern::mixed) return sum(b, a, lanes);
  if (of_b == Pattern::mixed) {
    // The same signs, or all of them opposite, are those of the whole.
    const Pattern together = pattern(different(a.minus, b.minus), lanes);
    if (together == Pattern::plus) return {operation(Op::add, lanes, a.value, b.value), a.minus};
    if (together == Pattern::minus) return {operation(Op::sub, lanes, a.value, b.value), a.minus};
    return {operation(Op::fma, lanes, b.value, signs(b.minus, lanes), settled(a, lanes)), {}};
  }
  if (of_a == Pattern::plus && of_b == Pattern::minus)
    return {operation(Op::sub, lanes, a.value, b.value), {}};
  if (of_a == Pattern::minus && of_b == Pattern::plus)
    return {operation(Op::sub, lanes, b.value, a.value), {}};
  return {operation(Op::add, lanes, a.value, b.value), a.minus};
}

LaneOperand LaneBuilder::product(const LaneOperand& a, const LaneOperand& b, std::size_t lanes) {
  LaneOperand left = a;
  LaneOperand right = b;
  const LaneSigns minus = different(a.minus, b.minus);
  if (absorb(left, minus, lanes) || absorb(right, minus, lanes))
    return {operation(Op::mul, lanes, left.value, right.value), {}};
  return {operation(Op::mul, lanes, a.value, b.value), minus};
}

LaneOperand LaneBuilder::quotient(const LaneOperand& a, const LaneOperand& b, std::size_t lanes) {
  return {operation(Op::div, lanes, a.value, b.value), different(a.minus, b.minus)};
}

LaneOperand LaneBuilder::multiply_add(LaneOperand a, LaneOperand b, const LaneOperand& c, std::size_t lanes) {
  LaneSigns minus = different(a.minus, b.minus);
  const LaneSigns relative = different(minus, c.minus);
  // Signs that the product shares with the sum are those of the whole; a constant factor takes any.
  const bool takes_all = constant_lanes(a.value) || constant_lanes(b.value);
  const bool shared =
      pattern(c.minus, lanes) == Pattern::mixed && (takes_all || pattern(relative, lanes) != Pattern::mixed);
  const LaneSigns whole = shared ? c.minus : LaneSigns{};
  if (shared) minus = relative;
  if (absorb(a, minus, lanes) || absorb(b, minus, lanes)) minus = {};
  const LaneOperand first = {a.value, minus};
  const Value rest = shared ? c.value : settled(c, lanes);
  return {operation(Op::fma, lanes, settled(first, lanes), b.value, rest), whole};
}

}  // namespace romas
