// How formats say that a joint has no limit where they demand a number.
#pragma once

#include <cmath>

#include "ir/number.h"

namespace romas {

// SDF's default for bounds, in rad or m. Larger magnitudes mean the same there. URDF has no number for "none"
// (its readers reject inf), and gets this one: no robot comes near it.
inline constexpr double kNoLimit = 1e16;
// The same as it is written.
inline Number no_limit() { return {kNoLimit, "1e16"}; }
inline Number no_lower_limit() { return {-kNoLimit, "-1e16"}; }

inline bool means_no_limit(const Number& number) { return std::abs(number.value()) >= kNoLimit; }

}  // namespace romas
