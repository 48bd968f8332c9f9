// Which xacro files of a folder are robots, and which are parts of them.
#pragma once

#include <string>
#include <vector>

namespace romas::driver {

// The files without the xacro files that another one of them includes: what a part needs is given by the file
// that includes it. Files are told by their names alone, since where an include leads is known only when it
// is expanded.
std::vector<std::string> without_included(std::vector<std::string> files);

}  // namespace romas::driver
