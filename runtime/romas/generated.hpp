// Included by the headers of --emit=cpp: joint limits, and sine and cosine of all joint angles together
// (sincos_all).
#pragma once

#include <romas/sincos.hpp>

namespace romas {

// a where the condition is not negative, else b; in packs lane by lane.
template <class S>
ROMAS_HOST_DEVICE ROMAS_INLINE S select_by_sign(const S& condition, const S& a, const S& b) {
  if constexpr (is_pack<S>)
    return select(condition >= S(0), a, b);
  else
    return condition >= S(0) ? a : b;
}

// Limits of a joint; infinite where the description says nothing. lower and upper bound each position
// variable of the joint.
struct JointLimits {
  double lower = 0;     // rad or m
  double upper = 0;     // rad or m
  double effort = 0;    // N m or N
  double velocity = 0;  // rad/s or m/s
};

// The safety controller of a joint (see <romas/safety_controller.hpp>). Soft limits are infinite where
// positions bound no velocity; a gain of 0 bounds nothing.
struct JointSafety {
  double soft_lower = 0;  // rad or m
  double soft_upper = 0;  // rad or m
  double k_position = 0;  // 1/s
  double k_velocity = 0;  // N m s/rad or N s/m
};

}  // namespace romas
