#include "driver/project_file.h"

#include <filesystem>
#include <system_error>

#include "driver/settings_file.h"
#include "support/diagnostic.h"
#include "support/profiles.h"
#include "support/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kName = ".romas.yaml";
constexpr std::size_t kMostBytes = 1'000'000;
constexpr std::size_t kMostNodes = 10'000;

}  // namespace

std::string find_project_file(const std::string& input) {
  std::error_code error;
  // A symbolic link belongs to the project where the link is, not to that of the file behind it.
  const fs::path start = input == "-" ? fs::path(".") : fs::path(input).parent_path();
  const fs::path absolute = fs::weakly_canonical(start.empty() ? fs::path(".") : start, error);
  if (error) return {};
  // The shortest path from the current folder, because messages show it.
  const fs::path here = fs::current_path(error);
  for (fs::path folder = absolute;; folder = folder.parent_path()) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / kName, ignored)) {
      const fs::path relative = (folder / kName).lexically_relative(here);
      return relative.empty() || *relative.begin() == ".." ? (folder / kName).string() : relative.string();
    }
    if (fs::exists(folder / ".git", ignored) || folder == folder.parent_path()) return {};
  }
}

std::optional<ProjectSettings> read_project_file(const std::string& path, std::string& problem) try {
  const SettingsFile file(path, "project file", kMostBytes, kMostNodes);
  ProjectSettings project;
  project.path = path;
  if (file.root().kind == YamlNode::Kind::null) return project;  // it says nothing
  file.check_table(
      file.root(), "a project file",
      {"warnings", "profile", "strict", "library", "import-path", "package-path", "error-limit", "baseline"});
  const fs::path folder = fs::path(path).parent_path();
  const auto from_folder = [&](const std::string& written) {
    return (folder / written).lexically_normal().string();
  };
  for (const YamlEntry& entry : file.root().entries) {
    const YamlNode& value = entry.value;
    const std::string what = concat("'", entry.key.text, "'");
    const auto paths = [&](std::vector<std::string>& to) {
      for (const YamlNode* item : file.texts(value, what)) to.push_back(from_folder(item->text));
    };
    if (entry.key.text == "warnings") {
      for (const YamlNode* item : file.texts(value, what)) {
        // The prefix -W of the command line is optional.
        const std::string option = item->text.starts_with("-W") ? item->text.substr(2) : item->text;
        if (const auto wrong = SeverityPolicy().apply(option)) file.fail(item->range, *wrong);
        project.warnings.push_back(option);
      }
    } else if (entry.key.text == "profile") {
      for (const YamlNode* item : file.texts(value, what)) {
        if (const auto wrong = unknown_profile(item->text)) file.fail(item->range, *wrong);
        project.profiles.push_back(item->text);
      }
    } else if (entry.key.text == "strict") {
      project.strict = file.flag(value, what);
    } else if (entry.key.text == "library") {
      paths(project.libraries);
    } else if (entry.key.text == "import-path") {
      paths(project.import_paths);
    } else if (entry.key.text == "package-path") {
      paths(project.package_paths);
    } else if (entry.key.text == "error-limit") {
      project.error_limit = file.whole_number(value, what);
    } else if (entry.key.text == "baseline") {
      project.baseline = from_folder(file.text(value, what));
    }
  }
  return project;
} catch (const SettingsFault& fault) {
  problem = fault.message;
  return std::nullopt;
}

}  // namespace romas::driver
