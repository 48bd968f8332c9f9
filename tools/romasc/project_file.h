// .romas.yaml: what every call of romasc for the files of a project has in common. The command line comes on
// top of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace romas::tool {

// Paths are those that the file says, from its folder.
struct ProjectFile {
  std::string path;
  std::vector<std::string> warnings;  // as -W takes them
  std::vector<std::string> profiles;  // as --profile takes them
  bool strict = false;
  std::vector<std::string> libraries, import_paths, package_paths;
  std::optional<std::size_t> error_limit;
  std::string baseline;
};

// The .romas.yaml in the folder of an input ("-": the current one) or the nearest one above it, but not above
// a folder with .git; empty if there is none.
std::string find_project_file(const std::string& input);

// Throws UsageError where the file cannot be read or is malformed.
ProjectFile read_project_file(const std::string& path);

}  // namespace romas::tool
