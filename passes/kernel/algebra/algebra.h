// Vectors, planar rotations and mass moments whose numbers are values of a kernel under construction.
// Lowering writes formulas with these; KernelBuilder simplifies operations with zeros and ones.
#pragma once

#include <array>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/kernel.h"

namespace romas::lowering {

class Scalar {
 public:
  Scalar() = default;
  Scalar(KernelBuilder& builder, Value value) : builder_(&builder), value_(value) {}
  Scalar(KernelBuilder& builder, double value) : builder_(&builder), value_(builder.constant(value)) {}
  Value value() const { return value_; }
  KernelBuilder& builder() const { return *builder_; }
  Scalar like(double constant) const { return {*builder_, constant}; }
  bool is(double constant) const {
    double k = 0;
    return builder_->is_constant(value_, k) && k == constant;
  }
  bool constant() const {
    double k = 0;
    return builder_->is_constant(value_, k);
  }

  friend Scalar operator+(Scalar a, Scalar b) { return {*a.builder_, a.builder_->add(a.value_, b.value_)}; }
  friend Scalar operator-(Scalar a, Scalar b) { return {*a.builder_, a.builder_->sub(a.value_, b.value_)}; }
  friend Scalar operator*(Scalar a, Scalar b) { return {*a.builder_, a.builder_->mul(a.value_, b.value_)}; }
  friend Scalar operator/(Scalar a, Scalar b) { return {*a.builder_, a.builder_->div(a.value_, b.value_)}; }
  friend Scalar operator*(double k, Scalar b) { return b.like(k) * b; }
  friend Scalar operator-(Scalar a) { return {*a.builder_, a.builder_->neg(a.value_)}; }
  Scalar& operator+=(Scalar other) { return *this = *this + other; }
  Scalar& operator-=(Scalar other) { return *this = *this - other; }

 private:
  KernelBuilder* builder_ = nullptr;
  Value value_;
};

// The values of an output array.
std::vector<Value> values(const std::vector<Scalar>& scalars);
// And back.
std::vector<Scalar> scalars(KernelBuilder& builder, const std::vector<Value>& values);

struct Vec {
  Scalar x, y, z;
  static Vec constant(KernelBuilder& builder, const Vector3& v) {
    return {{builder, v.x()}, {builder, v.y()}, {builder, v.z()}};
  }
  static Vec zero(KernelBuilder& builder) { return constant(builder, Vector3::Zero()); }
  bool is_zero() const { return x.is(0) && y.is(0) && z.is(0); }
  friend Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec operator*(Scalar k, const Vec& a) { return {k * a.x, k * a.y, k * a.z}; }
  friend Vec operator*(double k, const Vec& a) { return a.x.like(k) * a; }
  Vec& operator+=(const Vec& b) { return *this = *this + b; }
};
inline Scalar dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Names for printed code: the components of a vector at a body's joint. `first`: number of the first
// component (columns of a matrix).
void label(const Vec& v, ValueLabel::Quantity quantity, const Body& body, int first = 0);

// Sine and cosine of an angle. Sums of angles by the addition theorem.
struct Angle {
  Scalar s, c;
  static Angle zero(KernelBuilder& builder) { return {{builder, 0.0}, {builder, 1.0}}; }
  bool is_zero() const { return s.is(0) && c.is(1); }
  friend Angle operator+(const Angle& a, const Angle& b) {
    return {a.s * b.c + a.c * b.s, a.c * b.c - a.s * b.s};
  }
};

// ∫ r rᵀ: six numbers.
struct Symmetric {
  Scalar xx, xy, xz, yy, yz, zz;
  static Symmetric constant(KernelBuilder& builder, const Matrix3& m) {
    return {{builder, m(0, 0)}, {builder, m(0, 1)}, {builder, m(0, 2)},
            {builder, m(1, 1)}, {builder, m(1, 2)}, {builder, m(2, 2)}};
  }
  friend Symmetric operator+(const Symmetric& a, const Symmetric& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
  }
};

void label(const Symmetric& S, ValueLabel::Quantity quantity, const Body& body);

struct Moments {
  Scalar mass;
  Vec first;
  Symmetric second;
  Moments& operator+=(const Moments& other) {
    mass += other.mass;
    first += other.first;
    second = second + other.second;
    return *this;
  }
};

// A force and the moment about an origin.
struct Wrench {
  Vec f, n;
  friend Wrench operator+(const Wrench& a, const Wrench& b) { return {a.f + b.f, a.n + b.n}; }
};

// A field of velocities or accelerations, v + w × r: that of a rigid body.
struct Twist {
  Vec w, v;
  friend Twist operator+(const Twist& a, const Twist& b) { return {a.w + b.w, a.v + b.v}; }
};

inline Scalar dot(const Wrench& wrench, const Twist& twist) {
  return dot(wrench.n, twist.w) + dot(wrench.f, twist.v);
}

// (trace(S) 1 - S) w
Vec turned_by(const Symmetric& S, const Vec& w);
// Returns the wrench that accelerates a mass distribution by the field x.
Wrench accelerated(const Moments& moments, const Twist& x);

// A rotation about x or z of the frame that follows in the one before: v_before = R v_after.
struct Turn {
  enum class Axis : unsigned char { x, z } axis = Axis::z;
  Angle angle;
  Vec forward(const Vec& v) const;   // from the frame after to the frame before
  Vec backward(const Vec& v) const;  // and back
  Symmetric forward(const Symmetric& m) const;
};

// R_PB as turns, the parent's side first.
using Turns = std::vector<Turn>;
Vec forward(const Turns& turns, Vec v);
Vec backward(const Turns& turns, Vec v);
Moments forward(const Turns& turns, Moments moments);

// R as Rz(phi) Rx(alpha) Rz(psi), every angle as sine and cosine with exact zeros and ones; phi is 0 where it
// can be.
struct EulerAngles {
  SinCos phi, alpha, psi;
};
EulerAngles euler_zxz(const Matrix3& R);

// The moments seen from a frame that lies at p, with the same axes: the distribution is given about the
// origin that p points to.
Moments translated(const Moments& moments, const Vec& p);

}  // namespace romas::lowering
