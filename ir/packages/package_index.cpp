#include "ir/packages/package_index.h"

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "support/files/files.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas {

namespace fs = std::filesystem;

namespace {

bool is_ignored(const fs::path& folder) {
  constexpr std::array kMarks = {"CATKIN_IGNORE", "COLCON_IGNORE", "AMENT_IGNORE", "CMakeCache.txt",
                                 "CACHEDIR.TAG"};
  std::error_code ignored;
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](const char* mark) { return fs::exists(folder / mark, ignored); });
}

// Returns the folders in a folder, by name; none if it cannot be read.
std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (!entry->path().filename().string().starts_with('.') && entry->is_directory(ignored))
      found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::optional<std::string> PackageIndex::find(const std::string& tree, std::string_view name,
                                              const PackageNameOf& name_of) {
  const std::lock_guard lock(mutex_);
  auto known = trees_.find(tree);
  if (known == trees_.end()) {
    const Recording aside(
        nullptr);  // a result depends on the packages that it asks for, not on the whole tree
    const Unstoppable whole;
    known = trees_.emplace(tree, read_tree(tree, name_of)).first;
  }
  const auto found = known->second.find(name);
  auto folder = found == known->second.end() ? std::nullopt : std::optional(found->second);
  if (FileRecord* const record = Recording::current())
    record->add(FileRecord::Question::package, concat(tree, std::string_view("\0", 1), name),
                folder.value_or(std::string()));
  return folder;
}

PackageIndex::Packages PackageIndex::read_tree(const std::string& tree, const PackageNameOf& name_of) {
  Packages packages;
  std::set<std::string> seen;  // links may lead in circles
  std::deque<std::pair<fs::path, std::size_t>> waiting = {{tree, 0}};
  while (!waiting.empty() && seen.size() < kMostFolders) {
    const auto [folder, depth] = std::move(waiting.front());
    waiting.pop_front();
    std::error_code error;
    if (!seen.insert(fs::canonical(folder, error).string()).second || error || is_ignored(folder)) continue;
    if (const auto name = name_of(folder.string())) {
      packages.try_emplace(*name, folder.string());
    } else if (depth < kMostDepth) {
      for (fs::path& inner : folders_in(folder)) waiting.emplace_back(std::move(inner), depth + 1);
    }
  }
  return packages;
}

}  // namespace romas
