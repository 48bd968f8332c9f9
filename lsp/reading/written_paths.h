// Paths as texts write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/packages/file_search.h"

namespace romas::lsp {

// Returns the file or folder that a text means, whether or not it exists: "package://arm/meshes", "$(find
// arm)/urdf", "../meshes". Returns nullopt if a package is unknown, or if the text has other expressions than
// those of packages.
std::optional<std::string> written_path(std::string_view written, const FileSearch& search);

// The files and folders (with '/' behind) in a folder as a text means it; of very large folders the first.
std::vector<std::string> files_in(std::string_view written, const FileSearch& search);

}  // namespace romas::lsp
