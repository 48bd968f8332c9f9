// Links of SDF: masses, shapes, materials, and properties for simulators.
#include <map>
#include <unordered_map>

#include "frontend/sdf/auto_inertia.h"
#include "frontend/sdf/model_reading.h"
#include "ir/model/link_fields.h"

namespace romas::sdf {

namespace {

// Reads one link after another. Their materials are shared by all of a model.
class LinkReader {
 public:
  explicit LinkReader(const ModelReading& reading)
      : elements_(reading.elements),
        gazebo_(reading.gazebo),
        frames_(reading.frames),
        model_(reading.model),
        auto_(reading.context, elements_) {}

  void read_link(const LinkEntry& entry) {
    const XmlElement& element = *entry.element;
    Link link;
    link.name = frames_.graph().node(entry.node).name;
    link.range = element.range;
    link.name_range = frames_.graph().node(entry.node).range;
    schema_.set_subject("link", link.name);
    gazebo_.note_prefixes(element);
    const XmlElement* inertial_element = nullptr;
    auto_.begin_link();
    visual_names_.clear();
    collision_names_.clear();
    elements_.read_children<"link">(
        element, kept([&](const XmlElement& part) { gazebo_.keep(part, link.name, &entry.frame); }),
        elsewhere<"pose">(), on<"inertial">([&](const XmlElement& part) {
          inertial_element = &part;
          read_inertial(part, entry, link);
        }),
        on<"visual">([&](const XmlElement& part) { read_visual(part, entry, link); }),
        on<"collision">([&](const XmlElement& part) { read_collision(part, entry, link); }),
        on<"velocity_decay">([&](const XmlElement& part) { read_velocity_decay(part, link); }),
        gazebo_.properties_of(link.name));
    report_missing_scripts(element, link);
    auto_.report_unused_densities(element);
    if (AutoInertia::is_auto(inertial_element)) auto_.read(*inertial_element, link);
    if (inertial_element == nullptr) {
      // SDF's default: a body of 1 kg, 1 kg m² about every axis, at the link's origin.
      Inertial inertial;
      inertial.origin = entry.frame.in_link({});
      inertial.mass = Number(1);
      inertial.inertia = {Number(1), Number(0), Number(0),        Number(1),
                          Number(0), Number(1), element.start_tag};
      inertial.range = inertial.mass_range = element.start_tag;
      link.inertial = std::move(inertial);
      elements_.approximated(
          element.start_tag,
          concat("link '", link.name, "' has no <inertial>; SDF gives it 1 kg and 1 kg m² about every axis"));
    }
    model_.links.push_back(std::move(link));
  }

 private:
  using ShapeNames = std::unordered_map<std::string, SourceRange>;

  // URDF has one damping factor for linear and angular velocity.
  void read_velocity_decay(const XmlElement& element, const Link& link) {
    const XmlElement* linear = nullptr;
    const XmlElement* angular = nullptr;
    elements_.read_children<"velocity_decay">(
        element, on<"linear">([&](const XmlElement& part) { linear = &part; }),
        on<"angular">([&](const XmlElement& part) { angular = &part; }));
    const XmlElement* one = linear != nullptr ? linear : angular;
    if (one != nullptr) gazebo_.set_property(link.name, GazeboProperty::damping_factor, *one);
    if (linear != nullptr && angular != nullptr && linear->text.text != angular->text.text)
      elements_.lost(
          angular->range,
          concat("link '", link.name,
                 "' has different decays of linear and angular velocity; the model keeps the linear one"));
  }

  void read_inertial(const XmlElement& element, const LinkEntry& entry, Link& link) {
    Inertial inertial;
    inertial.range = element.range;
    inertial.mass = Number(1);
    InertiaTensor& tensor = inertial.inertia;
    tensor = {Number(1), Number(0), Number(0), Number(1), Number(0), Number(1), element.start_tag};
    TransformExpr origin;
    const bool computed = AutoInertia::is_auto(&element);
    const auto unused = [&](const XmlElement& part) {
      if (computed)
        elements_.lost(part.range,
                       concat("<", part.name, "> of link '", link.name,
                              "' is ignored: auto=\"true\" computes it from the <collision> elements"));
      return computed;
    };
    elements_.read_children<"inertial">(
        element, elsewhere<"density">(), on<"pose">([&](const XmlElement& part) {
          if (unused(part)) return;
          origin = elements_.pose(part, nullptr);
          inertial.origin_range = part.range;
        }),
        on<"mass">([&](const XmlElement& part) {
          elements_.read_value(part, inertial.mass);
          inertial.mass_range = part.text.range;
        }),
        on<"inertia">([&](const XmlElement& part) {
          if (unused(part)) return;
          tensor.range = part.range;
          elements_.read_children<"inertia">(part, elements_.fields_of(tensor));
        }));
    if (computed) return;  // auto_.read() does it when the shapes are known
    // SDF writes a link without inertial as a body of zero mass.
    if (inertial.mass == Number(0) && tensor.matrix().isZero(0)) return;
    inertial.origin = entry.frame.in_link(origin);
    link.inertial = std::move(inertial);
  }

  // The first shape counts.
  std::optional<Geometry> read_geometry(const XmlElement& element) {
    std::optional<Geometry> geometry;
    bool found = false;
    const auto first = [&](auto read_kind) {
      return [&, read_kind](const XmlElement& part) {
        if (std::exchange(found, true)) return;
        if (auto shape = (this->*read_kind)(part)) geometry = Geometry{*std::move(shape), part.range};
      };
    };
    elements_.read_children<"geometry">(
        element, on<"box">(first(&LinkReader::read_shape<"box", Box>)),
        on<"sphere">(first(&LinkReader::read_shape<"sphere", Sphere>)),
        on<"cylinder">(first(&LinkReader::read_shape<"cylinder", Cylinder>)),
        on<"capsule">(first(&LinkReader::read_shape<"capsule", Capsule>)),
        on<"ellipsoid">(first(&LinkReader::read_shape<"ellipsoid", Ellipsoid>)),
        on<"mesh">(first(&LinkReader::read_mesh)));
    return geometry;
  }

  // A shape whose fields are all required children.
  template <Name kPlace, class Kind>
  std::optional<Shape> read_shape(const XmlElement& element) {
    Kind shape;
    bool complete = true;
    elements_.read_children<kPlace>(element, on_fields(shape, [&](const XmlElement& part, auto& value) {
                                      complete = elements_.read_value(part, value) && complete;
                                    }));
    for_each_field<Kind>(
        [&](const auto& field) { complete = elements_.require(element, field.name) && complete; });
    return complete ? std::optional<Shape>(shape) : std::nullopt;
  }

  std::optional<Shape> read_mesh(const XmlElement& element) {
    Mesh mesh;
    elements_.read_children<"mesh">(
        element, on<"uri">([&](const XmlElement& uri) {
          mesh.filename = elements_.path_from_main(uri.text);
          mesh.filename_range = uri.text.range;
        }),
        on<"scale">([&](const XmlElement& scale) { mesh.scale = elements_.vector3(scale); }));
    return elements_.require_text(element, "uri") ? std::optional<Shape>(std::move(mesh)) : std::nullopt;
  }

  // SDF wants a name for every shape, once among those of a kind in the link.
  void read_shape_name(const XmlElement& element, ShapeNames& taken, std::optional<std::string>& name) {
    if (!elements_.require_attribute(element, "name")) return;
    name = attribute_text(element, "name");
    const auto [first, fresh] = taken.emplace(*name, element.range);
    if (!fresh)
      schema_
          .report(Rule::duplicate_name, element.attribute("name")->value.range,
                  concat(element.name, " ", quote(*name),
                         " is defined twice in this link; give one of them another name"))
          .note(first->second, "the first is here");
  }

  void read_visual(const XmlElement& element, const LinkEntry& entry, Link& link) {
    Visual visual;
    visual.range = element.range;
    read_shape_name(element, visual_names_, visual.name);
    std::optional<Geometry> geometry;
    const XmlElement* material = nullptr;
    std::optional<Number> transparency;
    TransformExpr origin;
    elements_.read_children<"visual">(
        element, on<"pose">([&](const XmlElement& part) { origin = elements_.pose(part, nullptr); }),
        on<"geometry">([&](const XmlElement& part) { geometry = read_geometry(part); }),
        on<"material">([&](const XmlElement& part) { material = &part; }),
        on<"transparency">([&](const XmlElement& part) { transparency = elements_.number(part); }),
        gazebo_.properties_of(link.name));
    if (!geometry) return;
    visual.origin = entry.frame.in_link(origin);
    visual.geometry = *std::move(geometry);
    if (material != nullptr) read_material(*material, link, visual, transparency);
    link.visuals.push_back(std::move(visual));
  }

  // URDF's material is a colour or a texture with a name; equal ones share it.
  void read_material(const XmlElement& element, const Link& link, Visual& visual,
                     std::optional<Number> transparency) {
    std::optional<Color> diffuse, ambient;
    std::optional<Texture> texture;
    const auto albedo_map = [&](const XmlElement& map) {
      texture = Texture{elements_.path_from_main(map.text), map.text.range};
    };
    const auto workflow = [&](const XmlElement& metal) {
      elements_.read_children<"metal">(metal, on<"albedo_map">(albedo_map));
    };
    elements_.read_children<"material">(
        element, on<"diffuse">([&](const XmlElement& part) { diffuse = elements_.color(part); }),
        on<"ambient">([&](const XmlElement& part) { ambient = elements_.color(part); }),
        on<"script">([&](const XmlElement& part) { read_script(part, link); }),
        on<"pbr">(
            [&](const XmlElement& part) { elements_.read_children<"pbr">(part, on<"metal">(workflow)); }));
    if (ambient && ambient != diffuse)
      elements_.approximated(
          ambient->range, diffuse ? "the ambient colour is left out: a material has one colour in the model"
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
  void read_script(const XmlElement& element, const Link& link) {
    bool of_gazebo = false;
    elements_.read_children<"script">(
        element, on<"uri">([&](const XmlElement& uri) {
          const std::string_view text = trim(uri.text.text);
          of_gazebo = of_gazebo || text == kMaterialScript;
          if (text != kMaterialScript)
            elements_.lost(uri.range,
                           concat("the script '", text,
                                  "' is left out: the model knows only the materials of ", kMaterialScript));
        }),
        gazebo_.properties_of(link.name));
    elements_.require_text(element, "name");
    if (!of_gazebo && element.child("uri") == nullptr && element.child("name") != nullptr)
      elements_.approximated(
          element.start_tag,
          concat("the material has no <uri>; it is assumed to be one of ", kMaterialScript));
  }

  // The model has one material of Gazebo for all visuals of a link.
  void report_missing_scripts(const XmlElement& element, const Link& link) {
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

  std::string name_material(const std::optional<Color>& color, const std::optional<Texture>& texture,
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

  void read_collision(const XmlElement& element, const LinkEntry& entry, Link& link) {
    Collision collision;
    collision.range = element.range;
    read_shape_name(element, collision_names_, collision.name);
    std::optional<Geometry> geometry;
    std::optional<Number> density;
    TransformExpr origin;
    elements_.read_children<"collision">(
        element, on<"density">([&](const XmlElement& part) { density = auto_.positive_density(part); }),
        on<"pose">([&](const XmlElement& part) { origin = elements_.pose(part, nullptr); }),
        on<"geometry">([&](const XmlElement& part) { geometry = read_geometry(part); }),
        on<"surface">([&](const XmlElement& part) { read_surface(part, link.name); }),
        gazebo_.properties_of(link.name));
    collision.origin = entry.frame.in_link(origin);
    if (AutoInertia::is_auto(entry.element->child("inertial")))
      auto_.add(element, geometry, collision.origin, density);
    if (!geometry) return;
    collision.geometry = *std::move(geometry);
    link.collisions.push_back(std::move(collision));
  }

  void read_surface(const XmlElement& element, std::string_view link) {
    const auto friction = [&](const XmlElement& engine) {
      elements_.read_children<"friction/ode">(engine, gazebo_.properties_of(link));
    };
    const auto contact = [&](const XmlElement& engine) {
      elements_.read_children<"contact/ode">(engine, gazebo_.properties_of(link));
    };
    elements_.read_children<"surface">(element, on<"friction">([&](const XmlElement& part) {
                                         elements_.read_children<"friction">(part, on<"ode">(friction));
                                       }),
                                       on<"contact">([&](const XmlElement& part) {
                                         elements_.read_children<"contact">(part, on<"ode">(contact));
                                       }));
  }

  Elements& elements_;
  SchemaReader& schema_ = elements_.schema();
  GazeboContent& gazebo_;
  Frames& frames_;
  Model& model_;
  AutoInertia auto_;
  std::map<std::string, std::string, std::less<>> material_names_;  // by colour and texture
  ShapeNames visual_names_, collision_names_;                       // of the link that is read
};

}  // namespace

void read_links(const ModelReading& reading) {
  LinkReader reader(reading);
  for (const LinkEntry& link : reading.frames.links()) reader.read_link(link);
}

}  // namespace romas::sdf
