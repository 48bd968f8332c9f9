// What this build is made from.
#pragma once

#include <string>
#include <string_view>

namespace romas::tool {

// "romasc 0.1.0"; verbose: also the commit, the compiler, and the versions of the libraries.
std::string version_text(std::string_view program, bool verbose);

}  // namespace romas::tool
