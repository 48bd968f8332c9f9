#include "passes/kernel/bodies/differentiate.h"

#include <algorithm>

#include "passes/kernel/bodies/symbolic_tree.h"

namespace romas {

std::vector<Value> rebuild(KernelBuilder& builder, const Kernel& kernel,
                           const std::vector<std::vector<Value>>& inputs) {
  std::vector<Value> values;
  values.reserve(kernel.nodes.size());
  for (const Node& node : kernel.nodes) {
    if (node.op == Op::input) {
      values.push_back(inputs[node.array][node.element]);
    } else if (node.op == Op::constant) {
      values.push_back(builder.constant(node.constant));
    } else {
      std::array<Value, 4> operands{};
      for (int k = 0; k < operand_count(node); ++k)
        operands[static_cast<std::size_t>(k)] = values[node.operands[static_cast<std::size_t>(k)].index()];
      values.push_back(builder.make(node.op, operands));
      builder.label(values.back(), node.label);
    }
  }
  return values;
}

std::vector<Value> rebuilt_output(KernelBuilder& builder, const Kernel& kernel,
                                  const std::vector<std::vector<Value>>& inputs, std::size_t output) {
  const std::vector<Value> all = rebuild(builder, kernel, inputs);
  std::vector<Value> elements;
  for (const Value element : kernel.outputs[output].elements) elements.push_back(all[element.index()]);
  return elements;
}

std::vector<Value> elements_of(KernelBuilder& builder, std::uint32_t array) {
  std::vector<Value> elements;
  for (std::uint32_t k = 0; k < builder.kernel().inputs[array].size; ++k)
    elements.push_back(builder.input(array, k));
  return elements;
}

std::vector<std::vector<Value>> same_inputs(KernelBuilder& builder, const Kernel& kernel) {
  std::vector<std::vector<Value>> inputs;
  for (const KernelArray& input : kernel.inputs)
    inputs.push_back(elements_of(builder, builder.add_input(input.name, input.size)));
  return inputs;
}

Differentiator::Differentiator(KernelBuilder& builder, const Kernel& kernel)
    : builder_(builder), kernel_(kernel), values_(rebuild(builder, kernel, same_inputs(builder, kernel))) {}

std::vector<Value> Differentiator::rates(const InputRates& inputs, std::size_t output) const {
  const Value zero = builder_.constant(0);
  std::vector<Value> rates(kernel_.nodes.size(), zero);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const Node& node = kernel_.nodes[i];
    if (node.op == Op::constant) continue;
    if (node.op == Op::input) {
      const auto moved = std::find_if(inputs.begin(), inputs.end(),
                                      [&](const auto& input) { return input.first == values_[i]; });
      if (moved != inputs.end()) rates[i] = moved->second;
      continue;
    }
    bool changes = false;
    for (int k = 0; k < operand_count(node); ++k)
      changes = changes || rates[node.operands[static_cast<std::size_t>(k)].index()] != zero;
    if (changes) rates[i] = rate_of(node, i, rates);
  }
  std::vector<Value> result;
  for (const Value element : kernel_.outputs[output].elements) result.push_back(rates[element.index()]);
  return result;
}

Value Differentiator::product_rate(Value a, Value rate_a, Value b, Value rate_b) const {
  return builder_.add(builder_.mul(rate_a, b), builder_.mul(a, rate_b));
}

Value Differentiator::rate_of(const Node& node, std::size_t index, const std::vector<Value>& rates) const {
  const auto value = [&](std::size_t k) { return rebuilt(node.operands[k]); };
  const auto rate = [&](std::size_t k) { return rates[node.operands[k].index()]; };
  switch (node.op) {
    case Op::add: return builder_.add(rate(0), rate(1));
    case Op::sub: return builder_.sub(rate(0), rate(1));
    case Op::neg: return builder_.neg(rate(0));
    case Op::mul: return product_rate(value(0), rate(0), value(1), rate(1));
    case Op::fma: return builder_.add(product_rate(value(0), rate(0), value(1), rate(1)), rate(2));
    // (a / b)' = (a' - (a / b) b') / b
    case Op::div: return builder_.div(builder_.sub(rate(0), builder_.mul(values_[index], rate(1))), value(1));
    case Op::sqrt: return builder_.div(rate(0), builder_.mul(builder_.constant(2), values_[index]));
    case Op::sin: return builder_.mul(builder_.cos(value(0)), rate(0));
    case Op::cos: return builder_.neg(builder_.mul(builder_.sin(value(0)), rate(0)));
    case Op::select: return builder_.select(value(0), rate(1), rate(2));
    case Op::input:
    case Op::constant:
    case Op::gather:
    case Op::lane: break;
  }
  return builder_.constant(0);
}

namespace {

// The rates of a quaternion x y z w that turns about the k-th axis of its own frame: half the product with
// it.
InputRates turn_of_quaternion(KernelBuilder& builder, const std::array<Value, 4>& q, std::size_t k) {
  const std::size_t next = (k + 1) % 3;
  const std::size_t last = (k + 2) % 3;
  const auto half = [&](Value x) { return builder.mul(builder.constant(0.5), x); };
  return {{q[k], half(q[3])},
          {q[next], half(q[last])},
          {q[last], builder.neg(half(q[next]))},
          {q[3], builder.neg(half(q[k]))}};
}

std::vector<InputRates> position_directions(KernelBuilder& builder, const DynamicsModel& model,
                                            std::uint32_t array) {
  std::vector<InputRates> directions(static_cast<std::size_t>(model.n_v));
  for (const Body& body : model.bodies) {
    const auto q = [&](int k) { return builder.input(array, static_cast<std::uint32_t>(body.q + k)); };
    const auto direction = [&](int k) -> InputRates& {
      return directions[static_cast<std::size_t>(body.v + k)];
    };
    if (body.motion != Motion::ball && body.motion != Motion::floating) {
      direction(0) = {{q(0), builder.constant(1)}};
      continue;
    }
    const int first = body.motion == Motion::floating ? 3 : 0;
    const std::array<Value, 4> quaternion = {q(first), q(first + 1), q(first + 2), q(first + 3)};
    for (int k = 0; k < 3; ++k)
      direction(first + k) = turn_of_quaternion(builder, quaternion, static_cast<std::size_t>(k));
    if (first == 0) continue;
    // The body moves along its own axes: the columns of its rotation.
    std::array<lowering::Scalar, 4> numbers;
    for (std::size_t k = 0; k < 4; ++k) numbers[k] = {builder, quaternion[k]};
    const std::array<lowering::Vec, 3> rows = lowering::rotation_rows(numbers);
    for (std::size_t r = 0; r < 3; ++r) {
      const std::array<lowering::Scalar, 3> row = {rows[r].x, rows[r].y, rows[r].z};
      for (int k = 0; k < 3; ++k)
        direction(k).emplace_back(q(static_cast<int>(r)), row[static_cast<std::size_t>(k)].value());
    }
  }
  return directions;
}

}  // namespace

std::vector<InputRates> input_directions(KernelBuilder& builder, const DynamicsModel& model,
                                         std::uint32_t array) {
  const KernelArray& input = builder.kernel().inputs[array];
  if (input.name == "q") return position_directions(builder, model, array);
  std::vector<InputRates> directions;
  for (std::uint32_t k = 0; k < input.size; ++k)
    directions.push_back({{builder.input(array, k), builder.constant(1)}});
  return directions;
}

InputRates combined(KernelBuilder& builder, const std::vector<InputRates>& directions,
                    const std::vector<Value>& factors) {
  InputRates result;
  for (std::size_t k = 0; k < directions.size(); ++k)
    for (const auto& [input, rate] : directions[k]) {
      const Value part = builder.mul(factors[k], rate);
      const auto known = std::find_if(result.begin(), result.end(),
                                      [&, of = input](const auto& other) { return other.first == of; });
      if (known == result.end())
        result.emplace_back(input, part);
      else
        known->second = builder.add(known->second, part);
    }
  return result;
}

Kernel differentiated(const Kernel& kernel, const DynamicsModel& model,
                      const std::vector<std::string>& inputs, std::string name) {
  KernelBuilder builder(std::move(name));
  const Differentiator differentiator(builder, kernel);
  for (const std::string& input : inputs) {
    const auto found = std::find_if(kernel.inputs.begin(), kernel.inputs.end(),
                                    [&](const KernelArray& array) { return array.name == input; });
    const std::vector<InputRates> directions =
        input_directions(builder, model, static_cast<std::uint32_t>(found - kernel.inputs.begin()));
    const std::size_t columns = directions.size();
    for (std::size_t of = 0; of < kernel.outputs.size(); ++of) {
      const OutputArray& output = kernel.outputs[of];
      std::vector<Value> elements(output.elements.size() * columns);
      for (std::size_t c = 0; c < columns; ++c) {
        const std::vector<Value> column = differentiator.rates(directions[c], of);
        for (std::size_t r = 0; r < column.size(); ++r) elements[r * columns + c] = column[r];
      }
      builder.add_output("d" + output.name + "_d" + input, std::move(elements));
    }
  }
  return builder.take();
}

}  // namespace romas
