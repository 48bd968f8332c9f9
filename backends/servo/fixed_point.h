// A kernel in whole numbers: angles in Q16.16 rad, everything else in one binary fixed-point format that
// nothing can overflow. For processors without floating point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/kernel/kernel.h"

namespace romas {

constexpr int kAngleBits = 16;  // binary places of angles (and of lengths of prismatic joints) that go in

// What an input may be: in rad or m, and whether it is an angle.
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

// Nothing, and why, if the kernel needs an operation that whole numbers do not have here (division, root), or
// its values spread so far that fewer than `least_bits` places would be left.
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

// sin(2 pi phase / 2^32) with 30 binary places: an odd polynomial on the quarter of the circle. Error below
// 2e-9.
std::int32_t fixed_sin(std::uint32_t phase);
// The phase of an angle in Q16.16: whole turns drop out.
std::uint32_t fixed_phase(std::int32_t angle);

// The body of a C function, statements that set `out[i]` from `q[i]`; `prefix` stands before the names of the
// helper functions.
std::string print_fixed_body(const FixedKernel& kernel, const std::string& prefix);
// These helper functions, in C99.
std::string print_fixed_helpers(const std::string& prefix);

}  // namespace romas
