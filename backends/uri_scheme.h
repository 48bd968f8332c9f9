// How a description names a file of a package: package://NAME/REST, which ROS looks up, or model://NAME/REST,
// which Gazebo does. Neither takes the other's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backends/target.h"

namespace romas {

enum class UriScheme : std::uint8_t { keep, model, package };
std::vector<std::string> uri_scheme_names();

// Returns the scheme that the option asks for. Without the option, returns `keep` if the model comes from a
// description of this format, else the scheme of the format's readers. Reports (RM1902) how many URIs of the
// model change.
UriScheme choose_uri_scheme(const Model& model, std::string_view format, TargetContext& context);

// The URI with that scheme, if it has the other one.
std::string with_scheme(std::string path, UriScheme scheme);

}  // namespace romas
