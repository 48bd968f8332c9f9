// The library of a plugin, and the place in the workspace that builds it.
#pragma once

#include <optional>
#include <string_view>

#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// Returns the name of the target in the CMakeLists.txt of the folders of the workspace that builds a library:
// 'arm' of "add_library(arm SHARED …)" for "libarm.so", 'arm.so', 'arm' and paths of these. Returns nullopt
// if no file builds it. At most some thousand folders are looked at.
std::optional<Location> target_of_library(const Workspace& workspace, std::string_view filename);

}  // namespace romas::lsp
