#include "backends/servo/table/zero_scales.h"

#include <algorithm>
#include <cmath>

#include "backends/servo/table/fixed_point.h"
#include "ir/servo/frame.h"

namespace romas {

namespace {

std::int64_t in_places(double value, int places) { return std::llround(std::ldexp(value, places)); }

}  // namespace

bool takes_zeros(const ServoEntry& entry) {
  const ServoConversion& conversion = entry.plan.conversion;
  return conversion.linear() && !entry.fractional && !has_frame(*entry.plan.device) &&
         std::abs(conversion.zero) <= std::ldexp(1.0, kLargestZeroBits);
}

std::int64_t zero_of(const ServoEntry& entry) { return in_places(entry.plan.conversion.zero, kZeroPlaces); }

double zero_room(double zero) {
  for (const int bits : {kUsualZeroBits, kLargestZeroBits})
    if (std::abs(zero) <= std::ldexp(1.0, bits)) return std::ldexp(1.0, bits);
  return std::abs(zero);
}

void set_zero(IntegerScale& position, const ServoEntry& entry, double rest) {
  if (!takes_zeros(entry)) return;
  const double zero = std::ldexp(static_cast<double>(zero_of(entry)), -kZeroPlaces);
  position.rest = in_places(rest, position.shift);
  position.offset = in_places(zero, position.shift) + position.rest;
}

// A zero is its whole counts, rounded down, and the part behind them: products of both fit 64 bits.
void set_zeros(IntegerScale& joint_position, const std::vector<ServoEntry>& entries, double rest) {
  constexpr std::int64_t kOne = std::int64_t{1} << kZeroPlaces;
  std::int64_t whole = 0;
  std::int64_t part = 0;
  for (const IntegerScale::Term& term : joint_position.terms) {
    if (!takes_zeros(entries[term.index])) return;
    const std::int64_t zero = zero_of(entries[term.index]);
    const std::int64_t behind = ((zero % kOne) + kOne) % kOne;
    whole += term.factor * ((zero - behind) / kOne);
    part += term.factor * behind;
  }
  joint_position.rest = in_places(rest, joint_position.shift);
  joint_position.offset = joint_position.rest - (whole + round_shift(part, kZeroPlaces));
}

}  // namespace romas
