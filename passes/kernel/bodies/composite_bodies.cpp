// Composite rigid bodies (Featherstone 2008, section 6.2), in mass moments: everything outside of a joint
// moves as one body whose moments m, h, S are sums, and a unit acceleration of the joint takes the forces f =
// m a + α × h and the moments n = h × a + (trace(S) 1 - S) α. On the way to the root they meet the other
// joints' axes.
#include "passes/kernel/bodies/composite_bodies.h"

namespace romas::lowering {

namespace {

class Composite {
 public:
  Composite(const SymbolicTree& tree, const Variables& variables, int n_v)
      : tree_(tree),
        variables_(variables),
        n_v_(static_cast<std::size_t>(n_v)),
        M_(n_v_ * n_v_, variables.zero()) {}

  std::vector<Scalar> run() {
    for (std::size_t i = 0; i < tree_.size(); ++i) moments_.push_back(tree_[i].moments);
    for (std::size_t i = tree_.size(); i-- > 0;) {
      label(moments_[i].first, ValueLabel::Quantity::mass_moment, *tree_[i].body);
      label(moments_[i].second, ValueLabel::Quantity::second_mass_moment, *tree_[i].body);
      const int dof = motion_dof(tree_[i].body->motion);
      for (int k = 0; k < dof; ++k) column(i, k);
      const int parent = tree_[i].parent;
      if (parent >= 0) moments_[static_cast<std::size_t>(parent)] += tree_.to_parent(i, moments_[i]);
    }
    return std::move(M_);
  }

 private:
  Scalar& at(int row, int column) {
    return M_[static_cast<std::size_t>(row) * n_v_ + static_cast<std::size_t>(column)];
  }

  // The wrench, about body i's origin, that gives its subtree a unit acceleration of its k-th freedom.
  Wrench accelerate(std::size_t i, int k) const {
    const Scalar m = moments_[i].mass;
    const Vec& h = moments_[i].first;
    const Symmetric& S = moments_[i].second;
    const Scalar zero = variables_.zero();
    const Body& body = *tree_[i].body;
    const auto push = [&](int axis) {
      if (axis == 0) return Wrench{{m, zero, zero}, {zero, h.z, -h.y}};
      if (axis == 1) return Wrench{{zero, m, zero}, {-h.z, zero, h.x}};
      return Wrench{{zero, zero, m}, {h.y, -h.x, zero}};
    };
    const auto turn = [&](int axis) {
      if (axis == 0) return Wrench{{zero, -h.z, h.y}, {S.yy + S.zz, -S.xy, -S.xz}};
      if (axis == 1) return Wrench{{h.z, zero, -h.x}, {-S.xy, S.xx + S.zz, -S.yz}};
      return Wrench{{-h.y, h.x, zero}, {-S.xz, -S.yz, S.xx + S.yy}};
    };
    switch (body.motion) {
      case Motion::revolute: return turn(2);
      case Motion::prismatic: return push(2);
      case Motion::ball: return turn(k);
      case Motion::floating: return k < 3 ? push(k) : turn(k - 3);
      case Motion::screw: break;
    }
    const Wrench a = turn(2);
    const Wrench b = push(2);
    const Scalar pitch = zero.like(body.pitch);
    return {a.f + pitch * b.f, a.n + pitch * b.n};
  }

  // Projects a wrench on each freedom of body i.
  void meet(std::size_t i, const Wrench& wrench, int column, double multiplier, bool own) {
    const Body& body = *tree_[i].body;
    const auto add_to = [&](int k, Scalar value) {
      const Scalar entry = multiplier * body.multiplier * value;
      const int row = body.v + k;
      at(row, column) += entry;
      // A pair of different bodies stands for both triangles; with followers it can be on the diagonal,
      // twice.
      if (!own) at(column, row) += entry;
    };
    const auto add_three = [&](int first, const Vec& u) {
      add_to(first, u.x);
      add_to(first + 1, u.y);
      add_to(first + 2, u.z);
    };
    switch (body.motion) {
      case Motion::revolute: add_to(0, wrench.n.z); break;
      case Motion::prismatic: add_to(0, wrench.f.z); break;
      case Motion::screw: add_to(0, wrench.n.z + body.pitch * wrench.f.z); break;
      case Motion::ball: add_three(0, wrench.n); break;
      case Motion::floating:
        add_three(0, wrench.f);
        add_three(3, wrench.n);
        break;
    }
  }

  void column(std::size_t i, int k) {
    const Body& body = *tree_[i].body;
    Wrench wrench = accelerate(i, k);
    meet(i, wrench, body.v + k, body.multiplier, true);
    at(body.v + k, body.v + k) += variables_.zero().like(body.multiplier * body.multiplier *
                                                         body.armature[static_cast<std::size_t>(k)]);
    for (std::size_t at = i; tree_[at].parent >= 0;) {
      wrench = tree_.to_parent(at, wrench);
      at = static_cast<std::size_t>(tree_[at].parent);
      meet(at, wrench, body.v + k, body.multiplier, false);
    }
  }

  const SymbolicTree& tree_;
  const Variables& variables_;
  std::size_t n_v_;
  std::vector<Scalar> M_;
  std::vector<Moments> moments_;
};

}  // namespace

std::vector<Scalar> composite_bodies(const SymbolicTree& tree, const Variables& variables, int n_v) {
  return Composite(tree, variables, n_v).run();
}

}  // namespace romas::lowering
