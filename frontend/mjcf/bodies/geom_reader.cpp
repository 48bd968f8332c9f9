#include "frontend/mjcf/bodies/geom_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "frontend/mjcf/file/kept_elements.h"
#include "frontend/mjcf/file/mjcf_pose.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

int whole_or(SchemaReader& schema, const XmlElement& element, std::string_view name, int otherwise) {
  if (element.attribute(name) == nullptr) return otherwise;
  const auto said = schema.number(element, name);
  return said && std::abs(said->value()) < 1e9 ? static_cast<int>(said->value()) : otherwise;
}

std::optional<std::string> name_of(const BodyShape& read) {
  const XmlAttribute* name = read.part->element->attribute("name");
  if (name == nullptr || name->value.text.empty()) return std::nullopt;
  return Affix::apply(read.part->affix, name->value.text);
}

// The groups in which the target MJCF writes shapes that are only seen, or only touch. Others are in group 0.
constexpr int kGroupOfVisuals = 2, kGroupOfCollisions = 3;

constexpr double kUsualFriction = 1;  // where nothing says another one

bool names_mesh(const XmlElement& element) { return element.attribute("mesh") != nullptr; }

// Twice a half size; digits stay where nothing is to be computed.
Number doubled(const Number& half) { return Number(2 * half.value()); }

}  // namespace

std::vector<BodyShape> GeomReader::shapes(const BodyNode& node) {
  std::vector<BodyShape> result;
  for (const Part& part : node.geoms) {
    schema_.check_attributes(*part.element, kGeom.row, {});
    BodyShape read;
    read.part = &part;
    read.element =
        ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class));
    for (const std::string_view kind : kShapeAssets)
      if (const XmlAttribute* name = read.element.attribute(kind))
        referred_.emplace(part.file, kind, name->value.text);
    const std::string type = schema_.word(read.element, kGeom.row, "type").value_or("sphere");
    read.X_BG = composed(part.X_BF, read_pose(read.element, part.file->settings(), schema_));
    if (names_mesh(read.element) && read.element.attribute("fromto") != nullptr) {
      schema_.report(Rule::bad_value, schema_.value_range(read.element, "fromto"),
                     "a shape with a mesh cannot have fromto");
    } else if (names_mesh(read.element) && type != "mesh" && type != "sdf") {
      fit_to_mesh(read, type);
    } else if (type == "mesh") {
      read.shape = read_mesh(read);
    } else if (type == "plane") {
      continue;  // kept
    } else if (type == "hfield" || type == "sdf") {
      if (own_asset(part, read.element) != nullptr) continue;  // kept
      schema_.report(Rule::feature_dropped, part.element->start_tag,
                     concat("a shape of type ", type, " is left out"));
    } else {
      const auto between = read_from_to(read.element, schema_);
      if (between) read.X_BG = composed(part.X_BF, plain_transform(between->X));
      if (between || read.element.attribute("fromto") == nullptr)
        read.shape = read_shape(read, type, between);
    }
    result.push_back(std::move(read));
  }
  return result;
}

std::optional<std::vector<Number>> GeomReader::sizes(const BodyShape& read, std::string_view type,
                                                     std::size_t count) {
  const SourceRange place = read.element.attribute("size") == nullptr
                                ? read.part->element->start_tag
                                : schema_.value_range(read.element, "size");
  std::vector<Number> said;
  if (read.element.attribute("size") != nullptr) said = schema_.numbers(read.element, "size");
  if (said.size() >= count) return said;
  if (schema_.diagnostics().in_doubt(place)) return std::nullopt;  // one of them is no number
  schema_.report(Rule::wrong_count, place,
                 concat(type == "ellipsoid" ? "an " : "a ", type, " needs ", count,
                        count == 1 ? " size" : " sizes", ", but this one has ", said.size()));
  return std::nullopt;
}

std::optional<Shape> GeomReader::read_shape(const BodyShape& read, std::string_view type,
                                            const std::optional<FromTo>& between) {
  const auto size = sizes(read, type,
                          type == "sphere" || between            ? 1
                          : type == "box" || type == "ellipsoid" ? 3
                                                                 : 2);
  if (!size) return std::nullopt;
  const std::vector<Number>& s = *size;
  if (type == "sphere") return Sphere{s[0]};
  if (type == "capsule") return Capsule{s[0], between ? Number(2 * between->half_length) : doubled(s[1])};
  if (type == "cylinder") return Cylinder{s[0], between ? Number(2 * between->half_length) : doubled(s[1])};
  const Number3 halves =
      between ? Number3{s[0], s[0], Number(between->half_length)} : Number3{s[0], s[1], s[2]};
  if (type == "ellipsoid") return Ellipsoid{halves};
  return Box{{doubled(halves[0]), doubled(halves[1]), doubled(halves[2])}};
}

const MaterialAsset* GeomReader::find_material(const XmlAttribute& name, MjcfFile& file) {
  return assets_(file).material(name.value.text);
}

std::string GeomReader::add_material(const MaterialAsset& asset, const Affix* affix, Model& model) {
  std::string name = Affix::apply_to_asset(affix, asset.name);
  if (!materials_.emplace(&asset, name).second) return name;
  Material material;
  material.name = name;
  material.range = material.name_range = asset.range;
  material.color = *asset.color;
  if (asset.texture) material.texture = *asset.texture;
  const Place place{EntityKind::material, Slot::self, 0, static_cast<std::uint32_t>(model.materials.size()),
                    0};
  model.materials.push_back(std::move(material));
  keep_attributes(asset.element, kMaterial, place, model);
  if (asset.drawn_by)
    keep_attribute("texture", Affix::apply_to_asset(affix, *asset.drawn_by), asset.range, place, model);
  return name;
}

void GeomReader::use_material(const XmlElement& element, MjcfFile& file, const Affix* affix, Model& model) {
  if (const XmlAttribute* name = element.attribute("material"))
    if (const MaterialAsset* asset = find_material(*name, file)) add_material(*asset, affix, model);
}

// A shape's own colour counts, unless it is MuJoCo's default, and that of the material does not.
std::optional<MaterialUse> GeomReader::material(const BodyShape& read, Model& model) {
  MaterialUse use;
  use.range = read.part->element->start_tag;
  const XmlAttribute* name = read.element.attribute("material");
  const MaterialAsset* asset = name == nullptr ? nullptr : find_material(*name, *read.part->file);
  const auto rgba =
      read.element.attribute("rgba") == nullptr ? std::nullopt : schema_.vector4(read.element, "rgba");
  const auto is = [&](const Number4& other) {
    return std::ranges::equal(*rgba, other, {}, &Number::value, &Number::value);
  };
  const bool own = rgba && !is({Number(0.5), Number(0.5), Number(0.5), Number(1)});
  if (asset == nullptr) {
    if (!rgba) return std::nullopt;
    use.color = Color{*rgba, schema_.value_range(read.element, "rgba")};
  } else if (own && !is(asset->color->rgba)) {
    use.color = Color{*rgba, schema_.value_range(read.element, "rgba")};
    if (asset->texture) use.texture = *asset->texture;
    schema_.report(Rule::value_approximated, schema_.value_range(read.element, "rgba"),
                   concat("this shape keeps its own colour, and takes from its material '", asset->name,
                          asset->texture ? "' only the texture" : "' nothing"));
  } else {
    use.name = add_material(*asset, read.part->affix, model);
    use.name_range = name->value.range;
  }
  return use;
}

// `group`: the one that the shape has without saying it when MJCF is written.
void GeomReader::keep(const BodyShape& read, const Place& place, int group, Model& model) {
  keep_attributes(read.element, kGeom, place, model);
  const auto keep_other = [&](std::string_view name, int usual, int written) {
    const int value = whole_or(schema_, read.element, name, usual);
    if (value == written) return;
    const SourceRange range = read.element.attribute(name) == nullptr
                                  ? read.part->element->start_tag
                                  : schema_.value_range(read.element, name);
    keep_attribute(name, concat(value), range, place, model);
  };
  keep_other("group", 0, group);
  if (place.slot == Slot::visual) return;
  keep_other("contype", 1, 1);
  keep_other("conaffinity", 1, 1);
}

// The colour and the material of a shape that touches and is not shown: the Model has those of visuals.
void GeomReader::keep_looks(const BodyShape& read, const Place& place, Model& model) {
  if (const XmlAttribute* rgba = read.element.attribute("rgba"))
    keep_attribute("rgba", std::string(rgba->value.text), rgba->range, place, model);
  const XmlAttribute* name = read.element.attribute("material");
  const MaterialAsset* asset = name == nullptr ? nullptr : find_material(*name, *read.part->file);
  if (asset != nullptr)
    keep_attribute("material", add_material(*asset, read.part->affix, model), name->range, place, model);
}

// Sliding friction is a property of the link in the Model, that of the first shape which says another one
// than MuJoCo's own. Other numbers of a shape are kept (keep_friction).
std::optional<double> GeomReader::read_friction(const std::string& link, const std::vector<BodyShape>& shapes,
                                                Model& model) {
  std::optional<Number> common;
  SourceRange range;
  for (const BodyShape& read : shapes) {
    if (!read.shape || !touches(read) || read.element.attribute("friction") == nullptr) continue;
    const std::vector<Number> said = schema_.numbers(read.element, "friction");
    if (said.empty()) continue;
    const bool usual = said.front().value() == kUsualFriction;
    if (common && (usual || common->value() != kUsualFriction)) continue;
    range = schema_.value_range(read.element, "friction");
    common = said.front();
  }
  if (!common) return std::nullopt;
  Gazebo gazebo;
  gazebo.reference = link;
  gazebo.range = range;
  for (const GazeboProperty property : {GazeboProperty::mu1, GazeboProperty::mu2}) {
    GazeboValue& value = gazebo.values.emplace_back();
    value.property = property;
    value.value = *common;
    value.range = range;
  }
  model.gazebos.push_back(std::move(gazebo));
  return common->value();
}

// Sliding, torsional and rolling friction, where the target MJCF would not write them from that of the link.
void GeomReader::keep_friction(const BodyShape& read, double of_link, const Place& place, Model& model) {
  std::array<double, 3> own = {kUsualFriction, 0.005, 0.0001};
  const std::array<double, 3> written = {of_link, own[1], own[2]};
  std::string text = "1 0.005 0.0001";
  SourceRange range = read.part->element->start_tag;
  if (const XmlAttribute* friction = read.element.attribute("friction")) {
    const std::vector<Number> said = schema_.numbers(read.element, "friction");
    for (std::size_t i = 0; i < std::min(said.size(), own.size()); ++i) own[i] = said[i].value();
    text = friction->value.text;
    range = friction->value.range;
  }
  if (own != written) keep_attribute("friction", std::move(text), range, place, model);
}

bool GeomReader::touches(const BodyShape& read) {
  return whole_or(schema_, read.element, "contype", 1) != 0 ||
         whole_or(schema_, read.element, "conaffinity", 1) != 0 || is_paired(read);
}

// Whether its file lets it touch one other shape that the Model has, whatever the masks say.
bool GeomReader::is_paired(const BodyShape& read) {
  const auto [known, fresh] = paired_.try_emplace(read.part->file);
  if (fresh)
    for (const XmlElement* pair : read.part->file->elements("contact", "pair")) {
      const XmlAttribute* first = pair->attribute("geom1");
      const XmlAttribute* second = pair->attribute("geom2");
      if (first == nullptr || second == nullptr) continue;
      known->second.emplace(first->value.text, second->value.text);
      known->second.emplace(second->value.text, first->value.text);
    }
  const XmlAttribute* name = read.part->element->attribute("name");
  if (name == nullptr) return false;
  const auto [begin, end] = known->second.equal_range(name->value.text);
  return std::any_of(begin, end, [&](const auto& pair) {
    return !left_out_.contains(Affix::apply(read.part->affix, pair.second));
  });
}

void GeomReader::note_left_out(const Part& geom, GeomNames& names) {
  const XmlAttribute* name = geom.element->attribute("name");
  if (name == nullptr) return;
  const XmlElement read =
      ClassTable::effective(*geom.element, geom.file->class_of(*geom.element, *geom.nearest_class));
  const XmlAttribute* type = read.attribute("type");
  const XmlAttribute* mesh = read.attribute("mesh");
  const std::string kind(type == nullptr ? std::string_view("sphere") : type->value.text);
  const bool has_shape = kind == "sdf"                       ? false
                         : kind == "hfield"                  ? own_asset(geom, read) != nullptr
                         : kind != "mesh" && mesh != nullptr ? fit_of(geom, read, kind) != nullptr
                                                             : true;
  if (!has_shape) names.insert(Affix::apply(geom.affix, name->value.text));
}

// Shapes that touch nothing are seen; those that touch are seen in the groups that MuJoCo's viewer shows.
void GeomReader::add_to(Link& link, std::size_t index, const std::vector<BodyShape>& shapes,
                        const TransformExpr& X_LB, Model& model) {
  constexpr int kLastShownGroup = 2;
  const std::optional<double> friction = read_friction(link.name, shapes, model);
  const auto owner = static_cast<std::uint32_t>(index);
  for (const BodyShape& read : shapes) {
    if (!read.shape) continue;
    const bool solid = touches(read);
    const bool seen = !solid || whole_or(schema_, read.element, "group", 0) <= kLastShownGroup;
    const TransformExpr X_LG = composed(X_LB, read.X_BG);
    if (seen) add_visual(link, read, X_LG, model);
    if (!solid) {
      keep(read,
           {EntityKind::link, Slot::visual, 0, owner, static_cast<std::uint32_t>(link.visuals.size() - 1)},
           kGroupOfVisuals, model);
      continue;
    }
    Collision collision;
    collision.name = name_of(read);
    collision.origin = X_LG;
    collision.geometry = {*read.shape, read.part->element->range};
    collision.range = read.part->element->range;
    link.collisions.push_back(std::move(collision));
    const Place place{EntityKind::link, Slot::collision, 0, owner,
                      static_cast<std::uint32_t>(link.collisions.size() - 1)};
    keep(read, place, seen ? 0 : kGroupOfCollisions, model);
    if (!seen) keep_looks(read, place, model);
    if (friction) keep_friction(read, *friction, place, model);
  }
}

void GeomReader::add_visual(Link& link, const BodyShape& read, const TransformExpr& X_LG, Model& model) {
  Visual visual;
  visual.name = name_of(read);
  visual.origin = X_LG;
  visual.geometry = {*read.shape, read.part->element->range};
  visual.range = read.part->element->range;
  if (auto use = material(read, model)) visual.material = std::move(*use);
  link.visuals.push_back(std::move(visual));
}

}  // namespace romas::mjcf
