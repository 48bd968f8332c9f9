// <asset>: mesh files, materials and textures, each named once.
#include <algorithm>
#include <filesystem>

#include "backends/mjcf/mjcf_document.h"
#include "ir/model/entity.h"
#include "ir/packages/file_names.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// The folder into which --copy-meshes gathers files of packages: MuJoCo looks up no packages.
constexpr std::string_view kGathered = "meshes/";

std::string extension_of(std::string_view file) {
  return to_lower(std::filesystem::path(file).extension().string());
}

std::string stem_of(std::string_view file) {
  const std::string stem = std::filesystem::path(file).stem().string();
  return stem.empty() ? "asset" : stem;
}

// The path as MuJoCo opens it: relative to the output, or absolute.
std::string plain_path(std::string_view written, const TargetOptions& options) {
  std::string path = rebase_path(written, options);
  const std::size_t scheme = path.find("://");
  if (scheme == std::string::npos) return path;
  if (path.starts_with("file://")) return path.substr(scheme + 3);
  const std::string in_packages = concat(kGathered, path.substr(scheme + 3));
  return std::filesystem::path(in_packages).lexically_normal().generic_string();
}

bool names_a_package(std::string_view written, const TargetOptions& options) {
  return !options.gathered.contains(written) && written.find("://") != std::string_view::npos &&
         !written.starts_with("file://");
}

std::string scale_text(const Mesh& mesh) {
  const bool scaled = mesh.scale && std::any_of(mesh.scale->begin(), mesh.scale->end(),
                                                [](const Number& factor) { return factor.value() != 1; });
  return scaled ? number_list_text(*mesh.scale) : std::string();
}

std::string not_in_package(std::string_view what, std::string_view written, std::string_view file) {
  return concat("MuJoCo does not look up packages, and the ", what, " '", written,
                "' was not found: it is written as ", what, " '", file,
                "', which you have to put there; or name the folder above its package with --package-path");
}

std::string color_text(const Color* color) {
  return color == nullptr ? std::string() : number_list_text(color->rgba);
}

// The key of a material that is known by its look. No name has a line break.
std::string key_of_look(const Color* color, std::string_view texture) {
  return concat("\n", texture, color_text(color));
}

// A file of a folder as it is called there. Slashes that stand twice separate no more than one does.
std::string below(const std::string& folder, const std::string& file) {
  return std::filesystem::path(file).lexically_relative(folder).generic_string();
}

}  // namespace

// Meshes that are kept have their names already.
void Assets::reserve_kept_names() {
  for (const Extension& extension : document_.model.extensions) {
    if (extension.name != "mesh" || extension.tree == nullptr || !is_kept(document_, extension)) continue;
    for (const auto& [name, value] : extension.tree->attributes)
      if (name == "name") document_.names.meshes.take(value);
  }
}

void Assets::collect() {
  reserve_kept_names();
  for (std::uint32_t i = 0; i < document_.model.materials.size(); ++i) {
    const Material& material = document_.model.materials[i];
    collect_material(material.name, material.color ? &*material.color : nullptr,
                     material.texture ? &*material.texture : nullptr, material.range);
    if (const auto known = materials_.find(material.name); known != materials_.end())
      known->second.of_model = i;
  }
  for (const Link& link : document_.model.links) {
    for (const Visual& visual : link.visuals) {
      if (const auto* mesh = std::get_if<Mesh>(&visual.geometry.shape))
        collect_mesh(*mesh, false, visual.geometry.range, link);
      if (!visual.material) continue;
      const MaterialUse& use = *visual.material;
      if (use.color || use.texture)
        collect_material(use.name.value_or(std::string()), use.color ? &*use.color : nullptr,
                         use.texture ? &*use.texture : nullptr, use.range);
    }
    for (const Collision& collision : link.collisions)
      if (const auto* mesh = std::get_if<Mesh>(&collision.geometry.shape))
        collect_mesh(*mesh, true, collision.geometry.range, link);
  }
}

void Assets::collect_mesh(const Mesh& mesh, bool collides, SourceRange range, const Link& link) {
  const auto [entry, is_new] = meshes_.try_emplace({mesh.filename, scale_text(mesh)});
  const TargetOptions& options = document_.context.options;
  std::string file = plain_path(mesh.filename, options);
  if (!is_mesh_of_mujoco(file)) {
    const std::string extension = extension_of(file);
    const MeshFormat format = mesh_format_of(options);
    if (format == MeshFormat::keep || options.unconverted.contains(mesh.filename))
      return unreadable_mesh(mesh, extension, collides, range, link);
    file = plain_path(with_ending(mesh.filename, format == MeshFormat::obj ? ".obj" : ".stl"), options);
    if (is_new)
      document_.rewritten(range, concat("MuJoCo does not read ", extension, " files: the mesh '",
                                        mesh.filename, "' is written as mesh '", file, "'"));
  } else if (is_new && names_a_package(mesh.filename, options)) {
    document_.rewritten(range, not_in_package("mesh", mesh.filename, file));
    all_found_ = false;
  }
  if (!is_new) return;
  declare_move(mesh.filename, file);
  entry->second = MeshAsset{document_.names.meshes.take(stem_of(file)), std::move(file), scale_text(mesh),
                            document_.version == Version::v3 && options.surfaces.contains(use_of(mesh))};
}

void Assets::unreadable_mesh(const Mesh& mesh, std::string_view extension, bool collides, SourceRange range,
                             const Link& link) const {
  const std::string what =
      extension.empty() ? std::string("files without an ending") : concat(extension, " files");
  const std::string& unconverted = document_.context.options.why_unconverted;
  const std::string advice =
      is_scene_file(mesh.filename) && unconverted.empty()
          ? concat("--copy-meshes writes the mesh '", mesh.filename, "' as OBJ")
          : concat(unconverted, unconverted.empty() ? "" : "; ", "convert the mesh '", mesh.filename,
                   "' to OBJ or STL beside it, and name that one by --mesh-format=obj or stl");
  if (collides)
    document_.context.diagnostics.report(
        Rule::target_refuses, range,
        concat("MuJoCo does not read ", what, ", but the collision shape of link '", link.name, "' is one; ",
               advice));
  else
    document_.lost(range, concat("a visual of link '", link.name, "' is left out: MuJoCo does not read ",
                                 what, "; ", advice));
}

void Assets::collect_material(const std::string& name, const Color* color, const Texture* texture_file,
                              SourceRange range) {
  std::string texture_name;
  if (texture_file != nullptr) {
    if (extension_of(texture_file->filename) == ".png")
      texture_name = texture(*texture_file);
    else
      document_.lost(texture_file->range,
                     concat("the texture '", texture_file->filename, "' is left out: MuJoCo reads only PNG"));
  }
  if (!name.empty()) {
    const auto [entry, is_new] = materials_.try_emplace(name);
    MaterialAsset& known = entry->second;
    if (is_new) known.name = document_.names.materials.take(name);
    if (!known.has_look) {
      known.color = color;
      known.texture = texture_name;
      known.has_look = color != nullptr || texture_file != nullptr;
      return;
    }
    if (known.looks_like(color, texture_name)) return;
    document_.rewritten(range, concat("material '", name, "' has several different looks: in MJCF ",
                                      texture_name.empty() ? "a colour that differs is written at the shape"
                                                           : "another texture is another material"));
  }
  if (texture_name.empty()) return;  // a colour alone stands at the shape
  const auto [entry, is_new] = materials_.try_emplace(key_of_look(color, texture_name));
  if (is_new)
    entry->second = {document_.names.materials.take(name.empty() ? texture_name : name), color, texture_name,
                     true, std::nullopt};
}

bool Assets::MaterialAsset::looks_like(const Color* other, std::string_view other_texture) const {
  return color_text(color) == color_text(other) && texture == other_texture;
}

// Paths without a scheme are compared as the files that they name.
void Assets::declare_move(const std::string& written, const std::string& file) {
  if (written.find("://") != std::string::npos) document_.context.changes.move_file(written, file);
}

std::string Assets::texture(const Texture& texture) {
  const std::string file = plain_path(texture.filename, document_.context.options);
  declare_move(texture.filename, file);
  const auto [entry, is_new] = textures_.try_emplace(file);
  if (is_new) {
    if (names_a_package(texture.filename, document_.context.options))
      document_.rewritten(texture.range, not_in_package("texture", texture.filename, file));
    entry->second = document_.names.textures.take(stem_of(file));
  }
  return entry->second;
}

const std::string* Assets::mesh(const Mesh& mesh) const {
  const auto found = meshes_.find({mesh.filename, scale_text(mesh)});
  return found == meshes_.end() || !found->second ? nullptr : &found->second->name;
}

const std::string* Assets::material(const MaterialUse& use) const {
  const Color* color = use.color ? &*use.color : nullptr;
  std::string texture;  // the name of its asset, unless MuJoCo cannot read it
  if (use.texture)
    if (const auto asset = textures_.find(plain_path(use.texture->filename, document_.context.options));
        asset != textures_.end())
      texture = asset->second;
  const bool has_look = use.color || use.texture;
  const auto named = use.name && !use.name->empty() ? materials_.find(*use.name) : materials_.end();
  if (named != materials_.end() && (!has_look || named->second.looks_like(color, texture)))
    return &named->second.name;
  if (texture.empty()) return nullptr;
  const auto found = materials_.find(key_of_look(color, texture));
  return found == materials_.end() ? nullptr : &found->second.name;
}

std::string Assets::meshes_folder() const {
  if (!all_found_) return {};
  std::optional<std::filesystem::path> common;
  for (const auto& [key, asset] : meshes_) {
    if (!asset) continue;
    const std::filesystem::path folder = std::filesystem::path(asset->file).parent_path();
    if (folder.empty() || folder.is_absolute()) return {};
    if (!common) common = folder;
    std::filesystem::path shared;
    for (auto a = common->begin(), b = folder.begin(); a != common->end() && b != folder.end() && *a == *b;
         ++a, ++b)
      shared /= *a;
    common = shared;
  }
  return common ? common->generic_string() : std::string();
}

void Assets::write() const {
  XmlWriter& xml = document_.xml;
  const bool any_mesh =
      std::any_of(meshes_.begin(), meshes_.end(), [](const auto& entry) { return entry.second.has_value(); });
  if (!any_mesh && materials_.empty() && textures_.empty()) return;
  const XmlScope assets(xml, "asset");
  for (const auto& [file, name] : textures_) {
    const XmlScope texture(xml, "texture");
    xml.attribute("name", name);
    xml.attribute("type", "2d");
    xml.attribute("file", file);
  }
  for (const auto& [key, material] : materials_) {
    const XmlScope element(xml, "material");
    xml.attribute("name", material.name);
    if (!material.texture.empty()) xml.attribute("texture", material.texture);
    if (material.color != nullptr) xml.attribute("rgba", number_list_text(material.color->rgba));
    if (material.of_model)
      write_kept_attributes(document_, {EntityKind::material, Slot::self, 0, *material.of_model, 0});
  }
  const std::string folder = meshes_folder();
  for (const auto& [key, mesh] : meshes_) {
    if (!mesh) continue;
    const XmlScope element(xml, "mesh");
    xml.attribute("name", mesh->name);
    xml.attribute("file", folder.empty() ? mesh->file : below(folder, mesh->file));
    if (!mesh->scale.empty()) xml.attribute("scale", mesh->scale);
    if (mesh->is_surface) xml.attribute("inertia", "shell");
  }
}

}  // namespace romas::mjcf
