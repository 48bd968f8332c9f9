#include "tools/studio/scene/mesh_table.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "frontend/mesh/mesh_bounds.h"
#include "ir/assembly/assembly.h"
#include "ir/packages/relative_paths.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas::studio {

namespace fs = std::filesystem;

namespace {

struct Ending {
  std::string_view ending;
  std::string_view format;
};
constexpr std::array<Ending, 17> kEndings = {{
    {".stl", "stl"},
    {".obj", "obj"},
    {".dae", "dae"},
    {".gltf", "gltf"},
    {".glb", "glb"},
    {".ply", "ply"},
    {".png", "image"},
    {".jpg", "image"},
    {".jpeg", "image"},
    {".webp", "image"},
    {".gif", "image"},
    {".bmp", "image"},
    {".tga", "image"},
    {".tif", "image"},
    {".tiff", "image"},
    {".mtl", "other"},
    {".bin", "other"},
}};

// The folder whose name a package:// URI gives, and the paths at which the studio looked for the file.
void look_up(MeshRow& row, const FileSearch& search) {
  const FileLookup lookup = look_up_file(row.name, search);
  if (!lookup.package.empty())
    if (const auto folder = find_package(lookup.package, search)) row.package = *folder;
  row.found = lookup.outcome == FileLookup::Outcome::found;
  if (row.found) {
    row.path = lookup.path;
    row.stamp = file_stamp(row.path, row.bytes);
  } else if (lookup.outcome == FileLookup::Outcome::missing) {
    row.tried = {lookup.path};
  } else {
    row.tried = lookup.looked_in;
  }
}

bool is_below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder) && (folder.ends_with('/') || path.substr(folder.size()).starts_with('/'));
}

}  // namespace

std::string_view mesh_format(std::string_view path) {
  const std::string lower = to_lower(path);
  for (const Ending& row : kEndings)
    if (lower.ends_with(row.ending)) return row.format;
  return "other";
}

std::string file_stamp(const std::string& path, std::uint64_t& bytes) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  bytes = static_cast<std::uint64_t>(info.st_size);
  return concat(info.st_size, "-", info.st_mtim.tv_sec, "-", info.st_mtim.tv_nsec, "-", info.st_ino);
}

MeshTable MeshTable::after(const MeshTable& former) {
  MeshTable table;
  table.next_id_ = former.next_id_;
  for (const auto& [key, index] : former.by_name_) {
    const MeshRow& row = former.rows_[index];
    table.former_ids_.emplace(key, row.id);
    if (const auto measured = former.measured_.find(row.path); measured != former.measured_.end())
      table.measured_.insert(*measured);
  }
  return table;
}

std::size_t MeshTable::add(const std::string& written, const FileSearch& search) {
  Key key{search.source_folder, written};
  if (const auto known = by_name_.find(key); known != by_name_.end()) return rows_[known->second].id;
  MeshRow row;
  const auto former = former_ids_.find(key);
  row.id = former != former_ids_.end() ? former->second : next_id_++;
  row.name = written;
  row.format = mesh_format(written);
  look_up(row, search);
  by_name_.emplace(std::move(key), rows_.size());
  rows_.push_back(std::move(row));
  return rows_.back().id;
}

void MeshTable::add_all(const Model& model, const FileSearch& search) {
  const auto add_mesh = [&](const Geometry& geometry) {
    if (const auto* mesh = std::get_if<Mesh>(&geometry.shape)) add(mesh->filename, search);
  };
  for (const Link& link : model.links) {
    for (const Visual& visual : link.visuals) {
      add_mesh(visual.geometry);
      if (visual.material && visual.material->texture) add(visual.material->texture->filename, search);
    }
    for (const Collision& collision : link.collisions) add_mesh(collision.geometry);
  }
  for (const Material& material : model.materials)
    if (material.texture) add(material.texture->filename, search);
  for (const auto& [link, id] : links_of_blocks(model)) {
    const Block& block = model.blocks[id.index()];
    if (block.normal) add(block_file(block, *block.normal), search);
  }
}

const MeshRow* MeshTable::find(std::size_t id) const {
  const auto row =
      std::find_if(rows_.begin(), rows_.end(), [&](const MeshRow& known) { return known.id == id; });
  return row == rows_.end() ? nullptr : &*row;
}

const MeshRow* MeshTable::find(const std::string& written, const FileSearch& search) const {
  const auto known = by_name_.find(Key{search.source_folder, written});
  return known == by_name_.end() ? nullptr : &rows_[known->second];
}

std::optional<std::string> MeshTable::beside(const MeshRow& row, const std::string& relative) const {
  if (!row.found || relative.empty() || relative.starts_with('/') || relative.find('\0') != std::string::npos)
    return std::nullopt;
  // If the file is a link, the name may be relative to the folder of the link or to that of its target.
  const std::string beside_link = folder_of(row.path);
  const std::string beside_file = folder_of(SourceManager::file_key(row.path));
  for (const std::string& folder : {beside_link, beside_file}) {
    std::string path = SourceManager::file_key((fs::path(folder) / relative).string());
    for (const std::string& allowed : {beside_link, beside_file, row.package})
      if (!allowed.empty() && is_below(path, SourceManager::file_key(allowed))) {
        std::error_code ignored;
        if (fs::is_regular_file(path, ignored)) return path;
      }
  }
  return std::nullopt;
}

std::optional<BoundingBox> MeshTable::measure(const std::string& path, std::uint64_t max_bytes) {
  std::uint64_t bytes = 0;
  std::string stamp = file_stamp(path, bytes);
  auto& [known, box] = measured_[path];
  if (known != stamp || stamp.empty()) {
    box = measure_mesh(path, max_bytes);
    known = std::move(stamp);
  }
  return box;
}

}  // namespace romas::studio
