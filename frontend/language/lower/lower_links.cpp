// Links and their inertial properties.
#include "frontend/language/lower/inertial_parts.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

constexpr std::string_view kInertiaParts = "(IXX, IYY, IZZ), (IXY, IXZ, IYZ)";

}  // namespace

void lower_link(LowerContext& c, const Statement& s) {
  Link link;
  c.names.declare(s, link);
  InertialParts parts;
  c.own_properties(s, concat("link '", link.name, "'"), {"visual", "collision", "solid"},
                   [&](const Statement& property) { lower_link_property(c, property, link, parts); });
  finish_inertial(c, parts, s, link);
  c.model.links.push_back(std::move(link));
}

void lower_implicit(LowerContext& /*c*/, const Statement& /*property*/, Link& link,
                    InertialParts& /*parts*/) {
  link.implicit = true;
}

void lower_mass(LowerContext& c, const Statement& property, Link& /*link*/, InertialParts& parts) {
  parts.has_mass = true;
  parts.mass_range = property.range;
  parts.mass = c.number(property, "mass", "kg", "the mass");
}

void lower_com(LowerContext& c, const Statement& property, Link& /*link*/, InertialParts& parts) {
  const std::string_view word = property.word();
  if (parts.has_place && parts.placed_word != word)
    c.report(Rule::repeated_property, property.word_range(),
             "'com' and 'inertial' both give the centre of mass")
        .note(parts.placed, "the first is here");
  parts.has_place = true;
  parts.placed_word = word;
  parts.placed = property.word_range();
  if (word == "inertial") {
    parts.inertial.origin = c.pose(property, "inertial");
  } else if (const auto com = c.values.number3(property.the<Expr>("com"), "m", "the centre of mass")) {
    parts.inertial.origin = TransformExpr::XyzRpy{*com, std::nullopt};
  }
  parts.inertial.origin_range = property.range;
}

void lower_inertia(LowerContext& c, const Statement& property, Link& /*link*/, InertialParts& parts) {
  parts.has_tensor = true;
  parts.tensor = property.word_range();
  if (auto tensor = read_inertia(c, property)) parts.inertial.inertia = *tensor;
}

void finish_inertial(LowerContext& c, const InertialParts& parts, const Statement& s, Link& link) {
  if (parts.has_solid) {
    finish_solids(c, parts, link);
  } else if (parts.has_mass) {
    link.inertial = parts.inertial;
    link.inertial->mass = parts.mass.value_or(Number());
    link.inertial->range = link.inertial->mass_range = parts.mass_range;
  } else if ((parts.has_place || parts.has_tensor) && !s.incomplete) {
    const std::string_view word = parts.has_tensor ? "inertia" : parts.placed_word;
    c.report(Rule::missing_element, parts.has_tensor ? parts.tensor : parts.placed,
             concat("link '", link.name, "' has '", word, "' but no mass; write for example 'mass 1 kg;'"));
  }
}

// inertia (ixx, iyy, izz)[, (ixy, ixz, iyz)]
std::optional<InertiaTensor> read_inertia(LowerContext& c, const Statement& s) {
  const auto moments = c.values.number3(s.the<Expr>("inertia"), "kg*m^2", "the inertia", kInertiaParts);
  Number3 products{};
  if (const auto* expr = s.get<Expr>("inertia", 1)) {
    const auto values = c.values.number3(*expr, "kg*m^2", "the inertia", kInertiaParts);
    if (!values) return std::nullopt;
    products = *values;
  }
  if (!moments) return std::nullopt;
  InertiaTensor tensor;
  tensor.ixx = (*moments)[0];
  tensor.iyy = (*moments)[1];
  tensor.izz = (*moments)[2];
  tensor.ixy = products[0];
  tensor.ixz = products[1];
  tensor.iyz = products[2];
  tensor.range = s.range;
  return tensor;
}

}  // namespace romas::language
