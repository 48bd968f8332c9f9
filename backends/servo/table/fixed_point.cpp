#include "backends/servo/table/fixed_point.h"

#include <algorithm>

namespace romas {

std::uint32_t fixed_phase(std::int32_t angle) {
  return static_cast<std::uint32_t>(round_shift(std::int64_t{angle} * kPhaseFactor, kPhaseShift));
}

std::int32_t fixed_sin(std::uint32_t phase) {
  const std::uint32_t quarter = phase >> 30;
  const std::int64_t part = phase & 0x3FFFFFFFU;
  const std::int64_t x = (quarter & 1U) != 0 ? (std::int64_t{1} << kSineBits) - part : part;
  const std::int64_t square = round_shift(x * x, kSineBits);
  std::int64_t sum = kSineCoefficients.back();
  for (std::size_t i = kSineCoefficients.size() - 1; i-- > 0;)
    sum = round_shift(sum * square, kSineBits) + kSineCoefficients[i];
  const std::int64_t sine = std::min(round_shift(sum * x, kSineBits), std::int64_t{1} << kSineBits);
  return static_cast<std::int32_t>(quarter >= 2 ? -sine : sine);
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

}  // namespace romas
