#include "ir/analysis/loads/described_forces.h"

#include <limits>
#include <numbers>

#include "ir/analysis/loads/joint_resistance.h"
#include "ir/analysis/tree/attached_elements.h"
#include "ir/analysis/tree/axis.h"
#include "support/text/text.h"

namespace romas {

namespace {

double value_or_zero(const std::optional<Number>& number) { return number ? number->value() : 0; }

class Collector {
 public:
  Collector(const Model& model, const DynamicsModel& dynamics)
      : model_(model), dynamics_(dynamics), index_of_link_(model.links.size()) {
    for (std::size_t i = 0; i < dynamics.link_order.size(); ++i)
      index_of_link_[dynamics.link_order[i].index()] = i;
  }

  DescribedForces collect(const WingProfiles& profiles) {
    for (std::size_t i = 0; i < model_.force_elements.size(); ++i) {
      const ForceElement& element = model_.force_elements[i];
      if (const auto* spring = std::get_if<LinearSpringDamper>(&element.force)) add(*spring);
      if (const auto* wing = std::get_if<Wing>(&element.force)) add(*wing, profiles[i].airfoil);
      if (const auto* thrust = std::get_if<Thrust>(&element.force)) add(*thrust, element.name);
    }
    const AttachedElements attached(model_);
    for (const Body& body : dynamics_.bodies)
      if (body.joint && dof(model_.joint(body.joint).type) == 1) add_spring_of(body, attached);
    return std::move(forces_);
  }

 private:
  Placement place(const LinkRef& link, const TransformExpr& origin) const {
    Placement placement = dynamics_.links[index_of_link_[link.id.index()]];
    placement.X_BF = placement.X_BF * origin.evaluate();
    return placement;
  }

  void add(const LinearSpringDamper& spring) {
    forces_.springs.push_back(
        {place(spring.link1.link, spring.link1.origin), place(spring.link2.link, spring.link2.origin),
         value_or_zero(spring.rest_length), value_or_zero(spring.stiffness), value_or_zero(spring.damping)});
  }

  void add(const Wing& wing, const std::optional<Airfoil>& airfoil) {
    if (!airfoil) return;
    const double chord = value_or_zero(wing.chord);
    forces_.wings.push_back({place(wing.parent, wing.origin), chord, chord * value_or_zero(wing.span),
                             *airfoil, value_or_zero(wing.stall_angle) * std::numbers::pi / 180});
  }

  // Without a direction there is no force.
  void add(const Thrust& thrust, const std::string& name) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Thruster thruster{name, place(thrust.parent, thrust.origin), Vector3::Zero(), -kInfinity, kInfinity};
    if (thrust.direction && !vector_of(*thrust.direction).isZero(0))
      thruster.force = value_or_zero(thrust.scale_factor) * unit_axis(vector_of(*thrust.direction));
    if (thrust.limits) {
      thruster.lower = (*thrust.limits)[0].value();
      thruster.upper = (*thrust.limits)[1].value();
    }
    forces_.thrusters.push_back(std::move(thruster));
  }

  void add_spring_of(const Body& body, const AttachedElements& attached) {
    const auto number = [&](GazeboProperty property) {
      const GazeboValue* found = attached.property(model_, body.joint, property);
      const Number* value = found == nullptr ? nullptr : std::get_if<Number>(&found->value);
      return value == nullptr ? 0 : value->value();
    };
    const double stiffness = number(GazeboProperty::spring_stiffness);
    if (stiffness == 0) return;
    forces_.joint_springs.push_back(
        {body.q, body.v, body.multiplier, body.offset, stiffness, number(GazeboProperty::spring_reference)});
  }

  const Model& model_;
  const DynamicsModel& dynamics_;
  std::vector<std::size_t> index_of_link_;
  DescribedForces forces_;
};

}  // namespace

WingProfile named_profile(const Wing& wing) {
  WingProfile profile;
  profile.airfoil = find_airfoil(wing.profile);
  if (!profile.airfoil)
    profile.why_not = concat(
        "the profile '", wing.profile,
        "' is not known there: 'flat plate', NACA profiles of four digits, such as 'NACA 2412', and polars "
        "in files of Xfoil are");
  return profile;
}

WingProfiles named_profiles(const Model& model) {
  WingProfiles profiles;
  for (const ForceElement& element : model.force_elements) {
    const auto* wing = std::get_if<Wing>(&element.force);
    profiles.push_back(wing == nullptr ? WingProfile() : named_profile(*wing));
  }
  return profiles;
}

DescribedForces described_forces(const Model& model, const DynamicsModel& dynamics,
                                 const WingProfiles& profiles) {
  return Collector(model, dynamics).collect(profiles);
}

std::vector<JointLoss> joint_losses(const Model& model, const DynamicsModel& dynamics) {
  const std::vector<double> damping = joint_resistance(model, dynamics, Resistance::damping);
  const std::vector<double> friction = joint_resistance(model, dynamics, Resistance::friction);
  std::vector<JointLoss> losses;
  for (std::size_t v = 0; v < damping.size(); ++v)
    if (damping[v] != 0 || friction[v] != 0) losses.push_back({static_cast<int>(v), damping[v], friction[v]});
  return losses;
}

}  // namespace romas
