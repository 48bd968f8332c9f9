// Descriptions of a robot that lie near a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "driver/request/input.h"
#include "frontend/frontend.h"

namespace romas::driver {

// Returns the files with a robot of this name, with their arguments: the one that the setup assistant of
// MoveIt wrote down (.setup_assistant, in a package around `file`); else those in the folder of `file`, in
// its package, or in its workspace, the first of these that has any. Robots are recognized by the names of
// their root elements; SRDF files do not count. The files are in the order of their paths.
// A robot without a name: every description of one in the folder of `file` or its package.
struct NearRobots {
  std::vector<Input> inputs;
  bool elsewhere = false;  // in another package of the workspace, by the name of the robot alone
};
NearRobots find_robots_near(const std::string& file, std::string_view robot, const FrontendOptions& options);

// Returns the nearest folder at or above that of `file` that is a package; empty if there is none.
std::string package_folder_of(const std::string& file);
// The description that MoveIt's setup assistant made the package around `file` from; or none.
std::vector<Input> robots_of_assistant(const std::string& file, const FrontendOptions& options);
// The SRDFs in the package around `file`, or in its folder if there is no package.
std::vector<std::string> find_srdfs_near(const std::string& file);

}  // namespace romas::driver
