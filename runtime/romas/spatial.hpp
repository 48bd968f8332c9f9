// Small vectors, rotations, and Featherstone's spatial algebra (Rigid Body Dynamics Algorithms, 2008, chapter
// 2) for the reference implementation. A motion has an angular and a linear part, a force a moment and a
// force; both are about the origin of the frame they are expressed in. S is the scalar.
#pragma once

#include <cmath>

namespace romas {
namespace spatial {

// Three numbers: a position, or a direction.
template <class S>
struct Vec3 {
  S x{}, y{}, z{};

  S& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  const S& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec3 operator*(const S& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
  Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
};
// The scalar product.
template <class S>
S dot(const Vec3<S>& a, const Vec3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
// The vector product.
template <class S>
Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// A 3x3 matrix of rows.
template <class S>
struct Mat3 {
  Vec3<S> row[3] = {{S(1), S(0), S(0)}, {S(0), S(1), S(0)}, {S(0), S(0), S(1)}};

  S& operator()(int i, int j) { return row[i][j]; }
  const S& operator()(int i, int j) const { return row[i][j]; }
  friend Vec3<S> operator*(const Mat3& A, const Vec3<S>& v) {
    return {dot(A.row[0], v), dot(A.row[1], v), dot(A.row[2], v)};
  }
  friend Mat3 operator*(const Mat3& A, const Mat3& B) {
    Mat3 C;
    for (int i = 0; i < 3; ++i)
      C.row[i] = A.row[i].x * B.row[0] + A.row[i].y * B.row[1] + A.row[i].z * B.row[2];
    return C;
  }
  friend Mat3 operator*(const S& s, const Mat3& A) { return {{s * A.row[0], s * A.row[1], s * A.row[2]}}; }
  friend Mat3 operator+(const Mat3& A, const Mat3& B) {
    return {{A.row[0] + B.row[0], A.row[1] + B.row[1], A.row[2] + B.row[2]}};
  }
  friend Mat3 operator-(const Mat3& A, const Mat3& B) {
    return {{A.row[0] - B.row[0], A.row[1] - B.row[1], A.row[2] - B.row[2]}};
  }
  Mat3 transposed() const {
    return {{{row[0].x, row[1].x, row[2].x}, {row[0].y, row[1].y, row[2].y}, {row[0].z, row[1].z, row[2].z}}};
  }
  static Mat3 zero() { return {{{}, {}, {}}}; }
};
// a b^T.
template <class S>
Mat3<S> outer(const Vec3<S>& a, const Vec3<S>& b) {
  return {{a.x * b, a.y * b, a.z * b}};
}
// The matrix of v x.
template <class S>
Mat3<S> skew(const Vec3<S>& v) {
  return {{{S(0), -v.z, v.y}, {v.z, S(0), -v.x}, {-v.y, v.x, S(0)}}};
}
// Rotation about a unit axis, given sine and cosine of the angle (Rodrigues' formula).
template <class S>
Mat3<S> rotation_about(const Vec3<S>& axis, const S& sine, const S& cosine) {
  Mat3<S> R = outer((S(1) - cosine) * axis, axis);
  const Vec3<S> s = sine * axis;
  R(0, 0) += cosine, R(1, 1) += cosine, R(2, 2) += cosine;
  R(0, 1) += -s.z, R(0, 2) += s.y, R(1, 0) += s.z;
  R(1, 2) += -s.x, R(2, 0) += -s.y, R(2, 1) += s.x;
  return R;
}
// Returns the rotation of a quaternion x y z w, which is normalised first.
template <class S>
Mat3<S> rotation_from_quaternion(const S* q) {
  const S x = q[0], y = q[1], z = q[2], w = q[3];
  const S s = S(2) / (x * x + y * y + z * z + w * w);
  return {{{S(1) - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
           {s * (x * y + z * w), S(1) - s * (x * x + z * z), s * (y * z - x * w)},
           {s * (x * z - y * w), s * (y * z + x * w), S(1) - s * (x * x + y * y)}}};
}

// X_AB: the pose of frame B in frame A, p_A = R p_B + p.
template <class S>
struct Pose {
  Mat3<S> R;
  Vec3<S> p;

  friend Pose operator*(const Pose& X_AB, const Pose& X_BC) {
    return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p};
  }
};

// A spatial velocity or acceleration: angular, then linear at the origin of its frame.
template <class S>
struct Motion {
  Vec3<S> angular, linear;

  friend Motion operator+(const Motion& a, const Motion& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
  friend Motion operator*(const S& s, const Motion& a) { return {s * a.angular, s * a.linear}; }
  Motion& operator+=(const Motion& b) { return *this = *this + b; }
};
// A spatial force: the moment about the origin of its frame, then the force.
template <class S>
struct Force {
  Vec3<S> moment, force;

  friend Force operator+(const Force& a, const Force& b) { return {a.moment + b.moment, a.force + b.force}; }
  friend Force operator*(const S& s, const Force& a) { return {s * a.moment, s * a.force}; }
  Force& operator+=(const Force& b) { return *this = *this + b; }
};
// The power of a force along a motion.
template <class S>
S dot(const Motion<S>& m, const Force<S>& f) {
  return dot(m.angular, f.moment) + dot(m.linear, f.force);
}
// v x m and v x* f (Featherstone 2008, equations 2.31 and 2.32).
template <class S>
Motion<S> cross(const Motion<S>& v, const Motion<S>& m) {
  return {cross(v.angular, m.angular), cross(v.angular, m.linear) + cross(v.linear, m.angular)};
}
template <class S>
Force<S> cross(const Motion<S>& v, const Force<S>& f) {
  return {cross(v.angular, f.moment) + cross(v.linear, f.force), cross(v.angular, f.force)};
}
// From frame A into frame B and back, by the pose X_AB of B in A (Featherstone 2008, section 2.8).
template <class S>
Motion<S> into(const Pose<S>& X_AB, const Motion<S>& m_A) {
  const Mat3<S> R_BA = X_AB.R.transposed();
  return {R_BA * m_A.angular, R_BA * (m_A.linear + cross(m_A.angular, X_AB.p))};
}
// From frame B out into frame A, by the pose X_AB of B in A: the inverse of into.
template <class S>
Motion<S> out_of(const Pose<S>& X_AB, const Motion<S>& m_B) {
  const Vec3<S> angular = X_AB.R * m_B.angular;
  return {angular, X_AB.R * m_B.linear + cross(X_AB.p, angular)};
}
template <class S>
Force<S> out_of(const Pose<S>& X_AB, const Force<S>& f_B) {
  const Vec3<S> force = X_AB.R * f_B.force;
  return {X_AB.R * f_B.moment + cross(X_AB.p, force), force};
}

// Inertia of a rigid body: mass, first moment h = m c, and the tensor about the frame's origin.
template <class S>
struct Inertia {
  S mass{};
  Vec3<S> first_moment;
  Mat3<S> tensor = Mat3<S>::zero();

  // From the tensor about the centre of mass c, along the frame's axes: I_O = I_C + m (c.c 1 - c c^T).
  static Inertia about_com(const S& mass, const Vec3<S>& c, const Mat3<S>& tensor_about_com) {
    return {mass, mass * c, tensor_about_com - (mass * skew_square(c))};
  }
  friend Inertia operator+(const Inertia& a, const Inertia& b) {
    return {a.mass + b.mass, a.first_moment + b.first_moment, a.tensor + b.tensor};
  }
  friend Force<S> operator*(const Inertia& I, const Motion<S>& m) {
    return {I.tensor * m.angular + cross(I.first_moment, m.linear),
            I.mass * m.linear - cross(I.first_moment, m.angular)};
  }
  // The same body seen from frame A, by the pose X_AB of the present frame B.
  Inertia out_of(const Pose<S>& X_AB) const {
    const Vec3<S> h = X_AB.R * first_moment;
    const Mat3<S> turned = X_AB.R * tensor * X_AB.R.transposed();
    // I_A = I - [p]x[h]x - [h]x[p]x - m [p]x[p]x
    const Mat3<S> P = skew(X_AB.p), H = skew(h);
    return {mass, h + mass * X_AB.p, turned - P * H - H * P - mass * (P * P)};
  }

 private:
  static Mat3<S> skew_square(const Vec3<S>& c) { return skew(c) * skew(c); }
};

// Articulated-body inertia (Featherstone 2008, chapter 7): a symmetric 6x6 matrix in blocks. moment = A w + B
// v, force = B^T w + C v.
template <class S>
struct ArticulatedInertia {
  Mat3<S> A = Mat3<S>::zero(), B = Mat3<S>::zero(), C = Mat3<S>::zero();

  static ArticulatedInertia of(const Inertia<S>& I) {
    ArticulatedInertia result;
    result.A = I.tensor;
    result.B = skew(I.first_moment);
    for (int i = 0; i < 3; ++i) result.C(i, i) = I.mass;
    return result;
  }
  friend Force<S> operator*(const ArticulatedInertia& I, const Motion<S>& m) {
    return {I.A * m.angular + I.B * m.linear, I.B.transposed() * m.angular + I.C * m.linear};
  }
  friend ArticulatedInertia operator+(const ArticulatedInertia& a, const ArticulatedInertia& b) {
    return {a.A + b.A, a.B + b.B, a.C + b.C};
  }
  // Subtracts u w^T. The sum of all that is subtracted must be symmetric.
  void subtract(const Force<S>& u, const Force<S>& w) {
    A = A - outer(u.moment, w.moment);
    B = B - outer(u.moment, w.force);
    C = C - outer(u.force, w.force);
  }
  // Seen from frame A, by the pose X_AB of the present frame B (equation 2.66 in blocks).
  ArticulatedInertia out_of(const Pose<S>& X_AB) const {
    const Mat3<S> R = X_AB.R, Rt = X_AB.R.transposed(), P = skew(X_AB.p);
    const Mat3<S> a = R * A * Rt, b = R * B * Rt, c = R * C * Rt;
    const Mat3<S> moved = b + P * c;
    // [p]x is antisymmetric: A' = a + [p] b^T - b [p] - [p] c [p]
    return {a + P * b.transposed() - moved * P, moved, c};
  }
};

}  // namespace spatial
}  // namespace romas
