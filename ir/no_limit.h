// How formats say that a joint has no limit where they demand a number.
#pragma once

#include <cmath>

#include "ir/model.h"

namespace romas {

// SDF's default for bounds, in rad or m. Larger magnitudes mean the same there. URDF has no number for "none"
// (its readers reject inf), and gets this one: no robot comes near it.
inline constexpr double kNoLimit = 1e16;
// The same as it is written.
inline Number no_limit() { return {kNoLimit, "1e16"}; }
inline Number no_lower_limit() { return {-kNoLimit, "-1e16"}; }

inline bool means_no_limit(const Number& number) { return std::abs(number.value()) >= kNoLimit; }

// SDF's own defaults: a limit that a description leaves out is none. In other formats it is a defect.
inline bool absence_means_no_limit(const Model& model) {
  return model.layout.format == "sdf" || model.layout.format == "mjcf";
}

}  // namespace romas
