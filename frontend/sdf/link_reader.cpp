// Links of SDF: masses, shapes, materials, and what a simulator says of them.
#include "frontend/sdf/sdf_reader.h"

namespace romas::sdf {

void SdfReader::read_link(LinkEntry& entry) {
  const XmlElement& element = *entry.element;
  Link link;
  link.name = graph_.node(entry.node).name;
  link.range = element.range;
  link.name_range = graph_.node(entry.node).range;
  schema_.set_subject("link", link.name);
  const auto parts = children(element);
  for (const XmlElement* kept : std::vector(kept_)) keep(*kept, link.name, &entry);
  bool has_inertial = false;
  for (const XmlElement* part : parts) {
    if (part->name == "inertial") read_inertial(*part, entry, link), has_inertial = true;
    if (part->name == "visual") read_visual(*part, entry, link);
    if (part->name == "collision") read_collision(*part, entry, link);
    if (part->name == "self_collide") set_flag(link.name, GazeboProperty::self_collide, *part);
    if (part->name == "gravity") set_flag(link.name, GazeboProperty::gravity, *part);
    if (part->name == "velocity_decay") {
      // One damping factor stands for both in URDF.
      children(*part);  // says what else stands in it
      const XmlElement* linear = part->child("linear");
      const XmlElement* angular = part->child("angular");
      const XmlElement* one = linear != nullptr ? linear : angular;
      if (one != nullptr) set_number(link.name, GazeboProperty::damping_factor, *one);
      if (linear != nullptr && angular != nullptr && linear->text.text != angular->text.text)
        lost(
            angular->range,
            concat("link '", link.name,
                   "' has another decay of angular velocity than of linear; the model keeps the linear one"));
    }
  }
  if (!has_inertial) {
    // SDF's default: a body of 1 kg, 1 kg m² about every axis, at the link's origin.
    Inertial inertial;
    inertial.origin = in_link({}, entry);
    inertial.mass = Number(1);
    inertial.inertia = {Number(1), Number(0), Number(0), Number(1), Number(0), Number(1), element.start_tag};
    inertial.range = inertial.mass_range = element.start_tag;
    link.inertial = std::move(inertial);
    approximated(element.start_tag,
                 concat("link '", link.name,
                        "' has no <inertial>; as SDF says, it weighs 1 kg and has 1 kg m² about every axis"));
  }
  model_.links.push_back(std::move(link));
}

void SdfReader::read_inertial(const XmlElement& element, const LinkEntry& entry, Link& link) {
  Inertial inertial;
  inertial.range = element.range;
  inertial.mass = Number(1);
  InertiaTensor& tensor = inertial.inertia;
  tensor = {Number(1), Number(0), Number(0), Number(1), Number(0), Number(1), element.start_tag};
  if (attribute_text(element, "auto") == "true" || attribute_text(element, "auto") == "1")
    schema_.report(Rule::bad_value, element.attribute("auto")->range,
                   concat("the inertia of link '", link.name,
                          "' is left to the simulator (auto=\"true\"); write mass and inertia, which no one "
                          "else computes"));
  TransformExpr origin;
  for (const XmlElement* part : children(element)) {
    if (part->name == "pose") {
      origin = pose(*part, nullptr);
      inertial.origin_range = part->range;
    } else if (part->name == "mass") {
      inertial.mass = number(*part).value_or(Number(1));
      inertial.mass_range = part->text.range;
    } else if (part->name == "inertia") {
      tensor.range = part->range;
      for (const XmlElement* component : children(*part)) {
        const auto value = number(*component);
        if (!value) continue;
        if (component->name == "ixx") tensor.ixx = *value;
        if (component->name == "ixy") tensor.ixy = *value;
        if (component->name == "ixz") tensor.ixz = *value;
        if (component->name == "iyy") tensor.iyy = *value;
        if (component->name == "iyz") tensor.iyz = *value;
        if (component->name == "izz") tensor.izz = *value;
      }
    }
  }
  // A body of no mass is how SDF writes that there is none.
  if (inertial.mass == Number(0) && tensor.matrix().isZero(0)) return;
  inertial.origin = in_link(origin, entry);
  link.inertial = std::move(inertial);
}

std::optional<Geometry> SdfReader::read_geometry(const XmlElement& element) {
  const auto shapes = children(element);
  if (shapes.empty()) return std::nullopt;  // empty, or reported
  const XmlElement& shape = *shapes.front();
  Geometry geometry;
  geometry.range = shape.range;
  const auto parts = children(shape);
  bool complete = true;
  const auto part = [&](std::string_view name) -> const XmlElement* {
    for (const XmlElement* p : parts)
      if (p->name == name) return p;
    complete = false;
    schema_.report(Rule::missing_element, shape.start_tag, concat("<", shape.name, "> has no <", name, ">"));
    return nullptr;
  };
  const auto one = [&](std::string_view name) {
    const XmlElement* found = part(name);
    const auto value = found == nullptr ? std::nullopt : number(*found);
    complete = complete && value;
    return value.value_or(Number());
  };
  const auto three = [&](std::string_view name) {
    const XmlElement* found = part(name);
    const auto value = found == nullptr ? std::nullopt : vector3(*found);
    complete = complete && value;
    return value.value_or(Number3());
  };
  if (shape.name == "box") geometry.shape = Box{three("size")};
  if (shape.name == "sphere") geometry.shape = Sphere{one("radius")};
  if (shape.name == "cylinder") geometry.shape = Cylinder{one("radius"), one("length")};
  if (shape.name == "capsule") geometry.shape = Capsule{one("radius"), one("length")};
  if (shape.name == "ellipsoid") geometry.shape = Ellipsoid{three("radii")};
  if (shape.name == "mesh") {
    Mesh mesh;
    if (const XmlElement* uri = part("uri"))
      mesh.filename = std::string(trim(uri->text.text)), mesh.filename_range = uri->text.range;
    for (const XmlElement* p : parts)
      if (p->name == "scale") mesh.scale = vector3(*p);
    geometry.shape = std::move(mesh);
  }
  return complete ? std::optional(std::move(geometry)) : std::nullopt;
}

void SdfReader::read_visual(const XmlElement& element, const LinkEntry& entry, Link& link) {
  Visual visual;
  visual.range = element.range;
  if (element.attribute("name") != nullptr) visual.name = attribute_text(element, "name");
  std::optional<Geometry> geometry;
  const XmlElement* material = nullptr;
  std::optional<Number> transparency;
  TransformExpr origin;
  for (const XmlElement* part : children(element)) {
    if (part->name == "pose") origin = pose(*part, nullptr);
    if (part->name == "geometry") geometry = read_geometry(*part);
    if (part->name == "material") material = part;
    if (part->name == "transparency") transparency = number(*part);
    if (part->name == "laser_retro") set_number(link.name, GazeboProperty::laser_retro, *part);
  }
  if (!geometry) return;
  visual.origin = in_link(origin, entry);
  visual.geometry = *std::move(geometry);
  if (material != nullptr) read_material(*material, link, visual, transparency);
  link.visuals.push_back(std::move(visual));
}

// URDF's material is a colour or a texture with a name; equal ones share it.
void SdfReader::read_material(const XmlElement& element, const Link& link, Visual& visual,
                              std::optional<Number> transparency) {
  std::optional<Color> diffuse, ambient;
  std::optional<Texture> texture;
  for (const XmlElement* part : children(element)) {
    if (part->name == "diffuse") diffuse = color(*part);
    if (part->name == "ambient") ambient = color(*part);
    if (part->name == "script") {
      for (const XmlElement* inner : children(*part))
        if (inner->name == "name") set_text(link.name, GazeboProperty::material, *inner);
    }
    if (part->name == "pbr")
      for (const XmlElement* workflow : children(*part))
        for (const XmlElement* map : children(*workflow))
          if (map->name == "albedo_map")
            texture = Texture{std::string(trim(map->text.text)), map->text.range};
  }
  if (!diffuse) diffuse = ambient;
  if (diffuse && transparency && transparency->value() != 0) {
    diffuse->rgba[3] = Number(diffuse->rgba[3].value() * (1 - transparency->value()));
  }
  if (!diffuse && !texture) return;
  MaterialUse use;
  use.range = element.range;
  use.name = name_material(diffuse, texture, element.range);
  visual.material = std::move(use);
}

std::string SdfReader::name_material(const std::optional<Color>& color, const std::optional<Texture>& texture,
                                     SourceRange range) {
  std::string key;
  if (color)
    for (const Number& n : color->rgba) key += concat(n.value(), " ");
  if (texture) key += concat("|", texture->filename);
  const auto [found, fresh] =
      material_names_.try_emplace(key, concat("material_", material_names_.size() + 1));
  if (fresh) {
    Material material;
    material.name = found->second;
    material.range = material.name_range = range;
    if (color) material.color = *color;
    if (texture) material.texture = *texture;
    model_.materials.push_back(std::move(material));
  }
  return found->second;
}

void SdfReader::read_collision(const XmlElement& element, const LinkEntry& entry, Link& link) {
  Collision collision;
  collision.range = element.range;
  if (element.attribute("name") != nullptr) collision.name = attribute_text(element, "name");
  std::optional<Geometry> geometry;
  TransformExpr origin;
  for (const XmlElement* part : children(element)) {
    if (part->name == "pose") origin = pose(*part, nullptr);
    if (part->name == "geometry") geometry = read_geometry(*part);
    if (part->name == "laser_retro") set_number(link.name, GazeboProperty::laser_retro, *part);
    if (part->name == "max_contacts") set_number(link.name, GazeboProperty::max_contacts, *part);
    if (part->name == "surface") read_surface(*part, link.name);
  }
  if (!geometry) return;
  collision.origin = in_link(origin, entry);
  collision.geometry = *std::move(geometry);
  link.collisions.push_back(std::move(collision));
}

void SdfReader::read_surface(const XmlElement& element, std::string_view link) {
  for (const XmlElement* group : children(element)) {
    const std::string place = concat(group->name, "/ode");
    for (const XmlElement* engine : children(*group))
      for (const XmlElement* value : children(*engine, place)) {
        if (value->name == "mu") set_number(link, GazeboProperty::mu1, *value);
        if (value->name == "mu2") set_number(link, GazeboProperty::mu2, *value);
        if (value->name == "fdir1") set_number(link, GazeboProperty::fdir1, *value);
        if (value->name == "kp") set_number(link, GazeboProperty::kp, *value);
        if (value->name == "kd") set_number(link, GazeboProperty::kd, *value);
        if (value->name == "max_vel") set_number(link, GazeboProperty::max_vel, *value);
        if (value->name == "min_depth") set_number(link, GazeboProperty::min_depth, *value);
      }
  }
}

}  // namespace romas::sdf
