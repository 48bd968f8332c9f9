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

// A limit of a joint that nothing bounds, for what else it is to say. A sliding joint has bounds that stand
// for none, because bounds that a limit leaves out count as 0 in most formats; one that turns is continuous.
inline JointLimit limit_without_bounds(JointType type) {
  JointLimit limit;
  if (type != JointType::prismatic) return limit;
  limit.lower = no_lower_limit();
  limit.upper = no_limit();
  return limit;
}

// SDF's own defaults: a limit that a description leaves out is none. In other formats it is a defect.
inline bool absence_means_no_limit(const Model& model) {
  return model.layout.format == "sdf" || model.layout.format == "mjcf";
}

}  // namespace romas
