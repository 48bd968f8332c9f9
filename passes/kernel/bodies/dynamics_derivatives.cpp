// Derivatives of inverse dynamics by composite bodies (Singh, Russell and Wensing, "Efficient Analytical
// Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra", 2022), in mass moments.
//
// With S the motion of a joint's variable, V and A the velocity and acceleration of its parent (gravity in
// A),
//   ψ = V × S,   ψ̇ = A × S + V × ψ,   Ṡ = V_body × S
// are fields of motion, and for a row i and a column j of joints on one path
//   ∂tau_i/∂q_j = S_i · (2B ψ_j + I ψ̇_j)            joint i beyond j, or the same
//   ∂tau_i/∂q_j = S_i · (2B ψ_j + I ψ̇_j + S_j ×* f)  joint j beyond i
//   ∂tau_i/∂v_j = S_i · (2B S_j + I (ψ_j + Ṡ_j))
// where I, B and f are those of all that the outer one of both joints carries. The particles at r of these
// bodies have velocities ṙ. A motion of angular velocity ω adds 2 ω × ṙ to their accelerations, so that
//   2B: ω ↦ f = 2 ω × p,   n = (trace(Q) 1 - Q) ω + ω × L
// takes the momentum p = ∫ ṙ dm, the angular momentum L = ∫ r × ṙ dm and Q = ∫ (ṙ rᵀ + r ṙᵀ) dm. p and Q are
// the rates of the first and second moments and move to a parent's frame as these do. The rows of 2B are
// angular alone: on the way to the root they turn and need nothing else.
#include "passes/kernel/bodies/dynamics_derivatives.h"

#include "passes/kernel/bodies/velocities.h"

namespace romas::lowering {

namespace {

// The velocities of a mass distribution's particles, in moments.
struct Momentum {
  Moments rates;  // of its moments: mass 0, p, Q
  Vec L;
};

// 2B of a motion, of which the angular velocity w alone counts.
Wrench twice_B(const Momentum& momentum, const Vec& w) {
  return {2.0 * cross(w, momentum.rates.first), turned_by(momentum.rates.second, w) + cross(w, momentum.L)};
}

// s · 2B, which is a covector of angular velocities.
Vec row_of_twice_B(const Momentum& momentum, const Twist& s) {
  return turned_by(momentum.rates.second, s.w) + cross(momentum.L, s.w) +
         2.0 * cross(momentum.rates.first, s.v);
}

Momentum momentum_of(const Moments& moments, const Twist& x) {
  const auto& [m, h, S] = moments;
  const auto& [w, v] = x;
  const Vec x_S{S.xx, S.xy, S.xz};
  const Vec y_S{S.xy, S.yy, S.yz};
  const Vec z_S{S.xz, S.yz, S.zz};
  // Columns of [ω]× S, and v hᵀ
  const std::array<Vec, 3> K = {cross(w, x_S) + h.x * v, cross(w, y_S) + h.y * v, cross(w, z_S) + h.z * v};
  const Symmetric Q{2.0 * K[0].x, K[1].x + K[0].y, K[2].x + K[0].z,
                    2.0 * K[1].y, K[2].y + K[1].z, 2.0 * K[2].z};
  return {{m.like(0), m * v + cross(w, h), Q}, cross(h, v) + turned_by(S, w)};
}

class DerivativesRecursion {
 public:
  DerivativesRecursion(const SymbolicTree& tree, const Variables& variables, const NewtonEuler& motion,
                       int n_v, const WantedDerivatives& wanted)
      : tree_(tree),
        variables_(variables),
        states_(motion.bodies),
        origins_(origin_velocities(tree, variables, motion.bodies)),
        n_v_(static_cast<std::size_t>(n_v)),
        wanted_(wanted) {
    const auto prepare = [&](bool is_wanted, std::vector<Scalar>& matrix) {
      if (is_wanted) matrix.assign(n_v_ * n_v_, variables.zero());
    };
    prepare(wanted.by_q, result_.by_q);
    prepare(wanted.by_v, result_.by_v);
    prepare(wanted.coriolis, result_.coriolis);
  }

  DynamicsDerivatives run() {
    for (std::size_t i = 0; i < tree_.size(); ++i) move(i);
    for (std::size_t i = tree_.size(); i-- > 0;) {
      const int dof = motion_dof(tree_[i].body->motion);
      for (int k = 0; k < dof; ++k) visit(i, k);
      pass_on(i);
    }
    return std::move(result_);
  }

 private:
  // A variable of a joint as a direction of its motion.
  struct Direction {
    Twist S;
    Twist psi;       // ψ
    Twist psi_rate;  // ψ̇
    Twist S_rate;    // Ṡ
  };
  struct Moving {
    OriginVelocity origin;
    Moments moments;
    Momentum momentum;
    std::vector<Direction> directions;  // by variables of the joint
  };
  // The values that a variable hands on to the joints between it and the root.
  struct Handed {
    Wrench column_by_q, column_by_v, column_of_C;  // of these matrices
    Wrench row;                                    // S · I
    Vec angular_row;                               // S · 2B
  };

  void move(std::size_t i) {
    const SymbolicBody& b = tree_[i];
    Moving m;
    m.origin = origins_[i];
    m.moments = b.moments;
    m.momentum = momentum_of(b.moments, {states_[i].w, m.origin.v});
    for (int k = 0; k < motion_dof(b.body->motion); ++k)
      m.directions.push_back(direction(i, m, tree_.freedom(i, k)));
    moving_.push_back(std::move(m));
  }

  Direction direction(std::size_t i, const Moving& m, const Twist& S) const {
    const BodyState& s = states_[i];
    const Vec spin = cross(s.w_P, S.w);
    Direction d{S, {spin, cross(m.origin.v_P, S.w) + cross(s.w_P, S.v)}, {}, {}};
    // A × S + V × ψ in terms of the acceleration of the point: the parts with V × ω add up to 2 v × (ω × S).
    d.psi_rate = {carried(i, S.w), cross(s.a_P, S.w) + 2.0 * cross(m.origin.v_P, spin) + carried(i, S.v)};
    d.S_rate = {cross(s.w, S.w), cross(m.origin.v, S.w) + cross(s.w, S.v)};
    return d;
  }

  // U e, U of the parent. About its own axis a body has the same U e as its parent.
  Vec carried(std::size_t i, const Vec& e) const {
    const BodyState& s = states_[i];
    const Motion motion = tree_[i].body->motion;
    if (motion != Motion::ball && motion != Motion::floating) return e.z * Vec{s.xz, s.yz, s.zz};
    return cross(s.dw_P, e) + cross(s.w_P, cross(s.w_P, e));
  }

  void visit(std::size_t i, int k) {
    const Moving& m = moving_[i];
    const Direction& d = m.directions[static_cast<std::size_t>(k)];
    Handed handed;
    handed.row = accelerated(m.moments, d.S);
    handed.angular_row = row_of_twice_B(m.momentum, d.S);
    meet_own(i, k, handed);
    if (tree_[i].parent < 0) return;
    if (wanted_.by_q) {
      const BodyState& s = states_[i];
      const Wrench carried{cross(d.S.w, s.f), cross(d.S.w, s.n) + cross(d.S.v, s.f)};
      handed.column_by_q = twice_B(m.momentum, d.psi.w) + accelerated(m.moments, d.psi_rate) + carried;
    }
    if (wanted_.by_v)
      handed.column_by_v = twice_B(m.momentum, d.S.w) + accelerated(m.moments, d.psi + d.S_rate);
    if (wanted_.coriolis) {
      const Wrench twice = twice_B(m.momentum, d.S.w);
      handed.column_of_C = Wrench{0.5 * twice.f, 0.5 * twice.n} + accelerated(m.moments, d.S_rate);
    }
    const int column = tree_[i].body->v + k;
    for (std::size_t at = i; tree_[at].parent >= 0;) {
      hand_on(at, handed);
      at = static_cast<std::size_t>(tree_[at].parent);
      meet(at, handed, column, tree_[i].body->multiplier);
    }
  }

  void hand_on(std::size_t i, Handed& handed) const {
    handed.row = tree_.to_parent(i, handed.row);
    handed.angular_row = tree_.to_parent(i, handed.angular_row);
    if (wanted_.by_q) handed.column_by_q = tree_.to_parent(i, handed.column_by_q);
    if (wanted_.by_v) handed.column_by_v = tree_.to_parent(i, handed.column_by_v);
    if (wanted_.coriolis) handed.column_of_C = tree_.to_parent(i, handed.column_of_C);
  }

  // The rows of the variable by the variables l of a joint between it and the root, or of its own.
  void meet_rows(const Handed& handed, const Direction& d, std::size_t entry, double factor) {
    const Scalar k = variables_.zero().like(factor);
    if (wanted_.by_q)
      result_.by_q[entry] += k * (dot(handed.angular_row, d.psi.w) + dot(handed.row, d.psi_rate));
    if (wanted_.by_v)
      result_.by_v[entry] += k * (dot(handed.angular_row, d.S.w) + dot(handed.row, d.psi + d.S_rate));
    if (wanted_.coriolis)
      result_.coriolis[entry] += k * (0.5 * dot(handed.angular_row, d.S.w) + dot(handed.row, d.S_rate));
  }

  void meet_own(std::size_t i, int k, const Handed& handed) {
    const Body& body = *tree_[i].body;
    const double factor = body.multiplier * body.multiplier;
    const std::size_t row = static_cast<std::size_t>(body.v + k) * n_v_;
    for (std::size_t l = 0; l < moving_[i].directions.size(); ++l)
      meet_rows(handed, moving_[i].directions[l], row + static_cast<std::size_t>(body.v) + l, factor);
  }

  // `variable`: the one that has handed this on to body i; `multiplier`: that of its body.
  void meet(std::size_t i, const Handed& handed, int variable, double multiplier) {
    const Body& body = *tree_[i].body;
    const double factor = multiplier * body.multiplier;
    const Scalar k = variables_.zero().like(factor);
    for (std::size_t l = 0; l < moving_[i].directions.size(); ++l) {
      const Direction& d = moving_[i].directions[l];
      const std::size_t here = static_cast<std::size_t>(body.v) + l;
      meet_rows(handed, d, static_cast<std::size_t>(variable) * n_v_ + here, factor);
      const std::size_t entry = here * n_v_ + static_cast<std::size_t>(variable);
      if (wanted_.by_q) result_.by_q[entry] += k * dot(handed.column_by_q, d.S);
      if (wanted_.by_v) result_.by_v[entry] += k * dot(handed.column_by_v, d.S);
      if (wanted_.coriolis) result_.coriolis[entry] += k * dot(handed.column_of_C, d.S);
    }
  }

  void pass_on(std::size_t i) {
    const int up = tree_[i].parent;
    if (up < 0) return;
    Moving& parent = moving_[static_cast<std::size_t>(up)];
    parent.moments += tree_.to_parent(i, moving_[i].moments);
    const Momentum& momentum = moving_[i].momentum;
    const Wrench passed = tree_.to_parent(i, Wrench{momentum.rates.first, momentum.L});
    parent.momentum.rates += tree_.to_parent(i, momentum.rates);
    parent.momentum.L += passed.n;
  }

  const SymbolicTree& tree_;
  const Variables& variables_;
  const std::vector<BodyState>& states_;
  std::vector<OriginVelocity> origins_;
  std::size_t n_v_;
  WantedDerivatives wanted_;
  std::vector<Moving> moving_;
  DynamicsDerivatives result_;
};

}  // namespace

DynamicsDerivatives dynamics_derivatives(const SymbolicTree& tree, const Variables& variables,
                                         const NewtonEuler& motion, int n_v,
                                         const WantedDerivatives& wanted) {
  return DerivativesRecursion(tree, variables, motion, n_v, wanted).run();
}

}  // namespace romas::lowering
