// Words for paths that are not regular files.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>

namespace romas {

// "it is a folder", "it is a pipe, not a file"; empty for regular files.
std::string_view reason_no_file(mode_t mode);
// The same for a path, symbolic links followed; empty also if the path does not exist.
std::string_view reason_no_file(const std::string& path);

}  // namespace romas
