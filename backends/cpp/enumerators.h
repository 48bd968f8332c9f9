// Names of generated enumerators.
#pragma once

#include <string>
#include <vector>

namespace romas::cpp {

// One C++ identifier for each name, in order; names that become alike are numbered.
std::vector<std::string> enumerators(const std::vector<std::string>& names);

}  // namespace romas::cpp
