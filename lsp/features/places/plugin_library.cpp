#include "lsp/features/places/plugin_library.h"

#include <cctype>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFoldersOfTargets = 5000;
constexpr std::uint64_t kLargestOfTargets = 1000000;  // bytes
constexpr std::string_view kProjectName = "${PROJECT_NAME}";

std::string_view target_name(std::string_view filename) {
  filename = filename.substr(filename.find_last_of('/') + 1);
  filename = filename.substr(0, filename.find(".so"));
  if (filename.starts_with("lib")) filename.remove_prefix(3);
  return filename;
}

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// Returns the first argument of the next call of a command at or behind `from`, in lower case as CMake files
// mostly have it; an empty one at the end of the text if there is none.
std::pair<std::size_t, std::string_view> next_argument(std::string_view text, std::string_view command,
                                                       std::size_t from) {
  for (std::size_t at = text.find(command, from); at != std::string_view::npos;
       at = text.find(command, at + 1)) {
    const std::size_t line = text.find_last_of('\n', at) + 1;  // npos + 1 is 0
    if (text.substr(line, at - line).find_first_not_of(" \t") != std::string_view::npos) continue;
    std::size_t begin = at + command.size();
    while (begin < text.size() && is_blank(text[begin])) ++begin;
    if (begin == text.size() || text[begin] != '(') continue;
    ++begin;
    while (begin < text.size() && is_blank(text[begin])) ++begin;
    std::size_t end = begin;
    while (end < text.size() && !is_blank(text[end]) && text[end] != ')') ++end;
    return {begin, text.substr(begin, end - begin)};
  }
  return {text.size(), {}};
}

// The place of the target in a CMakeLists.txt.
std::optional<Range> target_in(const std::string& text, std::string_view name, PositionEncoding encoding) {
  const std::string_view project = next_argument(text, "project", 0).second;
  for (std::size_t at = 0;;) {
    const auto [begin, target] = next_argument(text, "add_library", at);
    if (target.empty()) return std::nullopt;
    if (target == name || (target == kProjectName && project == name))
      return TextPositions(text, encoding).range(begin, begin + target.size());
    at = begin;
  }
}

}  // namespace

std::optional<Location> target_of_library(const Workspace& workspace, std::string_view filename) {
  const std::string_view name = target_name(filename);
  if (name.empty()) return std::nullopt;
  std::vector<std::string> open = workspace.folders();
  for (std::size_t i = 0; i < open.size() && i < kMostFoldersOfTargets; ++i) {
    const std::string folder = open[i];
    for (const FolderListing::Entry& entry : list_folder(folder).entries) {
      const std::string path = (fs::path(folder) / entry.name).string();
      if (entry.kind == PathKind::folder && !entry.name.starts_with('.')) open.push_back(path);
      if (entry.name != "CMakeLists.txt") continue;
      const auto file = read_plain_file(path, kLargestOfTargets);
      const auto place = file ? target_in(file->content, name, workspace.encoding()) : std::nullopt;
      if (place) return Location{workspace.documents().uri(path), *place};
    }
  }
  return std::nullopt;
}

}  // namespace romas::lsp
