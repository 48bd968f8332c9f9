// `roots:` of .romas.yaml: which xacro files are robots, and with which arguments.
#pragma once

#include <string>
#include <vector>

#include "driver/input.h"
#include "driver/settings_file.h"

namespace romas::driver {

// The roots that the value of the key says. `file` was read from `path`, and names of files begin at its
// folder. A file that does not exist, arguments for a file that is not xacro, a root that is there twice and
// a name that two roots have are a SettingsFault.
std::vector<Input> read_roots(const SettingsFile& file, const YamlNode& value, const std::string& path);

}  // namespace romas::driver
