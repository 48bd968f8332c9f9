// .romas.yaml: the settings that all calls of romasc for the files of a project share. The command line adds
// to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/request/file_ignores.h"
#include "driver/request/input.h"
#include "support/sources/source_manager.h"

namespace romas::driver {

// Paths are relative to the current folder; the file gives them relative to its own.
struct ProjectSettings {
  std::string path;
  std::vector<std::string> warnings;  // in the words of -W
  std::vector<std::string> profiles;  // in the words of --profile
  bool strict = false;
  std::vector<std::string> libraries, import_paths, package_paths, model_paths;
  std::optional<std::size_t> error_limit;
  std::string baseline;
  FileIgnores ignores;
  std::vector<Input> roots;  // xacro files that are robots, with their arguments
};

// The .romas.yaml in the folder of an input ("-": the current one) or the nearest one above it, but not above
// a folder with .git; empty if there is none.
std::string find_project_file(const std::string& input);

// The same for many inputs, as the disk was when the first of each folder came: each folder is asked once,
// however many lie below it.
class ProjectFiles {
 public:
  const std::string& of(const std::string& input);

 private:
  const std::filesystem::path& real_folder(const std::filesystem::path& written);
  std::string nearest(const std::filesystem::path& real);

  std::map<std::string, std::string> known_;           // by the folder of inputs, as it is written
  std::map<std::string, std::filesystem::path> real_;  // folders without links, by their absolute names
  std::map<std::string, std::string> nearest_;         // absolute names of project files, by real folders
};

// Reads a project file. Returns nullopt if the file cannot be read or is malformed; `problem` says why: a
// line for each mistake, with its place. `texts` replace the files of their names; null: none.
std::optional<ProjectSettings> read_project_file(const std::string& path, std::string& problem,
                                                 const SourceManager::Texts* texts = nullptr);

// The kinds of values in a project file.
enum class ProjectValue : std::uint8_t {
  warnings,
  profiles,
  flag,
  paths,
  number,
  path,
  ignores,
  roots,
  text,
  arguments
};
struct ProjectKey {
  std::string_view table;  // the key whose value has this one; empty: the file itself
  std::string_view name;
  ProjectValue value;
  std::string_view meaning;
};
std::span<const ProjectKey> project_keys();
// The names of those in a table.
std::vector<std::string_view> keys_of_project(std::string_view table);

}  // namespace romas::driver
