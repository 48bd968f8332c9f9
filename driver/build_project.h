// Configures and compiles a project that was written.
#pragma once

#include <string>

namespace romas::driver {

// Runs cmake on the folder. True, and the path of the program, on success; else what failed and where its
// output stands.
bool build_project(const std::string& folder, std::string& program, std::string& problem);

}  // namespace romas::driver
