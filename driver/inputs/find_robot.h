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
struct NearRobots {
  std::vector<Input> inputs;
  bool elsewhere = false;  // in another package of the workspace, by the name of the robot alone
};
NearRobots find_robots_near(const std::string& file, std::string_view robot, const FrontendOptions& options);

}  // namespace romas::driver
