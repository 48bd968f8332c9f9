#include "driver/meshes/gather_files.h"

#include <filesystem>
#include <optional>

#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

struct Use {
  std::string_view what;  // "mesh"
  SourceRange place;      // the first one
};

// Every path of a mesh or texture.
std::map<std::string, Use> written_paths(const Model& model) {
  std::map<std::string, Use> paths;
  const auto add_shape = [&](const Geometry& geometry) {
    if (const auto* mesh = std::get_if<Mesh>(&geometry.shape))
      paths.try_emplace(mesh->filename,
                        Use{"mesh", mesh->filename_range.valid() ? mesh->filename_range : geometry.range});
  };
  for (const Link& link : model.links) {
    for (const Visual& visual : link.visuals) {
      add_shape(visual.geometry);
      if (visual.material && visual.material->texture)
        paths.try_emplace(visual.material->texture->filename,
                          Use{"texture", visual.material->texture->range});
    }
    for (const Collision& collision : link.collisions) add_shape(collision.geometry);
  }
  for (const Material& material : model.materials)
    if (material.texture)
      paths.try_emplace(material.texture->filename, Use{"texture", material.texture->range});
  for (const Block& block : model.blocks)
    for (const auto& file : {block.diffuse, block.normal, block.thumbnail})
      if (file)
        paths.try_emplace(block.folder.empty() ? *file : concat(block.folder, "/", *file),
                          Use{"picture", block.range});
  return paths;
}

// The folder that both paths lie below, at any depth.
fs::path common_folder(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto i = a.begin(), k = b.begin(); i != a.end() && k != b.end() && *i == *k; ++i, ++k) common /= *i;
  return common;
}

// A path that stays below the folder where it starts.
bool stays_below(const fs::path& path) {
  return !path.empty() && path.is_relative() && *path.begin() != "..";
}

struct Found {
  std::string written;
  fs::path file;    // absolute
  fs::path target;  // below the folder of gathered files; empty: from the common folder
};

}  // namespace

GatheredFiles gather_files(const Model& model, const FileSearch& search, const CopiedFiles& allowed,
                           const std::string& output_folder, const std::string& below,
                           const std::vector<std::string>& more, DiagnosticEngine& diagnostics) {
  std::vector<Found> found;
  std::optional<fs::path> common;
  std::map<std::string, Use> written_ones = written_paths(model);
  for (const std::string& mesh : more) written_ones.try_emplace(mesh, Use{"mesh", {}});
  for (const auto& [written, use] : written_ones) {
    const FileLookup lookup = look_up_file(written, search);
    std::error_code error;
    if (lookup.outcome != FileLookup::Outcome::found) continue;
    if (const std::string reason = allowed.reason_against(lookup.path, lookup.package); !reason.empty()) {
      diagnostics.report(Rule::mesh_not_copied, use.place,
                         concat("the ", use.what, " '", written, "' is not copied: ", reason));
      continue;
    }
    Found file{written, fs::absolute(lookup.path, error).lexically_normal(), {}};
    if (error) continue;
    if (!lookup.package.empty()) {
      const fs::path in_package = fs::path(written.substr(written.find("://") + 3)).lexically_normal();
      if (stays_below(in_package)) file.target = in_package;
    }
    if (file.target.empty())
      common = common ? common_folder(*common, file.file.parent_path()) : file.file.parent_path();
    found.push_back(std::move(file));
  }

  GatheredFiles gathered;
  std::map<std::string, std::string> sources;  // by target
  for (const Found& file : found) {
    fs::path target = file.target.empty() ? file.file.lexically_relative(*common) : file.target;
    // Two files can have one target, for example if a package and a folder share a name. The later file gets
    // a number.
    const fs::path wanted = target;
    for (int i = 2;; ++i) {
      const auto [at, fresh] = sources.try_emplace(target.string(), file.file.string());
      if (fresh)
        gathered.copies.push_back({file.file.string(),
                                   (fs::path(output_folder) / below / target).lexically_normal().string(),
                                   allowed.max_bytes()});
      if (fresh || at->second == file.file.string()) break;
      target = wanted.parent_path() / concat(wanted.stem().string(), "_", i, wanted.extension().string());
    }
    gathered.paths.emplace(file.written, (fs::path(below) / target).generic_string());
  }
  return gathered;
}

}  // namespace romas::driver
