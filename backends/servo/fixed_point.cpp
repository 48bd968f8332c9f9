#include "backends/servo/fixed_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <unordered_map>

#include "support/text.h"

namespace romas {

namespace {

constexpr int kSineBits = 30;
// Turns of the phase for one rad: 2^32 / (2 pi), with 17 more binary places less the 16 of the angle.
constexpr std::int64_t kPhaseFactor = 1367130551;
constexpr int kPhaseShift = 17;
// sin(pi/2 x) = x (c0 + c1 x^2 + … + c5 x^10), interpolated at the Chebyshev nodes of x^2 in 0 … 1; 30 binary
// places.
constexpr std::array<std::int64_t, 6> kSine = {1686629713, -693598666, 85569282, -5026892, 172072, -3685};

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
    fixed_.bits = 30 - static_cast<int>(std::ceil(std::log2(largest)));
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
    for (int i = 0; i < operand_count(node.op); ++i)
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

std::uint32_t fixed_phase(std::int32_t angle) {
  return static_cast<std::uint32_t>(round_shift(std::int64_t{angle} * kPhaseFactor, kPhaseShift));
}

std::int32_t fixed_sin(std::uint32_t phase) {
  const std::uint32_t quarter = phase >> 30;
  const std::int64_t part = phase & 0x3FFFFFFFU;
  const std::int64_t x = (quarter & 1U) != 0 ? (std::int64_t{1} << kSineBits) - part : part;
  const std::int64_t square = round_shift(x * x, kSineBits);
  std::int64_t sum = kSine.back();
  for (std::size_t i = kSine.size() - 1; i-- > 0;) sum = round_shift(sum * square, kSineBits) + kSine[i];
  const std::int64_t sine = std::min(round_shift(sum * x, kSineBits), std::int64_t{1} << kSineBits);
  return static_cast<std::int32_t>(quarter >= 2 ? -sine : sine);
}

std::optional<FixedKernel> make_fixed_kernel(const Kernel& kernel, const std::vector<FixedInput>& inputs,
                                             int least_bits, std::string& why_not) {
  return FixedLowering(kernel, inputs).run(least_bits, why_not);
}

std::vector<std::int32_t> FixedKernel::evaluate(const std::vector<std::int32_t>& inputs) const {
  std::vector<std::int64_t> results(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const FixedStep& step = steps[i];
    const std::int64_t a = results.empty() || step.op == FixedOp::input ? 0 : results[step.a];
    const std::int64_t b = results[step.b];
    std::int64_t r = 0;
    switch (step.op) {
      case FixedOp::input: r = inputs[step.a]; break;
      case FixedOp::constant: r = step.constant; break;
      case FixedOp::add: r = a + b; break;
      case FixedOp::sub: r = a - b; break;
      case FixedOp::neg: r = -a; break;
      case FixedOp::mul: r = round_shift(a * b, bits); break;
      case FixedOp::scale_angle: r = round_shift(a * step.constant, 16); break;
      case FixedOp::sin:
        r = round_shift(fixed_sin(fixed_phase(static_cast<std::int32_t>(a))), kSineBits - bits);
        break;
      case FixedOp::cos:
        r = round_shift(fixed_sin(fixed_phase(static_cast<std::int32_t>(a)) + 0x40000000U), kSineBits - bits);
        break;
      case FixedOp::from_angle:
        r = bits >= kAngleBits ? a * (std::int64_t{1} << (bits - kAngleBits))
                               : round_shift(a, kAngleBits - bits);
        break;
    }
    results[i] = static_cast<std::int32_t>(r);
  }
  std::vector<std::int32_t> out;
  out.reserve(outputs.size());
  for (const std::uint32_t output : outputs) out.push_back(static_cast<std::int32_t>(results[output]));
  return out;
}

std::string print_fixed_body(const FixedKernel& kernel, const std::string& prefix) {
  std::string text;
  std::vector<std::string> names(kernel.steps.size());
  std::size_t temporaries = 0;
  const auto literal = [](std::int64_t value) {
    return concat("(int32_t)", value < 0 ? "(" : "", value, value < 0 ? ")" : "");
  };
  for (std::size_t i = 0; i < kernel.steps.size(); ++i) {
    const FixedStep& step = kernel.steps[i];
    const std::string& a = names[step.a];
    const std::string& b = names[step.b];
    std::string right;
    switch (step.op) {
      case FixedOp::input: names[i] = concat("q[", step.a, "]"); continue;
      case FixedOp::constant: names[i] = literal(step.constant); continue;
      case FixedOp::add: right = concat(a, " + ", b); break;
      case FixedOp::sub: right = concat(a, " - ", b); break;
      case FixedOp::neg: right = concat("-", a); break;
      case FixedOp::mul: right = concat(prefix, "_mul(", a, ", ", b, ", ", kernel.bits, "U)"); break;
      case FixedOp::scale_angle:
        right = concat(prefix, "_mul(", a, ", ", literal(step.constant), ", 16U)");
        break;
      case FixedOp::sin:
        right = concat(prefix, "_sin(", prefix, "_phase(", a, "), ", kSineBits - kernel.bits, "U)");
        break;
      case FixedOp::cos:
        right =
            concat(prefix, "_sin(", prefix, "_phase(", a, ") + 0x40000000U, ", kSineBits - kernel.bits, "U)");
        break;
      case FixedOp::from_angle:
        right =
            kernel.bits >= kAngleBits
                ? concat("(int32_t)((int64_t)", a, " * ", std::int64_t{1} << (kernel.bits - kAngleBits), ")")
                : concat("(int32_t)", prefix, "_shift((int64_t)", a, ", ", kAngleBits - kernel.bits, "U)");
        break;
    }
    names[i] = concat("t", temporaries++);
    text += concat("  const int32_t ", names[i], " = ", right, ";\n");
  }
  for (std::size_t i = 0; i < kernel.outputs.size(); ++i)
    text += concat("  out[", i, "] = ", names[kernel.outputs[i]], ";\n");
  return text;
}

std::string print_fixed_helpers(const std::string& prefix) {
  std::string coefficients;
  for (const std::int64_t c : kSine) coefficients += concat(coefficients.empty() ? "" : ", ", c);
  return concat(
      "/* a * b / 2^bits */\n"
      "static int32_t ",
      prefix,
      "_mul(int32_t a, int32_t b, uint8_t bits)\n{\n"
      "  return (int32_t)",
      prefix,
      "_shift((int64_t)a * (int64_t)b, bits);\n}\n\n"
      "/* 2^32 / (2 pi) times an angle in Q16.16 rad: whole turns drop out. */\n"
      "static uint32_t ",
      prefix,
      "_phase(int32_t angle)\n{\n"
      "  return (uint32_t)((uint64_t)",
      prefix, "_shift((int64_t)angle * ", kPhaseFactor, ", ", kPhaseShift,
      "U) & 0xFFFFFFFFU);\n}\n\n"
      "/* sin(2 pi phase / 2^32) * 2^(30 - drop): an odd polynomial on a quarter of the circle. */\n"
      "static int32_t ",
      prefix,
      "_sin(uint32_t phase, uint8_t drop)\n{\n"
      "  static const int32_t coefficients[",
      kSine.size(), "] = {", coefficients,
      "};\n"
      "  const uint32_t quarter = phase >> 30;\n"
      "  const int64_t part = (int64_t)(phase & 0x3FFFFFFFU);\n"
      "  const int64_t x = ((quarter & 1U) != 0U) ? (1073741824 - part) : part;\n"
      "  const int64_t square = ",
      prefix, "_shift(x * x, ", kSineBits,
      "U);\n"
      "  int64_t sum = (int64_t)coefficients[",
      kSine.size() - 1,
      "];\n"
      "  uint8_t i;\n"
      "  for (i = ",
      kSine.size() - 1,
      "U; i > 0U; i--) {\n"
      "    sum = ",
      prefix, "_shift(sum * square, ", kSineBits,
      "U) + (int64_t)coefficients[i - 1U];\n"
      "  }\n"
      "  sum = ",
      prefix, "_shift(sum * x, ", kSineBits,
      "U);\n"
      "  if (sum > 1073741824) {\n    sum = 1073741824;\n  }\n"
      "  return (int32_t)",
      prefix, "_shift((quarter >= 2U) ? -sum : sum, drop);\n}\n");
}

}  // namespace romas
