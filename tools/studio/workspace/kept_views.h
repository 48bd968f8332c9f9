// Data that the page keeps for each robot, by its name: poses with names, and cameras. The program does not
// look into it.
#pragma once

#include <map>
#include <string>

namespace romas::studio {

using KeptViews = std::map<std::string, std::string>;  // the page's JSON, by the name of the robot

constexpr std::size_t kLargestView = 100'000;  // bytes of one robot
constexpr std::size_t kMostViews = 500;

// "studio-views.json" beside the settings; empty if there is no file of settings.
std::string views_file(const std::string& preferences_file);

// Returns no views if the file is missing or not understood.
KeptViews read_views(const std::string& file);
// Returns false and says why in `error` if the file cannot be written.
bool write_views(const std::string& file, const KeptViews& views, std::string& error);

}  // namespace romas::studio
