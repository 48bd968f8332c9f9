#include "driver/inputs/find_robot.h"

#include <algorithm>
#include <filesystem>
#include <functional>

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
  using Accepts = std::function<bool(const std::string& path, std::string_view text)>;
  // Only files with one of the endings are read.
  Search(std::vector<std::string_view> endings, Accepts accepts, std::uint64_t max_input)
      : endings_(std::move(endings)), accepts_(std::move(accepts)), max_input_(max_input) {}

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
    const auto ends = [&](std::string_view ending) { return lower.ends_with(ending); };
    if (std::ranges::none_of(endings_, ends) || files_left_ == 0) return;
    --files_left_;
    SourceManager sources;
    SourceManager::ReadError error;
    const FileId file = sources.read_file(path, error, max_input_);
    if (file == 0) return;
    if (accepts_(path, sources.text(file))) found_.push_back(path);
  }

  std::vector<std::string_view> endings_;
  Accepts accepts_;
  std::uint64_t max_input_;
  std::size_t files_left_ = kMostFiles;
  std::vector<std::string> found_;
};

// Descriptions of robots of this name; empty: of any name.
Search search_for(std::string_view robot, const FrontendOptions& options) {
  const auto describes = [robot](const std::string& path, std::string_view text) {
    if (is_srdf_name(path)) return false;
    const FrontendInfo* format = detect_frontend(path, text);
    const bool is_description = format != nullptr && (format->name == "urdf" || format->name == "xacro");
    if (!is_description || is_srdf_text(text)) return false;
    const std::string_view name = guess_root_name(text);
    return robot.empty() ? !name.empty() : name == robot;
  };
  return {{".urdf", ".xacro", ".xml"}, describes, options.max_input};
}

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
  if (config == nullptr) return {};
  const YamlEntry* urdf = config->value.find("urdf");
  if (urdf == nullptr) urdf = config->value.find("URDF");  // as older versions write it
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
  if (file == "-") return {};
  const std::string folder = fs::path(file).parent_path().string();
  const std::string package = package_folder_around(folder);
  if (!package.empty())
    if (auto written = written_by_assistant(package, file, options); !written.empty()) return {written};
  Search search = search_for(robot, options);
  std::vector<std::string> found = search.run(folder, false);
  if (found.empty() && !package.empty()) found = search.run(package, true);
  if (!found.empty() || robot.empty()) return {{found.begin(), found.end()}};
  const auto workspace = find_workspace(folder, read_package_name);
  if (!workspace) return {};
  const std::string sources = (fs::path(*workspace) / "src").string();
  found = search.run(is_folder(sources) ? sources : *workspace, true);
  return {{found.begin(), found.end()}, true};
}

std::string package_folder_of(const std::string& file) {
  return package_folder_around(fs::path(file).parent_path().string());
}

std::vector<Input> robots_of_assistant(const std::string& file, const FrontendOptions& options) {
  const std::string package = package_folder_of(file);
  return package.empty() ? std::vector<Input>() : written_by_assistant(package, file, options);
}

std::vector<std::string> find_srdfs_near(const std::string& file) {
  const auto accepts = [](const std::string& path, std::string_view) { return is_srdf_name(path); };
  Search search({".srdf", ".srdf.xacro"}, accepts, SourceManager::kDefaultMaxInput);
  const std::string package = package_folder_of(file);
  return package.empty() ? search.run(fs::path(file).parent_path().string(), false)
                         : search.run(package, true);
}

}  // namespace romas::driver
