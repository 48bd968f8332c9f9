// Finds the files that a description refers to: by relative and absolute paths, and by file://, package://
// and model:// URIs and addresses of Fuel. docs/packages.md has the order of the search.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/packages/package_index.h"
#include "ir/packages/search_places.h"

namespace romas {

struct FileSearch {
  std::string source_folder;  // of the description; relative paths start there. Empty: the working folder
  std::vector<std::string> package_paths;  // folders of packages, and packages themselves
  // If the function is empty, packages are found by the names of their folders only, and no tree is searched.
  PackageNameOf package_name;
  SearchPlaces places;  // further ones
};

struct PackageLookup {
  std::optional<std::string> folder;
  std::vector<std::string>
      looked_in;  // where it is not, as messages say it: "'/opt/ros' (AMENT_PREFIX_PATH)"
};

// The folder of a package. The first of these that has it counts: a package path P with a folder P/NAME, or
// that is the package itself; the places; a folder above the description that is the package; the workspace
// around the description. A folder is the package if its manifest or, without one, the folder has that name.
PackageLookup look_up_package(std::string_view name, const FileSearch& search);
std::optional<std::string> find_package(std::string_view name, const FileSearch& search);

// The workspace around a folder: the nearest folder W such that it lies below W/src; else the nearest folder
// above that has .git, install or src and is no package. Nothing if there is none.
std::optional<std::string> find_workspace(const std::string& folder, const PackageNameOf& name_of);

struct FileLookup {
  enum class Outcome : std::uint8_t {
    found,
    missing,          // there is no such file
    unknown_package,  // package:// of a package that is nowhere
    unknown_model,    // model:// of a model that is nowhere
    not_fetched,      // an address of Fuel that is in no cache
    elsewhere,        // another scheme (http://), which nobody looks for
  } outcome = Outcome::elsewhere;
  std::string path;     // with found: where it is; with missing: where it was expected
  std::string package;  // of a package:// URI
  std::vector<std::string>
      looked_in;  // with unknown_package, unknown_model and not_fetched: as messages say it
};
FileLookup look_up_file(std::string_view written, const FileSearch& search);

// The same for what may be a file or a folder, such as the model of an include.
FileLookup look_up_path(std::string_view written, const FileSearch& search);

// The path of an existing file that a mesh path means; nothing if there is none.
std::optional<std::string> resolve_mesh_path(std::string_view written, const FileSearch& search);

// The contents of folders. Each folder is looked at once.
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
