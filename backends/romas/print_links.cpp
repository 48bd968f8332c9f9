// Materials and links.
#include "backends/romas/romas_printer.h"
#include "support/text.h"

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
  property("mass", romas_quantity(inertial.mass, "kg"));
  const auto* written = inertial.origin.get_if<TransformExpr::XyzRpy>();
  if (written != nullptr && written->xyz && !written->rpy) {
    property("com", romas_tuple(*written->xyz, "m"));
  } else if (inertial.origin != TransformExpr()) {
    property("inertial at", romas_pose(inertial.origin));
  }
  inertia(inertial.inertia);
}

// Products of inertia are not printed if all are zero.
void RomasPrinter::inertia(const InertiaTensor& inertia) {
  std::string value = romas_tuple(Number3{inertia.ixx, inertia.iyy, inertia.izz}, "kg*m^2");
  if (inertia.ixy.value() != 0 || inertia.ixz.value() != 0 || inertia.iyz.value() != 0)
    value.append(", ").append(romas_tuple(Number3{inertia.ixy, inertia.ixz, inertia.iyz}, "kg*m^2"));
  property("inertia", value);
}

std::string RomasPrinter::shape(const Shape& shape) const {
  if (const auto* box = std::get_if<Box>(&shape)) return concat("box ", romas_tuple(box->size, "m"));
  if (const auto* sphere = std::get_if<Sphere>(&shape))
    return concat("sphere radius ", romas_quantity(sphere->radius, "m"));
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape))
    return concat("ellipsoid radii ", romas_tuple(ellipsoid->radii, "m"));
  const auto round = [](std::string_view word, const auto& s) {
    return concat(word, " radius ", romas_quantity(s.radius, "m"), " length ", romas_quantity(s.length, "m"));
  };
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) return round("cylinder", *cylinder);
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return round("capsule", *capsule);
  const auto& mesh = std::get<Mesh>(shape);
  return concat("mesh ", path(mesh.filename),
                mesh.scale ? concat(" scale ", romas_tuple(*mesh.scale, "1")) : std::string());
}

void RomasPrinter::visual(const Visual& visual) {
  std::string line = shape(visual.geometry.shape);
  if (visual.origin != TransformExpr()) line.append(" at ").append(romas_pose(visual.origin));
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
  if (collision.origin != TransformExpr()) line.append(" at ").append(romas_pose(collision.origin));
  if (collision.name) line.append(" named ").append(romas_name(*collision.name));
  property("collision", line);
}

}  // namespace romas
