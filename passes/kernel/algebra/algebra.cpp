#include "passes/kernel/algebra/algebra.h"

#include <cmath>

#include "support/math/functions.h"

namespace romas::lowering {

namespace {

void label(Scalar scalar, ValueLabel::Quantity quantity, const Body& body, int component) {
  const std::size_t joint = body.joint ? body.joint.index() : ValueLabel::kBase;
  if (joint > ValueLabel::kBase) return;
  scalar.builder().label(
      scalar.value(), {quantity, static_cast<std::uint16_t>(component), static_cast<std::uint16_t>(joint)});
}

}  // namespace

std::vector<Scalar> scalars(KernelBuilder& builder, const std::vector<Value>& values) {
  std::vector<Scalar> result;
  result.reserve(values.size());
  for (const Value value : values) result.emplace_back(builder, value);
  return result;
}

std::vector<Value> values(const std::vector<Scalar>& scalars) {
  std::vector<Value> result;
  result.reserve(scalars.size());
  for (const Scalar& scalar : scalars) result.push_back(scalar.value());
  return result;
}

void label(const Vec& v, ValueLabel::Quantity quantity, const Body& body, int first) {
  label(v.x, quantity, body, first);
  label(v.y, quantity, body, first + 1);
  label(v.z, quantity, body, first + 2);
}

void label(const Symmetric& S, ValueLabel::Quantity quantity, const Body& body) {
  label(S.xx, quantity, body, 0);
  label(S.xy, quantity, body, 1);
  label(S.xz, quantity, body, 2);
  label(S.yy, quantity, body, 4);
  label(S.yz, quantity, body, 5);
  label(S.zz, quantity, body, 8);
}

Vec turned_by(const Symmetric& S, const Vec& w) {
  return {(S.yy + S.zz) * w.x - S.xy * w.y - S.xz * w.z, (S.xx + S.zz) * w.y - S.xy * w.x - S.yz * w.z,
          (S.xx + S.yy) * w.z - S.xz * w.x - S.yz * w.y};
}

Wrench accelerated(const Moments& moments, const Twist& x) {
  const auto& [m, h, S] = moments;
  return {m * x.v + cross(x.w, h), cross(h, x.v) + turned_by(S, x.w)};
}

Vec Turn::forward(const Vec& v) const {
  const auto& [s, c] = angle;
  if (axis == Axis::z) return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
  return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}

Vec Turn::backward(const Vec& v) const {
  const auto& [s, c] = angle;
  if (axis == Axis::z) return {c * v.x + s * v.y, c * v.y - s * v.x, v.z};
  return {v.x, c * v.y + s * v.z, c * v.z - s * v.y};
}

namespace {
// Rotates the plane part (aa, ab, bb) of a symmetric tensor by an angle from a to b. With w = s (aa - bb) + 2
// c ab it becomes aa - s w, c w - ab, bb + s w: four multiplications instead of the eight of R A Rᵀ.
void rotate_plane(const Angle& angle, Scalar& aa, Scalar& ab, Scalar& bb) {
  if (angle.is_zero()) return;
  const Scalar w = angle.s * (aa - bb) + angle.c * (2.0 * ab);
  const Scalar sw = angle.s * w;
  aa = aa - sw;
  bb = bb + sw;
  ab = angle.c * w - ab;
}
}  // namespace

Symmetric Turn::forward(const Symmetric& m) const {
  Symmetric r = m;
  const auto& [s, c] = angle;
  // Quarter turns permute; the formula below would build sums that cancel.
  const bool quarter = c.is(0) && (s.is(1) || s.is(-1));
  if (axis == Axis::z) {
    if (quarter) {
      r.xx = m.yy, r.yy = m.xx, r.xy = -m.xy;
    } else {
      rotate_plane(angle, r.xx, r.xy, r.yy);
    }
    r.xz = c * m.xz - s * m.yz;
    r.yz = s * m.xz + c * m.yz;
  } else {
    if (quarter) {
      r.yy = m.zz, r.zz = m.yy, r.yz = -m.yz;
    } else {
      rotate_plane(angle, r.yy, r.yz, r.zz);
    }
    r.xy = c * m.xy - s * m.xz;
    r.xz = s * m.xy + c * m.xz;
  }
  return r;
}

Vec forward(const Turns& turns, Vec v) {
  for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) v = turn->forward(v);
  return v;
}

Vec backward(const Turns& turns, Vec v) {
  for (const Turn& turn : turns) v = turn.backward(v);
  return v;
}

Moments forward(const Turns& turns, Moments moments) {
  for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
    moments.first = turn->forward(moments.first);
    moments.second = turn->forward(moments.second);
  }
  return moments;
}

Moments translated(const Moments& moments, const Vec& p) {
  const auto& [m, h, S] = moments;
  // ∫ (r + p)(r + p)ᵀ = S + p (h + m p / 2)ᵀ + (h + m p / 2) pᵀ
  const Vec k = h + (0.5 * m) * p;
  Moments moved = moments;
  moved.first = h + m * p;
  moved.second.xx = S.xx + 2.0 * (p.x * k.x);
  moved.second.yy = S.yy + 2.0 * (p.y * k.y);
  moved.second.zz = S.zz + 2.0 * (p.z * k.z);
  moved.second.xy = S.xy + (p.x * k.y + p.y * k.x);
  moved.second.xz = S.xz + (p.x * k.z + p.z * k.x);
  moved.second.yz = S.yz + (p.y * k.z + p.z * k.y);
  return moved;
}

namespace {
SinCos clean(double s, double c) {
  constexpr double kDust = 4e-16;
  const double length = math::hypot(s, c);
  s /= length;
  c /= length;
  if (std::abs(s) < kDust) return {0, c < 0 ? -1.0 : 1.0};
  if (std::abs(c) < kDust) return {s < 0 ? -1.0 : 1.0, 0};
  return {s, c};
}
}  // namespace

EulerAngles euler_zxz(const Matrix3& R) {
  const double sin_alpha = math::hypot(R(0, 2), R(1, 2));
  constexpr double kParallel = 1e-15;
  if (sin_alpha < kParallel) {
    // Rz(psi), or Rx(180°) Rz(psi)
    const double side = R(2, 2) < 0 ? -1 : 1;
    return {{0, 1}, {0, side}, clean(-R(0, 1), R(0, 0))};
  }
  // R e_z = (sin phi sin alpha, -cos phi sin alpha, cos alpha). phi and psi are ill defined near alpha = 0,
  // but not together: psi is what remains of R after phi.
  SinCos phi = clean(R(0, 2), -R(1, 2));
  double side = 1;
  if (phi.sin == 0 && phi.cos == -1) {  // phi = 180° is 0 with -alpha
    phi = {0, 1};
    side = -1;
  }
  const double cos_psi = phi.cos * R(0, 0) + phi.sin * R(1, 0);
  const double sin_psi = -(phi.cos * R(0, 1) + phi.sin * R(1, 1));
  return {phi, clean(side * sin_alpha, R(2, 2)), clean(sin_psi, cos_psi)};
}

}  // namespace romas::lowering
