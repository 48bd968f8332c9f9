// Finds the meshes and textures that a robot refers to, by relative and absolute paths, file:// and
// package:// URIs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace romas {

struct FileSearch {
  std::string source_folder;  // of the description; relative paths start there. Empty: the working folder
  std::vector<std::string> package_paths;  // folders of packages, and packages themselves
  // The name that the manifest (package.xml) of a folder gives; nothing where there is none. If the function
  // is empty, packages are found by the names of their folders only.
  std::function<std::optional<std::string>(const std::string& folder)> package_name;
};

// The folder of a package: the first package path P such that P/<name> is a folder, or P is the package
// itself; else a folder above the description that is the package. A folder is the package if its manifest
// or, without one, the folder has that name.
std::optional<std::string> find_package(std::string_view name, const FileSearch& search);

struct FileLookup {
  enum class Outcome : std::uint8_t {
    found,
    missing,          // there is no such file
    unknown_package,  // package:// of a package that is nowhere
    elsewhere,        // another scheme (http://, model://), which nobody looks for
  } outcome = Outcome::elsewhere;
  std::string path;     // with found: where it is; with missing: where it was expected
  std::string package;  // of a package:// URI
};
FileLookup look_up_file(std::string_view written, const FileSearch& search);

// The path of an existing file that a mesh path means; nothing if there is none.
std::optional<std::string> resolve_mesh_path(std::string_view written, const FileSearch& search);

// What lies in folders. Each of them is looked at once.
class Folders {
 public:
  // An empty path is the working folder.
  bool exists(const std::string& folder);
  // A file beside `path` whose name differs in upper and lower case alone: its name, without the folder.
  std::optional<std::string> case_twin(const std::string& path);

 private:
  struct Folder {
    bool exists = false;
    bool listed = false;
    std::unordered_map<std::string, std::string> names;  // by the name in lower case
  };
  Folder& look_at(const std::string& folder);
  std::unordered_map<std::string, Folder> folders_;
};

}  // namespace romas
