// The manifest of a ROS package.
#pragma once

#include <optional>
#include <string>

namespace romas {

// The name that <package><name> of FOLDER/package.xml gives; nothing if there is no such file or it says
// none.
std::optional<std::string> read_package_name(const std::string& folder);

}  // namespace romas
