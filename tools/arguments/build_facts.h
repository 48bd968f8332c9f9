// The version and the identity of this build.
#pragma once

#include <string>
#include <string_view>

namespace romas::tool {

// "romasc 0.1.0"; verbose: also the commit, the compiler, and the versions of the libraries.
std::string version_text(std::string_view program, bool verbose);

// Differs between any two builds whose programs differ, also if their commits are the same. Contains the
// linker's build id of the program, or else a hash of its file. If the system gives neither, only builds with
// different version texts differ.
std::string build_identity();

}  // namespace romas::tool
