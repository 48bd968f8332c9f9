// What this build is made from.
#pragma once

#include <string>
#include <string_view>

namespace romas::tool {

// "romasc 0.1.0"; verbose: also the commit, the compiler, and the versions of the libraries.
std::string version_text(std::string_view program, bool verbose);

// Differs between any two builds whose programs differ, also where the commit is the same: what the linker
// calls the program by its content, or else a hash of its file. Only commits differ if the system tells
// neither.
std::string build_identity();

}  // namespace romas::tool
