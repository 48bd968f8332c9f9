#include "ir/analysis/motion/safety_bounds.h"

#include <algorithm>
#include <limits>

namespace romas {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

double value_or_none(const std::optional<Number>& number) { return number ? number->value() : 0; }

bool has_one_position(const Joint& joint) {
  return dof(joint.type) == 1 && joint.type != JointType::continuous;
}

}  // namespace

std::optional<SafetyBounds> safety_bounds(const Joint& joint) {
  if (!joint.safety_controller || dof(joint.type) == 0) return std::nullopt;
  const JointSafetyController& safety = *joint.safety_controller;
  const double lower = value_or_none(safety.soft_lower_limit), upper = value_or_none(safety.soft_upper_limit);
  SafetyBounds bounds{-kUnbounded, kUnbounded};
  if (const double gain = value_or_none(safety.k_position);
      has_one_position(joint) && gain > 0 && (lower != 0 || upper != 0)) {
    bounds.soft_lower = lower;
    bounds.soft_upper = upper;
    bounds.k_position = gain;
  }
  bounds.k_velocity = std::max(value_or_none(safety.k_velocity), 0.0);
  if (bounds.k_position == 0 && bounds.k_velocity == 0) return std::nullopt;
  return bounds;
}

bool has_idle_soft_limits(const Joint& joint) {
  if (!joint.safety_controller || dof(joint.type) == 0 || has_one_position(joint)) return false;
  const JointSafetyController& safety = *joint.safety_controller;
  return value_or_none(safety.k_position) > 0 &&
         (value_or_none(safety.soft_lower_limit) != 0 || value_or_none(safety.soft_upper_limit) != 0);
}

std::vector<SafetyBounds> safety_rows(const Model& model, const DynamicsModel& dynamics) {
  std::vector<SafetyBounds> rows;
  bool any = false;
  for (const JointVariables& variables : dynamics.joints) {
    const std::optional<SafetyBounds> bounds = safety_bounds(model.joint(variables.joint));
    any = any || bounds;
    rows.push_back(bounds.value_or(SafetyBounds{-kUnbounded, kUnbounded}));
  }
  if (!any) rows.clear();
  return rows;
}

}  // namespace romas
