// Shapes and materials.
#include <algorithm>

#include "frontend/language/lower/inertial_parts.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

std::optional<Color> read_color(LowerContext& c, const Statement& s) {
  const auto* expr = s.get<Expr>("color");
  if (expr == nullptr) return std::nullopt;
  const auto rgba = c.values.number4(*expr, "1", "a colour", "(RED, GREEN, BLUE, ALPHA)");
  return rgba ? std::optional(Color{*rgba, expr->range}) : std::nullopt;
}

std::optional<Texture> read_texture(LowerContext& c, const Statement& s) {
  const auto* file = s.get<Text>("texture");
  return file == nullptr
             ? std::nullopt
             : std::optional(
                   Texture{path_from_main(c.session, file->range.file, c.text(s, "texture")), file->range});
}

// Instances share equal materials. A different material of the same name gets the instance's prefix. Returns
// false if the robot has the material already.
bool name_material(LowerContext& c, Material& material) {
  const auto same_name = [&](const Material& other) { return other.name == material.name; };
  const auto first = std::find_if(c.model.materials.begin(), c.model.materials.end(), same_name);
  const std::string own = material.name;
  const bool known = first != c.model.materials.end() && *first == material;
  if (first != c.model.materials.end() && !known) material.name.insert(0, c.names.prefix());
  c.names.instance()->materials.insert_or_assign(own, material.name);
  return !known;
}

}  // namespace

void lower_material(LowerContext& c, const Statement& s) {
  Material material;
  const Name& written = s.the<Name>("material");
  material.name = c.names.text(written);
  material.name_range = written.range;
  material.range = s.range;
  c.check_body(s, concat("material '", material.name, "'"), {});
  for (const Statement& property : s.body) {
    if (property.word() == "color") material.color = read_color(c, property);
    if (property.word() == "texture") material.texture = read_texture(c, property);
  }
  if (c.names.instance() != nullptr && !name_material(c, material)) return;
  c.model.materials.push_back(std::move(material));
}

std::optional<MaterialUse> read_material_use(LowerContext& c, const Statement& s) {
  const Argument* use = s.find("material");
  if (use == nullptr && s.find("color") == nullptr && s.find("texture") == nullptr) return std::nullopt;
  MaterialUse material;
  material.range =
      use != nullptr ? use->range : s.find(s.find("color") != nullptr ? "color" : "texture")->range;
  if (auto written = c.name(s, "material")) {
    material.name = std::move(written->text);
    material.name_range = written->range;
    if (c.names.instance() != nullptr)
      if (const auto renamed = c.names.instance()->materials.find(*material.name);
          renamed != c.names.instance()->materials.end())
        material.name = renamed->second;
  }
  material.color = read_color(c, s);
  material.texture = read_texture(c, s);
  return material;
}

void lower_visual(LowerContext& c, const Statement& s, Link& link, InertialParts& /*parts*/) {
  c.check_arguments(s);
  const auto shape = read_geometry(c, s);
  if (!shape) return;
  Visual visual;
  visual.geometry = *shape;
  visual.range = s.range;
  visual.origin = c.pose(s, "the pose of a visual");
  if (auto written = c.name(s, "named")) visual.name = std::move(written->text);
  visual.material = read_material_use(c, s);
  link.visuals.push_back(std::move(visual));
}

void lower_collision(LowerContext& c, const Statement& s, Link& link, InertialParts& /*parts*/) {
  c.check_arguments(s);
  const auto shape = read_geometry(c, s);
  if (!shape) return;
  Collision collision;
  collision.geometry = *shape;
  collision.range = s.range;
  collision.origin = c.pose(s, "the pose of a collision");
  if (const auto written = c.name(s, "named")) collision.name = written->text;
  link.collisions.push_back(std::move(collision));
}

// Returns nullopt if a value is wrong: a size that was not written would give further errors.
std::optional<Geometry> read_geometry(LowerContext& c, const Statement& s) {
  const Argument& shape = s.argument_at(1);
  const auto size = [&](std::string_view label) { return c.number(s, label, "m", concat("the ", label)); };
  Geometry geometry;
  geometry.range = shape.range;
  if (shape.label == "box") {
    const auto edges = c.values.number3(s.the<Expr>("box"), "m", "a box");
    if (!edges) return std::nullopt;
    geometry.shape = Box{*edges};
  } else if (shape.label == "ellipsoid") {
    const auto radii = c.values.number3(s.the<Expr>("radii"), "m", "an ellipsoid");
    if (!radii) return std::nullopt;
    geometry.shape = Ellipsoid{*radii};
  } else if (shape.label == "mesh") {
    const SourceRange range = s.the<Text>("mesh").range;
    Mesh mesh{path_from_main(c.session, range.file, c.text(s, "mesh")), std::nullopt, range};
    if (const auto* scale = s.get<Expr>("scale")) {
      mesh.scale = c.values.number3(*scale, "1", "the scale");
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
