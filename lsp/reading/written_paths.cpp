#include "lsp/reading/written_paths.h"

#include <algorithm>
#include <filesystem>

#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace fs = std::filesystem;

std::optional<std::string> written_path(std::string_view written, const FileSearch& search) {
  constexpr std::string_view kFind = "$(find ", kPackage = "package://";
  std::string_view rest = written;
  std::optional<std::string> folder;
  if (rest.starts_with(kFind)) {
    const std::size_t close = rest.find(')');
    if (close == std::string_view::npos) return std::nullopt;
    folder = find_package(trim(rest.substr(kFind.size(), close - kFind.size())), search);
    rest.remove_prefix(close + 1);
    if (!folder) return std::nullopt;
  }
  if (rest.find("${") != std::string_view::npos || rest.find("$(") != std::string_view::npos)
    return std::nullopt;
  if (folder) return concat(*folder, rest);
  if (rest.starts_with(kPackage)) {
    rest.remove_prefix(kPackage.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const auto package = find_package(rest.substr(0, slash), search);
    return package ? std::optional(concat(*package, rest.substr(slash))) : std::nullopt;
  }
  if (rest.find("://") == std::string_view::npos) {
    const fs::path here = search.source_folder.empty() ? "." : search.source_folder;
    return (here / rest).lexically_normal().string();
  }
  const FileLookup found = look_up_path(rest, search);
  return found.outcome == FileLookup::Outcome::found ? std::optional(found.path) : std::nullopt;
}

std::vector<std::string> files_in(std::string_view written, const FileSearch& search) {
  constexpr std::size_t kMostFiles = 2000;
  std::vector<std::string> names;
  const auto folder = written_path(written.substr(0, written.find_last_not_of('/') + 1), search);
  if (!folder) return names;
  for (const FolderListing::Entry& entry : list_folder(*folder).entries) {
    if (entry.name.starts_with('.') || names.size() == kMostFiles) continue;
    if (entry.kind == PathKind::folder || entry.kind == PathKind::file)
      names.push_back(entry.kind == PathKind::folder ? entry.name + "/" : entry.name);
  }
  return names;
}

}  // namespace romas::lsp
