// From a kernel to fixed point, with as many fractional bits as its largest value allows.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

#include "backends/servo/table/fixed_point.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

struct Interval {
  double low = 0, high = 0;
  double largest() const { return std::max(std::abs(low), std::abs(high)); }
};

Interval multiply(Interval a, Interval b) {
  const std::array<double, 4> corners = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {*std::min_element(corners.begin(), corners.end()),
          *std::max_element(corners.begin(), corners.end())};
}

// Turns the nodes that the outputs need into steps, each asked for as an angle or as a value.
class FixedLowering {
 public:
  FixedLowering(const Kernel& kernel, const std::vector<FixedInput>& inputs)
      : kernel_(kernel), inputs_(inputs) {}

  std::optional<FixedKernel> run(int least_bits, std::string& why_not) {
    double largest = 1;
    for (const OutputArray& array : kernel_.outputs)
      for (const Value element : array.elements) largest = std::max(largest, magnitude(element));
    fixed_.bits = 30 - static_cast<int>(std::ceil(math::log2(largest)));
    if (!trouble_.empty() || fixed_.bits < least_bits) {
      why_not = !trouble_.empty() ? trouble_
                                  : concat("its values may reach ", std::round(largest),
                                           ", which leaves too few binary places");
      return std::nullopt;
    }
    fixed_.bits = std::min(fixed_.bits, kSineBits);
    for (const OutputArray& array : kernel_.outputs)
      for (const Value element : array.elements) fixed_.outputs.push_back(value(element));
    if (!trouble_.empty()) {
      why_not = trouble_;
      return std::nullopt;
    }
    return std::move(fixed_);
  }

 private:
  // The largest magnitude of the value and of everything that it is computed from, but for angles.
  double magnitude(Value v) {
    const Interval own = interval(v);
    const Node& node = kernel_.node(v);
    double largest = own.largest();
    if (node.op == Op::sin || node.op == Op::cos) return largest;
    const auto [seen, fresh] = magnitudes_.try_emplace(v.index(), largest);
    if (!fresh) return seen->second;
    for (int i = 0; i < operand_count(node); ++i)
      largest = std::max(largest, magnitude(node.operands[static_cast<std::size_t>(i)]));
    return magnitudes_[v.index()] = largest;
  }

  Interval interval(Value v) {
    if (const auto known = intervals_.find(v.index()); known != intervals_.end()) return known->second;
    return intervals_[v.index()] = compute_interval(kernel_.node(v));
  }

  Interval compute_interval(const Node& node) {
    const auto operand = [&](std::size_t i) { return interval(node.operands[i]); };
    switch (node.op) {
      case Op::input: return {inputs_[node.element].lower, inputs_[node.element].upper};
      case Op::constant: return {node.constant, node.constant};
      case Op::add: return {operand(0).low + operand(1).low, operand(0).high + operand(1).high};
      case Op::sub: return {operand(0).low - operand(1).high, operand(0).high - operand(1).low};
      case Op::neg: return {-operand(0).high, -operand(0).low};
      case Op::mul: {
        Interval product = multiply(operand(0), operand(1));
        if (node.operands[0] == node.operands[1]) product.low = std::max(product.low, 0.0);
        return product;
      }
      case Op::fma: {
        const Interval product = multiply(operand(0), operand(1));
        return {product.low + operand(2).low, product.high + operand(2).high};
      }
      case Op::sin:
      case Op::cos: return {-1, 1};
      default: trouble_ = concat("it needs the operation ", op_name(node.op)); return {0, 0};
    }
  }

  std::uint32_t add_step(FixedStep step) {
    fixed_.steps.push_back(step);
    return static_cast<std::uint32_t>(fixed_.steps.size() - 1);
  }
  std::uint32_t add_constant(double constant, bool is_angle) {
    const int bits = is_angle ? kAngleBits : fixed_.bits;
    const std::int64_t scaled = std::llround(std::ldexp(constant, bits));
    if (std::abs(scaled) > INT32_MAX) trouble_ = "a constant is too large";
    const auto [known, fresh] = constants_.try_emplace({scaled, is_angle}, 0);
    if (fresh) known->second = add_step({FixedOp::constant, is_angle, 0, 0, scaled});
    return known->second;
  }

  // The step that computes the node as an angle: inputs, their sums and multiples.
  std::uint32_t angle(Value v) {
    if (const auto known = angles_.find(v.index()); known != angles_.end()) return known->second;
    const Node& node = kernel_.node(v);
    const auto operand = [&](std::size_t i) { return angle(node.operands[i]); };
    std::uint32_t step = 0;
    switch (node.op) {
      case Op::input: step = add_step({FixedOp::input, true, node.element, 0, 0}); break;
      case Op::constant: step = add_constant(node.constant, true); break;
      case Op::neg: step = add_step({FixedOp::neg, true, operand(0), 0, 0}); break;
      case Op::add:
      case Op::sub: {
        const std::uint32_t a = operand(0);
        const std::uint32_t b = operand(1);
        step = add_step({node.op == Op::add ? FixedOp::add : FixedOp::sub, true, a, b, 0});
        break;
      }
      case Op::mul: {
        const bool first = kernel_.node(node.operands[0]).op == Op::constant;
        const Node& factor = kernel_.node(node.operands[first ? 0 : 1]);
        if (factor.op != Op::constant || std::abs(factor.constant) > 1000) {
          trouble_ = "it needs the sine of a product";
          return 0;
        }
        const std::uint32_t scaled = operand(first ? 1 : 0);
        step =
            add_step({FixedOp::scale_angle, true, scaled, 0, std::llround(std::ldexp(factor.constant, 16))});
        break;
      }
      case Op::fma: {
        const bool first = kernel_.node(node.operands[0]).op == Op::constant;
        const Node& factor = kernel_.node(node.operands[first ? 0 : 1]);
        if (factor.op != Op::constant || std::abs(factor.constant) > 1000) {
          trouble_ = "it needs the sine of a product";
          return 0;
        }
        const std::uint32_t scaled = add_step({FixedOp::scale_angle, true, operand(first ? 1 : 0), 0,
                                               std::llround(std::ldexp(factor.constant, 16))});
        const std::uint32_t rest = operand(2);
        step = add_step({FixedOp::add, true, scaled, rest, 0});
        break;
      }
      default: trouble_ = concat("it needs the sine of a value made by ", op_name(node.op)); return 0;
    }
    angles_[v.index()] = step;
    return step;
  }

  std::uint32_t value(Value v) {
    if (const auto known = values_.find(v.index()); known != values_.end()) return known->second;
    const Node& node = kernel_.node(v);
    std::uint32_t step = 0;
    switch (node.op) {
      case Op::input: {
        const std::uint32_t given = angle(v);
        step = add_step({FixedOp::from_angle, false, given, 0, 0});
        break;
      }
      case Op::constant: step = add_constant(node.constant, false); break;
      case Op::neg: step = add_step({FixedOp::neg, false, value(node.operands[0]), 0, 0}); break;
      case Op::add:
      case Op::sub:
      case Op::mul: {
        const std::uint32_t a = value(node.operands[0]);
        const std::uint32_t b = value(node.operands[1]);
        step = add_step({node.op == Op::add   ? FixedOp::add
                         : node.op == Op::sub ? FixedOp::sub
                                              : FixedOp::mul,
                         false, a, b, 0});
        break;
      }
      case Op::fma: {
        const std::uint32_t a = value(node.operands[0]);
        const std::uint32_t b = value(node.operands[1]);
        const std::uint32_t product = add_step({FixedOp::mul, false, a, b, 0});
        const std::uint32_t rest = value(node.operands[2]);
        step = add_step({FixedOp::add, false, product, rest, 0});
        break;
      }
      case Op::sin:
      case Op::cos: {
        const std::uint32_t of = angle(node.operands[0]);
        step = add_step({node.op == Op::sin ? FixedOp::sin : FixedOp::cos, false, of, 0, 0});
        break;
      }
      default: trouble_ = concat("it needs the operation ", op_name(node.op)); return 0;
    }
    values_[v.index()] = step;
    return step;
  }

  const Kernel& kernel_;
  const std::vector<FixedInput>& inputs_;
  FixedKernel fixed_;
  std::string trouble_;
  std::unordered_map<std::uint32_t, double> magnitudes_;
  std::unordered_map<std::uint32_t, Interval> intervals_;
  std::unordered_map<std::uint32_t, std::uint32_t> angles_, values_;  // by node
  std::map<std::pair<std::int64_t, bool>, std::uint32_t> constants_;
};

}  // namespace

std::optional<FixedKernel> make_fixed_kernel(const Kernel& kernel, const std::vector<FixedInput>& inputs,
                                             int least_bits, std::string& why_not) {
  return FixedLowering(kernel, inputs).run(least_bits, why_not);
}

}  // namespace romas
