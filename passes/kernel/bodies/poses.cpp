#include "passes/kernel/bodies/poses.h"

namespace romas::lowering {

int common_ancestor(const DynamicsModel& model, int a, int b) {
  // A parent has a smaller index.
  while (a != b) (a > b ? a : b) = model.bodies[static_cast<std::size_t>(a > b ? a : b)].parent;
  return a;
}

Poses::Poses(const Variables& variables, const DynamicsModel& model, int from)
    : builder_(variables.builder()),
      tree_(variables, model, Choices(model.bodies.size())),
      from_(from),
      known_(model.bodies.size()) {
  const auto unit = [&](int k) { return Vec::constant(builder_, Vector3::Unit(k)); };
  origin_ = {{unit(0), unit(1), unit(2)}, Vec::zero(builder_)};
  std::vector<bool> reached(known_.size());
  // Parents come before children.
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const int parent = tree_[i].parent;
    reached[i] = parent == from || (parent >= 0 && reached[static_cast<std::size_t>(parent)]);
    if (!reached[i]) continue;
    known_[i] = beyond(i);
    if (from >= 0) continue;
    const Body& body = *tree_[i].body;
    for (int k = 0; k < 3; ++k)
      label(known_[i].axes[static_cast<std::size_t>(k)], ValueLabel::Quantity::axis, body, 3 * k);
    label(known_[i].p, ValueLabel::Quantity::origin, body);
  }
}

Pose Poses::of(const Placement& placement) const {
  const Pose& body = of(placement.body);
  Pose pose;
  for (int k = 0; k < 3; ++k)
    pose.axes[static_cast<std::size_t>(k)] = body.rotated(Vec::constant(builder_, placement.X_BF.R.col(k)));
  pose.p = body.p + body.rotated(Vec::constant(builder_, placement.X_BF.p));
  return pose;
}

// R_WB = R_WP R_PB, turn by turn: a turn about z leaves z alone.
Pose Poses::beyond(std::size_t i) const {
  const SymbolicBody& b = tree_[i];
  Pose pose = of(b.parent);
  pose.p += pose.rotated(b.p);
  if (b.body->motion == Motion::ball || b.body->motion == Motion::floating) {
    const Pose parent = pose;
    for (int k = 0; k < 3; ++k)
      pose.axes[static_cast<std::size_t>(k)] =
          parent.rotated(tree_.to_parent(i, Vec::constant(builder_, Vector3::Unit(k))));
    return pose;
  }
  for (const Turn& turn : b.turns) {
    Vec& u = turn.axis == Turn::Axis::z ? pose.axes[0] : pose.axes[1];
    Vec& w = turn.axis == Turn::Axis::z ? pose.axes[1] : pose.axes[2];
    const Vec turned = turn.angle.c * u + turn.angle.s * w;
    w = turn.angle.c * w - turn.angle.s * u;
    u = turned;
  }
  pose.p += b.slide * pose.axes[2];
  return pose;
}

}  // namespace romas::lowering
