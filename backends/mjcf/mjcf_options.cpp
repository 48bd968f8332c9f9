#include "backends/mjcf/mjcf_options.h"

#include <algorithm>

namespace romas {

std::vector<std::string> mjcf_version_names() { return {"2", "3"}; }
std::vector<std::string> mjcf_actuator_names() { return {"none", "motor", "position", "velocity"}; }
std::vector<std::string> mesh_format_names() { return {"keep", "obj", "stl"}; }

namespace mjcf {

namespace {

// The enumerator of the option's word; enumerators and words have one order.
template <class Enum>
std::optional<Enum> word_of(const TargetOptions& options, TargetOption option,
                            const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), options.one(option));
  return found == words.end() ? std::nullopt : std::optional(static_cast<Enum>(found - words.begin()));
}

}  // namespace

Version version_of(const TargetOptions& options) {
  return word_of<Version>(options, TargetOption::mjcf_version, mjcf_version_names()).value_or(Version::v2);
}

std::optional<ActuatorKind> actuators_of(const TargetOptions& options) {
  return word_of<ActuatorKind>(options, TargetOption::mjcf_actuators, mjcf_actuator_names());
}

MeshFormat mesh_format_of(const TargetOptions& options) {
  return word_of<MeshFormat>(options, TargetOption::mesh_format, mesh_format_names())
      .value_or(MeshFormat::keep);
}

}  // namespace mjcf
}  // namespace romas
