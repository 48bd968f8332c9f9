// A kernel in fixed point, for processors without floating point: angles in Q16.16 rad, all other values in
// one format that cannot overflow.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/kernel/kernel.h"

namespace romas {

constexpr int kAngleBits = 16;  // binary places of angles (and of lengths of prismatic joints) that go in

// The range of an input, in rad or m.
struct FixedInput {
  double lower = 0, upper = 0;
};

enum class FixedOp : std::uint8_t { input, constant, add, sub, neg, mul, scale_angle, sin, cos, from_angle };

struct FixedStep {
  FixedOp op = FixedOp::constant;
  bool angle = false;  // Q16.16; else FixedKernel::bits binary places
  std::uint32_t a = 0, b = 0;
  std::int64_t constant = 0;  // of constants, and of scale_angle: the factor with 16 binary places
};

struct FixedKernel {
  int bits = 0;  // binary places of every value that is no angle
  std::vector<FixedStep> steps;
  std::vector<std::uint32_t> outputs;  // steps

  // Exactly what the printed C computes.
  std::vector<std::int32_t> evaluate(const std::vector<std::int32_t>& inputs) const;
};

// Nothing, and the reason, if the kernel needs an operation without a fixed-point form (division, root), or
// if the range of its values leaves fewer than `least_bits` fractional bits.
std::optional<FixedKernel> make_fixed_kernel(const Kernel& kernel, const std::vector<FixedInput>& inputs,
                                             int least_bits, std::string& why_not);

// value / 2^shift to the nearest whole number, halves away from zero.
constexpr std::int64_t round_shift(std::int64_t value, int shift) {
  const std::uint64_t half = shift > 0 ? std::uint64_t{1} << (shift - 1) : 0;
  const std::uint64_t magnitude =
      ((value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value)) + half) >>
      shift;
  return value < 0 ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
}

constexpr int kSineBits = 30;  // binary places of sines
// Turns of the phase for one rad: 2^32 / (2 pi), with 17 more binary places less the 16 of the angle.
constexpr std::int64_t kPhaseFactor = 1367130551;
constexpr int kPhaseShift = 17;
// sin(pi/2 x) = x (c0 + c1 x^2 + … + c5 x^10), interpolated at the Chebyshev nodes of x^2 in 0 … 1; 30 binary
// places.
constexpr std::array<std::int64_t, 6> kSineCoefficients = {1686629713, -693598666, 85569282,
                                                           -5026892,   172072,     -3685};

// sin(2 pi phase / 2^32) with 30 binary places: an odd polynomial on the quarter of the circle. Error below
// 2e-9.
std::int32_t fixed_sin(std::uint32_t phase);
// The phase of an angle in Q16.16: whole turns drop out.
std::uint32_t fixed_phase(std::int32_t angle);

}  // namespace romas
