#include "passes/kernel/bodies/reframe.h"

#include <cmath>
#include <utility>

#include "ir/analysis/tree/angle_snapper.h"

namespace romas::lowering {

namespace {

bool may_reframe(Motion motion) {
  return motion == Motion::revolute || motion == Motion::prismatic || motion == Motion::screw;
}

// Sets moments to zero that are below the rounding errors of the numbers they were computed from.
void remove_dust(Body& body) {
  constexpr double kDust = 2e-15;
  const double first = kDust * std::sqrt(body.mass_scale * body.second_scale);
  const double second = kDust * body.second_scale;
  if (std::abs(body.inertia.mass) <= kDust * body.mass_scale) body.inertia.mass = 0;
  for (double& x : body.inertia.first)
    if (std::abs(x) <= first) x = 0;
  for (double& x : body.inertia.second.reshaped())
    if (std::abs(x) <= second) x = 0;
}

void remove_dust(Vector3& p) {
  constexpr double kDust = 2e-16;
  const double scale = std::max(p.cwiseAbs().maxCoeff(), 0.1);
  for (double& x : p)
    if (std::abs(x) <= kDust * scale) x = 0;
}

}  // namespace

void reframe(DynamicsModel& model, const Choices& choices) {
  std::vector<RigidTransform> inverse(model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    Body& body = model.bodies[i];
    if (body.parent >= 0) body.X_PB = inverse[static_cast<std::size_t>(body.parent)] * body.X_PB;
    if (may_reframe(body.motion) && (choices[i].turn != 0 || choices[i].slide != 0)) {
      const RigidTransform T{rotation_about(Vector3::UnitZ(), choices[i].turn),
                             Vector3(0, 0, choices[i].slide)};
      inverse[i] = T.inverse();
      body.X_PB = body.X_PB * T;
      body.inertia = body.inertia.expressed_in(inverse[i]);
      body.second_scale += body.mass_scale * choices[i].slide * choices[i].slide;
    }
    body.X_PB.R = without_dust(body.X_PB.R);
    remove_dust(body.X_PB.p);
    remove_dust(body);
  }
  for (auto* placements : {&model.links, &model.frames})
    for (Placement& placement : *placements)
      if (placement.body >= 0)
        placement.X_BF = inverse[static_cast<std::size_t>(placement.body)] * placement.X_BF;
}

namespace {

// Adds moments about a body's origin, along its axes at q = 0, to its parent's; only for moments that do not
// affect the dynamics on either side.
void add_to_parent(DynamicsModel& model, const Body& body, const MassMoments& moments,
                   const RigidTransform& X_PB) {
  if (body.parent < 0) {
    model.ground += moments.expressed_in(X_PB);
    return;
  }
  Body& parent = model.bodies[static_cast<std::size_t>(body.parent)];
  const MassMoments moved = moments.expressed_in(X_PB);
  parent.inertia += moved;
  parent.mass_scale += body.mass_scale;
  parent.second_scale += body.second_scale + body.mass_scale * X_PB.p.squaredNorm();
}

void give_up(DynamicsModel& model, Body& body) {
  MassMoments given;
  if (body.motion == Motion::revolute) {
    given.mass = body.inertia.mass;
    given.first.z() = body.inertia.first.z();
    given.second(2, 2) = body.inertia.second(2, 2);
    body.inertia.mass = 0;
    body.inertia.first.z() = 0;
    body.inertia.second(2, 2) = 0;
    add_to_parent(model, body, given, body.X_PB);
  } else if (body.motion == Motion::prismatic) {
    given.second = body.inertia.second;
    body.inertia.second.setZero();
    add_to_parent(model, body, given, {body.X_PB.R, Vector3::Zero()});
  }
}

// Puts a point mass at the child's origin and takes it away from the parent, so that a component of the
// parent's h becomes zero.
void relieve(Body& parent, Body& child, int component) {
  const double arm = child.X_PB.p[component];
  if (arm == 0 || child.motion != Motion::revolute) return;
  const double mass = parent.inertia.first[component] / arm;
  // Upper bound of the point mass, relative: a short lever arm needs a large one, which costs the other
  // masses their digits.
  constexpr double kHeaviest = 20;
  if (std::abs(mass) > kHeaviest * parent.mass_scale) return;
  MassMoments point;
  point.mass = -mass;
  parent.inertia += point.expressed_in(child.X_PB);
  parent.inertia.first[component] = 0;
  parent.mass_scale += std::abs(mass);
  parent.second_scale += std::abs(mass) * child.X_PB.p.squaredNorm();
  child.inertia.mass += mass;
}

}  // namespace

void regroup(DynamicsModel& model, const Choices& choices) {
  // The children that relieve a body, in their order: a list through `next`.
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> first(model.bodies.size(), kNone);
  std::vector<std::size_t> next(model.bodies.size(), kNone);
  for (std::size_t k = model.bodies.size(); k-- > 0;) {
    if (model.bodies[k].parent < 0 || choices[k].relieve < 0) continue;
    std::size_t& head = first[static_cast<std::size_t>(model.bodies[k].parent)];
    next[k] = std::exchange(head, k);
  }
  for (std::size_t i = model.bodies.size(); i-- > 0;) {
    Body& body = model.bodies[i];
    remove_dust(body);
    for (std::size_t k = first[i]; k != kNone; k = next[k])
      relieve(body, model.bodies[k], choices[k].relieve);
    give_up(model, body);
    remove_dust(body);
  }
}

CommonNormal common_normal(const Body& body) {
  // p + t R z = s z + a (z × R z): solved for s and t.
  const Vector3 axis = body.X_PB.R.col(2);
  const double across = axis.x() * axis.x() + axis.y() * axis.y();
  // Common normals of nearly parallel axes are ill-conditioned.
  constexpr double kAcross = 1e-6;
  if (across < kAcross) return {};
  const Vector3& p = body.X_PB.p;
  CommonNormal normal;
  normal.exists = true;
  normal.on_body = -(p.x() * axis.x() + p.y() * axis.y()) / across;
  normal.on_parent = p.z() + normal.on_body * axis.z();
  constexpr double kFar = 20;
  normal.exists = std::abs(normal.on_body) + std::abs(normal.on_parent) <= kFar * p.norm();
  return normal;
}

}  // namespace romas::lowering
