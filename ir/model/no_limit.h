// How formats say that a joint has no limit where they demand a number.
#pragma once

#include <cmath>

#include "ir/model/model.h"

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

// The limit of a joint, with the bounds that it leaves out and that count as 0: those of a revolute
// or prismatic joint, as urdfdom and the Romas language take them. In SDF and MJCF an absent bound means
// none, and their readers put ±1e16 there. Other joints stop nowhere without a bound. Says nothing if the
// joint has no limit.
inline JointLimit completed_limit(const Joint& joint) {
  if (!joint.limit) return {};
  JointLimit limit = *joint.limit;
  if (joint.type != JointType::revolute && joint.type != JointType::prismatic) return limit;
  if (!limit.lower) limit.lower = Number(0);
  if (!limit.upper) limit.upper = Number(0);
  return limit;
}

// The same as every check and target takes it: a continuous joint has no bounds, whatever its limit says.
inline JointLimit effective_limit(const Joint& joint) {
  JointLimit limit = completed_limit(joint);
  if (joint.type == JointType::continuous) limit.lower.reset(), limit.upper.reset();
  return limit;
}

// SDF's own defaults: a limit that a description leaves out is none. In other formats it is a defect.
inline bool absence_means_no_limit(const Model& model) {
  return model.layout.format == "sdf" || model.layout.format == "mjcf";
}

}  // namespace romas
