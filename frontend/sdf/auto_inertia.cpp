// Mass properties from collision shapes, as libsdformat 14 computes them (Link::ResolveAutoInertials,
// Collision::CalculateInertial).
#include "frontend/sdf/auto_inertia.h"

#include "ir/analysis/mass/solids.h"

namespace romas::sdf {

namespace {

constexpr double kDefaultDensity = 1000;  // kg/m³, that of water

}  // namespace

bool AutoInertia::is_auto(const XmlElement* inertial) {
  const XmlAttribute* automatic = inertial == nullptr ? nullptr : inertial->attribute("auto");
  return automatic != nullptr && (automatic->value.text == "true" || automatic->value.text == "1");
}

std::optional<Number> AutoInertia::positive_density(const XmlElement& element) {
  const auto value = elements_.number(element);
  if (!value || value->value() > 0) return value;
  schema_.report(Rule::bad_value, element.text.range,
                 concat("the density ", value->value(), " kg/m³ is not positive"));
  return std::nullopt;
}

void AutoInertia::add(const XmlElement& collision, const std::optional<Geometry>& geometry,
                      const TransformExpr& origin, std::optional<Number> density) {
  Solid part;
  part.collision = &collision;
  part.density = density;
  if (!geometry) {
    part.unit = cone_solid(collision);
  } else if (const auto* mesh = std::get_if<Mesh>(&geometry->shape)) {
    const SourceRange place =
        mesh->filename_range.valid() ? SourceRange(mesh->filename_range) : SourceRange(geometry->range);
    part.unit = meshes_.find(*mesh, place, std::string(schema_.sources().name(elements_.main())));
    part.reported = !part.unit;
  } else {
    part.unit = solid(geometry->shape, 1);
  }
  if (part.unit) part.unit = part.unit->expressed_in(origin.evaluate());
  solids_.push_back(std::move(part));
}

// The model has no cones, which is reported where the shape is read.
std::optional<SpatialInertia> AutoInertia::cone_solid(const XmlElement& collision) {
  const XmlElement* geometry = collision.child("geometry");
  const XmlElement* cone = geometry == nullptr ? nullptr : geometry->child("cone");
  const XmlElement* radius = cone == nullptr ? nullptr : cone->child("radius");
  const XmlElement* length = cone == nullptr ? nullptr : cone->child("length");
  if (radius == nullptr || length == nullptr) return std::nullopt;
  const auto r = elements_.number(*radius);
  const auto l = elements_.number(*length);
  return r && l ? std::optional(solid_cone(r->value(), l->value(), 1)) : std::nullopt;
}

void AutoInertia::read(const XmlElement& element, Link& link) {
  const XmlElement* density_of_all = element.child("density");
  const std::optional<Number> density =
      density_of_all == nullptr ? std::nullopt : positive_density(*density_of_all);
  if (solids_.empty()) {
    schema_.report(
        Rule::missing_element, element.start_tag,
        concat("the inertia of link '", link.name,
               "' cannot be computed, because the link has no <collision>; add one, or write the inertia"));
    return;
  }
  SpatialInertia body;
  bool complete = true;
  for (const Solid& part : solids_) {
    const Number own = part.density ? *part.density : density ? *density : Number(kDefaultDensity);
    if (part.unit && part.unit->mass > 0) {
      body = body + scaled_to_mass(*part.unit, part.unit->mass * own.value());
      continue;
    }
    complete = false;
    if (!part.reported)
      schema_.report(Rule::bad_value, part.collision->start_tag,
                     concat("this shape is not a solid, so the inertia of link '", link.name,
                            "' cannot be computed from it"));
  }
  const XmlElement* mass = element.child("mass");
  const auto wanted = mass == nullptr ? std::nullopt : elements_.number(*mass);
  if (!complete || (mass != nullptr && !wanted)) return;
  if (wanted && wanted->value() <= 0) {
    schema_.report(Rule::bad_value, mass->text.range,
                   concat("the mass ", wanted->value(), " kg is not positive, so the shapes of link '",
                          link.name, "' cannot be scaled to it"));
    return;
  }
  if (wanted) body = scaled_to_mass(body, wanted->value());
  Inertial inertial;
  inertial.range = element.range;
  inertial.mass = wanted ? *wanted : Number(body.mass);
  inertial.mass_range = mass == nullptr ? element.start_tag : mass->text.range;
  if (!body.com.isZero(0)) inertial.origin = plain_transform({Matrix3::Identity(), body.com});
  const Matrix3& I = body.tensor;
  inertial.inertia = {Number(I(0, 0)), Number(I(0, 1)), Number(I(0, 2)),  Number(I(1, 1)),
                      Number(I(1, 2)), Number(I(2, 2)), element.start_tag};
  link.inertial = std::move(inertial);
  elements_.approximated(element.start_tag, concat("the inertia of link '", link.name, "' is computed from ",
                                                   solids_.size(), solids_.size() == 1 ? " shape" : " shapes",
                                                   ": ", link.inertial->mass.value(), " kg"));
}

// Densities say something of automatic inertia alone.
void AutoInertia::report_unused_densities(const XmlElement& link) {
  const auto unused = [&](const XmlElement* density, std::string_view of) {
    if (density == nullptr) return;
    elements_.lost(density->range,
                   concat("the density of ", of,
                          " is left out: it is used only if the <inertial> of the link has auto=\"true\""));
  };
  for (const XmlElement& part : link.children) {
    if (part.name == "inertial" && !is_auto(&part)) unused(part.child("density"), "the <inertial>");
    if (part.name == "collision" && !is_auto(link.child("inertial")))
      unused(part.child("density"), "this <collision>");
  }
}

}  // namespace romas::sdf
