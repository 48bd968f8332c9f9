// Paths of files in descriptions that lie in several folders.
#pragma once

#include <string>
#include <string_view>

namespace romas {

// The working folder with '/' at its end, if `file` is named as seen from it; empty for an absolute name.
// Files below it are named alike.
std::string working_folder_of(std::string_view file);

// The folder of a file; empty for standard input ("<stdin>") and for a file in the working folder.
std::string folder_of(std::string_view file);

// A folder as seen from another one; empty if they are the same.
std::string relative_folder(const std::string& of, const std::string& from);

// A path that is written in `file`, as seen from the folder of `main_file`. Absolute paths and URIs stay.
std::string path_from(std::string_view main_file, std::string_view file, std::string_view path);

}  // namespace romas
