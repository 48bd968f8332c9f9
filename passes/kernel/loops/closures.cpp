#include "passes/kernel/loops/closures.h"

#include <array>
#include <optional>

#include "ir/analysis/motion/forbidden_motion.h"
#include "ir/analysis/tree/angle_snapper.h"
#include "ir/analysis/tree/axis_frame.h"
#include "passes/kernel/bodies/poses.h"

namespace romas::lowering {

namespace {

// Returns the pose of a place in the frame of a body `from` on its way to the root, at q = 0 and without
// offsets of followers.
RigidTransform pose_at_zero(const DynamicsModel& model, const Placement& place, int from) {
  RigidTransform X = place.X_BF;
  for (int at = place.body; at != from; at = model.bodies[static_cast<std::size_t>(at)].parent)
    X = model.bodies[static_cast<std::size_t>(at)].X_PB * X;
  return X;
}

// The residuals of one closure, by axis.
class ClosureResiduals {
 public:
  ClosureResiduals(const Variables& variables, const DynamicsModel& model, const Closure& closure)
      : builder_(variables.builder()), type_(closure.type) {
    // A universal joint turns about x of F and y of G.
    const Matrix3 E =
        type_ == JointType::universal ? Matrix3(Matrix3::Identity()) : frame_on_axis(closure.axis);
    const auto turned = [&](const Placement& place) {
      return Placement{place.body, {without_dust(place.X_BF.R * E), place.X_BF.p}};
    };
    const Placement first = turned(closure.first);
    const int from = common_ancestor(model, first.body, closure.second.body);
    const Poses poses(variables, model, from);
    F_ = poses.of(first);
    G_ = poses.of(turned(closure.second));
    if (!all_of(forbidden_axes(type_).displacements)) return;
    const Matrix3 R = without_dust(pose_at_zero(model, first, from).R);
    for (int k = 0; k < 3; ++k) fixed_axes_[static_cast<std::size_t>(k)] = Vec::constant(builder_, R.col(k));
    along_fixed_ = true;
  }

  Scalar of(const ForbiddenMotion& motion) const {
    return motion.rotation ? rotation(motion.axis) : displacement(static_cast<std::size_t>(motion.axis));
  }

 private:
  Scalar displacement(std::size_t axis) const {
    return dot(along_fixed_ ? fixed_axes_[axis] : F_.axes[axis], G_.p - F_.p);
  }

  // R of G in F, row and column.
  Scalar R(std::size_t row, std::size_t column) const { return dot(F_.axes[row], G_.axes[column]); }

  Scalar rotation(int axis) const {
    const auto entry = [this](int row, int column) {
      return R(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    };
    return forbidden_rotation(type_, axis, Scalar(builder_, 1.0), entry);
  }

  KernelBuilder& builder_;
  JointType type_;
  Pose F_, G_;
  bool along_fixed_ = false;
  std::array<Vec, 3> fixed_axes_;
};

}  // namespace

bool can_close(JointType type) { return type != JointType::screw && type != JointType::foreign; }

std::vector<ForbiddenMotion> forbidden_motions(const DynamicsModel& model) {
  std::vector<ForbiddenMotion> motions;
  for (std::size_t i = 0; i < model.closures.size(); ++i) {
    const ForbiddenAxes forbidden = forbidden_axes(model.closures[i].type);
    for (const bool rotation : {false, true})
      for (int axis = 0; axis < 3; ++axis)
        if ((rotation ? forbidden.rotations : forbidden.displacements)[static_cast<std::size_t>(axis)])
          motions.push_back({i, rotation, axis});
  }
  return motions;
}

Kernel lower_constraint(const DynamicsModel& model, const std::vector<ForbiddenMotion>& motions) {
  KernelBuilder builder("constraint");
  const Variables variables(builder, model, false, false);
  std::vector<std::optional<ClosureResiduals>> closures(model.closures.size());
  std::vector<Scalar> residuals;
  for (const ForbiddenMotion& motion : motions) {
    std::optional<ClosureResiduals>& closure = closures[motion.closure];
    if (!closure) closure.emplace(variables, model, model.closures[motion.closure]);
    residuals.push_back(closure->of(motion));
  }
  builder.add_output("residual", values(residuals));
  return builder.take();
}

}  // namespace romas::lowering
