// The versions of SDF that are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

namespace sdf {

enum class Version : std::uint8_t { v1_9, v1_10, v1_11 };
std::string_view to_string(Version version);  // "1.9"
std::optional<Version> parse_version(std::string_view text);

}  // namespace sdf

std::vector<std::string> sdf_version_names();

}  // namespace romas
