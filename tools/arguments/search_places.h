// The places of packages and models that the environment names.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace romas::tool {

// --model-path, then AMENT_PREFIX_PATH, COLCON_PREFIX_PATH, CMAKE_PREFIX_PATH, ROS_PACKAGE_PATH for packages,
// GZ_SIM_RESOURCE_PATH, IGN_GAZEBO_RESOURCE_PATH, SDF_PATH, GAZEBO_MODEL_PATH for models, and the caches of
// Fuel. Call it before any thread is started.
SearchPlaces search_places(const std::vector<std::string>& model_paths);

}  // namespace romas::tool
