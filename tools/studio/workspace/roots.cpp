#include "tools/studio/workspace/roots.h"

#include <algorithm>
#include <filesystem>

#include "frontend/frontend.h"
#include "support/files/files.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas::studio {

namespace fs = std::filesystem;

namespace {

// Both are resolved.
bool is_below(const std::string& path, const std::string& folder) {
  if (path == folder || folder == "/") return true;
  return path.starts_with(folder) && path[folder.size()] == '/';
}

// XML without a telling name may be a robot, too: its root element decides when it is opened.
bool may_be_read(const std::string& name) {
  return detect_frontend(name, "") != nullptr || to_lower(name).ends_with(".xml");
}

}  // namespace

Roots::Roots(const std::vector<std::string>& folders) {
  std::vector<std::string> found;
  for (const std::string& folder : folders)
    if (is_folder(folder)) found.push_back(SourceManager::file_key(folder));
  std::sort(found.begin(), found.end());
  for (std::string& folder : found)
    if (std::none_of(folders_.begin(), folders_.end(),
                     [&](const std::string& root) { return is_below(folder, root); }))
      folders_.push_back(std::move(folder));
}

std::optional<std::string> Roots::resolve(const std::string& path) const {
  // The system would read a path only up to its first zero byte.
  if (!path.starts_with('/') || path.find('\0') != std::string::npos) return std::nullopt;
  std::string resolved = SourceManager::file_key(path);
  const bool inside = std::any_of(folders_.begin(), folders_.end(),
                                  [&](const std::string& root) { return is_below(resolved, root); });
  if (!inside) return std::nullopt;
  return resolved;
}

std::optional<FolderListing> list_folder(const std::string& path, const Roots& roots) {
  constexpr std::size_t kMostEntries = 10'000;
  const auto folder = roots.resolve(path);
  if (!folder) return std::nullopt;
  std::error_code error;
  fs::directory_iterator next(*folder, error);
  if (error) return std::nullopt;
  FolderListing listing{*folder, {}, {}, true};
  const std::string parent = fs::path(*folder).parent_path().string();
  if (parent != *folder && roots.resolve(parent)) listing.parent = parent;
  for (; next != fs::directory_iterator(); next.increment(error)) {
    if (error) return std::nullopt;
    if (listing.entries.size() == kMostEntries) {
      listing.complete = false;
      break;
    }
    const std::string name = next->path().filename().string();
    if (name.starts_with('.') || find_invalid_utf8(name)) continue;
    const auto resolved = roots.resolve(next->path().string());
    if (!resolved) continue;
    const bool inner = is_folder(*resolved);
    std::error_code ignored;
    if (inner || (fs::is_regular_file(*resolved, ignored) && may_be_read(name)))
      listing.entries.push_back({name, *resolved, inner});
  }
  std::sort(listing.entries.begin(), listing.entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
  });
  return listing;
}

}  // namespace romas::studio
