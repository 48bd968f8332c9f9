#include "passes/kernel/bodies/symbolic_tree.h"

#include <cmath>

namespace romas::lowering {

Variables::Variables(KernelBuilder& builder, const DynamicsModel& model, bool velocities, bool accelerations)
    : builder_(builder) {
  builder.add_input("q", static_cast<std::uint32_t>(model.n_q));
  if (velocities) v_array_ = static_cast<int>(builder.add_input("v", static_cast<std::uint32_t>(model.n_v)));
  if (accelerations)
    a_array_ = static_cast<int>(builder.add_input("a", static_cast<std::uint32_t>(model.n_v)));
}

Scalar Variables::q(const Body& body, int k) const {
  const Scalar own(builder_, builder_.input(0, static_cast<std::uint32_t>(body.q + k)));
  return body.multiplier == 1 && body.offset == 0 ? own : body.multiplier * own + own.like(body.offset);
}

Scalar Variables::rate(int array, const Body& body, int k) const {
  if (array < 0) return zero();
  return body.multiplier * Scalar(builder_, builder_.input(static_cast<std::uint32_t>(array),
                                                           static_cast<std::uint32_t>(body.v + k)));
}
Scalar Variables::v(const Body& body, int k) const { return rate(v_array_, body, k); }
Scalar Variables::a(const Body& body, int k) const { return rate(a_array_, body, k); }

Angle Variables::angle(const Body& body) const {
  const Scalar q_i = q(body);
  return {{builder_, builder_.sin(q_i.value())}, {builder_, builder_.cos(q_i.value())}};
}

std::array<Vec, 3> rotation_rows(const std::array<Scalar, 4>& quaternion) {
  const auto& [x, y, z, w] = quaternion;
  const Scalar one = x.like(1);
  const auto twice = [](Scalar a) { return 2.0 * a; };
  const Scalar x2 = twice(x);
  const Scalar y2 = twice(y);
  const Scalar z2 = twice(z);
  const Scalar xx = x * x2;
  const Scalar yy = y * y2;
  const Scalar zz = z * z2;
  const Scalar xy = x * y2;
  const Scalar xz = x * z2;
  const Scalar yz = y * z2;
  const Scalar wx = w * x2;
  const Scalar wy = w * y2;
  const Scalar wz = w * z2;
  return {Vec{one - (yy + zz), xy - wz, xz + wy}, Vec{xy + wz, one - (xx + zz), yz - wx},
          Vec{xz - wy, yz + wx, one - (xx + yy)}};
}

SymbolicTree::SymbolicTree(const Variables& variables, const DynamicsModel& model, const Choices& choices)
    : variables_(variables), bodies_(model.bodies.size()), free_rotation_(model.bodies.size()) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].body = &model.bodies[i];
    set_frame(i, choices[i]);
  }
}

void SymbolicTree::set_frame(std::size_t i, const BodyChoice& choice) {
  SymbolicBody& to = bodies_[i];
  const Body& body = *to.body;
  KernelBuilder& builder = variables_.builder();
  const auto constant = [&](const SinCos& angle) {
    return Angle{{builder, angle.sin}, {builder, angle.cos}};
  };
  const auto quaternion = [&](int first) {
    return std::array<Scalar, 4>{variables_.q(body, first), variables_.q(body, first + 1),
                                 variables_.q(body, first + 2), variables_.q(body, first + 3)};
  };
  to.parent = body.parent;
  to.slide = variables_.zero();
  to.spin = Angle::zero(builder);
  to.moments = {{builder, body.inertia.mass},
                Vec::constant(builder, body.inertia.first),
                Symmetric::constant(builder, body.inertia.second)};

  Angle before = body.parent < 0 ? Angle::zero(builder) : bodies_[static_cast<std::size_t>(body.parent)].spin;
  const EulerAngles euler = euler_zxz(body.X_PB.R);
  Vector3 p = body.X_PB.p;
  if (choice.axial && body.motion != Motion::ball && body.motion != Motion::floating) {
    const Vector3 axis = body.X_PB.R.col(2);
    const double along = p.dot(axis);
    p -= along * axis;
    for (double& x : p)
      if (std::abs(x) < 4e-16 * std::abs(along)) x = 0;
    to.slide = Scalar(builder, along);
  }
  to.p = Turn{Turn::Axis::z, before}.forward(Vec::constant(builder, p));
  before = before + constant(euler.phi);

  Angle after = constant(euler.psi);
  if (body.motion == Motion::revolute || body.motion == Motion::screw) after = after + variables_.angle(body);
  if (body.motion == Motion::prismatic) to.slide += variables_.q(body);
  if (body.motion == Motion::screw) to.slide += body.pitch * variables_.q(body);

  const bool parallel = euler.alpha.sin == 0 && euler.alpha.cos == 1;
  if (parallel) {
    after = before + after;
    before = Angle::zero(builder);
  }
  if (!before.is_zero()) to.turns.push_back({Turn::Axis::z, before});
  if (!parallel) to.turns.push_back({Turn::Axis::x, constant(euler.alpha)});
  if (choice.unturned && body.motion != Motion::ball && body.motion != Motion::floating) {
    to.spin = after;
    const Turns spin = {{Turn::Axis::z, after}};
    to.moments = lowering::forward(spin, to.moments);
  } else if (!after.is_zero()) {
    to.turns.push_back({Turn::Axis::z, after});
  }
  if (body.motion == Motion::floating) {
    to.p +=
        lowering::forward(to.turns, Vec{variables_.q(body, 0), variables_.q(body, 1), variables_.q(body, 2)});
    free_rotation_[i] = rotation_rows(quaternion(3));
  }
  if (body.motion == Motion::ball) free_rotation_[i] = rotation_rows(quaternion(0));
}

namespace {
bool is_free(Motion motion) { return motion == Motion::ball || motion == Motion::floating; }
}  // namespace

Vec SymbolicTree::to_parent(std::size_t i, const Vec& v) const {
  const auto& R = free_rotation_[i];
  return lowering::forward(
      bodies_[i].turns, is_free(bodies_[i].body->motion) ? Vec{dot(R[0], v), dot(R[1], v), dot(R[2], v)} : v);
}

Vec SymbolicTree::to_body(std::size_t i, const Vec& v) const {
  const Vec u = lowering::backward(bodies_[i].turns, v);
  if (!is_free(bodies_[i].body->motion)) return u;
  const auto& R = free_rotation_[i];
  return u.x * R[0] + u.y * R[1] + u.z * R[2];
}

Moments SymbolicTree::to_parent(std::size_t i, const Moments& moments) const {
  const SymbolicBody& body = bodies_[i];
  Moments moved = moments;
  if (!body.slide.is(0)) moved = translated(moved, {variables_.zero(), variables_.zero(), body.slide});
  if (is_free(body.body->motion)) {
    // R S Rᵀ, by columns of S and then by rows.
    const auto& R = free_rotation_[i];
    const Symmetric& S = moved.second;
    const std::array<Vec, 3> columns = {Vec{S.xx, S.xy, S.xz}, Vec{S.xy, S.yy, S.yz}, Vec{S.xz, S.yz, S.zz}};
    std::array<Vec, 3> RS;
    for (std::size_t r = 0; r < 3; ++r)
      RS[r] = {dot(R[r], columns[0]), dot(R[r], columns[1]), dot(R[r], columns[2])};
    moved.second = {dot(RS[0], R[0]), dot(RS[0], R[1]), dot(RS[0], R[2]),
                    dot(RS[1], R[1]), dot(RS[1], R[2]), dot(RS[2], R[2])};
    moved.first = {dot(R[0], moved.first), dot(R[1], moved.first), dot(R[2], moved.first)};
  }
  return translated(lowering::forward(body.turns, moved), body.p);
}

Wrench SymbolicTree::to_parent(std::size_t i, const Wrench& wrench) const {
  const SymbolicBody& body = bodies_[i];
  Vec n = wrench.n;
  if (!body.slide.is(0)) n += Vec{-(body.slide * wrench.f.y), body.slide * wrench.f.x, variables_.zero()};
  const Vec f = to_parent(i, wrench.f);
  return {f, to_parent(i, n) + cross(body.p, f)};
}

Twist SymbolicTree::freedom(std::size_t i, int k) const {
  const Body& body = *bodies_[i].body;
  KernelBuilder& builder = variables_.builder();
  const auto unit = [&](int axis) { return Vec::constant(builder, Vector3::Unit(axis)); };
  const Vec zero = Vec::zero(builder);
  switch (body.motion) {
    case Motion::revolute: return {unit(2), zero};
    case Motion::prismatic: return {zero, unit(2)};
    case Motion::ball: return {unit(k), zero};
    case Motion::floating: return k < 3 ? Twist{zero, unit(k)} : Twist{unit(k - 3), zero};
    case Motion::screw: break;
  }
  return {unit(2), Vec::constant(builder, body.pitch * Vector3::UnitZ())};
}

}  // namespace romas::lowering
