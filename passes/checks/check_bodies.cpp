// check-bodies: inertias that are placeholders (RM1406), SDF's default if none is written (RM1719) or far too
// large for the link's shapes (RM1407), and centres of mass outside of them (RM1408). A link is held against
// its shapes only if all of them are known, collisions and visuals: collisions often cover only a part of a
// link (the sole of a foot), and a visual without collision is often a marker. Meshes count as their bounding
// boxes if their files are searched for. A link that is fixed to a much heavier body and does not change its
// motion gives no finding.
#include <cmath>
#include <map>

#include "ir/analysis/mass/physical_inertia.h"
#include "ir/analysis/mass/solids.h"
#include "ir/analysis/tree/bounds.h"
#include "ir/model/entity.h"
#include "passes/checks/suggest_tensor.h"
#include "passes/checks/welded_bodies.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Upper bound of the largest principal moment, relative to that of the shapes with uniform density. (Hollow
// and lopsided bodies reach 3.) A placeholder must not be smaller by this factor either.
constexpr double kInertiaFactor = 10;
// Radii of gyration (m) beyond which a round tensor is no estimate of a link: from the size of a bead to that
// of an arm it may be right.
constexpr double kSmallestRadius = 0.003, kLargestRadius = 0.3;
// Upper bound of a link's radius of gyration (m) if its shapes do not allow a larger one.
constexpr double kLargestGyrationRadius = 2;
// A body hides what is wrong with links fixed to it if its own moments, or its own mass, are so many times
// theirs.
constexpr double kHidesMoments = 10, kHidesMass = 100;
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

// A link whose tensor does not fit its mass and shapes.
struct Suspect {
  LinkId link;
  double moment = 0;    // the largest principal one, kg m²
  std::string problem;  // of RM1407; empty: a placeholder
};

class BodyChecker {
 public:
  BodyChecker(const Model& model, MeshSizes* meshes, DiagnosticEngine& diagnostics)
      : model_(model), meshes_(meshes), diagnostics_(diagnostics), bodies_(model, diagnostics) {}
  void run();

 private:
  void check(LinkId id);
  void check_inertia(LinkId id, const Outline& collisions, const Outline& visuals);
  void check_com(LinkId id, const BoundingBox& box, double margin);
  void leave_out_hidden();
  void report_placeholders();
  bool report_default(const Link& link);
  void report_implausible();

  const Model& model_;
  MeshSizes* meshes_;
  DiagnosticEngine& diagnostics_;
  WeldedBodies bodies_;
  std::vector<Suspect> suspects_;  // in the order of the links
};

void BodyChecker::run() {
  for (std::size_t i = 0; i < model_.links.size(); ++i) check(LinkId(i));
  if (suspects_.empty()) return;
  leave_out_hidden();
  report_placeholders();
  report_implausible();
}

void BodyChecker::check(LinkId id) {
  const Link& link = model_.link(id);
  if (!link.inertial || !(link.inertial->mass.value() > 0) || diagnostics_.in_doubt(link.range) ||
      bodies_.stands_still(id))
    return;
  const Outline collisions = outline(link.collisions, meshes_);
  const Outline visuals = outline(link.visuals, meshes_);
  check_inertia(id, collisions, visuals);
  if (collisions.complete && visuals.complete)
    check_com(id, collisions.box.merged(visuals.box), link.visuals.empty() ? kMarginOfCollisions : kMargin);
}

void BodyChecker::check_inertia(LinkId id, const Outline& collisions, const Outline& visuals) {
  const Link& link = model_.link(id);
  const Inertial& inertial = *link.inertial;
  const double mass = inertial.mass.value();
  const double moment = principal_moments(inertial.inertia.matrix())[2];
  const BoundingBox box = collisions.box.merged(visuals.box);
  const bool known = collisions.complete && visuals.complete && !collisions.box.isEmpty();
  const double filled = known ? std::max(filled_moment(collisions, mass), filled_moment(visuals, mass)) : 0;
  const double radius = std::sqrt(moment / mass);
  const double known_size = box.isEmpty() ? 0 : box.diagonal().norm();
  if (is_placeholder(inertial.inertia)) {
    const bool fits = filled > 0
                          ? moment <= kInertiaFactor * filled && moment >= filled / kInertiaFactor
                          : radius >= kSmallestRadius && radius <= std::max(kLargestRadius, known_size);
    if (!fits && !bodies_.marks_frame(id)) suspects_.push_back({id, moment, {}});
  } else if (filled > 0) {
    if (moment > kInertiaFactor * filled)
      suspects_.push_back({id, moment,
                           concat("is ", round_to_digits(moment / filled, 3),
                                  " times that of its shapes filled with this mass, ",
                                  round_to_digits(filled, 3), " kg m²")});
  } else if (radius > std::max(kLargestGyrationRadius, known_size)) {
    suspects_.push_back({id, moment,
                         concat("has a gyration radius of ", round_to_digits(radius, 3),
                                " m, but links of robots stay below ", kLargestGyrationRadius, " m")});
  }
}

// All suspects of a body together change nothing where the other links have many times their moments.
void BodyChecker::leave_out_hidden() {
  std::unordered_set<std::size_t> bodies;
  std::unordered_set<std::size_t> links;
  std::unordered_map<std::size_t, double> moments;
  for (const Suspect& suspect : suspects_) {
    const std::size_t body = bodies_.body_of(suspect.link).index();
    bodies.insert(body);
    links.insert(suspect.link.index());
    moments[body] += suspect.moment;
  }
  auto others = bodies_.sums(bodies, [&](LinkId id) {
    const Inertial& inertial = *model_.link(id).inertial;
    return !links.contains(id.index()) && inertial.mass.value() > 0 &&
           is_positive_definite(inertial.inertia.matrix());
  });
  std::erase_if(suspects_, [&](const Suspect& suspect) {
    const std::size_t body = bodies_.body_of(suspect.link).index();
    const Matrix3& tensor = others[body].tensor;
    return tensor.allFinite() && principal_moments(tensor)[0] > kHidesMoments * moments[body];
  });
}

// SDF's mass, where nobody wrote one, has the place of the element around it.
bool has_mass_written(const Inertial& inertial) {
  return inertial.mass_range.valid() && inertial.mass_range.begin != inertial.range.begin;
}

// SDF's moments where nobody wrote any: their place is that of the element around them. False for others.
bool BodyChecker::report_default(const Link& link) {
  const Inertial& inertial = *link.inertial;
  const SourceRange around = inertial.range;
  if (model_.layout.format != "sdf" || !around.valid() || inertial.inertia.range.file != around.file ||
      inertial.inertia.range.begin != around.begin)
    return false;
  // Nothing moves in a static model.
  if (std::any_of(model_.gazebos.begin(), model_.gazebos.end(), [](const Gazebo& gazebo) {
        return std::any_of(gazebo.values.begin(), gazebo.values.end(), [](const GazeboValue& value) {
          return value.property == GazeboProperty::is_static && value.value == decltype(value.value)(true);
        });
      }))
    return true;
  const bool has_mass = has_mass_written(inertial);
  diagnostics_.report(
      Rule::inertia_default, inertial.inertia.range,
      has_mass ? concat("link '", link.name,
                        "' has a mass but no <inertia>, so SDF takes 1 kg m² about every axis; write the "
                        "moments that fit ",
                        inertial.mass.value(), " kg")
               : concat("link '", link.name,
                        "' has no <mass> and no <inertia>, so SDF takes 1 kg and 1 kg m² about every axis"));
  return true;
}

// Links with the same placeholder have it from one template, and are one finding.
void BodyChecker::report_placeholders() {
  std::map<double, std::vector<LinkId>> links_with;
  for (const Suspect& suspect : suspects_)
    if (suspect.problem.empty() && !report_default(model_.link(suspect.link)))
      links_with[suspect.moment].push_back(suspect.link);
  for (const auto& [moment, links] : links_with) {
    const Link& first = model_.link(links.front());
    const std::string more = links.size() == 1 ? std::string()
                                               : concat(" and ", links.size() - 1,
                                                        links.size() == 2 ? " more link" : " more links");
    diagnostics_.report(Rule::inertia_placeholder, tensor_place(first),
                        concat("the inertia of link '", first.name, "'", more, " is ", moment,
                               " kg m² about every axis; that looks like a placeholder"));
  }
}

void BodyChecker::report_implausible() {
  for (const Suspect& suspect : suspects_) {
    const Link& link = model_.link(suspect.link);
    if (suspect.problem.empty()) continue;
    diagnostics_.report(
        Rule::inertia_implausible, tensor_place(link),
        concat("the inertia of link '", link.name, "' is implausible: ", round_to_digits(suspect.moment, 3),
               " kg m² with ", link.inertial->mass.value(), " kg ", suspect.problem));
  }
}

SourceRange com_place(const Link& link) {
  const auto* pose = link.inertial->origin.get_if<TransformExpr::XyzRpy>();
  if (pose != nullptr && pose->xyz_range.valid()) return pose->xyz_range;
  return place_or_name(
      link.inertial->origin_range.valid() ? link.inertial->origin_range : link.inertial->range, link);
}

void BodyChecker::check_com(LinkId id, const BoundingBox& box, double margin) {
  const Link& link = model_.link(id);
  if (box.isEmpty() || bodies_.mass(id) >= kHidesMass * link.inertial->mass.value()) return;
  if (model_.layout.format == "sdf" && !has_mass_written(*link.inertial)) return;  // told by report_default()
  const double outside = box.exteriorDistance(link.inertial->origin.evaluate().p);
  const double diagonal = box.diagonal().norm();
  if (!(outside > margin * diagonal)) return;
  diagnostics_.report(
      Rule::com_outside_geometry, com_place(link),
      concat("the centre of mass of link '", link.name, "' lies ", round_to_digits(outside, 3),
             " m outside the box around its shapes, which measures ", round_to_digits(diagonal, 3),
             " m from corner to corner"));
}

}  // namespace

void check_bodies(const Model& model, const CheckContext& context) {
  const auto enabled = [&](Rule rule) { return context.diagnostics.enabled(rule); };
  if (enabled(Rule::inertia_placeholder) || enabled(Rule::inertia_implausible) ||
      enabled(Rule::com_outside_geometry))
    BodyChecker(model, context.inputs.meshes, context.diagnostics).run();
}

}  // namespace romas
