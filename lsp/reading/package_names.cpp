#include "lsp/reading/package_names.h"

#include <filesystem>
#include <set>
#include <utility>

#include "support/files/files.h"

namespace romas::lsp {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFolders = 3000;
constexpr int kDeepest = 6;

class PackageNames {
 public:
  explicit PackageNames(const FileSearch& search) : search_(search) {}

  std::vector<std::string> run() {
    for (const std::string& path : search_.package_paths) look_below(path, 1);
    for (const SearchPlace& place : search_.places.packages) {
      look_below(place.path, place.kind == SearchPlace::Kind::tree ? kDeepest : 1);
      if (place.kind == SearchPlace::Kind::installation)
        look_below((fs::path(place.path) / "share").string(), 1);
    }
    std::error_code error;
    fs::path folder = fs::absolute(search_.source_folder.empty() ? "." : search_.source_folder, error);
    for (; folder.has_relative_path(); folder = folder.parent_path()) add(folder.string());
    if (const auto workspace = find_workspace(search_.source_folder, search_.package_name))
      look_below(*workspace, kDeepest);
    return {names_.begin(), names_.end()};
  }

 private:
  bool add(const std::string& folder) {
    const auto name = search_.package_name ? search_.package_name(folder) : std::nullopt;
    if (name) names_.insert(*name);
    return name.has_value();
  }

  // The folder itself and those so many levels below it. No package holds another one.
  void look_below(const std::string& tree, int levels) {
    std::vector<std::pair<std::string, int>> open = {{tree, levels}};
    while (!open.empty() && folders_ < kMostFolders) {
      const auto [folder, left] = std::move(open.back());
      open.pop_back();
      ++folders_;
      if (add(folder) || left == 0) continue;
      for (const FolderListing::Entry& entry : list_folder(folder).entries)
        if (entry.kind == PathKind::folder && !entry.name.starts_with('.'))
          open.emplace_back((fs::path(folder) / entry.name).string(), left - 1);
    }
  }

  const FileSearch& search_;
  std::set<std::string> names_;
  std::size_t folders_ = 0;
};

}  // namespace

std::vector<std::string> package_names(const FileSearch& search) { return PackageNames(search).run(); }

}  // namespace romas::lsp
