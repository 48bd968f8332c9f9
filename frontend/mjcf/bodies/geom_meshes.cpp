// Shapes that name a mesh: the mesh itself, and simple shapes that are fitted to it; and what no shape names.
#include <filesystem>

#include "frontend/mesh/mesh_solid.h"
#include "frontend/mjcf/bodies/fitted_shape.h"
#include "frontend/mjcf/bodies/geom_reader.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

bool is_fitted(std::string_view type) { return fitted_shape(type, Vector3::Ones(), false, 1).has_value(); }

}  // namespace

const MeshAsset* GeomReader::find_mesh(const XmlAttribute& name, MjcfFile& file) {
  const AssetTable& assets = assets_(file);
  const MeshAsset* asset = assets.mesh(name.value.text);
  if (asset == nullptr)
    schema_
        .report(Rule::unknown_name, name.value.range,
                concat("there is no mesh ", quote(name.value.text), " in <asset>"))
        .nearest(name.value.text, assets.mesh_names());
  return asset;
}

std::optional<Shape> GeomReader::read_mesh(BodyShape& read) {
  const XmlAttribute* name = read.element.attribute("mesh");
  if (name == nullptr) {
    schema_.report(Rule::missing_attribute, read.part->element->start_tag,
                   "a shape of type mesh names no mesh");
    return std::nullopt;
  }
  read.mesh = find_mesh(*name, *read.part->file);
  if (read.mesh == nullptr) return std::nullopt;
  read.X_BM = read.X_BG;
  if (read.mesh->file.empty()) return std::nullopt;  // kept
  if (!read.mesh->X_MF.is_identity()) read.X_BG = composed(read.X_BG, plain_transform(read.mesh->X_MF));
  if (read.mesh->sheared.valid() && told_.insert(read.mesh).second)
    schema_.report(Rule::mesh_sheared, read.mesh->sheared,
                   concat("the mesh ", quote(name->value.text),
                          " is turned by refquat and then scaled unequally, which no scale along the axes of "
                          "its file can express: its mass and centre of mass are those of MuJoCo, its shape "
                          "only approximately; turn the corners in the file and remove refquat"));
  return Mesh{read.mesh->file, read.mesh->scale, read.mesh->file_range};
}

const XmlElement* GeomReader::own_asset(const Part& part, const XmlElement& element) {
  const XmlAttribute* type = element.attribute("type");
  const std::string_view kind = type == nullptr ? std::string_view() : type->value.text;
  const XmlAttribute* name = kind == "mesh" || kind == "hfield" ? element.attribute(kind) : nullptr;
  if (name == nullptr) return nullptr;
  if (kind == "mesh") {
    const MeshAsset* mesh = assets_(*part.file).mesh(name->value.text);
    return mesh == nullptr || !mesh->file.empty() ? nullptr : mesh->element;
  }
  for (const XmlElement* field : part.file->elements("asset", "hfield")) {
    const XmlAttribute* own = field->attribute("name");
    if (own != nullptr && own->value.text == name->value.text)
      return field->attribute("file") == nullptr ? field : nullptr;
  }
  return nullptr;
}

void GeomReader::fit_to_mesh(BodyShape& read, const std::string& type) {
  if (!is_fitted(type))
    schema_.report(Rule::bad_value, schema_.value_range(read.element, "mesh"),
                   concat("no ", type, " can be fitted to a mesh"));
  const Fit* fit = fit_of(*read.part, read.element, type);
  if (fit == nullptr) return;
  read.X_BG = composed(read.X_BG, plain_transform(fit->X_GP));
  read.shape = fit->shape;
}

// Null, and reported once, where there is none.
const GeomReader::Fit* GeomReader::fit_of(const Part& part, const XmlElement& element,
                                          const std::string& type) {
  if (!is_fitted(type)) return nullptr;
  const auto [known, fresh] = fits_.try_emplace(&part);
  if (fresh) known->second = new_fit(part, element, type);
  return known->second ? &*known->second : nullptr;
}

std::optional<GeomReader::Fit> GeomReader::new_fit(const Part& part, const XmlElement& element,
                                                   const std::string& type) {
  const XmlAttribute& name = *element.attribute("mesh");
  const MeshAsset* mesh = find_mesh(name, *part.file);
  if (mesh == nullptr) return std::nullopt;
  double scale = 1;
  if (element.attribute("fitscale") != nullptr)
    if (const auto said = schema_.number(element, "fitscale")) scale = said->value();
  if (!(scale > 0)) {
    schema_.report(Rule::bad_value, schema_.value_range(element, "fitscale"), "fitscale must be above 0");
    return std::nullopt;
  }
  const bool around = part.file->settings().fits_boxes_around;
  const auto box = box_of(*mesh, type, around);
  if (!box) return std::nullopt;
  schema_.report(
      Rule::value_approximated, name.value.range,
      concat("the size and place of this ", type, " are computed from the mesh ", quote(name.value.text)));
  return Fit{*fitted_shape(type, box->halves, around, scale), box->X_MP};
}

// The box that a shape is fitted to: of the moments of the mesh, or around it along the axes of these.
std::optional<FitBox> GeomReader::box_of(const MeshAsset& asset, const std::string& type, bool around) {
  const Mesh mesh{asset.file, asset.scale, asset.file_range};
  const auto body = asset.file.empty() ? asset.mass : body_of_file(asset, type);
  if (!body) return std::nullopt;
  FitBox box = inertia_box(*body);
  if (!around) return box;
  const Matrix3 R_PM = box.X_MP.R.transpose();
  const auto bounds = asset.file.empty() ? std::optional(box_around(asset.corners, R_PM))
                                         : mesh_solids_.find_box(mesh, asset.file_range, main_path_,
                                                                 R_PM * asset.stretch, type);
  if (!bounds || bounds->isEmpty()) return std::nullopt;
  box.halves = bounds->sizes() / 2;
  box.X_MP.p = box.X_MP.R * bounds->center() + asset.X_MF.p;
  return box;
}

std::optional<SpatialInertia> GeomReader::body_of_file(const MeshAsset& asset, std::string_view fitted) {
  const Mesh mesh{asset.file, asset.scale, asset.file_range};
  const auto body =
      mesh_solids_.find(mesh, asset.file_range, main_path_, asset.weighs, fitted, &asset.stretch);
  if (!body) return std::nullopt;
  return body->expressed_in({Matrix3::Identity(), asset.X_MF.p});
}

void GeomReader::take_rest(MjcfFile& file, Model& model) {
  const AssetTable& assets = assets_(file);
  for (const std::string& name : assets.material_names())
    add_material(*assets.material(name), nullptr, model);
  for (const std::string_view kind : kShapeAssets)
    for (const XmlElement* element : file.elements("asset", kind)) {
      const XmlAttribute* said = element->attribute("name");
      const XmlAttribute* path = element->attribute("file");
      if (said == nullptr && path == nullptr) continue;  // that it has no name is reported
      const std::string name = said != nullptr ? std::string(said->value.text)
                                               : std::filesystem::path(path->value.text).stem().string();
      if (referred_.contains({&file, kind, name})) continue;
      schema_.report(Rule::feature_dropped, element->start_tag,
                     concat("no shape uses <", kind, "> ", quote(name), "; it is left out"));
    }
  assets.report_textures_left_out();
}

}  // namespace romas::mjcf
