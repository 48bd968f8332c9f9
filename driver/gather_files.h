// --copy-meshes: the files that a robot refers to, gathered beside its output.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "driver/copied_files.h"
#include "ir/file_search.h"
#include "ir/model.h"
#include "support/diagnostic.h"

namespace romas::driver {

struct FileCopy {
  std::string source;
  std::string target;
  std::uint64_t max_bytes = 0;  // as far as it may grow before it is copied
};

struct GatheredFiles {
  // As written in the robot: as it is written in the output.
  std::map<std::string, std::string, std::less<>> paths;
  std::vector<FileCopy> copies;
};

// Meshes and textures that exist, below OUTPUT/BELOW: those of packages at <package>/<path in it>, others as
// they lie below the folder that they have in common. What a mesh file itself names (materials, pictures) is
// not looked into. A file that does not exist, or has another scheme, keeps its path, and so does one that
// may not be copied, which is reported (RM1510).
GatheredFiles gather_files(const Model& model, const FileSearch& search, const CopiedFiles& allowed,
                           const std::string& output_folder, const std::string& below,
                           DiagnosticEngine& diagnostics);

}  // namespace romas::driver
