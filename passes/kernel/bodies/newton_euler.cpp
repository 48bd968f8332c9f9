// Recursive Newton-Euler with U = [ω̇]× + [ω]×[ω]× (Khalil and Dombre 2002, section 9.6: equations 9.87
// to 9.98), the forces in terms of mass moments: a body of particles at r feels the forces (a_O + U r) dm,
// which sum to
//   f = m a_O + U h,   n = h × a_O + the axial vector of U S,   h = ∫ r dm, S = ∫ r rᵀ dm.
// The moment takes one product for each entry of S and row of U; I ω̇ + ω × I ω would use the tensor twice.
// Everything is in the frame F of each body (see SymbolicBody), and gravity is an acceleration of the ground.
#include "passes/kernel/bodies/newton_euler.h"

namespace romas::lowering {

namespace {

// The axial vector of U S: the moment of the forces U r dm.
Vec moment(const BodyState& u, const Symmetric& S) {
  return {S.xy * u.zx + S.yy * u.zy - S.zz * u.yz + S.yz * (u.zz - u.yy) - S.xz * u.yx,
          S.yz * u.xy + S.zz * u.xz - S.xx * u.zx + S.xz * (u.xx - u.zz) - S.xy * u.zy,
          S.xz * u.yz + S.xx * u.yx - S.yy * u.xy + S.xy * (u.yy - u.xx) - S.yz * u.xz};
}

class NewtonEulerRecursion {
 public:
  NewtonEulerRecursion(const SymbolicTree& tree, const Variables& variables, const Choices& choices,
                       const Vector3& gravity)
      : tree_(tree), variables_(variables), choices_(choices), states_(tree.size()) {
    const Vec zero = Vec::zero(variables.builder());
    ground_.w = ground_.dw = zero;
    ground_.a = Vec::constant(variables.builder(), -gravity);
    set_U(ground_, nullptr);
  }

  NewtonEuler run(int n_v) {
    for (std::size_t i = 0; i < states_.size(); ++i) move(i);
    std::vector<Scalar> tau(static_cast<std::size_t>(n_v), variables_.zero());
    for (std::size_t i = states_.size(); i-- > 0;) {
      gather(i, tau);
      pass_on(i);
    }
    return {std::move(tau), std::move(states_)};
  }

 private:
  const BodyState& parent_of(std::size_t i) const {
    return tree_[i].parent < 0 ? ground_ : states_[static_cast<std::size_t>(tree_[i].parent)];
  }

  // `square` is ωx² + ωy² where it is known already.
  void set_U(BodyState& s, const Scalar* square) const {
    const Scalar xx = s.w.x * s.w.x;
    const Scalar yy = s.w.y * s.w.y;
    const Scalar zz = s.w.z * s.w.z;
    s.xx = -(yy + zz);
    s.yy = -(xx + zz);
    s.zz = square != nullptr ? -*square : -(xx + yy);
    const Scalar xy = s.w.x * s.w.y;
    const Scalar xz = s.w.x * s.w.z;
    const Scalar yz = s.w.y * s.w.z;
    s.xy = xy - s.dw.z;
    s.yx = xy + s.dw.z;
    s.xz = xz + s.dw.y;
    s.zx = xz - s.dw.y;
    s.yz = yz - s.dw.x;
    s.zy = yz + s.dw.x;
  }

  // Velocities and accelerations from the parent's.
  void move(std::size_t i) {
    const SymbolicBody& b = tree_[i];
    const BodyState& parent = parent_of(i);
    BodyState& s = states_[i];
    const Vec w = tree_.to_body(i, parent.w);
    const Vec dw = tree_.to_body(i, parent.dw);
    s.a = s.a_P = tree_.to_body(i, parent.a + parent.times(b.p));
    s.w_P = w;
    s.dw_P = dw;
    s.w = w;
    s.dw = dw;
    const Body& body = *b.body;
    const bool turns = body.motion == Motion::revolute || body.motion == Motion::screw;
    if (turns) {
      const Scalar v = variables_.v(body);
      s.w.z += v;
      s.dw += Vec{w.y * v, -(w.x * v), variables_.a(body)};
    } else if (body.motion == Motion::ball || body.motion == Motion::floating) {
      move_freely(body, w, s);
    }
    const Scalar square = inherited_square(i, parent);
    set_U(s, choices_[i].inherit_square && square.value().valid() ? &square : nullptr);
    // The point of the joint on the axis moves alike on both sides, except for the slide.
    if (!b.slide.is(0)) s.a = s.a_P += Vec{s.xz * b.slide, s.yz * b.slide, s.zz * b.slide};
    const double rate = body.motion == Motion::prismatic ? 1 : body.motion == Motion::screw ? body.pitch : 0;
    if (rate != 0) {
      const Scalar v = 2 * rate * variables_.v(body);
      s.a += Vec{w.y * v, -(w.x * v), rate * variables_.a(body)};
    }
    label(s.w, ValueLabel::Quantity::angular_velocity, body);
    label(s.dw, ValueLabel::Quantity::angular_acceleration, body);
    label(s.a, ValueLabel::Quantity::acceleration, body);
    const Wrench force = force_on(b.moments, s);
    s.f = force.f;
    s.n = force.n;
  }

  void move_freely(const Body& body, const Vec& w, BodyState& s) const {
    const int angular = body.motion == Motion::floating ? 3 : 0;
    const auto three = [&](auto get, int first) { return Vec{get(first), get(first + 1), get(first + 2)}; };
    const auto v = [&](int k) { return variables_.v(body, k); };
    const auto a = [&](int k) { return variables_.a(body, k); };
    const Vec w_J = three(v, angular);
    s.w = w + w_J;
    s.dw += three(a, angular) + cross(w, w_J);
    if (body.motion == Motion::ball) return;
    // The linear velocity is given in the body's own, turning axes.
    const Vec v_J = three(v, 0);
    s.a += three(a, 0) + cross(s.w + w, v_J);
  }

  // ωx² + ωy² is what z ∥ does not see of ω: one diagonal entry of the parent's U, where the axes are at
  // right angles or parallel.
  Scalar inherited_square(std::size_t i, const BodyState& parent) const {
    const SymbolicBody& b = tree_[i];
    const Motion motion = b.body->motion;
    if (motion == Motion::ball || motion == Motion::floating) return {};
    Scalar square = -parent.zz;
    bool tilted = false;
    for (const Turn& turn : b.turns) {
      if (turn.axis == Turn::Axis::z && !tilted) {
        // Only quarter turns map the axis to an axis of the parent's frame.
        continue;
      }
      if (turn.axis != Turn::Axis::x) continue;
      tilted = true;
      if (!turn.angle.c.is(0)) return {};
      const bool first = &turn == &b.turns.front();
      if (first) {
        square = -parent.yy;
      } else if (b.turns.front().angle.c.is(0)) {
        square = -parent.xx;
      } else {
        return {};
      }
    }
    return square;
  }

  void gather(std::size_t i, std::vector<Scalar>& tau) const {
    const Body& body = *tree_[i].body;
    const BodyState& s = states_[i];
    label(s.f, ValueLabel::Quantity::force, body);
    label(s.n, ValueLabel::Quantity::moment, body);
    const auto at = [&](int k) -> Scalar& {
      return tau[static_cast<std::size_t>(body.v) + static_cast<std::size_t>(k)];
    };
    const auto add = [&](int first, const Vec& u) {
      at(first) += u.x;
      at(first + 1) += u.y;
      at(first + 2) += u.z;
    };
    switch (body.motion) {
      case Motion::revolute: at(0) += body.multiplier * s.n.z; break;
      case Motion::prismatic: at(0) += body.multiplier * s.f.z; break;
      case Motion::screw: at(0) += body.multiplier * (s.n.z + body.pitch * s.f.z); break;
      case Motion::ball: add(0, s.n); break;
      case Motion::floating:
        add(0, s.f);
        add(3, s.n);
        break;
    }
    for (int k = 0; k < motion_dof(body.motion); ++k)
      at(k) += body.multiplier * body.armature[static_cast<std::size_t>(k)] * variables_.a(body, k);
  }

  // Adds the body's force and moment to the parent's.
  void pass_on(std::size_t i) {
    const int up = tree_[i].parent;
    if (up < 0) return;
    const Wrench passed = tree_.to_parent(i, Wrench{states_[i].f, states_[i].n});
    BodyState& parent = states_[static_cast<std::size_t>(up)];
    parent.f += passed.f;
    parent.n += passed.n;
  }

  const SymbolicTree& tree_;
  const Variables& variables_;
  const Choices& choices_;
  std::vector<BodyState> states_;
  BodyState ground_;
};

}  // namespace

Wrench force_on(const Moments& moments, const BodyState& state) {
  return {moments.mass * state.a + state.times(moments.first),
          cross(moments.first, state.a) + moment(state, moments.second)};
}

NewtonEuler newton_euler(const SymbolicTree& tree, const Variables& variables, const Choices& choices,
                         const Vector3& gravity, int n_v) {
  return NewtonEulerRecursion(tree, variables, choices, gravity).run(n_v);
}

}  // namespace romas::lowering
