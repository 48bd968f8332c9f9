#include "passes/checks/welded_bodies.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

namespace {

// Counts for a link of which something was not understood, and that may be the mass (kg).
constexpr double kUnknownMass = 1;
// The largest placeholders (kg; kg m²) with which a link without shapes still marks a frame.
constexpr double kFrameMass = 1e-3, kFrameInertia = 1e-3;

// A power of ten: 1, 0.001, 100.
bool is_power_of_ten(double value) {
  if (value <= 0) return false;
  const std::string digits = format_double(value);
  const std::string_view mantissa = std::string_view(digits).substr(0, digits.find('e'));
  return std::count(mantissa.begin(), mantissa.end(), '1') == 1 &&
         std::all_of(mantissa.begin(), mantissa.end(),
                     [](char c) { return c == '0' || c == '1' || c == '.'; });
}

}  // namespace

bool is_zero(const InertiaTensor& t) {
  return t.ixx == 0 && t.ixy == 0 && t.ixz == 0 && t.iyy == 0 && t.iyz == 0 && t.izz == 0;
}

bool is_diagonal(const InertiaTensor& t) { return t.ixy == 0 && t.ixz == 0 && t.iyz == 0; }

bool is_placeholder(const InertiaTensor& t) {
  return is_diagonal(t) && t.ixx == t.iyy && t.iyy == t.izz && is_power_of_ten(t.ixx.value());
}

WeldedBodies::WeldedBodies(const Model& model, const DiagnosticEngine& diagnostics)
    : model_(model),
      diagnostics_(diagnostics),
      tree_(model),
      body_of_(model.links.size()),
      mass_(model.links.size(), 0),
      has_inertia_(model.links.size(), false) {
  for (const Gazebo& gazebo : model.gazebos)
    for (const GazeboValue& value : gazebo.values)
      if (const bool* on = std::get_if<bool>(&value.value); on != nullptr)
        is_static_ = is_static_ || (*on && value.property == GazeboProperty::is_static);
  for (std::size_t i = 0; i < model.links.size(); ++i) body_of_[i] = LinkId(i);
  for (const LinkId link : tree_.order())
    if (tree_.parent_joint(link) && !is_moved(link))
      body_of_[link.index()] = body_of_[tree_.parent_link(link).index()];
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const std::size_t body = body_of_[i].index();
    if (link.inertial) {
      mass_[body] += std::max(link.inertial->mass.value(), 0.0);
      if (!is_zero(link.inertial->inertia)) has_inertia_[body] = true;
    } else if (diagnostics.in_doubt(link.range)) {
      mass_[body] += kUnknownMass;
      has_inertia_[body] = true;
    }
  }
}

bool WeldedBodies::stands_still(LinkId link) const {
  const Link& top = model_.link(body_of(link));
  return is_static_ || top.implicit || top.name == "world";
}

bool WeldedBodies::is_moved(LinkId link) const {
  const JointId joint = tree_.parent_joint(link);
  return joint && moves(model_.joint(joint).type) && !diagnostics_.in_doubt(model_.joint(joint).type_range);
}

std::unordered_map<std::size_t, SpatialInertia> WeldedBodies::sums(
    const std::unordered_set<std::size_t>& bodies, const std::function<bool(LinkId)>& counts) const {
  std::unordered_map<std::size_t, SpatialInertia> result;
  std::unordered_map<std::size_t, RigidTransform> X_BL;  // of links that are not topmost
  for (const LinkId link : tree_.order()) {
    const std::size_t body = body_of(link).index();
    if (!bodies.contains(body)) continue;
    RigidTransform pose;
    if (body != link.index()) {
      const auto parent = X_BL.find(tree_.parent_link(link).index());
      pose = model_.joint(tree_.parent_joint(link)).origin.evaluate();
      if (parent != X_BL.end()) pose = parent->second * pose;
      X_BL.emplace(link.index(), pose);
    }
    if (!model_.link(link).inertial || !counts(link)) continue;
    SpatialInertia& sum = result[body];
    sum = sum + model_.link(link).inertial->spatial().expressed_in(pose);
  }
  return result;
}

bool WeldedBodies::marks_frame(LinkId id) const {
  const Link& link = model_.link(id);
  const InertiaTensor& tensor = link.inertial->inertia;
  const double mass = link.inertial->mass.value();
  if (is_moved(id) || mass < 0) return false;
  if (is_zero(tensor)) return mass == 0;
  return mass <= kFrameMass && link.visuals.empty() && link.collisions.empty() && is_placeholder(tensor) &&
         tensor.ixx.value() <= kFrameInertia;
}

}  // namespace romas
