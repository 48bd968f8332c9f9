#include "backends/servo/table/integer_scale.h"

#include <algorithm>
#include <cmath>

#include "backends/servo/table/fixed_point.h"

namespace romas {

std::int32_t IntegerScale::apply(std::span<const std::int32_t> x) const {
  std::int64_t sum = offset;
  for (const Term& term : terms) sum += std::int64_t{term.factor} * x[term.index];
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(round_shift(sum, shift), INT32_MIN, INT32_MAX));
}

std::optional<IntegerScale> make_integer_scale(const std::vector<RealTerm>& terms, double offset,
                                               double room) {
  // |sum| must stay below 2^62, so that half a unit can be added: x is below 2^31.
  double sum = 0;
  double largest = 0;
  for (const RealTerm& term : terms) {
    sum += std::abs(term.factor);
    largest = std::max(largest, std::abs(term.factor));
  }
  if (!std::isfinite(sum) || !std::isfinite(offset)) return std::nullopt;
  constexpr int kMostPlaces = 46;
  int shift = kMostPlaces;
  while (shift >= 0 &&
         (std::ldexp(largest, shift) >= 2147483647.0 ||
          std::ldexp(sum, shift + 31) + std::ldexp(std::max(std::abs(offset), room), shift) >= 0x1p62))
    --shift;
  if (shift < 0) return std::nullopt;
  IntegerScale scale;
  scale.shift = shift;
  scale.offset = std::llround(std::ldexp(offset, shift));
  for (const RealTerm& term : terms) {
    const auto factor = static_cast<std::int32_t>(std::llround(std::ldexp(term.factor, shift)));
    if (factor != 0) scale.terms.push_back({term.index, factor});
  }
  return scale;
}

}  // namespace romas
