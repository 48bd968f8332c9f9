// Descriptions of a robot that lie near a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace romas::driver {

// Returns the files with a robot of this name in the folder of `file`, or if there are none, in its package.
// Robots are recognized by the names of their root elements; SRDF files do not count. The files are in the
// order of their paths.
std::vector<std::string> find_robots_near(const std::string& file, std::string_view robot,
                                          std::uint64_t max_input);

}  // namespace romas::driver
