#include "passes/kernel/bodies/applied_forces.h"

#include <cmath>
#include <numbers>

#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/newton_euler.h"
#include "passes/kernel/bodies/poses.h"
#include "passes/kernel/bodies/velocities.h"
#include "support/math/functions.h"

namespace romas::lowering {

namespace {

// Shorter springs count as of no length: they have no direction.
constexpr double kNoLength = 1e-12;  // m

// The lengths of springs (q).
Kernel spring_lengths(const DynamicsModel& model, const std::vector<SpringDamper>& springs) {
  KernelBuilder builder("spring_lengths");
  const Variables variables(builder, model, false, false);
  std::vector<Scalar> lengths;
  for (const SpringDamper& spring : springs) {
    const Poses poses(variables, model, common_ancestor(model, spring.first.body, spring.second.body));
    const Vec d = poses.of(spring.second).p - poses.of(spring.first).p;
    const Value square = dot(d, d).value();
    const Value least = builder.constant(kNoLength * kNoLength);
    lengths.emplace_back(builder, builder.sqrt(builder.select(builder.sub(square, least), square, least)));
  }
  builder.add_output("lengths", values(lengths));
  return builder.take();
}

// The angle whose sine is s, |s| <= most, by its power series, to 1e-15 of the largest angle.
Scalar angle_of_sine(const Scalar& s, double most) {
  constexpr double kSmall = 1e-15;
  std::vector<double> factors = {1};  // of s, s^3, s^5, …
  for (double power = most * most; factors.back() * power > kSmall && factors.size() < 100;
       power *= most * most) {
    const auto n = 2.0 * static_cast<double>(factors.size());
    factors.push_back(factors.back() * (n - 1) * (n - 1) / (n * (n + 1)));
  }
  const Scalar square = s * s;
  Scalar sum = s.like(factors.back());
  for (std::size_t k = factors.size() - 1; k-- > 0;) sum = sum * square + s.like(factors[k]);
  return s * sum;
}

Scalar chosen(const Scalar& condition, const Scalar& yes, const Scalar& no) {
  return {condition.builder(), condition.builder().select(condition.value(), yes.value(), no.value())};
}

// The coefficients of a polar at an angle of attack between its ends. A curve is what its first point says
// and the rises of all pieces up to the angle: of pieces in front of it their whole rise, behind it nothing.
struct PolarCoefficients {
  PolarCoefficients(const AirfoilPolar& polar, const Scalar& alpha)
      : lift(alpha.like(polar.points.front().lift)),
        drag(alpha.like(polar.points.front().drag)),
        moment(alpha.like(polar.points.front().moment)) {
    const std::vector<PolarPoint> slopes = monotone_slopes(polar.points);
    for (std::size_t k = 0; k + 1 < polar.points.size(); ++k) {
      const PolarPoint &a = polar.points[k], &b = polar.points[k + 1];
      const double h = b.alpha - a.alpha;
      const Scalar way = (1 / h) * (alpha - alpha.like(a.alpha));
      const Scalar begun = chosen(way, way, way.like(0));
      const Scalar t = chosen(way.like(1) - begun, begun, way.like(1));
      const auto rise = [&](double PolarPoint::*curve) {
        const double all = b.*curve - a.*curve, s0 = h * slopes[k].*curve, s1 = h * slopes[k + 1].*curve;
        return t * (t.like(s0) + t * (t.like(3 * all - 2 * s0 - s1) + t * t.like(s0 + s1 - 2 * all)));
      };
      lift += rise(&PolarPoint::lift);
      drag += rise(&PolarPoint::drag);
      moment += rise(&PolarPoint::moment);
    }
  }
  Scalar lift, drag, moment;
};

// Returns the wrench of the air on a wing that moves at v, both along the wing's axes, about its quarter
// chord. With the speed V in the plane of the profile and the angle of attack alpha, sin alpha = -v_z / V and
// cos alpha = v_x / V.
Wrench on_wing(const LiftingSurface& wing, const Vec& v) {
  constexpr double kNoSpeed = 1e-12;  // m/s
  KernelBuilder& builder = v.x.builder();
  const Scalar square = v.x * v.x + v.z * v.z;
  const Scalar least = square.like(kNoSpeed * kNoSpeed);
  const Scalar speed(builder, builder.sqrt(chosen(square - least, square, least).value()));
  const double area = kAirDensity * wing.area / 2;
  const Vec zero = Vec::zero(builder);
  // C_L = sin 2 alpha and C_D = 2 sin^2 alpha are one force across the plate. It acts at the quarter chord
  // where alpha is small, at half the chord where the air comes from the side, and in between as 1 - cos
  // alpha.
  const Scalar across = -2.0 * area * (speed * v.z);
  Wrench plate{{zero.x, zero.x, across},
               {zero.x, (-0.5 * area * wing.chord) * (v.z * (speed - v.x)), zero.x}};
  // Up to a right angle the sine tells the angle.
  constexpr double kMostAngle = 80 * std::numbers::pi / 180;
  const double stall = std::min(wing.stall_angle, kMostAngle);
  const Scalar sine = -v.z / speed;
  if (wing.airfoil.polar) {
    const AirfoilPolar& polar = *wing.airfoil.polar;
    const double most = stall > 0 ? stall : kMostAngle;
    const double first = std::max(polar.points.front().alpha, -most);
    const double last = std::min(polar.points.back().alpha, most);
    if (first >= last) return plate;
    const PolarCoefficients c(polar, angle_of_sine(sine, math::sin(std::max(-first, last))));
    // The force is of the speed's square, and has the direction of v / speed.
    const Scalar lift = area * (c.lift * speed), drag = area * (c.drag * speed);
    const Vec force{-(lift * v.z) - drag * v.x, zero.x, lift * v.x - drag * v.z};
    const Scalar moment = (-area * wing.chord) * (c.moment * square);
    const auto attached = [&](const Scalar& in, const Scalar& beyond) {
      return chosen(v.x,
                    chosen(sine - sine.like(math::sin(first)),
                           chosen(sine.like(math::sin(last)) - sine, in, beyond), beyond),
                    beyond);
    };
    return {{attached(force.x, plate.f.x), zero.x, attached(force.z, plate.f.z)},
            {zero.x, attached(moment, plate.n.y), zero.x}};
  }
  if (wing.airfoil.is_plate || wing.stall_angle <= 0) return plate;
  const Scalar alpha = angle_of_sine(sine, math::sin(stall));
  const Scalar lift =
      (2 * std::numbers::pi * area) * ((alpha - alpha.like(wing.airfoil.zero_lift_angle)) * speed);
  const Vec force{-(lift * v.z), zero.x, lift * v.x};
  const Scalar moment = (-area * wing.chord * wing.airfoil.moment) * square;
  const Scalar attached = v.x - math::cos(stall) * speed;
  return {{chosen(attached, force.x, plate.f.x), zero.x, chosen(attached, force.z, plate.f.z)},
          {zero.x, chosen(attached, moment, plate.n.y), zero.x}};
}

class AppliedForces {
 public:
  AppliedForces(KernelBuilder& builder, const DynamicsModel& model, const DescribedForces& forces)
      : builder_(builder),
        model_(model),
        forces_(forces),
        variables_(builder, model, true, false),
        inputs_(builder.add_input("u", static_cast<std::uint32_t>(forces.thrusters.size()))),
        tau_(static_cast<std::size_t>(model.n_v), variables_.zero()) {}

  std::vector<Scalar> run() {
    add_springs();
    add_wrenches();
    for (const JointSpring& spring : forces_.joint_springs) {
      const Scalar q(builder_, builder_.input(0, static_cast<std::uint32_t>(spring.q)));
      const Scalar beyond = spring.multiplier * q + q.like(spring.offset - spring.reference);
      tau_[static_cast<std::size_t>(spring.v)] -= (spring.multiplier * spring.stiffness) * beyond;
    }
    add_losses();
    return std::move(tau_);
  }

 private:
  void add_losses() {
    for (const JointLoss& loss : forces_.joint_losses) {
      const Scalar v(builder_, builder_.input(1, static_cast<std::uint32_t>(loss.v)));
      Scalar& tau = tau_[static_cast<std::size_t>(loss.v)];
      tau -= loss.damping * v;
      if (loss.friction == 0) continue;
      const Scalar square = v * v + v.like(kFrictionWidth * kFrictionWidth);
      tau -= loss.friction * (v / Scalar(builder_, builder_.sqrt(square.value())));
    }
  }

  // The work of a tension T is -T dL.
  void add_springs() {
    if (forces_.springs.empty()) return;
    const Kernel lengths = spring_lengths(model_, forces_.springs);
    const std::vector<Value> q = positions();
    const std::vector<Scalar> L = computed(lengths, {q});
    const std::vector<Scalar> gradient = computed(differentiated(lengths, model_, {"q"}, "gradient"), {q});
    const std::size_t n = tau_.size();
    for (std::size_t i = 0; i < L.size(); ++i) {
      const SpringDamper& spring = forces_.springs[i];
      Scalar rate = variables_.zero();
      for (std::size_t k = 0; k < n; ++k)
        rate += gradient[i * n + k] * Scalar(builder_, builder_.input(1, static_cast<std::uint32_t>(k)));
      const Scalar tension =
          spring.stiffness * (L[i] - L[i].like(spring.rest_length)) + spring.damping * rate;
      for (std::size_t k = 0; k < n; ++k) tau_[k] -= tension * gradient[i * n + k];
    }
  }

  // Adds the wrenches on links, carried from the leaves to the root.
  void add_wrenches() {
    if (forces_.thrusters.empty() && forces_.wings.empty()) return;
    const SymbolicTree tree(variables_, model_, Choices(model_.bodies.size()));
    const Vec zero = Vec::zero(builder_);
    std::vector<Wrench> wrenches(tree.size(), Wrench{zero, zero});
    add_thrusters(wrenches);
    add_wings(tree, wrenches);
    for (std::size_t i = tree.size(); i-- > 0;) {
      const Body& body = *tree[i].body;
      for (int k = 0; k < motion_dof(body.motion); ++k)
        tau_[static_cast<std::size_t>(body.v + k)] += body.multiplier * dot(wrenches[i], tree.freedom(i, k));
      if (body.parent < 0) continue;
      Wrench& parent = wrenches[static_cast<std::size_t>(body.parent)];
      parent = parent + tree.to_parent(i, wrenches[i]);
    }
  }

  // A thruster that stands on the ground pushes against it, and is skipped.
  void add_thrusters(std::vector<Wrench>& wrenches) {
    for (std::size_t i = 0; i < forces_.thrusters.size(); ++i) {
      const auto& [name, place, force, lower, upper] = forces_.thrusters[i];
      if (place.body < 0) continue;
      const Scalar u(builder_, builder_.input(inputs_, static_cast<std::uint32_t>(i)));
      const Vector3 f = place.X_BF.R * force;
      add(wrenches, place, {u * Vec::constant(builder_, f), Vec::zero(builder_)});
    }
  }

  void add_wings(const SymbolicTree& tree, std::vector<Wrench>& wrenches) {
    if (forces_.wings.empty()) return;
    const Choices choices(model_.bodies.size());
    const std::vector<BodyState> states =
        newton_euler(tree, variables_, choices, Vector3::Zero(), model_.n_v).bodies;
    const std::vector<OriginVelocity> origins = origin_velocities(tree, variables_, states);
    for (const LiftingSurface& wing : forces_.wings) {
      if (wing.place.body < 0) continue;
      const auto body = static_cast<std::size_t>(wing.place.body);
      const Matrix3& R = wing.place.X_BF.R;
      const Vec v = origins[body].v + cross(states[body].w, Vec::constant(builder_, wing.place.X_BF.p));
      const Wrench of_air = on_wing(wing, along(R.transpose(), v));
      add(wrenches, wing.place, {along(R, of_air.f), along(R, of_air.n)});
    }
  }

  // A wrench about the origin of a place, along the axes of its body.
  void add(std::vector<Wrench>& wrenches, const Placement& place, const Wrench& wrench) {
    Wrench& all = wrenches[static_cast<std::size_t>(place.body)];
    all = all + Wrench{wrench.f, wrench.n + cross(Vec::constant(builder_, place.X_BF.p), wrench.f)};
  }
  Vec along(const Matrix3& R, const Vec& v) const {
    const auto row = [&](int i) { return R(i, 0) * v.x + R(i, 1) * v.y + R(i, 2) * v.z; };
    return {row(0), row(1), row(2)};
  }

  std::vector<Value> positions() {
    std::vector<Value> q;
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(model_.n_q); ++k)
      q.push_back(builder_.input(0, k));
    return q;
  }
  std::vector<Scalar> computed(const Kernel& kernel, const std::vector<std::vector<Value>>& inputs) {
    return scalars(builder_, rebuilt_output(builder_, kernel, inputs));
  }

  KernelBuilder& builder_;
  const DynamicsModel& model_;
  const DescribedForces& forces_;
  Variables variables_;
  std::uint32_t inputs_;
  std::vector<Scalar> tau_;
};

}  // namespace

Kernel lower_applied_forces(const DynamicsModel& model, const DescribedForces& forces) {
  KernelBuilder builder("applied_forces");
  builder.add_output("tau", values(AppliedForces(builder, model, forces).run()));
  return builder.take();
}

}  // namespace romas::lowering
