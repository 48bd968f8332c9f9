// Materials and links.
#include "backends/romas/field_text.h"
#include "ir/model/link_fields.h"
#include "support/text/text.h"

namespace romas {

void RomasPrinter::material(const Material& material) {
  entity(concat("material ", romas_name(material.name)), [&] {
    if (material.color) property("color", romas_tuple(material.color->rgba, "1"));
    if (material.texture) property("texture", path(material.texture->filename));
  });
}

void RomasPrinter::link(const Link& link) {
  entity(concat("link ", romas_name(link.name)), [&] {
    if (link.implicit) out_.line("implicit;");
    if (link.inertial) inertial(*link.inertial);
    for (const Visual& v : link.visuals) visual(v);
    for (const Collision& c : link.collisions) collision(c);
  });
}

void RomasPrinter::inertial(const Inertial& inertial) {
  property("mass", romas_quantity(inertial.mass, units_of(Quantity::mass, {})));
  const auto* written = inertial.origin.get_if<TransformExpr::XyzRpy>();
  if (written != nullptr && written->xyz && !written->rpy) {
    property("com", romas_tuple(*written->xyz, "m"));
  } else if (!inertial.origin.absent()) {
    property("inertial at", romas_pose(inertial.origin));
  }
  inertia(inertial.inertia);
}

// Products of inertia are not printed if all are zero.
void RomasPrinter::inertia(const InertiaTensor& inertia) {
  const std::string_view units = units_of(Quantity::inertia, {});
  std::string value = romas_tuple(Number3{inertia.ixx, inertia.iyy, inertia.izz}, units);
  if (inertia.ixy.value() != 0 || inertia.ixz.value() != 0 || inertia.iyz.value() != 0)
    value.append(", ").append(romas_tuple(Number3{inertia.ixy, inertia.ixz, inertia.iyz}, units));
  property("inertia", value);
}

std::string RomasPrinter::shape(const Shape& shape) const {
  const auto print = [&]<class Kind>(const Kind& kind) {
    std::string line;
    if constexpr (std::is_same_v<Kind, Box>) {
      append_value(line, FieldsOf<Box>::kWord, kind.size, units_of(Quantity::length, {}));
    } else if constexpr (std::is_same_v<Kind, Mesh>) {
      line.append(" ").append(FieldsOf<Mesh>::kWord).append(" ").append(path(kind.filename));
      append_value(line, "scale", kind.scale, units_of(Quantity::plain, {}));
    } else {
      line.append(" ").append(FieldsOf<Kind>::kWord);
      append_fields(line, kind);
    }
    return line.substr(1);
  };
  return std::visit(print, shape);
}

void RomasPrinter::visual(const Visual& visual) {
  std::string line = shape(visual.geometry.shape);
  if (!visual.origin.absent()) line.append(" at ").append(romas_pose(visual.origin));
  if (visual.material) {
    const MaterialUse& use = *visual.material;
    if (use.name) line.append(" material ").append(romas_name(*use.name));
    if (!use.name && !use.color && !use.texture) line.append(" material {}");
    if (use.color) line.append(" color ").append(romas_tuple(use.color->rgba, "1"));
    if (use.texture) line.append(" texture ").append(path(use.texture->filename));
  }
  if (visual.name) line.append(" named ").append(romas_name(*visual.name));
  property("visual", line);
}

void RomasPrinter::collision(const Collision& collision) {
  std::string line = shape(collision.geometry.shape);
  if (!collision.origin.absent()) line.append(" at ").append(romas_pose(collision.origin));
  if (collision.name) line.append(" named ").append(romas_name(*collision.name));
  property("collision", line);
}

}  // namespace romas
