// Links and materials.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/urdf/urdf_reading.h"
#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/schema/field_reader.h"
#include "ir/model/link_fields.h"

namespace romas::urdf {

namespace {

constexpr std::array kVisualSlots = {Slot::visual,        Slot::visual_origin,   Slot::visual_geometry,
                                     Slot::visual_shape,  Slot::visual_material, Slot::visual_color,
                                     Slot::visual_texture};
constexpr std::array kCollisionSlots = {Slot::collision, Slot::collision_origin, Slot::collision_geometry,
                                        Slot::collision_shape};

// Removes dropped elements from the order of their siblings and renumbers the others. `dropped` is ascending.
void close_gaps(std::vector<LayoutItem>& items, Slot slot, const std::vector<std::uint32_t>& dropped) {
  const auto concerns = [&](const LayoutItem& item) {
    return item.kind == LayoutItem::Kind::slot && item.slot == slot;
  };
  std::erase_if(items, [&](const LayoutItem& item) {
    return concerns(item) && std::binary_search(dropped.begin(), dropped.end(), item.index);
  });
  for (LayoutItem& item : items)
    if (concerns(item))
      item.index -= static_cast<std::uint32_t>(std::lower_bound(dropped.begin(), dropped.end(), item.index) -
                                               dropped.begin());
}

// The place of the next element of a list; dropped ones do not count.
Place next_place(Place place, std::size_t count) {
  place.sub = static_cast<std::uint32_t>(count);
  return place;
}

// Reads a link or a material of the robot.
class LinkReader {
 public:
  explicit LinkReader(UrdfReading& in) : in_(in), schema_(in.schema), model_(in.model) {}

  void read_link(const XmlElement& element) {
    Link link;
    link.name = in_.name_of(element);
    link.range = element.range;
    link.name_range = schema_.value_range(element, "name");
    schema_.set_subject("link", link.name);
    const Place place = entity_place(EntityKind::link, model_.links.size());
    std::vector<std::uint32_t> dropped_visuals, dropped_collisions;
    for (const KnownChild& child : schema_.open(element, kLink, place)) {
      if (child.row->row == &kInertial) read_inertial(child, link);
      if (child.row->row == &kVisual && !read_visual(child, link)) dropped_visuals.push_back(child.place.sub);
      if (child.row->row == &kCollision && !read_collision(child, link))
        dropped_collisions.push_back(child.place.sub);
    }
    if (const auto order = model_.layout.children.find(place); order != model_.layout.children.end()) {
      close_gaps(order->second, Slot::visual, dropped_visuals);
      close_gaps(order->second, Slot::collision, dropped_collisions);
    }
    in_.place_entity(EntityKind::link, model_.links.size());
    model_.links.push_back(std::move(link));
  }

  // A material without a name cannot be referred to and is kept as written.
  void read_material(const XmlElement& element) {
    Material material;
    material.name = in_.name_of(element);
    material.range = element.range;
    material.name_range = schema_.value_range(element, "name");
    if (material.name.empty()) {
      if (material.name_range.valid() && !std::exchange(in_.has_nameless_material, true))
        report_empty_name(element);
      else if (material.name_range.valid())
        schema_.report(
            Rule::material_unnamed, material.name_range,
            "a second material has an empty name, so urdfdom rejects the file; give each material a name");
      else
        schema_.report(Rule::material_unnamed, element.start_tag,
                       "the material has no name, so nothing can refer to it");
      in_.order.push_back(schema_.keep_element(element, entity_place(EntityKind::robot, 0)));
      return;
    }
    schema_.set_subject("material", material.name);
    const std::size_t index = model_.materials.size();
    for (const KnownChild& part :
         schema_.open(element, kMaterial, entity_place(EntityKind::material, index))) {
      if (part.row->row == &kColor) material.color = read_color(part);
      if (part.row->row == &kTexture) material.texture = read_texture(part);
    }
    in_.place_entity(EntityKind::material, index);
    model_.materials.push_back(std::move(material));
  }

 private:
  // A link without a readable mass or inertia has no inertial: the fault is reported here, and guessed values
  // would only cause further findings.
  void read_inertial(const KnownChild& child, Link& link) {
    Inertial inertial;
    inertial.range = child.element->range;
    bool has_mass = false;
    bool has_inertia = false;
    for (const KnownChild& part : schema_.open(*child.element, kInertial, child.place)) {
      if (part.row->row == &kOrigin) {
        inertial.origin = in_.read_origin(part);
        inertial.origin_range = part.element->range;
      } else if (part.row->row == &kMass) {
        schema_.open(*part.element, kMass, part.place);
        const auto mass = schema_.number(*part.element, "value");
        has_mass = mass.has_value();
        inertial.mass = mass.value_or(Number());
        inertial.mass_range = schema_.value_range(*part.element, "value");
      } else {
        has_inertia = read_inertia(part, inertial.inertia);
      }
    }
    if (has_mass && has_inertia) link.inertial = std::move(inertial);
  }

  bool read_inertia(const KnownChild& child, InertiaTensor& inertia) {
    schema_.open(*child.element, kInertia, child.place);
    inertia.range = child.element->range;
    return read_fields(schema_, *child.element, inertia);
  }

  bool read_visual(const KnownChild& child, Link& link) {
    const Place place = next_place(child.place, link.visuals.size());
    const std::size_t extensions_before = model_.extensions.size();
    Visual visual;
    visual.range = child.element->range;
    visual.name = schema_.text(*child.element, "name");
    bool has_geometry = false;
    for (const KnownChild& part : schema_.open(*child.element, kVisual, place)) {
      if (part.row->row == &kOrigin) visual.origin = in_.read_origin(part);
      if (part.row->row == &kVisualGeometry) has_geometry = read_geometry(part, visual.geometry);
      if (part.row->row == &kVisualMaterial) read_visual_material(part, visual);
    }
    if (has_geometry)
      link.visuals.push_back(std::move(visual));
    else
      forget_part(place, kVisualSlots, extensions_before);
    return has_geometry;
  }

  bool read_collision(const KnownChild& child, Link& link) {
    const Place place = next_place(child.place, link.collisions.size());
    const std::size_t extensions_before = model_.extensions.size();
    Collision collision;
    collision.range = child.element->range;
    collision.name = schema_.text(*child.element, "name");
    bool has_geometry = false;
    for (const KnownChild& part : schema_.open(*child.element, kCollision, place)) {
      if (part.row->row == &kOrigin) collision.origin = in_.read_origin(part);
      if (part.row->row == &kCollisionGeometry) has_geometry = read_geometry(part, collision.geometry);
    }
    if (has_geometry)
      link.collisions.push_back(std::move(collision));
    else
      forget_part(place, kCollisionSlots, extensions_before);
    return has_geometry;
  }

  // Removes the content of a dropped part of a link, which would otherwise be attributed to the next part.
  void forget_part(const Place& place, std::span<const Slot> slots, std::size_t extensions_before) {
    model_.extensions.resize(extensions_before);
    for (const Slot slot : slots) {
      Place part = place;
      part.slot = slot;
      model_.layout.children.erase(part);
      model_.layout.prefixed_names.erase(part);
    }
  }

  bool read_geometry(const KnownChild& child, Geometry& geometry) {
    const auto shapes = schema_.open(*child.element, *child.row->row, child.place);
    return !shapes.empty() && read_shape(shapes.front(), geometry);
  }

  bool read_shape(const KnownChild& child, Geometry& geometry) {
    const XmlElement& element = *child.element;
    const ElementRow* row = child.row->row;
    schema_.open(element, *row, child.place);
    geometry.range = element.range;
    const auto read = [&]<class Kind>(Kind shape) {
      const bool complete = read_fields(schema_, element, shape);
      if constexpr (std::is_same_v<Kind, Mesh>)
        shape.filename_range = schema_.value_range(element, "filename");
      geometry.shape = std::move(shape);
      return complete;
    };
    if (row == &kBox) return read(Box());
    if (row == &kCylinder) return read(Cylinder());
    if (row == &kSphere) return read(Sphere());
    if (row == &kCapsule) return read(Capsule());
    if (row == &kMesh) return read(Mesh());
    const auto a = schema_.number(element, "a");
    const auto b = schema_.number(element, "b");
    const auto c = schema_.number(element, "c");
    if (a && b && c) geometry.shape = Ellipsoid{{*a, *b, *c}};
    return a && b && c;
  }

  void read_visual_material(const KnownChild& child, Visual& visual) {
    MaterialUse use;
    use.range = child.element->range;
    use.name = schema_.text(*child.element, "name");
    use.name_range = schema_.value_range(*child.element, "name");
    for (const KnownChild& part : schema_.open(*child.element, kVisualMaterial, child.place)) {
      if (part.row->row == &kColor) use.color = read_color(part);
      if (part.row->row == &kTexture) use.texture = read_texture(part);
    }
    if (!use.name)
      schema_.report(Rule::material_unnamed, child.element->start_tag,
                     "the material of this visual has no name, which other URDF readers reject; name it");
    else if (use.name->empty())
      report_empty_name(*child.element);
    visual.material = std::move(use);
  }

  void report_empty_name(const XmlElement& material) {
    schema_.report(Rule::material_name_empty, schema_.value_range(material, "name"),
                   "the name of the material is empty, so nothing can refer to it");
  }

  std::optional<Color> read_color(const KnownChild& child) {
    schema_.open(*child.element, kColor, child.place);
    const auto rgba = schema_.vector4(*child.element, "rgba");
    if (!rgba) return std::nullopt;
    return Color{*rgba, schema_.value_range(*child.element, "rgba")};
  }

  Texture read_texture(const KnownChild& child) {
    schema_.open(*child.element, kTexture, child.place);
    return Texture{schema_.text(*child.element, "filename").value_or(std::string()),
                   schema_.value_range(*child.element, "filename")};
  }

  UrdfReading& in_;
  SchemaReader& schema_;
  Model& model_;
};

}  // namespace

void read_link(UrdfReading& in, const XmlElement& element) { LinkReader(in).read_link(element); }
void read_material(UrdfReading& in, const XmlElement& element) { LinkReader(in).read_material(element); }

}  // namespace romas::urdf
