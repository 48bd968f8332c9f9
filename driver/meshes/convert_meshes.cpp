#include "driver/meshes/convert_meshes.h"

#include <filesystem>
#include <optional>
#include <set>

#include "frontend/mesh/mesh_bounds.h"
#include "frontend/mesh/stl_writer.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

bool is_stl(std::string_view path) { return to_lower(path).ends_with(".stl"); }

bool is_text(const std::string& path, std::uint64_t max_bytes) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error, max_bytes);
  return file != 0 && detect_mesh_format(path, sources.text(file)) == MeshFormat::stl_text;
}

}  // namespace

TextMeshes text_meshes(const Model& model, const FileSearch& search, std::uint64_t max_bytes) {
  std::set<std::string_view> asked;
  TextMeshes result;
  const auto look_at = [&](const Geometry& geometry) {
    const auto* mesh = std::get_if<Mesh>(&geometry.shape);
    if (mesh == nullptr || !is_stl(mesh->filename) || !asked.insert(mesh->filename).second) return;
    const auto path = resolve_mesh_path(mesh->filename, search);
    if (path && is_text(*path, max_bytes))
      result.emplace(mesh->filename, mesh->filename_range.valid() ? SourceRange(mesh->filename_range)
                                                                  : SourceRange(geometry.range));
  };
  for (const Link& link : model.links) {
    for (const Visual& visual : link.visuals) look_at(visual.geometry);
    for (const Collision& collision : link.collisions) look_at(collision.geometry);
  }
  return result;
}

std::vector<OutputFile> convert_meshes(TextMeshes& meshes, GatheredFiles& gathered, const FileSearch& search,
                                       const std::string& output_folder, std::uint64_t max_bytes,
                                       DiagnosticEngine& diagnostics) {
  std::vector<OutputFile> files;
  TextMeshes left;
  std::set<std::string> written;
  for (const auto& [mesh, place] : meshes) {
    const auto to = gathered.paths.find(mesh);
    const auto path = to == gathered.paths.end() ? std::nullopt : resolve_mesh_path(mesh, search);
    const auto read = path ? read_mesh_quietly(*path, max_bytes) : std::nullopt;
    if (!read) {
      left.emplace(mesh, place);
      continue;
    }
    if (!written.insert(to->second).second) continue;
    diagnostics.report(
        Rule::value_approximated, place,
        concat("the mesh '", mesh, "' is STL as text, which MuJoCo does not read; its copy is binary"));
    files.push_back({to->second, binary_stl(read->mesh), true, true});
    const std::string copy = (std::filesystem::path(output_folder) / to->second).lexically_normal().string();
    std::erase_if(gathered.copies, [&](const FileCopy& each) { return each.target == copy; });
  }
  meshes = std::move(left);
  return files;
}

}  // namespace romas::driver
