// normalize-axes: the axes of joints and loop joints get length 1. An axis along a coordinate axis becomes
// exactly that; axes that have length 1 to the last digit keep their digits, zero axes and those of joints
// that have none are left alone.
#include "ir/analysis/tree/axis.h"
#include "passes/pass/pass_functions.h"

namespace romas {

namespace {

// Rounding of the three components alone.
constexpr double kUnit = 4e-16;

bool normalize(JointAxis& axis) {
  const Vector3 old = axis_vector(axis);
  const double length = axis_length(old);
  if (length == 0 || std::abs(length - 1) <= kUnit) return false;
  const Vector3 unit = unit_axis(old);
  for (std::size_t i = 0; i < 3; ++i)
    if (const double value = unit[static_cast<int>(i)]; axis.xyz[i].value() != value) axis.xyz[i] = value;
  return true;
}

template <class Joints>
std::size_t normalize_all(Joints& joints) {
  std::size_t count = 0;
  for (auto& joint : joints)
    if (joint.axis && has_axis(joint.type) && normalize(*joint.axis)) ++count;
  return count;
}

}  // namespace

bool normalize_axes(Model& model, TransformContext& context) {
  const std::size_t count = normalize_all(model.joints) + normalize_all(model.loop_joints);
  if (count > 0) context.statistics["axes normalized"] += count;
  return count > 0;
}

}  // namespace romas
