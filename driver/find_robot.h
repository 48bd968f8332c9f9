// Descriptions of a robot that lie near a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace romas::driver {

// The files with a robot of this name in the folder of `file`; where there are none, in its package. They are
// told by the name of their root element, and SRDF files do not count. In the order of their paths.
std::vector<std::string> find_robots_near(const std::string& file, std::string_view robot,
                                          std::uint64_t max_input);

}  // namespace romas::driver
