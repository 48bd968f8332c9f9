#include "driver/project/project_file.h"

#include <filesystem>
#include <system_error>

#include "driver/project/project_roots.h"
#include "driver/project/settings_file.h"
#include "support/findings/diagnostic.h"
#include "support/findings/profiles.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kName = ".romas.yaml";
constexpr std::size_t kMostSettingsBytes = 1'000'000;
constexpr std::size_t kMostSettingsNodes = 10'000;

// A rule that may be ignored, by its slug or id.
Rule read_ignored_rule(const SettingsFile& file, const YamlNode& word) {
  const RuleInfo* info = find_rule(word.text);
  if (info == nullptr)
    file.fail(word.range, concat("there is no rule ", in_quotes(word.text),
                                 did_you_mean(word.text, all_rules(), &RuleInfo::slug)));
  if (info->cls == RuleClass::error)
    file.fail(word.range,
              concat("'", info->slug, "' is always an error and cannot be ignored: no model can be ",
                     "made of such a file; leave it out with --exclude instead"));
  return info->rule;
}

// work(item): each text of a list, or a single one; one that is wrong does not hide the others.
template <class Work>
void for_each_text(SettingsFile& file, const YamlNode& value, const std::string& what, Work&& work) {
  const auto read = [&](const YamlNode& item, const std::string& name) {
    file.attempt([&] {
      file.text(item, name);
      work(item);
    });
  };
  if (value.kind != YamlNode::Kind::sequence) read(value, what);
  for (const YamlNode& item : value.items) read(item, concat("an entry of ", what));
}

std::vector<FileIgnores::Entry> read_ignores(SettingsFile& file, const YamlNode& table,
                                             const std::string& what) {
  if (table.kind != YamlNode::Kind::mapping)
    file.fail(table.range, concat(what, " must be a table of patterns of paths, not ", describe(table)));
  std::vector<FileIgnores::Entry> entries;
  for (const YamlEntry& entry : table.entries) {
    auto pattern = PathPattern::parse(entry.key.text);
    if (!pattern)
      file.attempt([&] {
        file.fail(entry.key.range,
                  concat("'", entry.key.text, "' is not a pattern of paths, such as 'vendor/**'"));
      });
    std::vector<Rule> rules;
    for_each_text(file, entry.value, concat("the value of '", entry.key.text, "'"),
                  [&](const YamlNode& word) { rules.push_back(read_ignored_rule(file, word)); });
    if (pattern) entries.push_back({std::move(*pattern), std::move(rules)});
  }
  return entries;
}

// Reads a value of -W. It may have the prefix "-W" itself.
std::string read_warning(const SettingsFile& file, const YamlNode& item) {
  std::string option = item.text.starts_with("-W") ? item.text.substr(2) : item.text;
  if (const auto wrong = SeverityPolicy().apply(option)) file.fail(item.range, *wrong);
  return option;
}

std::string read_profile(const SettingsFile& file, const YamlNode& item) {
  if (const auto wrong = unknown_profile(item.text)) file.fail(item.range, *wrong);
  return item.text;
}

void read_entry(SettingsFile& file, const YamlEntry& entry, ProjectSettings& project) {
  const YamlNode& value = entry.value;
  const std::string& key = entry.key.text;
  const std::string what = concat("'", key, "'");
  const fs::path folder = fs::path(project.path).parent_path();
  const auto from_folder = [&](const std::string& written) {
    return (folder / written).lexically_normal().string();
  };
  const auto paths = [&](std::vector<std::string>& to) {
    for_each_text(file, value, what, [&](const YamlNode& item) { to.push_back(from_folder(item.text)); });
  };
  if (key == "warnings") {
    for_each_text(file, value, what,
                  [&](const YamlNode& item) { project.warnings.push_back(read_warning(file, item)); });
  } else if (key == "profile") {
    for_each_text(file, value, what,
                  [&](const YamlNode& item) { project.profiles.push_back(read_profile(file, item)); });
  } else if (key == "strict") {
    project.strict = file.flag(value, what);
  } else if (key == "library") {
    paths(project.libraries);
  } else if (key == "import-path") {
    paths(project.import_paths);
  } else if (key == "package-path") {
    paths(project.package_paths);
  } else if (key == "model-path") {
    paths(project.model_paths);
  } else if (key == "error-limit") {
    project.error_limit = file.whole_number(value, what);
  } else if (key == "baseline") {
    project.baseline = from_folder(file.text(value, what));
  } else if (key == "per-file-ignores") {
    project.ignores = {folder.string(), read_ignores(file, value, what)};
  } else if (key == "roots") {
    project.roots = read_roots(file, value, project.path);
  }
}

}  // namespace

std::string find_project_file(const std::string& input) { return ProjectFiles().of(input); }

const std::string& ProjectFiles::of(const std::string& input) {
  // A symbolic link belongs to the project where the link is, not to that of the file behind it.
  const fs::path start = input == "-" ? fs::path() : fs::path(input).parent_path();
  const auto [known, is_new] = known_.try_emplace(start.string());
  if (!is_new) return known->second;
  std::error_code ignored;
  const std::string found = nearest(real_folder(fs::absolute(start.empty() ? "." : start, ignored)));
  if (found.empty()) return known->second;
  // The shortest path from the current folder, because messages show it.
  const fs::path relative = fs::path(found).lexically_relative(fs::current_path(ignored));
  known->second = relative.empty() || *relative.begin() == ".." ? found : relative.string();
  return known->second;
}

const fs::path& ProjectFiles::real_folder(const fs::path& written) {
  static const fs::path kNone;
  const fs::path* real = &kNone;
  fs::path so_far;
  for (const fs::path& part : written) {
    so_far /= part;
    const auto [known, is_new] = real_.try_emplace(so_far.string());
    if (is_new) {
      std::error_code error;
      const bool is_plain = !real->empty() && !part.empty() && part != "." && part != ".." &&
                            fs::symlink_status(so_far, error).type() == fs::file_type::directory;
      known->second = is_plain ? *real / part : fs::weakly_canonical(so_far, error);
    }
    real = &known->second;
  }
  return *real;
}

std::string ProjectFiles::nearest(const fs::path& real) {
  std::vector<std::string> asked;
  std::string found;
  for (fs::path folder = real; !folder.empty(); folder = folder.parent_path()) {
    if (const auto known = nearest_.find(folder.string()); known != nearest_.end()) {
      found = known->second;
      break;
    }
    asked.push_back(folder.string());
    std::error_code ignored;
    if (fs::is_regular_file(folder / kName, ignored)) {
      found = (folder / kName).string();
      break;
    }
    if (fs::exists(folder / ".git", ignored) || folder == folder.parent_path()) break;
  }
  for (const std::string& folder : asked) nearest_[folder] = found;
  return found;
}

std::span<const ProjectKey> project_keys() {
  static constexpr ProjectKey kKeys[] = {
#define PROJECT_KEY(table, key, value, meaning) {table, key, ProjectValue::value, meaning},
#include "driver/project/project_keys.def"
  };
  return kKeys;
}

std::vector<std::string_view> keys_of_project(std::string_view table) {
  std::vector<std::string_view> keys;
  for (const ProjectKey& key : project_keys())
    if (key.table == table) keys.push_back(key.name);
  return keys;
}

std::optional<ProjectSettings> read_project_file(const std::string& path, std::string& problem,
                                                 const SourceManager::Texts* texts) try {
  SettingsFile file(path, "project file", kMostSettingsBytes, kMostSettingsNodes, texts);
  ProjectSettings project;
  project.path = path;
  if (file.root().kind == YamlNode::Kind::null) return project;  // it says nothing
  file.attempt([&] { file.check_table(file.root(), "a project file", keys_of_project("")); });
  for (const YamlEntry& entry : file.root().entries) file.attempt([&] { read_entry(file, entry, project); });
  file.check_attempts();
  return project;
} catch (const SettingsFault& fault) {
  problem = fault.message;
  return std::nullopt;
}

}  // namespace romas::driver
