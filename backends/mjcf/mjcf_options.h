// Words of the options of the target "mjcf".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/target_options.h"

namespace romas {

std::vector<std::string> mjcf_version_names();
std::vector<std::string> mjcf_actuator_names();
std::vector<std::string> mesh_format_names();

namespace mjcf {

// The oldest MuJoCo that reads the output: 2.2 or 3.0.
enum class Version : std::uint8_t { v2, v3 };
// The actuator that drives a joint. A motor applies the control as a force; the others follow it as a
// position or velocity.
enum class ActuatorKind : std::uint8_t { none, motor, position, velocity };
// The ending of mesh files that MuJoCo cannot read.
enum class MeshFormat : std::uint8_t { keep, obj, stl };

Version version_of(const TargetOptions& options);
// The kind for all moving joints. Nothing: the robot says which joints have actuators.
std::optional<ActuatorKind> actuators_of(const TargetOptions& options);
MeshFormat mesh_format_of(const TargetOptions& options);

}  // namespace mjcf
}  // namespace romas
