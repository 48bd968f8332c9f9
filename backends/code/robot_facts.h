// Facts about a robot that generated code states in every language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/kernel/code_model.h"
#include "ir/model/model.h"

namespace romas::codegen {

// Enumerators of links and of frames, in the order of DynamicsModel's lists, and identifiers of joints by
// index.
struct RobotIdentifiers {
  std::vector<std::string> links, frames, joints;
};
RobotIdentifiers identify(const Model& model, const DynamicsModel& dynamics);

// Sizes that only some robots have, or only with some --kernels: "n_constraints".
struct NamedSize {
  std::string_view name;
  std::size_t value;
  std::string_view comment;
};
std::vector<NamedSize> optional_sizes(const CodeModel& code);

// The lines of a comment at the top: the robot, where it comes from (`banner`), options, gravity, remarks,
// operations.
std::vector<std::string> banner_lines(const Model& model, const CodeModel& code, std::string_view banner);
// A line on units and on {W}.
std::string units_line(const DynamicsModel& dynamics);
// The lines of a comment on the names of values in functions.
std::vector<std::string> value_name_lines();
// "12 operations (7 multiplications, 5 additions)"
std::string operation_counts(const Kernel& kernel);
// The name of the link or frame that a kernel is of, for a comment; empty for those of the robot.
std::string place_comment(const Model& model, const DynamicsModel& dynamics, const CodeKernel& kernel);

// The places of the six turns in the chain of a solver by eigenvalues: "0, 1, 2, 3, 4, -1". -1 stands for an
// axis of the pose, which no joint has.
std::string places_of_turns(const ClosedFormIk& ik);

// Whether there is a kernel of this function for links, for frames, or for the robot.
bool has_kernel(const CodeModel& code, const KernelFunction& function, Subject subject);

}  // namespace romas::codegen
