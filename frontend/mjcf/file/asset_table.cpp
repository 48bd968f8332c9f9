#include "frontend/mjcf/file/asset_table.h"

#include <cmath>
#include <filesystem>

#include <Eigen/SVD>

#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "ir/packages/relative_paths.h"
#include "support/text/text.h"

namespace romas::mjcf {

AssetTable::AssetTable(MjcfFile& file, const std::string& main_path, SchemaReader& schema)
    : file_(file), main_path_(main_path), schema_(schema) {
  for (const XmlElement* element : file.elements("asset", "mesh")) read_mesh(*element);
  for (const XmlElement* element : file.elements("asset", "texture")) read_texture(*element);
  for (const XmlElement* element : file.elements("asset", "material")) read_material(*element);
  for (const XmlElement* element : file.elements("asset", "model")) {
    schema_.check_attributes(*element, kModelAsset.row, {});
    add(models_, *element, name_of(*element), element);
  }
}

const XmlElement* AssetTable::model(std::string_view name) const {
  const auto found = models_.find(name);
  return found == models_.end() ? nullptr : found->second;
}

std::string AssetTable::name_of(const XmlElement& element) {
  if (const auto name = schema_.text(element, "name"); name && !name->empty()) return *name;
  if (const auto file = schema_.text(element, "file")) return std::filesystem::path(*file).stem().string();
  schema_.report(Rule::missing_attribute, element.start_tag,
                 concat("a <", element.name, "> needs a name, or a file that gives it one"));
  return {};
}

template <class Asset>
void AssetTable::add(Named<Asset>& to, const XmlElement& element, std::string name, Asset asset) {
  if (name.empty()) return;
  const auto [known, fresh] = to.try_emplace(name, std::move(asset));
  if (fresh) return;
  SourceRange first;
  if constexpr (std::is_same_v<Asset, const XmlElement*>)
    first = known->second->start_tag;
  else
    first = known->second.range;
  schema_
      .report(Rule::duplicate_name, element.start_tag,
              concat("<", element.name, "> '", name, "' is defined twice"))
      .note(first, "the first is here");
}

std::string AssetTable::seen_from_main(const std::string& path) const {
  return path_from(main_path_, file_.path(), path);
}

void AssetTable::read_mesh(const XmlElement& element) {
  schema_.check_attributes(element, kMesh.row, {});
  const XmlElement mesh = ClassTable::effective(element, file_.class_of(element, file_.classes().main()));
  MeshAsset asset;
  asset.range = element.start_tag;
  asset.element = &element;
  if (const XmlAttribute* name = mesh.attribute("file")) {
    asset.file = seen_from_main(file_.mesh_path(name->value.text));
    asset.file_range = name->value.range;
  }
  if (mesh.attribute("scale") != nullptr) asset.scale = schema_.vector3(mesh, "scale");
  const auto vector = [&](std::string_view name) {
    const auto said = schema_.vector3(mesh, name).value_or(Number3{});
    return Vector3(said[0].value(), said[1].value(), said[2].value());
  };
  Vector3 scale = Vector3::Ones();
  if (asset.scale) scale = vector("scale");
  Matrix3 R_FM = Matrix3::Identity();
  if (const auto q = schema_.vector4(mesh, "refquat"))
    R_FM = rotation_from_quaternion((*q)[1].value(), (*q)[2].value(), (*q)[3].value(), (*q)[0].value());
  // A quarter turn is exact, although its quaternion is not.
  constexpr double kDust = 1e-15;
  for (double& entry : R_FM.reshaped())
    if (std::abs(entry - std::round(entry)) < kDust) entry = std::round(entry);
  place_shape(mesh, R_FM, scale, asset);
  if (mesh.attribute("refpos") != nullptr) asset.X_MF.p = -(asset.stretch * vector("refpos"));
  asset.weighs = mass_of(mesh);
  if (asset.file.empty() && mesh.attribute("vertex") != nullptr) read_corners(mesh, asset);
  add(meshes_, element, name_of(element), std::move(asset));
}

// A shape of the Model is a file that is scaled along its axes and then turned: stretch = R_MF diag(scale).
// The columns of `stretch` must be orthogonal for that. If they are not, the file's axes keep their
// lengths and come as near to the columns as a rotation does.
void AssetTable::place_shape(const XmlElement& mesh, const Matrix3& R_FM, const Vector3& scale,
                             MeshAsset& asset) {
  constexpr double kRight = 1e-12;  // cosine of the angle between two columns
  asset.stretch = scale.asDiagonal() * R_FM.transpose();
  const bool is_turned = R_FM != Matrix3::Identity();
  if (!is_turned || (scale.array() == scale.x()).all() || (scale.array() == 0).any()) {
    asset.X_MF.R = R_FM.transpose();
  } else {
    Vector3 lengths = asset.stretch.colwise().norm().transpose();
    for (double& length : lengths)
      for (const Number& said : *asset.scale)
        if (const double size = std::abs(said.value()); std::abs(length - size) < kRight * size)
          length = size;
    if (scale.prod() < 0) lengths = -lengths;
    const Matrix3 axes = asset.stretch * lengths.cwiseInverse().asDiagonal();
    asset.X_MF.R = axes;
    if (!(axes.transpose() * axes).isIdentity(kRight)) {
      const Eigen::JacobiSVD<Matrix3> svd(axes, Eigen::ComputeFullU | Eigen::ComputeFullV);
      asset.X_MF.R = svd.matrixU() * svd.matrixV().transpose();
      asset.sheared = schema_.value_range(mesh, "refquat");
    }
    asset.scale = Number3{Number(lengths.x()), Number(lengths.y()), Number(lengths.z())};
  }
}

void AssetTable::read_texture(const XmlElement& element) {
  schema_.check_attributes(element, kTexture.row, {});
  TextureAsset asset{element.start_tag, {}, element.attribute("builtin") != nullptr};
  if (const auto file = schema_.text(element, "file")) asset.file = seen_from_main(file_.texture_path(*file));
  const auto name = schema_.text(element, "name");
  const auto type = schema_.text(element, "type");
  if ((!name || name->empty()) && asset.file.empty()) {
    // A sky has no name: nothing refers to it.
    if (!type || *type != "skybox") name_of(element);
    if (!asset.is_drawn) nameless_textures_.push_back(asset.range);
    return;
  }
  add(textures_, element, name_of(element), std::move(asset));
}

void AssetTable::read_material(const XmlElement& element) {
  schema_.check_attributes(element, kMaterial.row, {});
  XmlElement material = ClassTable::effective(element, file_.class_of(element, file_.classes().main()));
  MaterialAsset asset;
  asset.range = element.start_tag;
  asset.name = name_of(element);
  if (material.attribute("rgba") != nullptr)
    if (const auto rgba = schema_.vector4(material, "rgba"))
      asset.color = Color{*rgba, schema_.value_range(material, "rgba")};
  std::optional<std::string> texture = schema_.text(material, "texture");
  // MuJoCo 3 gives a material textures by their role.
  for (const XmlElement& layer : element.children) {
    const XmlAttribute* role = layer.attribute("role");
    if (layer.name == "layer" && role != nullptr && role->value.text == "rgb")
      texture = schema_.text(layer, "texture");
  }
  if (texture) {
    const TextureAsset* known = find(textures_, *texture);
    if (known == nullptr)
      schema_
          .report(Rule::unknown_name, schema_.value_range(material, "texture"),
                  concat("there is no texture ", quote(*texture)))
          .nearest(*texture, names(textures_));
    else if (!known->file.empty())
      asset.texture = Texture{known->file, known->range};
    else if (known->is_drawn)
      asset.drawn_by = *texture;
    used_textures_.insert(*texture);
  }
  if (!asset.color) asset.color = Color{{Number(1), Number(1), Number(1), Number(1)}, element.start_tag};
  asset.element = std::move(material);
  std::string name = asset.name;
  add(materials_, element, std::move(name), std::move(asset));
}

void AssetTable::report_textures_left_out() const {
  for (const SourceRange& range : nameless_textures_)
    schema_.report(Rule::feature_dropped, range, "a texture of several files is left out");
  for (const auto& [name, texture] : textures_) {
    if (texture.file.empty() && !texture.is_drawn)
      schema_.report(Rule::feature_dropped, texture.range,
                     concat("the texture ", quote(name), " consists of several files and is left out"));
    else if (!texture.file.empty() && !used_textures_.contains(name))
      schema_.report(Rule::feature_dropped, texture.range,
                     concat("no material uses the texture ", quote(name), "; it is left out"));
  }
}

}  // namespace romas::mjcf
