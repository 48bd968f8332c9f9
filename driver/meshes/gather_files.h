// --copy-meshes: the files that a robot refers to, gathered beside its output.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "driver/meshes/copied_files.h"
#include "ir/model/model.h"
#include "ir/packages/file_search.h"
#include "support/findings/diagnostic.h"

namespace romas::driver {

struct FileCopy {
  std::string source;
  std::string target;
  std::uint64_t max_bytes = 0;  // upper bound of its size when it is copied
};

struct GatheredFiles {
  // The path to write in the output, by the path as written in the robot.
  std::map<std::string, std::string, std::less<>> paths;
  std::vector<FileCopy> copies;
};

// Gathers existing meshes and textures below OUTPUT/BELOW. Files of packages go to <package>/<path in it>,
// others keep their paths below their common folder. Files that a mesh itself names (materials, pictures) are
// not gathered. The path of a file that does not exist or has another scheme is unchanged, and so is that of
// a file that may not be copied, which is reported (RM1510). `more` are meshes as if the robot named them.
GatheredFiles gather_files(const Model& model, const FileSearch& search, const CopiedFiles& allowed,
                           const std::string& output_folder, const std::string& below,
                           const std::vector<std::string>& more, DiagnosticEngine& diagnostics);

}  // namespace romas::driver
