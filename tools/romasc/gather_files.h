// --copy-meshes: the files that a robot refers to, gathered beside its output.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/file_search.h"
#include "ir/model.h"

namespace romas::tool {

struct FileCopy {
  std::string source;
  std::string target;
};

struct GatheredFiles {
  std::map<std::string, std::string, std::less<>> paths;  // as written in the robot: as it is written in the output
  std::vector<FileCopy> copies;
};

// Meshes and textures that exist, below OUTPUT/BELOW: those of packages at <package>/<path in it>, others as they lie below the folder that
// they have in common. What a mesh file itself names (materials, pictures) is not looked into. A file that does not exist, or has another
// scheme, keeps its path.
GatheredFiles gather_files(const Model& model, const FileSearch& search, const std::string& output_folder, const std::string& below);

}  // namespace romas::tool
