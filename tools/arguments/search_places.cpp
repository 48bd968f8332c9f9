#include "tools/arguments/search_places.h"

#include <cstdlib>
#include <string_view>

#include "support/text/text.h"

namespace romas::tool {

namespace {

// Empty where it is not set.
std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
  return value == nullptr ? std::string_view() : std::string_view(value);
}

void add_folders_of(const char* name, SearchPlace::Kind kind, std::vector<SearchPlace>& places) {
  for (const std::string_view folder : split(variable(name), ':'))
    if (!folder.empty()) places.push_back({kind, std::string(folder), name});
}

}  // namespace

SearchPlaces search_places(const std::vector<std::string>& model_paths) {
  using Kind = SearchPlace::Kind;
  SearchPlaces places;
  for (const char* name : {"AMENT_PREFIX_PATH", "COLCON_PREFIX_PATH", "CMAKE_PREFIX_PATH"})
    add_folders_of(name, Kind::installation, places.packages);
  add_folders_of("ROS_PACKAGE_PATH", Kind::tree, places.packages);
  for (const char* name : {"AMENT_PREFIX_PATH", "ROS_PACKAGE_PATH"})
    if (variable(name).empty()) places.unset.emplace_back(name);
  for (const std::string& path : model_paths) places.models.push_back({Kind::folder, path, "--model-path"});
  for (const char* name :
       {"GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "SDF_PATH", "GAZEBO_MODEL_PATH"})
    add_folders_of(name, Kind::folder, places.models);
  add_folders_of("GZ_FUEL_CACHE_PATH", Kind::folder, places.fuel);
  if (const std::string_view home = variable("HOME"); !home.empty())
    for (const std::string_view cache : {"/.gz/fuel", "/.ignition/fuel"})
      places.fuel.push_back({Kind::folder, concat(home, cache), "the cache of Gazebo"});
  places.index = std::make_shared<PackageIndex>();
  return places;
}

}  // namespace romas::tool
