// Included by the headers of --emit=cpp: joint limits, and sine and cosine of all joint angles together
// (sincos_all).
#pragma once

#include <romas/sincos.hpp>

namespace romas {

// Limits of a joint; infinite where the description says nothing. lower and upper bound each position
// variable of the joint.
struct JointLimits {
  double lower = 0;     // rad or m
  double upper = 0;     // rad or m
  double effort = 0;    // N m or N
  double velocity = 0;  // rad/s or m/s
};

}  // namespace romas
