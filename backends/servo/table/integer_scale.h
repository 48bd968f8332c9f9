// Sums of products in integers, for firmware without floating point.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace romas {

// y = (sum of factor * x[index] + offset) / 2^shift, to the nearest whole number, halves away from zero, kept
// within 32 bits. No intermediate value leaves 64 bits, whatever the x (of 32 bits) are.
struct IntegerScale {
  struct Term {
    std::size_t index = 0;
    std::int32_t factor = 0;
  };
  std::vector<Term> terms;
  std::int64_t offset = 0;
  int shift = 0;
  // The part of the offset that does not come from servos' zeros (mimic joints), in the same unit. Of scales
  // of positions alone.
  std::int64_t rest = 0;

  std::int32_t apply(std::span<const std::int32_t> x) const;
};

struct RealTerm {
  std::size_t index = 0;
  double factor = 0;
};

// With as many fractional bits as fit. Nothing if a factor or the offset does not fit at all. `room`: another
// offset that must fit with the same bits, so that they do not depend on what the offset is.
std::optional<IntegerScale> make_integer_scale(const std::vector<RealTerm>& terms, double offset,
                                               double room = 0);

}  // namespace romas
