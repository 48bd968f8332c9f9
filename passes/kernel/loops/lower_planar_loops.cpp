// Kernels of planar loops: the joints that follow, and the motion of all joints by those that do not.
#include <algorithm>

#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/symbolic_tree.h"
#include "passes/kernel/ik/formulas.h"
#include "passes/kernel/loops/closures.h"
#include "passes/kernel/loops/planar_loops.h"
#include "support/text/text.h"

namespace romas::lowering {

namespace {

using Kind = LoopFactor::Kind;

// A motion in the plane: the sine and cosine of its turn about z, and the place of the moved origin.
struct PlanarMotion {
  Angle turn;
  Vec p;

  static PlanarMotion none(KernelBuilder& builder) { return {Angle::zero(builder), Vec::zero(builder)}; }
  Vec rotated(const Vec& v) const { return {turn.c * v.x - turn.s * v.y, turn.s * v.x + turn.c * v.y, v.z}; }
  Vec moved(const Vec& v) const { return rotated(v) + p; }
  friend PlanarMotion operator*(const PlanarMotion& a, const PlanarMotion& b) {
    return {a.turn + b.turn, a.moved(b.p)};
  }
  PlanarMotion inverse() const {
    const PlanarMotion back{{-turn.s, turn.c}, Vec::zero(turn.s.builder())};
    return {back.turn, back.rotated(Vec::zero(turn.s.builder()) - p)};
  }
};

Angle negated(const Angle& a) { return {-a.s, a.c}; }
// The angle of the axis about z, for a turn about it, and back.
Angle about_z(const LoopFactor& factor, const Angle& a) {
  return (factor.axis.z() < 0) == factor.backwards ? a : negated(a);
}
Vec across(const Vec& v) { return {-v.y, v.x, v.z}; }

// A motion that is known from the variables.
PlanarMotion known_motion(const Variables& variables, const DynamicsModel& dynamics,
                          const LoopFactor& factor) {
  KernelBuilder& builder = variables.builder();
  const auto constant = [&](const Vector3& v) { return Vec::constant(builder, v); };
  if (factor.kind == Kind::constant)
    return {{{builder, factor.X.R(1, 0)}, {builder, factor.X.R(0, 0)}}, constant(factor.X.p)};
  const Body& body = dynamics.bodies[static_cast<std::size_t>(factor.body)];
  if (factor.kind == Kind::slide) {
    const Scalar x = variables.q(body);
    return {Angle::zero(builder), (factor.backwards ? -x : x) * constant(factor.axis)};
  }
  PlanarMotion motion{about_z(factor, variables.angle(body)), Vec::zero(builder)};
  const Vec centre = constant(factor.X.p);
  motion.p = centre - motion.rotated(centre);
  return motion;
}

// The three joints that follow in one loop.
class LoopSolution {
 public:
  LoopSolution(const Variables& variables, const DynamicsModel& dynamics, const PlanarLoop& loop,
               ik::Formulas& formulas)
      : loop_(loop), formulas_(formulas), z_(Vec::constant(variables.builder(), Vector3::UnitZ())) {
    // Given motions between them are moved behind all.
    KernelBuilder& builder = variables.builder();
    PlanarMotion given = PlanarMotion::none(builder);
    for (const LoopFactor& factor : loop.factors) {
      if (!factor.follows) {
        given = given * known_motion(variables, dynamics, factor);
        continue;
      }
      const bool turns = factor.kind == Kind::turn;
      const Vec constant = Vec::constant(builder, turns ? factor.X.p : factor.axis);
      joints_.push_back(&factor);
      places_.push_back(turns ? given.moved(constant) : given.rotated(constant));
    }
    target_ = given.inverse();
    if (joints_[1]->kind == Kind::slide)
      solve_sliding();
    else
      solve_turning();
  }

  const std::vector<const LoopFactor*>& joints() const { return joints_; }
  // Returns the position of a joint, as its variable counts it; of a sliding one the position and 0.
  Angle position(std::size_t k) const {
    if (joints_[k]->kind == Kind::turn) return about_z(*joints_[k], angles_[k]);
    return {joints_[k]->backwards ? -angles_[k].s : angles_[k].s, angles_[k].c};
  }

 private:
  // Three corners a, b and c: turned about b, c stands as far from a as it does in the end.
  void solve_turning() {
    const double size = loop_.length * loop_.length;
    const Vec x = places_[1] - places_[0], y = places_[2] - places_[1];
    const Vec end = target_.moved(places_[2]) - places_[0];
    const Scalar d = 0.5 * (dot(end, end) - dot(x, x) - dot(y, y));
    const Angle second = formulas_.on_circle(dot(x, y), dot(x, across(y)), d, size);
    const Angle first = formulas_.turning(z_, x + formulas_.turned(z_, second, y), end, loop_.length);
    angles_ = {first, second, target_.turn + negated(first) + negated(second)};
  }

  // A line through c in the direction u turns about a: c's distance from it stays.
  void solve_sliding() {
    const Vec u = places_[1];
    const Vec w = places_[2] - places_[0], end = target_.moved(places_[2]) - places_[0];
    const Vec normal = across(u);
    const Angle first =
        formulas_.on_circle(dot(normal, end), dot(across(normal), end), dot(normal, w), loop_.length);
    const Scalar slide = dot(formulas_.turned(z_, first, u), end) - dot(u, w);
    angles_ = {first, {slide, slide.like(0)}, target_.turn + negated(first)};
  }

  const PlanarLoop& loop_;
  ik::Formulas& formulas_;
  Vec z_;
  std::vector<const LoopFactor*> joints_;
  std::vector<Vec> places_;  // centres of turning joints, directions of a sliding one
  PlanarMotion target_;      // what the three do together
  std::vector<Angle> angles_;
};

// The velocity of the plane's points: w about z, and v of the origin.
struct PlanarTwist {
  Scalar w, x, y;
  friend PlanarTwist cross(const PlanarTwist& a, const PlanarTwist& b) {
    return {a.x * b.y - a.y * b.x, a.y * b.w - a.w * b.y, a.w * b.x - a.x * b.w};
  }
  friend Scalar dot(const PlanarTwist& a, const PlanarTwist& b) { return a.w * b.w + a.x * b.x + a.y * b.y; }
};

// The motions around a closed loop by a unit of each joint's velocity.
class LoopTwists {
 public:
  LoopTwists(const Variables& variables, const DynamicsModel& dynamics, const PlanarLoop& loop)
      : builder_(variables.builder()) {
    // From the root's side, forwards and against the loop, so that the closing joint is never passed.
    std::vector<LoopFactor> factors = loop.factors;
    const auto closing =
        std::ranges::find_if(factors, [](const LoopFactor& factor) { return factor.kind == Kind::constant; });
    std::rotate(factors.begin(), closing + 1, factors.end());
    std::vector<const LoopFactor*> outwards, backwards, closed;
    for (const LoopFactor& factor : factors) {
      if (factor.body >= 0)
        (factor.backwards ? backwards : outwards).push_back(&factor);
      else
        closed.push_back(&factor);
    }
    std::ranges::reverse(backwards);
    PlanarMotion motion = PlanarMotion::none(builder_);
    for (const LoopFactor* factor : outwards) {
      add(*factor, motion);
      motion = motion * known_motion(variables, dynamics, *factor);
    }
    for (const LoopFactor* factor : closed)
      if (factor->kind != Kind::constant) add(*factor, motion);
    motion = PlanarMotion::none(builder_);
    for (const LoopFactor* factor : backwards) {
      add(*factor, motion);
      // The motion itself is forwards.
      motion = motion * known_motion(variables, dynamics, *factor).inverse();
    }
    solve();
  }

  // The rate of a joint that follows, by that of a given one.
  struct Rate {
    std::size_t dependent;
    int body;
    Scalar value;
  };
  const std::vector<Rate>& rates() const { return rates_; }

 private:
  void add(const LoopFactor& factor, const PlanarMotion& motion) {
    const Scalar sense(builder_, factor.backwards ? -1.0 : 1.0);
    PlanarTwist twist;
    if (factor.kind == Kind::turn) {
      const Scalar w = factor.axis.z() * sense;
      const Vec centre = motion.moved(Vec::constant(builder_, factor.X.p));
      twist = {w, w * centre.y, -(w * centre.x)};
    } else {
      const Vec u = sense * motion.rotated(Vec::constant(builder_, factor.axis));
      twist = {Scalar(builder_, 0.0), u.x, u.y};
    }
    (factor.follows ? following_ : given_).push_back({factor, twist});
  }

  void solve() {
    const PlanarTwist third = cross(following_[0].twist, following_[1].twist);
    const Scalar inverse = Scalar(builder_, 1.0) / dot(following_[2].twist, third);
    for (std::size_t k = 0; k < 3; ++k) {
      if (!following_[k].factor.dependent) continue;
      const PlanarTwist across =
          k == 2 ? third : cross(following_[(k + 1) % 3].twist, following_[(k + 2) % 3].twist);
      for (const Moving& given : given_)
        rates_.push_back(
            {*following_[k].factor.dependent, given.factor.body, -(dot(given.twist, across) * inverse)});
    }
  }

  struct Moving {
    LoopFactor factor;
    PlanarTwist twist;
  };
  KernelBuilder& builder_;
  std::vector<Moving> following_, given_;
  std::vector<Rate> rates_;
};

// G: rows of all velocity variables, a column for each independent one.
std::vector<Scalar> jacobian(const Variables& variables, const DynamicsModel& dynamics,
                             const FoundLoops& found) {
  KernelBuilder& builder = variables.builder();
  const std::vector<int> independent = independent_velocities(dynamics, found.facts);
  const std::size_t columns = independent.size();
  std::vector<Scalar> G(static_cast<std::size_t>(dynamics.n_v) * columns, Scalar(builder, 0.0));
  std::vector<std::size_t> column_of(static_cast<std::size_t>(dynamics.n_v));
  for (std::size_t c = 0; c < columns; ++c) {
    const auto v = static_cast<std::size_t>(independent[c]);
    column_of[v] = c;
    G[v * columns + c] = Scalar(builder, 1.0);
  }
  for (const PlanarLoop& loop : found.loops) {
    const LoopTwists twists(variables, dynamics, loop);
    for (const LoopTwists::Rate& rate : twists.rates()) {
      const auto row =
          static_cast<std::size_t>(dynamics.joints[found.facts.dependents[rate.dependent].joint].v);
      const Body& body = dynamics.bodies[static_cast<std::size_t>(rate.body)];
      G[row * columns + column_of[static_cast<std::size_t>(body.v)]] += body.multiplier * rate.value;
    }
  }
  return G;
}

}  // namespace

std::optional<Kernel> lower_dependent_positions(const Model& model, const DynamicsModel& dynamics,
                                                const FoundLoops& found, std::string& reason) {
  KernelBuilder builder("dependent_positions");
  const Variables variables(builder, dynamics, false, false);
  const std::size_t count = found.loops.size();
  const std::uint32_t branch = builder.add_input("branch", static_cast<std::uint32_t>(count));
  ik::Formulas formulas(builder, branch, 1);
  std::vector<Scalar> sine(found.facts.dependents.size()), cosine = sine;
  for (std::size_t i = 0; i < count; ++i) {
    const LoopSolution solution(variables, dynamics, found.loops[i], formulas);
    if (formulas.degenerate()) {
      const Closure& closure = dynamics.closures[found.facts.loops[i].closure];
      reason = concat("two of the joints that follow in the loop of loop joint '",
                      model.loop_joints[closure.loop].name, "' turn about the same axis");
      return {};
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const auto dependent = solution.joints()[k]->dependent;
      if (!dependent) continue;
      const Angle position = solution.position(k);
      sine[*dependent] = position.s;
      cosine[*dependent] = position.c;
    }
  }
  builder.add_output("sine", values(sine));
  builder.add_output("cosine", values(cosine));
  builder.add_output("room", formulas.rooms());
  return builder.take();
}

Kernel lower_independent_jacobian(const DynamicsModel& dynamics, const FoundLoops& found) {
  KernelBuilder builder("independent_jacobian");
  const Variables variables(builder, dynamics, false, false);
  builder.add_output("G", values(jacobian(variables, dynamics, found)));
  return builder.take();
}

Kernel lower_independent_bias(const DynamicsModel& dynamics, const FoundLoops& found) {
  // G v_independent, whose rate where q alone moves is the bias.
  KernelBuilder mapped("mapped");
  const Variables variables(mapped, dynamics, true, false);
  const std::vector<Scalar> G = jacobian(variables, dynamics, found);
  const std::vector<int> independent = independent_velocities(dynamics, found.facts);
  std::vector<Scalar> v;
  for (std::size_t r = 0; r < static_cast<std::size_t>(dynamics.n_v); ++r) {
    v.emplace_back(mapped, 0.0);
    for (std::size_t c = 0; c < independent.size(); ++c)
      v[r] += G[r * independent.size() + c] *
              Scalar(mapped, mapped.input(1, static_cast<std::uint32_t>(independent[c])));
  }
  mapped.add_output("v", values(v));
  const Kernel kernel = mapped.take();
  KernelBuilder builder("independent_bias");
  const Differentiator differentiator(builder, kernel);
  builder.add_output("bias", rate_along(builder, dynamics, differentiator, 1));
  return builder.take();
}

}  // namespace romas::lowering
