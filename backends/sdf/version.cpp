#include "backends/sdf/version.h"

#include <array>

namespace romas {

namespace sdf {

namespace {

constexpr std::array kVersions = {Version::v1_9, Version::v1_10, Version::v1_11};

}  // namespace

std::string_view to_string(Version version) {
  switch (version) {
    case Version::v1_9: return "1.9";
    case Version::v1_10: return "1.10";
    case Version::v1_11: return "1.11";
  }
  return "1.9";
}

std::optional<Version> parse_version(std::string_view text) {
  for (const Version version : kVersions)
    if (text == to_string(version)) return version;
  return std::nullopt;
}

}  // namespace sdf

std::vector<std::string> sdf_version_names() {
  std::vector<std::string> names;
  names.reserve(std::size(sdf::kVersions));
  for (const sdf::Version version : sdf::kVersions) names.emplace_back(to_string(version));
  return names;
}

}  // namespace romas
