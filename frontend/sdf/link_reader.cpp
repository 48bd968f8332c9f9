// Links of SDF: masses, shapes, materials, and properties for simulators.
#include "frontend/sdf/sdf_reader.h"
#include "ir/model/link_fields.h"

namespace romas::sdf {

void SdfReader::read_link(LinkEntry& entry) {
  const XmlElement& element = *entry.element;
  Link link;
  link.name = graph_.node(entry.node).name;
  link.range = element.range;
  link.name_range = graph_.node(entry.node).range;
  schema_.set_subject("link", link.name);
  note_prefixes(element);
  const XmlElement* inertial_element = nullptr;
  solids_.clear();
  visual_names_.clear();
  collision_names_.clear();
  read_children<"link">(
      element, kept([&](const XmlElement& part) { keep(part, link.name, &entry); }), elsewhere<"pose">(),
      on<"inertial">([&](const XmlElement& part) {
        inertial_element = &part;
        read_inertial(part, entry, link);
      }),
      on<"visual">([&](const XmlElement& part) { read_visual(part, entry, link); }),
      on<"collision">([&](const XmlElement& part) { read_collision(part, entry, link); }),
      on<"velocity_decay">([&](const XmlElement& part) { read_velocity_decay(part, link); }),
      properties_of(link.name));
  report_missing_scripts(element, link);
  report_unused_densities(element);
  if (is_auto(inertial_element)) read_auto_inertial(*inertial_element, link);
  if (inertial_element == nullptr) {
    // SDF's default: a body of 1 kg, 1 kg m² about every axis, at the link's origin.
    Inertial inertial;
    inertial.origin = in_link({}, entry);
    inertial.mass = Number(1);
    inertial.inertia = {Number(1), Number(0), Number(0), Number(1), Number(0), Number(1), element.start_tag};
    inertial.range = inertial.mass_range = element.start_tag;
    link.inertial = std::move(inertial);
    approximated(
        element.start_tag,
        concat("link '", link.name, "' has no <inertial>; SDF gives it 1 kg and 1 kg m² about every axis"));
  }
  model_.links.push_back(std::move(link));
}

// URDF has one damping factor for linear and angular velocity.
void SdfReader::read_velocity_decay(const XmlElement& element, const Link& link) {
  const XmlElement* linear = nullptr;
  const XmlElement* angular = nullptr;
  read_children<"velocity_decay">(element, on<"linear">([&](const XmlElement& part) { linear = &part; }),
                                  on<"angular">([&](const XmlElement& part) { angular = &part; }));
  const XmlElement* one = linear != nullptr ? linear : angular;
  if (one != nullptr) set_property(link.name, GazeboProperty::damping_factor, *one);
  if (linear != nullptr && angular != nullptr && linear->text.text != angular->text.text)
    lost(angular->range,
         concat("link '", link.name,
                "' has different decays of linear and angular velocity; the model keeps the linear one"));
}

void SdfReader::read_inertial(const XmlElement& element, const LinkEntry& entry, Link& link) {
  Inertial inertial;
  inertial.range = element.range;
  inertial.mass = Number(1);
  InertiaTensor& tensor = inertial.inertia;
  tensor = {Number(1), Number(0), Number(0), Number(1), Number(0), Number(1), element.start_tag};
  TransformExpr origin;
  const bool computed = is_auto(&element);
  const auto unused = [&](const XmlElement& part) {
    if (computed)
      lost(part.range, concat("<", part.name, "> of link '", link.name,
                              "' is ignored: auto=\"true\" computes it from the <collision> elements"));
    return computed;
  };
  read_children<"inertial">(element, elsewhere<"density">(), on<"pose">([&](const XmlElement& part) {
                              if (unused(part)) return;
                              origin = pose(part, nullptr);
                              inertial.origin_range = part.range;
                            }),
                            on<"mass">([&](const XmlElement& part) {
                              read_value(part, inertial.mass);
                              inertial.mass_range = part.text.range;
                            }),
                            on<"inertia">([&](const XmlElement& part) {
                              if (unused(part)) return;
                              tensor.range = part.range;
                              read_children<"inertia">(part, fields_of(tensor));
                            }));
  if (computed) return;  // read_auto_inertial() does it when the shapes are known
  // SDF writes a link without inertial as a body of zero mass.
  if (inertial.mass == Number(0) && tensor.matrix().isZero(0)) return;
  inertial.origin = in_link(origin, entry);
  link.inertial = std::move(inertial);
}

// The first shape counts.
std::optional<Geometry> SdfReader::read_geometry(const XmlElement& element) {
  std::optional<Geometry> geometry;
  bool found = false;
  const auto first = [&](auto read_kind) {
    return [&, read_kind](const XmlElement& part) {
      if (std::exchange(found, true)) return;
      if (auto shape = (this->*read_kind)(part)) geometry = Geometry{*std::move(shape), part.range};
    };
  };
  read_children<"geometry">(element, on<"box">(first(&SdfReader::read_shape<"box", Box>)),
                            on<"sphere">(first(&SdfReader::read_shape<"sphere", Sphere>)),
                            on<"cylinder">(first(&SdfReader::read_shape<"cylinder", Cylinder>)),
                            on<"capsule">(first(&SdfReader::read_shape<"capsule", Capsule>)),
                            on<"ellipsoid">(first(&SdfReader::read_shape<"ellipsoid", Ellipsoid>)),
                            on<"mesh">(first(&SdfReader::read_mesh)));
  return geometry;
}

// A shape whose fields are all required children.
template <Name kPlace, class Kind>
std::optional<Shape> SdfReader::read_shape(const XmlElement& element) {
  Kind shape;
  bool complete = true;
  read_children<kPlace>(element, on_fields(shape, [&](const XmlElement& part, auto& value) {
                          complete = read_value(part, value) && complete;
                        }));
  for_each_field<Kind>([&](const auto& field) { complete = require(element, field.name) && complete; });
  return complete ? std::optional<Shape>(shape) : std::nullopt;
}

std::optional<Shape> SdfReader::read_mesh(const XmlElement& element) {
  Mesh mesh;
  read_children<"mesh">(element, on<"uri">([&](const XmlElement& uri) {
                          mesh.filename = path_from_main(uri.text);
                          mesh.filename_range = uri.text.range;
                        }),
                        on<"scale">([&](const XmlElement& scale) { mesh.scale = vector3(scale); }));
  return require_text(element, "uri") ? std::optional<Shape>(std::move(mesh)) : std::nullopt;
}

bool SdfReader::require(const XmlElement& element, std::string_view child) {
  if (element.child(child) != nullptr) return true;
  schema_.report(Rule::missing_element, element.start_tag,
                 concat("<", element.name, "> has no <", child, ">"));
  return false;
}

bool SdfReader::require_text(const XmlElement& element, std::string_view child) {
  const XmlElement* found = element.child(child);
  if (found == nullptr) return require(element, child);
  if (!found->text.text.empty()) return true;
  schema_.report(Rule::missing_element, found->range, concat("<", child, "> is empty"));
  return false;
}

// SDF wants a name for every shape, once among those of a kind in the link.
void SdfReader::read_shape_name(const XmlElement& element, ShapeNames& taken,
                                std::optional<std::string>& name) {
  if (!require_attribute(element, "name")) return;
  name = attribute_text(element, "name");
  const auto [first, fresh] = taken.emplace(*name, element.range);
  if (!fresh)
    schema_
        .report(Rule::duplicate_name, element.attribute("name")->value.range,
                concat(element.name, " ", quote(*name),
                       " is defined twice in this link; give one of them another name"))
        .note(first->second, "the first is here");
}

void SdfReader::read_visual(const XmlElement& element, const LinkEntry& entry, Link& link) {
  Visual visual;
  visual.range = element.range;
  read_shape_name(element, visual_names_, visual.name);
  std::optional<Geometry> geometry;
  const XmlElement* material = nullptr;
  std::optional<Number> transparency;
  TransformExpr origin;
  read_children<"visual">(element, on<"pose">([&](const XmlElement& part) { origin = pose(part, nullptr); }),
                          on<"geometry">([&](const XmlElement& part) { geometry = read_geometry(part); }),
                          on<"material">([&](const XmlElement& part) { material = &part; }),
                          on<"transparency">([&](const XmlElement& part) { transparency = number(part); }),
                          properties_of(link.name));
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
  const auto albedo_map = [&](const XmlElement& map) {
    texture = Texture{path_from_main(map.text), map.text.range};
  };
  const auto workflow = [&](const XmlElement& metal) {
    read_children<"metal">(metal, on<"albedo_map">(albedo_map));
  };
  read_children<"material">(
      element, on<"diffuse">([&](const XmlElement& part) { diffuse = color(part); }),
      on<"ambient">([&](const XmlElement& part) { ambient = color(part); }),
      on<"script">([&](const XmlElement& part) { read_script(part, link); }),
      on<"pbr">([&](const XmlElement& part) { read_children<"pbr">(part, on<"metal">(workflow)); }));
  if (ambient && ambient != diffuse)
    approximated(ambient->range,
                 diffuse ? "the ambient colour is left out: a material has one colour in the model"
                         : "the ambient colour is taken as the colour of the material");
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

// The model knows the materials of Gazebo by name.
void SdfReader::read_script(const XmlElement& element, const Link& link) {
  bool of_gazebo = false;
  read_children<"script">(
      element, on<"uri">([&](const XmlElement& uri) {
        const std::string_view text = trim(uri.text.text);
        of_gazebo = of_gazebo || text == kMaterialScript;
        if (text != kMaterialScript)
          lost(uri.range, concat("the script '", text,
                                 "' is left out: the model knows only the materials of ", kMaterialScript));
      }),
      properties_of(link.name));
  require_text(element, "name");
  if (!of_gazebo && element.child("uri") == nullptr && element.child("name") != nullptr)
    approximated(element.start_tag,
                 concat("the material has no <uri>; it is assumed to be one of ", kMaterialScript));
}

// The model has one material of Gazebo for all visuals of a link.
void SdfReader::report_missing_scripts(const XmlElement& element, const Link& link) {
  const XmlElement* named = nullptr;
  std::vector<const XmlElement*> unnamed;
  for (const XmlElement& child : element.children) {
    if (child.local_name() != "visual") continue;
    const XmlElement* material = child.child("material");
    const XmlElement* script = material != nullptr ? material->child("script") : nullptr;
    const XmlElement* name = script != nullptr ? script->child("name") : nullptr;
    if (name == nullptr)
      unnamed.push_back(&child);
    else if (named == nullptr)
      named = name;
  }
  if (named == nullptr) return;
  for (const XmlElement* visual : unnamed)
    schema_
        .report(Rule::value_approximated, visual->start_tag,
                concat("this visual also gets the material '", trim(named->text.text),
                       "': in the model all visuals of link '", link.name, "' share one"))
        .note(named->range, "the material is here");
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
  read_shape_name(element, collision_names_, collision.name);
  std::optional<Geometry> geometry;
  std::optional<Number> density;
  TransformExpr origin;
  read_children<"collision">(element,
                             on<"density">([&](const XmlElement& part) { density = positive_density(part); }),
                             on<"pose">([&](const XmlElement& part) { origin = pose(part, nullptr); }),
                             on<"geometry">([&](const XmlElement& part) { geometry = read_geometry(part); }),
                             on<"surface">([&](const XmlElement& part) { read_surface(part, link.name); }),
                             properties_of(link.name));
  collision.origin = in_link(origin, entry);
  if (is_auto(entry.element->child("inertial")))
    solids_.push_back(auto_solid(element, geometry, collision.origin, density));
  if (!geometry) return;
  collision.geometry = *std::move(geometry);
  link.collisions.push_back(std::move(collision));
}

void SdfReader::read_surface(const XmlElement& element, std::string_view link) {
  const auto friction = [&](const XmlElement& engine) {
    read_children<"friction/ode">(engine, properties_of(link));
  };
  const auto contact = [&](const XmlElement& engine) {
    read_children<"contact/ode">(engine, properties_of(link));
  };
  read_children<"surface">(
      element,
      on<"friction">([&](const XmlElement& part) { read_children<"friction">(part, on<"ode">(friction)); }),
      on<"contact">([&](const XmlElement& part) { read_children<"contact">(part, on<"ode">(contact)); }));
}

}  // namespace romas::sdf
