// The bounds that safety controllers of joints set, as URDF defines <safety_controller>.
#pragma once

#include <optional>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"

namespace romas {

// A safety controller bounds velocities by k_position (soft limit - q), kept within the velocity limit, and
// efforts by k_velocity (bound of the velocity - v), kept within the effort limit.
struct SafetyBounds {
  double soft_lower, soft_upper;  // rad or m; infinite where positions bound no velocity
  double k_position = 0;          // 1/s; 0: positions bound no velocity
  double k_velocity = 0;          // N m s/rad or N s/m; 0: velocities bound no effort
};

// Absent where the joint has no safety controller, or none that bounds anything. URDF's default of every
// value is 0. Literally, soft limits of 0 and 0 or a k_position of 0 would hold the joint still, and a
// k_velocity of 0 would leave it without force. Descriptions write these where nothing is to be bounded, and
// mean that here.
std::optional<SafetyBounds> safety_bounds(const Joint& joint);

// True if the joint's soft limits bound nothing, because it is continuous or has several variables.
bool has_idle_soft_limits(const Joint& joint);

// The bounds of all joints with variables of their own, in this order; empty where no joint has any.
std::vector<SafetyBounds> safety_rows(const Model& model, const DynamicsModel& dynamics);

}  // namespace romas
