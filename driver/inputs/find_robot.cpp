#include "driver/inputs/find_robot.h"

#include <filesystem>

#include "frontend/frontend.h"
#include "frontend/xml/words/package_manifest.h"
#include "frontend/yaml/reader.h"
#include "ir/packages/file_search.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

// Bounds of the search, far beyond any package of a robot.
constexpr std::size_t kMostFiles = 500;
constexpr std::size_t kMostFolders = 1000;
constexpr int kMostDepth = 6;

class Search {
 public:
  Search(std::string_view robot, std::uint64_t max_input) : robot_(robot), max_input_(max_input) {}

  // The files of a folder, and with `below` those of its folders.
  std::vector<std::string> run(const std::string& first, bool below) {
    found_.clear();
    std::vector<std::pair<std::string, int>> waiting = {{first, 0}};
    for (std::size_t read = 0; !waiting.empty() && read < kMostFolders; ++read) {
      const auto [folder, depth] = std::move(waiting.back());
      waiting.pop_back();
      const FolderListing listing = list_folder(folder);
      for (auto entry = listing.entries.rbegin(); entry != listing.entries.rend(); ++entry)
        if (below && depth < kMostDepth && entry->kind == PathKind::folder && !entry->name.starts_with('.'))
          waiting.emplace_back((fs::path(folder) / entry->name).string(), depth + 1);
      for (const FolderListing::Entry& entry : listing.entries)
        if (entry.kind == PathKind::file) look_at((fs::path(folder) / entry.name).string());
    }
    return std::move(found_);
  }

 private:
  void look_at(const std::string& path) {
    const std::string lower = to_lower(path);
    const bool may_be = lower.ends_with(".urdf") || lower.ends_with(".xacro") || lower.ends_with(".xml");
    if (!may_be || is_srdf_name(path) || files_left_ == 0) return;
    --files_left_;
    SourceManager sources;
    SourceManager::ReadError error;
    const FileId file = sources.read_file(path, error, max_input_);
    if (file == 0) return;
    const std::string_view text = sources.text(file);
    const FrontendInfo* format = detect_frontend(path, text);
    const bool describes = format != nullptr && (format->name == "urdf" || format->name == "xacro");
    if (describes && guess_root_name(text) == robot_ && !is_srdf_text(text)) found_.push_back(path);
  }

  std::string_view robot_;
  std::uint64_t max_input_;
  std::size_t files_left_ = kMostFiles;
  std::vector<std::string> found_;
};

// The nearest folder at or above `folder` that is a package; empty if there is none.
std::string package_folder_around(const std::string& folder) {
  fs::path path = canonical_path(folder.empty() ? "." : folder);
  for (int up = 0; up < kMostDepth && path.has_relative_path(); ++up, path = path.parent_path())
    if (read_package_name(path.string())) return path.string();
  return {};
}

// The description that MoveIt's setup assistant made the package of a SRDF from.
std::vector<Input> written_by_assistant(const std::string& package, const std::string& file,
                                        const FrontendOptions& options) {
  SourceManager sources;
  SourceManager::ReadError error;
  DiagnosticEngine aside;
  const FileId text =
      sources.read_file((fs::path(package) / ".setup_assistant").string(), error, options.max_input);
  if (text == 0) return {};
  const auto document = read_yaml(text, sources, aside, Rule::bad_value);
  const YamlEntry* config = document ? document->find("moveit_setup_assistant_config") : nullptr;
  const YamlEntry* urdf = config != nullptr ? config->value.find("urdf") : nullptr;
  if (urdf == nullptr) return {};
  const auto value = [&](std::string_view key) {
    const YamlEntry* entry = urdf->value.find(key);
    return entry == nullptr ? std::string() : entry->value.text;
  };
  const auto folder = find_package(value("package"), file_search(file, options));
  if (!folder || value("relative_path").empty()) return {};
  const std::string description = (fs::path(*folder) / value("relative_path")).string();
  if (!is_file(description)) return {};
  // The arguments are those of a command line.
  const std::string arguments = value("xacro_args");
  return {arguments.empty() ? Input(description) : input_of_word(concat(description, " ", arguments))};
}

}  // namespace

NearRobots find_robots_near(const std::string& file, std::string_view robot, const FrontendOptions& options) {
  if (file == "-" || robot.empty()) return {};
  const std::string folder = fs::path(file).parent_path().string();
  const std::string package = package_folder_around(folder);
  if (!package.empty())
    if (auto written = written_by_assistant(package, file, options); !written.empty()) return {written};
  Search search(robot, options.max_input);
  std::vector<std::string> found = search.run(folder, false);
  if (found.empty() && !package.empty()) found = search.run(package, true);
  if (!found.empty()) return {{found.begin(), found.end()}};
  const auto workspace = find_workspace(folder, read_package_name);
  if (!workspace) return {};
  const std::string sources = (fs::path(*workspace) / "src").string();
  found = search.run(is_folder(sources) ? sources : *workspace, true);
  return {{found.begin(), found.end()}, true};
}

}  // namespace romas::driver
