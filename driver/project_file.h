// .romas.yaml: the settings that all calls of romasc for the files of a project share. The command line adds
// to them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "driver/file_ignores.h"
#include "driver/input.h"

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

// Nothing where the file cannot be read or is malformed; `problem` says why, with the place.
std::optional<ProjectSettings> read_project_file(const std::string& path, std::string& problem);

}  // namespace romas::driver
