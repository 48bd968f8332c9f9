#include "driver/meshes/locate_files.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "ir/packages/file_names.h"

namespace romas::driver {

namespace {

namespace fs = std::filesystem;

fs::path absolute_of(const std::string& folder) {
  std::error_code error;
  return fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
}

std::string from_folder(const fs::path& folder, const fs::path& file) {
  const auto below_root = [](const fs::path& path) { return *std::next(path.begin()); };
  const bool related =
      std::distance(folder.begin(), folder.end()) > 1 && below_root(folder) == below_root(file);
  return (related ? file.lexically_relative(folder) : file).generic_string();
}

}  // namespace

std::map<std::string, std::string, std::less<>> located_files(const Model& model, const FileSearch& search,
                                                              const std::string& output_folder,
                                                              const std::vector<std::string>& more) {
  std::map<std::string, std::string, std::less<>> located;
  const fs::path folder = absolute_of(output_folder.empty() ? search.source_folder : output_folder);
  const auto locate = [&](const std::string& written) {
    if (written.find("://") == std::string::npos || written.starts_with("file://") ||
        located.contains(written))
      return;
    if (const auto path = resolve_mesh_path(written, search))
      located.emplace(written, from_folder(folder, absolute_of(*path)));
  };
  for_each_file_name(model, locate);
  for (const std::string& mesh : more) locate(mesh);
  return located;
}

ForeignMeshes foreign_meshes(const Model& model, const FileSearch& search, std::string_view ending,
                             bool imports_scenes) {
  ForeignMeshes meshes;
  const auto look_at = [&](const Geometry& geometry) {
    const auto* mesh = std::get_if<Mesh>(&geometry.shape);
    if (mesh == nullptr || is_mesh_of_mujoco(mesh->filename)) return;
    if (imports_scenes && is_scene_file(mesh->filename)) {
      meshes.unconverted.insert(mesh->filename);
      return;
    }
    std::string beside = with_ending(mesh->filename, ending);
    if (resolve_mesh_path(beside, search))
      meshes.converted.push_back(std::move(beside));
    else
      meshes.unconverted.insert(mesh->filename);
  };
  for (const Link& link : model.links) {
    for (const Visual& visual : link.visuals) look_at(visual.geometry);
    for (const Collision& collision : link.collisions) look_at(collision.geometry);
  }
  return meshes;
}

}  // namespace romas::driver
