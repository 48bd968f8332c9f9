// Articulated bodies (Featherstone 2008, section 7.3) with accelerations of frame origins, as in
// newton_euler.cpp. The subtree of a joint responds to an acceleration (α, a) of its frame with the wrench
//   n = Λ α + Γ a + n0,   f = Γᵀ α + M a + f0.
// The degrees of freedom of a joint are eliminated one after the other. The armature of a joint resists its
// own acceleration alone and joins the divisor (ibid., section 9.6).
#include "passes/kernel/bodies/articulated_bodies.h"

#include <array>

namespace romas::lowering {

namespace {

struct Wrench {
  Vec n, f;
};
// A direction in which a joint moves: of turning and of pushing.
struct Freedom {
  Vec turn, push;
  Scalar project(const Wrench& w) const { return dot(turn, w.n) + dot(push, w.f); }
};

using Rows = std::array<Vec, 3>;  // of a 3 × 3 matrix

Vec times(const Rows& A, const Vec& v) { return {dot(A[0], v), dot(A[1], v), dot(A[2], v)}; }
Rows transposed(const Rows& A) {
  return {Vec{A[0].x, A[1].x, A[2].x}, Vec{A[0].y, A[1].y, A[2].y}, Vec{A[0].z, A[1].z, A[2].z}};
}
Rows operator+(const Rows& A, const Rows& B) { return {A[0] + B[0], A[1] + B[1], A[2] + B[2]}; }
Rows operator-(const Rows& A, const Rows& B) { return {A[0] - B[0], A[1] - B[1], A[2] - B[2]}; }
Rows outer(const Vec& a, const Vec& b) { return {a.x * b, a.y * b, a.z * b}; }
// [p]× A: the columns crossed.
Rows crossed(const Vec& p, const Rows& A) {
  const Rows T = transposed(A);
  return transposed({cross(p, T[0]), cross(p, T[1]), cross(p, T[2])});
}
// Copies the upper triangle, so that only half of a symmetric matrix is computed.
Rows symmetric(const Rows& A) { return {A[0], Vec{A[0].y, A[1].y, A[1].z}, Vec{A[0].z, A[1].z, A[2].z}}; }

struct Articulated {
  Rows L, G, M;  // Λ, Γ, M
  Wrench bias;

  Wrench times_motion(const Vec& turn, const Vec& push) const {
    return {times(L, turn) + times(G, push), times(transposed(G), turn) + times(M, push)};
  }
  // Seen from an origin that lies at -p.
  void translate(const Vec& p) {
    if (p.is_zero()) return;
    const Rows moved = G + crossed(p, M);
    // Λ - Γ [p]× + [p]× Γ'ᵀ
    const Rows Gp = {cross(G[0], p), cross(G[1], p), cross(G[2], p)};
    L = symmetric(L - Gp + crossed(p, transposed(moved)));
    G = moved;
    bias.n += cross(p, bias.f);
  }
};

class ArticulatedRecursion {
 public:
  ArticulatedRecursion(const SymbolicTree& tree, const Variables& variables, const std::vector<Scalar>& tau,
                       const Vector3& gravity)
      : tree_(tree),
        variables_(variables),
        tau_(tau),
        zero_(Vec::zero(variables.builder())),
        gravity_(gravity),
        bodies_(tree.size()) {}

  std::vector<Scalar> run() {
    for (std::size_t i = 0; i < tree_.size(); ++i) move(i);
    for (std::size_t i = tree_.size(); i-- > 0;) give_way(i);
    std::vector<Scalar> result(tau_.size(), variables_.zero());
    for (std::size_t i = 0; i < tree_.size(); ++i) accelerate(i, result);
    return result;
  }

 private:
  struct State {
    Vec w;                // angular velocity
    Vec turn, push;       // velocity-dependent part of the acceleration, relative to the parent
    Articulated inertia;  // with everything beyond
    std::vector<Freedom> freedoms;
    std::vector<Wrench> U;     // the inertia's answer to each freedom when its turn came
    std::vector<Scalar> D, u;  // its inverse share along itself, and the force left for it
    Vec alpha, a;              // accelerations
  };

  Vec slide(std::size_t i) const { return {variables_.zero(), variables_.zero(), tree_[i].slide}; }

  Vec unit(int k, double length = 1) const {
    return Vec::constant(variables_.builder(), length * Vector3::Unit(k));
  }

  std::vector<Freedom> freedoms_of(const Body& body) const {
    switch (body.motion) {
      case Motion::revolute: return {{unit(2), zero_}};
      case Motion::prismatic: return {{zero_, unit(2)}};
      case Motion::screw: return {{unit(2), unit(2, body.pitch)}};
      case Motion::ball: return {{unit(0), zero_}, {unit(1), zero_}, {unit(2), zero_}};
      case Motion::floating: break;
    }
    return {{zero_, unit(0)}, {zero_, unit(1)}, {zero_, unit(2)},
            {unit(0), zero_}, {unit(1), zero_}, {unit(2), zero_}};
  }

  void move(std::size_t i) {
    const SymbolicBody& b = tree_[i];
    const Body& body = *b.body;
    State& s = bodies_[i];
    s.freedoms = freedoms_of(body);
    const Vec parent = b.parent < 0 ? zero_ : bodies_[static_cast<std::size_t>(b.parent)].w;
    const Vec w = tree_.to_body(i, parent);
    Vec turning = zero_;
    Vec pushing = zero_;
    for (std::size_t k = 0; k < s.freedoms.size(); ++k) {
      const Scalar v = variables_.v(body, static_cast<int>(k));
      turning += v * s.freedoms[k].turn;
      pushing += v * s.freedoms[k].push;
    }
    s.w = w + turning;
    s.turn = cross(w, turning);
    s.push = tree_.to_body(i, cross(parent, cross(parent, b.p))) + cross(w, cross(w, slide(i)));
    // A free body's linear velocity is given in axes that turn with it, the others' in the frame they slide
    // in.
    s.push += body.motion == Motion::floating ? cross(s.w + w, pushing)
                                              : variables_.zero().like(2) * cross(w, pushing);
    const auto& [m, h, S] = b.moments;
    const Scalar zero = variables_.zero();
    s.inertia.L = {Vec{S.yy + S.zz, -S.xy, -S.xz}, Vec{-S.xy, S.xx + S.zz, -S.yz},
                   Vec{-S.xz, -S.yz, S.xx + S.yy}};
    s.inertia.G = {Vec{zero, -h.z, h.y}, Vec{h.z, zero, -h.x}, Vec{-h.y, h.x, zero}};
    s.inertia.M = {Vec{m, zero, zero}, Vec{zero, m, zero}, Vec{zero, zero, m}};
    s.inertia.bias = {cross(s.w, times(s.inertia.L, s.w)), cross(s.w, cross(s.w, h))};
  }

  // Eliminates the body's degrees of freedom from its inertia and adds the rest to the parent.
  void give_way(std::size_t i) {
    const SymbolicBody& b = tree_[i];
    State& s = bodies_[i];
    Articulated& I = s.inertia;
    for (std::size_t k = 0; k < s.freedoms.size(); ++k) {
      const Freedom& freedom = s.freedoms[k];
      const Wrench U = I.times_motion(freedom.turn, freedom.push);
      const Scalar armature = variables_.zero().like(b.body->armature[k]);
      const Scalar D = variables_.zero().like(1) / (freedom.project(U) + armature);
      const Scalar u = tau_[static_cast<std::size_t>(b.body->v) + k] - freedom.project(I.bias);
      const Vec n = D * U.n;
      const Vec f = D * U.f;
      s.U.push_back(U);
      s.D.push_back(D);
      s.u.push_back(u);
      I.L = symmetric(I.L - outer(n, U.n));
      I.G = I.G - outer(n, U.f);
      I.M = symmetric(I.M - outer(f, U.f));
      I.bias.n += u * n;
      I.bias.f += u * f;
    }
    if (b.parent < 0) return;
    const Wrench drag = I.times_motion(s.turn, s.push);
    Articulated hung = I;
    hung.bias.n += drag.n;
    hung.bias.f += drag.f;
    hung.translate(slide(i));
    hung = {rotated(i, hung.L),
            rotated(i, hung.G),
            rotated(i, hung.M),
            {tree_.to_parent(i, hung.bias.n), tree_.to_parent(i, hung.bias.f)}};
    hung.translate(b.p);
    Articulated& parent = bodies_[static_cast<std::size_t>(b.parent)].inertia;
    parent = {parent.L + hung.L,
              parent.G + hung.G,
              parent.M + hung.M,
              {parent.bias.n + hung.bias.n, parent.bias.f + hung.bias.f}};
  }

  // R A Rᵀ
  Rows rotated(std::size_t i, const Rows& A) const {
    const Rows half = {tree_.to_parent(i, A[0]), tree_.to_parent(i, A[1]), tree_.to_parent(i, A[2])};
    const Rows columns = transposed(half);
    return transposed(
        {tree_.to_parent(i, columns[0]), tree_.to_parent(i, columns[1]), tree_.to_parent(i, columns[2])});
  }

  void accelerate(std::size_t i, std::vector<Scalar>& result) {
    const SymbolicBody& b = tree_[i];
    State& s = bodies_[i];
    const bool grounded = b.parent < 0;
    const State* parent = grounded ? nullptr : &bodies_[static_cast<std::size_t>(b.parent)];
    const Vec alpha = grounded ? zero_ : parent->alpha;
    const Vec a = grounded ? Vec::constant(variables_.builder(), -gravity_) : parent->a;
    s.alpha = tree_.to_body(i, alpha);
    s.a = tree_.to_body(i, a + cross(alpha, b.p)) + cross(s.alpha, slide(i)) + s.push;
    s.alpha += s.turn;
    // Back substitution: the freedom eliminated last depends on the parent's acceleration only.
    for (std::size_t k = s.freedoms.size(); k-- > 0;) {
      const Scalar qdd = s.D[k] * (s.u[k] - dot(s.U[k].n, s.alpha) - dot(s.U[k].f, s.a));
      result[static_cast<std::size_t>(b.body->v) + k] = qdd;
      s.alpha += qdd * s.freedoms[k].turn;
      s.a += qdd * s.freedoms[k].push;
    }
  }

  const SymbolicTree& tree_;
  const Variables& variables_;
  const std::vector<Scalar>& tau_;
  Vec zero_;
  Vector3 gravity_;
  std::vector<State> bodies_;
};

}  // namespace

std::vector<Scalar> articulated_bodies(const SymbolicTree& tree, const Variables& variables,
                                       const std::vector<Scalar>& tau, const Vector3& gravity) {
  return ArticulatedRecursion(tree, variables, tau, gravity).run();
}

}  // namespace romas::lowering
