// Materials and links.
#include "frontend/language/lower/inertial_parts.h"
#include "support/text/text.h"

namespace romas::language {

std::optional<Color> Lowering::color(const Statement& s) {
  const auto* expr = s.get<Expr>("color");
  if (expr == nullptr) return std::nullopt;
  const auto rgba = evaluator_.number4(*expr, "1", "a colour", "(RED, GREEN, BLUE, ALPHA)");
  return rgba ? std::optional(Color{*rgba, expr->range}) : std::nullopt;
}

std::optional<Texture> Lowering::texture(const Statement& s) {
  const auto* file = s.get<Text>("texture");
  return file == nullptr ? std::nullopt
                         : std::optional(Texture{
                               path_from_main(session_, file->range.file, text(s, "texture")), file->range});
}

void Lowering::material(const Statement& s) {
  Material material;
  const Name& written = s.the<Name>("material");
  material.name = name_text(written);
  material.name_range = written.range;
  material.range = s.range;
  check_body(s, concat("material '", material.name, "'"), {});
  for (const Statement& property : s.body) {
    if (property.word() == "color") material.color = color(property);
    if (property.word() == "texture") material.texture = texture(property);
  }
  if (naming_.instance != nullptr && !name_material(material)) return;
  model_.materials.push_back(std::move(material));
}

// Instances share equal materials. A different material of the same name gets the instance's prefix. Returns
// false if the robot has the material already.
bool Lowering::name_material(Material& material) {
  const auto same_name = [&](const Material& other) { return other.name == material.name; };
  const auto first = std::find_if(model_.materials.begin(), model_.materials.end(), same_name);
  const std::string own = material.name;
  const bool known = first != model_.materials.end() && *first == material;
  if (first != model_.materials.end() && !known) material.name.insert(0, naming_.prefix);
  naming_.instance->materials.insert_or_assign(own, material.name);
  return !known;
}

void Lowering::link(const Statement& s) {
  Link link;
  Binding own = declared(s, "link");
  link.name = std::move(own.text);
  link.name_range = own.range;
  link.range = s.range;
  InertialParts parts;
  body(s, concat("link '", link.name, "'"), {"visual", "collision", "solid"},
       [&](const Statement& property) { link_property(property, link, parts); });
  inertial(parts, s, link);
  model_.links.push_back(std::move(link));
}

void Lowering::link_property(const Statement& property, Link& link, InertialParts& parts) {
  const std::string_view word = property.word();
  if (word == "visual") visual(property, link);
  if (word == "collision") collision(property, link);
  if (word == "solid") solid(property, link, parts);
  if (word == "implicit") link.implicit = true;
  inertial_part(property, parts);
}

// mass, com or inertial, inertia
void Lowering::inertial_part(const Statement& property, InertialParts& parts) {
  const std::string_view word = property.word();
  if (word == "mass") {
    parts.has_mass = true;
    parts.mass_range = property.range;
    parts.mass = number(property, "mass", "kg", "the mass");
  } else if (word == "com" || word == "inertial") {
    if (parts.has_place && parts.placed_word != word)
      report(Rule::repeated_property, property.word_range(),
             "'com' and 'inertial' both give the centre of mass")
          .note(parts.placed, "the first is here");
    parts.has_place = true;
    parts.placed_word = word;
    parts.placed = property.word_range();
    if (word == "inertial") {
      parts.inertial.origin = pose(property, "inertial");
    } else if (const auto com = evaluator_.number3(property.the<Expr>("com"), "m", "the centre of mass")) {
      parts.inertial.origin = TransformExpr::XyzRpy{*com, std::nullopt};
    }
    parts.inertial.origin_range = property.range;
  } else if (word == "inertia") {
    parts.has_tensor = true;
    parts.tensor = property.word_range();
    if (auto tensor = inertia(property)) parts.inertial.inertia = *tensor;
  }
}

void Lowering::inertial(const InertialParts& parts, const Statement& s, Link& link) {
  if (parts.has_solid) {
    solid_inertial(parts, link);
  } else if (parts.has_mass) {
    link.inertial = parts.inertial;
    link.inertial->mass = parts.mass.value_or(Number());
    link.inertial->range = link.inertial->mass_range = parts.mass_range;
  } else if ((parts.has_place || parts.has_tensor) && !s.incomplete) {
    const std::string_view word = parts.has_tensor ? "inertia" : parts.placed_word;
    report(Rule::missing_element, parts.has_tensor ? parts.tensor : parts.placed,
           concat("link '", link.name, "' has '", word, "' but no mass; write for example 'mass 1 kg;'"));
  }
}

constexpr std::string_view kInertiaParts = "(IXX, IYY, IZZ), (IXY, IXZ, IYZ)";

// inertia (ixx, iyy, izz)[, (ixy, ixz, iyz)]
std::optional<InertiaTensor> Lowering::inertia(const Statement& s) {
  const auto moments = evaluator_.number3(s.the<Expr>("inertia"), "kg*m^2", "the inertia", kInertiaParts);
  Number3 products{};
  if (const auto* expr = s.get<Expr>("inertia", 1)) {
    const auto values = evaluator_.number3(*expr, "kg*m^2", "the inertia", kInertiaParts);
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
  if (auto written = name(s, "named")) visual.name = std::move(written->text);
  visual.material = material_use(s);
  link.visuals.push_back(std::move(visual));
}

std::optional<MaterialUse> Lowering::material_use(const Statement& s) {
  const Argument* use = s.find("material");
  if (use == nullptr && s.find("color") == nullptr && s.find("texture") == nullptr) return std::nullopt;
  MaterialUse material;
  material.range =
      use != nullptr ? use->range : s.find(s.find("color") != nullptr ? "color" : "texture")->range;
  if (auto written = name(s, "material")) {
    material.name = std::move(written->text);
    material.name_range = written->range;
    if (naming_.instance != nullptr)
      if (const auto renamed = naming_.instance->materials.find(*material.name);
          renamed != naming_.instance->materials.end())
        material.name = renamed->second;
  }
  material.color = color(s);
  material.texture = texture(s);
  return material;
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

// Returns nullopt if a value is wrong: a size that was not written would give further errors.
std::optional<Geometry> Lowering::geometry(const Statement& s) {
  const Argument& shape = s.argument_at(1);
  const auto size = [&](std::string_view label) { return number(s, label, "m", concat("the ", label)); };
  Geometry geometry;
  geometry.range = shape.range;
  if (shape.label == "box") {
    const auto edges = evaluator_.number3(s.the<Expr>("box"), "m", "a box");
    if (!edges) return std::nullopt;
    geometry.shape = Box{*edges};
  } else if (shape.label == "ellipsoid") {
    const auto radii = evaluator_.number3(s.the<Expr>("radii"), "m", "an ellipsoid");
    if (!radii) return std::nullopt;
    geometry.shape = Ellipsoid{*radii};
  } else if (shape.label == "mesh") {
    const SourceRange range = s.the<Text>("mesh").range;
    Mesh mesh{path_from_main(session_, range.file, text(s, "mesh")), std::nullopt, range};
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
