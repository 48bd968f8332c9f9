// fold-transforms: every pose that is a computation (a composition, an inverse, an alignment of axes,
// degrees) becomes one rigid transform; multiples of 90° are exact. Poses that are plain already, xyz and rpy
// in radians or a quaternion, keep their digits. The poses inside of Blocks stay as their library says them.
#include "ir/model/visit.h"
#include "passes/pass/pass_functions.h"

namespace romas {

namespace {

bool is_plain(const TransformExpr& pose) {
  if (pose.absent()) return true;
  if (const auto* node = pose.get_if<TransformExpr::XyzRpy>())
    return node->unit == TransformExpr::AngleUnit::radian || !node->rpy;
  return pose.get_if<TransformExpr::XyzQuaternion>() != nullptr ||
         pose.get_if<TransformExpr::Constant>() != nullptr;
}

TransformExpr folded(const TransformExpr& pose) {
  // Only the angles are converted, so that the position keeps its digits.
  if (pose.get_if<TransformExpr::XyzRpy>() != nullptr) return as_xyz_rpy(pose);
  return plain_transform(pose.evaluate());
}

}  // namespace

bool fold_transforms(Model& model, TransformContext& context) {
  std::size_t count = 0;
  for_each_pose(model, [&](TransformExpr& pose) {
    if (is_plain(pose)) return;
    pose = folded(pose);
    ++count;
  });
  if (count > 0) context.statistics["poses folded"] += count;
  return count > 0;
}

}  // namespace romas
