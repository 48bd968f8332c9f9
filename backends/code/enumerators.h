// Names of generated enumerators.
#pragma once

#include <string>
#include <vector>

namespace romas::codegen {

// One C++ identifier for each name, in order. A name that is an identifier stays as it is; others are
// changed, and numbered where the result is taken already.
std::vector<std::string> enumerators(const std::vector<std::string>& names);

}  // namespace romas::codegen
