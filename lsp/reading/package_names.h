// The names of the packages that a description can refer to.
#pragma once

#include <string>
#include <vector>

#include "ir/packages/file_search.h"

namespace romas::lsp {

// Returns the sorted names of packages on the paths and in the places of a search, around the description and
// in its workspace. In very large trees, only the first ones are found.
std::vector<std::string> package_names(const FileSearch& search);

}  // namespace romas::lsp
