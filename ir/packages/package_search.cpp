// Packages and workspaces: look_up_package, find_workspace.
#include <algorithm>
#include <filesystem>

#include "ir/packages/file_search.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas {

namespace fs = std::filesystem;

namespace {

// The last name of a path, also where it ends with a slash.
std::string folder_name(const fs::path& folder) {
  const fs::path normal = (folder / "").lexically_normal().parent_path();
  return normal.filename().string();
}

// An absolute path without "..", and without a slash at its end; empty where there is none.
fs::path absolute_folder(const std::string& folder) {
  std::error_code error;
  const fs::path absolute = fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  return error ? fs::path() : (absolute / "").parent_path();
}

class PackageSearch {
 public:
  PackageSearch(std::string_view name, const FileSearch& search)
      : name_(name), search_(search), start_(absolute_folder(search.source_folder)) {}

  PackageLookup run() {
    if (name_.empty() || name_ == "." || name_ == "..") return {};
    for (const std::string& path : search_.package_paths)
      if (found_in({SearchPlace::Kind::folder, path, "--package-path"}, true)) return std::move(result_);
    for (const SearchPlace& place : search_.places.packages)
      if (found_in(place, false)) return std::move(result_);
    if (around_source() || in_workspace()) return std::move(result_);
    for (const std::string& variable : search_.places.unset)
      result_.looked_in.push_back(concat(variable, ", which is not set"));
    return std::move(result_);
  }

 private:
  bool take(const fs::path& folder) {
    result_.folder = folder.string();
    result_.looked_in.clear();
    return true;
  }

  bool is_package(const fs::path& folder) const {
    if (!is_folder(folder)) return false;
    if (search_.package_name)
      if (const auto manifest = search_.package_name(folder.string())) return *manifest == name_;
    return folder_name(folder) == name_;
  }

  // `trusted`: a folder of the name is the package, whatever its manifest says.
  bool found_in(const SearchPlace& place, bool trusted) {
    const fs::path path = place.path;
    switch (place.kind) {
      case SearchPlace::Kind::folder:
        if (trusted ? is_folder(path / name_) : is_package(path / name_)) return take(path / name_);
        if (is_package(path)) return take(path);
        break;
      case SearchPlace::Kind::installation:
        for (const fs::path& folder : {path / "share" / name_, path / name_ / "share" / name_})
          if (is_installed(path, folder)) return take(folder);
        break;
      case SearchPlace::Kind::tree:
        if (is_package(path / name_)) return take(path / name_);
        if (in_tree(path)) return true;
        break;
    }
    result_.looked_in.push_back(concat(in_quotes(place.path), " (", place.origin, ")"));
    return false;
  }

  // An installed package has a manifest, or an entry in the index of its installation.
  bool is_installed(const fs::path& prefix, const fs::path& folder) const {
    if (path_exists(prefix / "share/ament_index/resource_index/packages" / name_)) return is_folder(folder);
    const auto manifest = search_.package_name ? search_.package_name(folder.string()) : std::nullopt;
    return manifest && *manifest == name_;
  }

  bool in_tree(const fs::path& tree) {
    if (!search_.package_name || !search_.places.index) return false;
    const auto found = search_.places.index->find(tree.string(), name_, search_.package_name);
    return found && take(*found);
  }

  bool around_source() {
    for (fs::path folder = start_; folder.has_relative_path(); folder = folder.parent_path())
      if (is_package(folder)) return take(folder);
    return false;
  }

  bool in_workspace() {
    const auto workspace = find_workspace(start_.string(), search_.package_name);
    // Folders beside those above the description. Without a workspace, a package and those beside it are
    // meant.
    constexpr int kLevelsWithoutWorkspace = 3;
    int levels = 0;
    for (fs::path folder = start_; folder.has_relative_path(); folder = folder.parent_path()) {
      if (is_package(folder / name_)) return take(folder / name_);
      if (workspace ? folder == *workspace : ++levels > kLevelsWithoutWorkspace) break;
    }
    if (!workspace) {
      result_.looked_in.push_back(
          concat("the folders above ", in_quotes(start_.string()), " and beside them"));
      return false;
    }
    const fs::path sources = fs::path(*workspace) / "src";
    if (in_tree(is_folder(sources) ? sources : fs::path(*workspace)) ||
        found_in({SearchPlace::Kind::installation, (fs::path(*workspace) / "install").string(), {}}, false))
      return true;
    result_.looked_in.back() = concat("the workspace ", in_quotes(*workspace));
    return false;
  }

  std::string name_;
  const FileSearch& search_;
  fs::path start_;
  PackageLookup result_;
};

}  // namespace

PackageLookup look_up_package(std::string_view name, const FileSearch& search) {
  return PackageSearch(name, search).run();
}

std::optional<std::string> find_package(std::string_view name, const FileSearch& search) {
  return look_up_package(name, search).folder;
}

std::optional<std::string> find_workspace(const std::string& folder, const PackageNameOf& name_of) {
  std::optional<std::string> found;
  for (fs::path at = absolute_folder(folder); at.has_relative_path(); at = at.parent_path()) {
    const fs::path above = at.parent_path();
    if (at.filename() == "src" && above.has_relative_path() && !(name_of && name_of(above.string())))
      return above.string();
    if (found || (name_of && name_of(at.string()))) continue;
    if (is_folder(at / "install") || is_folder(at / "src")) found = at.string();
    if (path_exists(at / ".git")) found = at.string();  // in a worktree it is a file
  }
  return found;
}

}  // namespace romas
