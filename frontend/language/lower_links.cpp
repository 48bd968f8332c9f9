// Materials and links.
#include "frontend/language/lowering.h"
#include "support/text.h"

namespace romas::language {

std::optional<Color> Lowering::color(const Statement& s) {
  const auto* expr = s.get<Expr>("color");
  if (expr == nullptr) return std::nullopt;
  const auto rgba = evaluator_.number4(*expr, "1", "a colour");
  return rgba ? std::optional(Color{*rgba, expr->range}) : std::nullopt;
}

std::optional<Texture> Lowering::texture(const Statement& s) {
  const auto* file = s.get<Text>("texture");
  return file == nullptr ? std::nullopt : std::optional(Texture{file->text, file->range});
}

void Lowering::material(const Statement& s) {
  Material material;
  const Name written = *s.get<Name>("material");
  material.name = written.text;
  material.name_range = written.range;
  material.range = s.range;
  check_body(s, concat("material '", material.name, "'"), {});
  for (const Statement& property : s.body) {
    if (property.word() == "color") material.color = color(property);
    if (property.word() == "texture") material.texture = texture(property);
  }
  model_.materials.push_back(std::move(material));
}

void Lowering::link(const Statement& s) {
  Link link;
  const Name written = *s.get<Name>("link");
  link.name = written.text;
  link.name_range = written.range;
  link.range = s.range;
  check_body(s, concat("link '", link.name, "'"), {"visual", "collision"});
  for (const Statement& property : s.body) {
    if (property.word() == "visual") visual(property, link);
    if (property.word() == "collision") collision(property, link);
    if (property.word() == "implicit") link.implicit = true;
  }
  inertial(s, link);
  model_.links.push_back(std::move(link));
}

// mass, com or inertial, inertia: together they are the link's inertial properties.
void Lowering::inertial(const Statement& s, Link& link) {
  Inertial inertial;
  const Statement* mass = nullptr;
  const Statement* placed = nullptr;
  const Statement* other = nullptr;
  for (const Statement& property : s.body) {
    if (property.word() == "mass") {
      mass = &property;
      inertial.mass = number(property, "mass", "kg", "the mass").value_or(Number());
    } else if (property.word() == "com" || property.word() == "inertial") {
      if (placed != nullptr && placed->word() != property.word())
        report(Rule::repeated_property, property.word_range(), "'com' and 'inertial' both say where the centre of mass is")
            .note(placed->word_range(), "the first stands here");
      placed = &property;
      if (property.word() == "inertial") {
        inertial.origin = pose(property, "inertial");
      } else if (const auto com = evaluator_.number3(*property.get<Expr>("com"), "m", "the centre of mass")) {
        inertial.origin = TransformExpr::XyzRpy{*com, std::nullopt};
      }
      inertial.origin_range = property.range;
      other = &property;
    } else if (property.word() == "inertia") {
      if (auto tensor = inertia(property)) inertial.inertia = *tensor;
      other = &property;
    }
  }
  if (mass != nullptr) {
    inertial.range = inertial.mass_range = mass->range;
    link.inertial = std::move(inertial);
  } else if (other != nullptr && !s.incomplete) {
    report(Rule::missing_element, other->word_range(),
           concat("link '", link.name, "' has '", other->word(), "' and no mass; write for example 'mass 1 kg;'"));
  }
}

// inertia (ixx, iyy, izz)[, (ixy, ixz, iyz)]
std::optional<InertiaTensor> Lowering::inertia(const Statement& s) {
  const auto moments = evaluator_.number3(*s.get<Expr>("inertia"), "kg*m^2", "the inertia");
  Number3 products{};
  if (const auto* expr = s.get<Expr>("inertia", 1)) {
    const auto values = evaluator_.number3(*expr, "kg*m^2", "the inertia");
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

void Lowering::visual(const Statement& s, Link& link) {
  check_arguments(s);
  const auto shape = geometry(s);
  if (!shape) return;
  Visual visual;
  visual.geometry = *shape;
  visual.range = s.range;
  visual.origin = pose(s, "the pose of a visual");
  if (const auto written = name(s, "named")) visual.name = written->text;
  const Argument* use = s.find("material");
  if (use != nullptr || s.find("color") != nullptr || s.find("texture") != nullptr) {
    MaterialUse material;
    material.range = use != nullptr ? use->range : s.find(s.find("color") != nullptr ? "color" : "texture")->range;
    if (const auto written = name(s, "material")) {
      material.name = written->text;
      material.name_range = written->range;
    }
    material.color = color(s);
    material.texture = texture(s);
    visual.material = std::move(material);
  }
  link.visuals.push_back(std::move(visual));
}

void Lowering::collision(const Statement& s, Link& link) {
  check_arguments(s);
  const auto shape = geometry(s);
  if (!shape) return;
  Collision collision;
  collision.geometry = *shape;
  collision.range = s.range;
  collision.origin = pose(s, "the pose of a collision");
  if (const auto written = name(s, "named")) collision.name = written->text;
  link.collisions.push_back(std::move(collision));
}

// Nothing if a value is wrong: a shape with a size that nobody wrote would make further errors.
std::optional<Geometry> Lowering::geometry(const Statement& s) {
  const Argument& shape = s.arguments[1];
  const auto size = [&](std::string_view label) { return number(s, label, "m", concat("the ", label)); };
  Geometry geometry;
  geometry.range = shape.range;
  if (shape.label == "box") {
    const auto edges = evaluator_.number3(*s.get<Expr>("box"), "m", "a box");
    if (!edges) return std::nullopt;
    geometry.shape = Box{*edges};
  } else if (shape.label == "ellipsoid") {
    const auto radii = evaluator_.number3(*s.get<Expr>("radii"), "m", "an ellipsoid");
    if (!radii) return std::nullopt;
    geometry.shape = Ellipsoid{*radii};
  } else if (shape.label == "mesh") {
    Mesh mesh{text(s, "mesh"), std::nullopt, s.get<Text>("mesh")->range};
    if (const auto* scale = s.get<Expr>("scale")) {
      mesh.scale = evaluator_.number3(*scale, "1", "the scale");
      if (!mesh.scale) return std::nullopt;
    }
    geometry.shape = std::move(mesh);
  } else {
    const auto radius = size("radius");
    const auto length = shape.label == "sphere" ? std::optional(Number()) : size("length");
    if (!radius || !length) return std::nullopt;
    if (shape.label == "sphere") geometry.shape = Sphere{*radius};
    if (shape.label == "cylinder") geometry.shape = Cylinder{*radius, *length};
    if (shape.label == "capsule") geometry.shape = Capsule{*radius, *length};
  }
  return geometry;
}

}  // namespace romas::language
