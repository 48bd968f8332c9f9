// Links and materials.
#include "backends/urdf/urdf_printer.h"
#include "ir/model/link_fields.h"

namespace romas::urdf {

void UrdfPrinter::link(std::size_t index) {
  const Link& link = model_.links[index];
  if (link.implicit) return;  // the source does not declare it
  const Place place = entity_place(EntityKind::link, index);
  begin("link", place);
  attribute("name", std::string_view(link.name));
  foreign_attributes(place);
  Children parts;
  if (link.inertial) parts.push_back({Slot::inertial});
  for (std::uint32_t i = 0; i < link.visuals.size(); ++i) parts.push_back({Slot::visual, i});
  for (std::uint32_t i = 0; i < link.collisions.size(); ++i) parts.push_back({Slot::collision, i});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::inertial) inertial(*link.inertial, at);
    if (child.slot == Slot::visual) visual(link.visuals[child.index], at);
    if (child.slot == Slot::collision) collision(link.collisions[child.index], at);
  });
  xml_.end();
}

void UrdfPrinter::inertial(const Inertial& inertial, const Place& place) {
  begin("inertial", place);
  foreign_attributes(place);
  Children parts;
  if (has_origin(inertial.origin)) parts.push_back({Slot::inertial_origin});
  parts.push_back({Slot::mass});
  parts.push_back({Slot::inertia});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::inertial_origin) return origin(inertial.origin, at);
    if (child.slot == Slot::mass) return value_element("mass", text_of(inertial.mass), at);
    begin("inertia", at);
    fields(inertial.inertia, at);
    finish(at);
  });
  xml_.end();
}

void UrdfPrinter::visual(const Visual& visual, const Place& place) {
  begin("visual", place);
  attribute("name", visual.name);
  foreign_attributes(place);
  Children parts;
  if (has_origin(visual.origin)) parts.push_back({Slot::visual_origin});
  parts.push_back({Slot::visual_geometry});
  if (visual.material) parts.push_back({Slot::visual_material});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::visual_origin) origin(visual.origin, at);
    if (child.slot == Slot::visual_geometry) geometry(visual.geometry, at, Slot::visual_shape);
    if (child.slot == Slot::visual_material) visual_material(*visual.material, at);
  });
  xml_.end();
}

void UrdfPrinter::collision(const Collision& collision, const Place& place) {
  begin("collision", place);
  attribute("name", collision.name);
  foreign_attributes(place);
  Children parts;
  if (has_origin(collision.origin)) parts.push_back({Slot::collision_origin});
  parts.push_back({Slot::collision_geometry});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::collision_origin) origin(collision.origin, at);
    if (child.slot == Slot::collision_geometry) geometry(collision.geometry, at, Slot::collision_shape);
  });
  xml_.end();
}

void UrdfPrinter::geometry(const Geometry& geometry, const Place& place, Slot shape_slot) {
  begin("geometry", place);
  foreign_attributes(place);
  children(place, {{shape_slot}}, [&](const Child&, const Place& at) { shape(geometry, at); });
  xml_.end();
}

void UrdfPrinter::shape(const Geometry& geometry, const Place& place) {
  const auto print = [&](const auto& shape) {
    using Kind = std::decay_t<decltype(shape)>;
    begin(FieldsOf<Kind>::kWord, place);
    if constexpr (std::is_same_v<Kind, Ellipsoid>) {
      attribute("a", shape.radii[0]);
      attribute("b", shape.radii[1]);
      attribute("c", shape.radii[2]);
    } else if constexpr (std::is_same_v<Kind, Mesh>) {
      Mesh mesh = shape;
      mesh.filename = with_scheme(rebase_path(shape.filename, options_), uri_scheme_);
      fields(mesh, place);
    } else {
      fields(shape, place);
    }
  };
  std::visit(print, geometry.shape);
  finish(place);
}

void UrdfPrinter::visual_material(const MaterialUse& material, const Place& place) {
  begin("material", place);
  attribute("name", material.name);
  foreign_attributes(place);
  Children parts;
  if (material.color) parts.push_back({Slot::visual_color});
  if (material.texture) parts.push_back({Slot::visual_texture});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::visual_color) color(*material.color, at);
    if (child.slot == Slot::visual_texture) texture(*material.texture, at);
  });
  xml_.end();
}

void UrdfPrinter::material(std::size_t index) {
  const Material& material = model_.materials[index];
  const Place place = entity_place(EntityKind::material, index);
  begin("material", place);
  attribute("name", std::string_view(material.name));
  foreign_attributes(place);
  Children parts;
  if (material.color) parts.push_back({Slot::color});
  if (material.texture) parts.push_back({Slot::texture});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::color) color(*material.color, at);
    if (child.slot == Slot::texture) texture(*material.texture, at);
  });
  xml_.end();
}

void UrdfPrinter::color(const Color& color, const Place& place) {
  begin("color", place);
  list_attribute("rgba", color.rgba);
  finish(place);
}

void UrdfPrinter::texture(const Texture& texture, const Place& place) {
  begin("texture", place);
  attribute("filename", std::string_view(with_scheme(rebase_path(texture.filename, options_), uri_scheme_)));
  finish(place);
}

}  // namespace romas::urdf
