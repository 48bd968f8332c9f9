// --emit=controller: a complete CMake project that controls one robot. It holds the generated model header,
// the runtime's headers it needs, a control loop with a supervisor and the simulated plant behind the
// hardware interface, a README and tests of its own, and builds without romasc.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/controller/reading_noise.h"
#include "backends/target.h"
#include "ir/model/model.h"

namespace romas {

enum class ControlKind : std::uint8_t { pd, pid, gravity, computed_torque, impedance, cartesian };
std::string_view to_string(ControlKind kind);  // as in --control=, "computed-torque"
std::optional<ControlKind> parse_control_kind(std::string_view text);
std::vector<std::string> control_kind_names();  // for --help and "did you mean"

// The place in which a controller runs: a program of its own, or a plugin of ros2_control.
enum class ControllerHost : std::uint8_t { program, ros2 };
std::optional<ControllerHost> parse_controller_host(std::string_view text);
std::vector<std::string> controller_host_names();

struct ControllerRequest {
  ControlKind control = ControlKind::computed_torque;
  ControllerHost host = ControllerHost::program;
  std::string robot_namespace;  // of the model header, as in C++: "six_axis" or "cell::six_axis"
  std::string header_name;      // "six_axis.hpp"
  std::string header;  // its text: what --emit=cpp writes, ending with struct Robot (runtime/romas/robot.hpp)
  std::string tip;     // enumerator of Robot::Link that cartesian control holds; not used by the others
  // Of the link that follows paths of poses, whose closed form the header has; empty: none does.
  std::string path_tip;
  std::string path_tip_name;            // as the model calls it
  Vector3 gravity = default_gravity();  // m/s², in the root frame
  bool floating_base = false;
  bool independent_mimics = false;
  // Joints that follow from the others because loops hold them in planes: the header has struct Independent.
  std::vector<JointId> dependent;
  std::map<JointId, ReadingNoise> noise;  // of joints that known servos turn
};

// The files of the project, sorted by path. The model must be without errors, with a movable joint,
// all joints of types that have kernels, and a regular mass matrix; the caller has reported what is not.
std::vector<OutputFile> emit_controller(const Model& model, const ControllerRequest& request);

// The link that cartesian control holds unless another is asked for: the one with the most movable joints
// between it and the root; of those, the one farthest down the tree; of those, the last in the tree's order.
LinkId default_tip(const Model& model);

}  // namespace romas
