#include "backends/servo/c/fixed_c.h"

#include "backends/servo/c/templates.h"
#include "support/text/text.h"

namespace romas {

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

std::string print_fixed_helpers(const std::string& prefix, std::string_view bodies) {
  const TemplateValues values = {{"NAME", prefix},
                                 {"PHASE_FACTOR", concat(kPhaseFactor)},
                                 {"PHASE_SHIFT", concat(kPhaseShift)},
                                 {"SINE_BITS", concat(kSineBits)},
                                 {"COEFFICIENTS", join(kSineCoefficients, ", ")},
                                 {"COEFFICIENT_COUNT", concat(kSineCoefficients.size())},
                                 {"LAST_COEFFICIENT", concat(kSineCoefficients.size() - 1)}};
  std::string text;
  const auto calls = [&](std::string_view helper) {
    return bodies.find(concat(prefix, helper, "(")) != std::string_view::npos;
  };
  if (calls("_mul")) text += fill_servo_template("fixed_product.c.in", values);
  if (calls("_sin")) text += fill_servo_template("fixed_sine.c.in", values);
  return text;
}

}  // namespace romas
