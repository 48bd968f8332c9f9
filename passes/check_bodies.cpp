// check-bodies: inertias that are far too large for the link's shapes (RM1407), and centres of mass outside
// of them (RM1408). A link is checked only if all of its shapes are known, collisions and visuals: collisions
// often cover only a part of a link (the sole of a foot), and a visual without collision is often a marker.
// Meshes count as their bounding boxes if their files are searched for.
#include <cmath>

#include "ir/analysis/bounds.h"
#include "ir/analysis/solids.h"
#include "ir/entity.h"
#include "passes/pass_functions.h"
#include "support/text.h"

namespace romas {

namespace {

// Upper bound of the largest principal moment, relative to that of the shapes with uniform density. (Hollow
// and lopsided bodies reach 3.)
constexpr double kInertiaFactor = 10;
// Upper bound of a link's radius of gyration (m) if its shapes do not allow a larger one.
constexpr double kLargestGyrationRadius = 2;
// Upper bound of the distance of the centre of mass from the box, relative to the box's diagonal: shapes are
// simpler than real parts, and collisions often cover only some of a part.
constexpr double kMargin = 0.1;
constexpr double kMarginOfCollisions = 0.5;

// All shapes of one role in the link's frame.
struct Outline {
  BoundingBox box;        // around those that are known
  SpatialInertia filled;  // those that are known, of density 1
  bool complete = true;   // all are known
};

template <class Shapes>
Outline outline(const Shapes& shapes, MeshSizes* meshes) {
  Outline result;
  for (const auto& shape : shapes) {
    const auto box = bounding_box(shape.geometry.shape, meshes);
    if (!box) {
      result.complete = false;
      continue;
    }
    const RigidTransform X_LS = shape.origin.evaluate();
    result.box.extend(expressed_in(*box, X_LS));
    auto body = solid(shape.geometry.shape, 1);
    if (!body) body = solid_box(box->sizes(), 1).expressed_in({Matrix3::Identity(), box->center()});
    result.filled = result.filled + body->expressed_in(X_LS);
  }
  return result;
}

// The largest principal moment (kg m²) of the shapes with a mass of uniform density; 0 without shapes.
double filled_moment(const Outline& outline, double mass) {
  return outline.filled.mass > 0 ? principal_moments(scaled_to_mass(outline.filled, mass).tensor)[2] : 0;
}

class BodyChecker {
 public:
  BodyChecker(MeshSizes* meshes, DiagnosticEngine& diagnostics)
      : meshes_(meshes), diagnostics_(diagnostics) {}
  void check(const Link& link);

 private:
  void check_inertia(const Link& link, const Outline& collisions, const Outline& visuals);
  void check_com(const Link& link, const BoundingBox& box, double margin);

  MeshSizes* meshes_;
  DiagnosticEngine& diagnostics_;
};

void BodyChecker::check(const Link& link) {
  if (!link.inertial || !(link.inertial->mass.value() > 0)) return;
  const Outline collisions = outline(link.collisions, meshes_);
  const Outline visuals = outline(link.visuals, meshes_);
  check_inertia(link, collisions, visuals);
  if (collisions.complete && visuals.complete)
    check_com(link, collisions.box.merged(visuals.box), link.visuals.empty() ? kMarginOfCollisions : kMargin);
}

void BodyChecker::check_inertia(const Link& link, const Outline& collisions, const Outline& visuals) {
  const Inertial& inertial = *link.inertial;
  const double mass = inertial.mass.value();
  const double moment = principal_moments(inertial.inertia.matrix())[2];
  const BoundingBox box = collisions.box.merged(visuals.box);
  const bool known = collisions.complete && visuals.complete && !collisions.box.isEmpty();
  const double filled = known ? std::max(filled_moment(collisions, mass), filled_moment(visuals, mass)) : 0;
  const double radius = std::sqrt(moment / mass);
  const auto report = [&](const std::string& what) {
    diagnostics_.report(
        Rule::inertia_implausible,
        place_or_name(inertial.inertia.range.valid() ? inertial.inertia.range : inertial.range, link),
        concat("the inertia of link '", link.name, "' is implausible: ", round_to_digits(moment, 3),
               " kg m² with ", mass, " kg ", what));
  };
  if (filled > 0) {
    if (moment > kInertiaFactor * filled)
      report(concat("is ", round_to_digits(moment / filled, 3),
                    " times that of its shapes filled with this mass, ", round_to_digits(filled, 3),
                    " kg m²"));
  } else if (radius > kLargestGyrationRadius && (box.isEmpty() || radius > box.diagonal().norm())) {
    report(concat("has a gyration radius of ", round_to_digits(radius, 3),
                  " m, and links of robots stay below ", kLargestGyrationRadius, " m"));
  }
}

SourceRange com_place(const Link& link) {
  const auto* pose = link.inertial->origin.get_if<TransformExpr::XyzRpy>();
  if (pose != nullptr && pose->xyz_range.valid()) return pose->xyz_range;
  return place_or_name(
      link.inertial->origin_range.valid() ? link.inertial->origin_range : link.inertial->range, link);
}

void BodyChecker::check_com(const Link& link, const BoundingBox& box, double margin) {
  if (box.isEmpty()) return;
  const double outside = box.exteriorDistance(link.inertial->origin.evaluate().p);
  const double diagonal = box.diagonal().norm();
  if (!(outside > margin * diagonal)) return;
  diagnostics_.report(
      Rule::com_outside_geometry, com_place(link),
      concat("the centre of mass of link '", link.name, "' lies ", round_to_digits(outside, 3),
             " m outside of the box around its shapes, which is ", round_to_digits(diagonal, 3),
             " m from corner to corner"));
}

}  // namespace

void check_bodies(const Model& model, const CheckContext& context) {
  if (!context.diagnostics.enabled(Rule::inertia_implausible) &&
      !context.diagnostics.enabled(Rule::com_outside_geometry))
    return;
  BodyChecker checker(context.inputs.meshes, context.diagnostics);
  for (const Link& link : model.links) checker.check(link);
}

}  // namespace romas
