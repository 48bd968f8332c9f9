// Words for what lies at a path and is no regular file.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>

namespace romas {

// "it is a folder", "it is a pipe, not a file"; empty for regular files.
std::string_view reason_no_file(mode_t mode);
// The same for what a path leads to; empty also where there is nothing.
std::string_view reason_no_file(const std::string& path);

}  // namespace romas
