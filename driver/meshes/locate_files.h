// Files as MuJoCo finds them, which looks up no packages and reads few formats of meshes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/model/model.h"
#include "ir/packages/file_search.h"

namespace romas::driver {

// The paths of existing files of packages and libraries of models, by their URIs: relative to the output, or
// to the description where `output_folder` is empty; absolute where both have only the root in common. `more`
// are meshes as if the robot named them.
std::map<std::string, std::string, std::less<>> located_files(const Model& model, const FileSearch& search,
                                                              const std::string& output_folder,
                                                              const std::vector<std::string>& more);

// Meshes in formats that MuJoCo does not read.
struct ForeignMeshes {
  std::vector<std::string> converted;              // files with `ending` that are beside such meshes
  std::set<std::string, std::less<>> unconverted;  // meshes that have none beside them
};
// With `imports_scenes`, files beside scenes do not count.
ForeignMeshes foreign_meshes(const Model& model, const FileSearch& search, std::string_view ending,
                             bool imports_scenes);

}  // namespace romas::driver
